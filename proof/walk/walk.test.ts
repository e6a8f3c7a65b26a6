import { expect, test } from 'vitest'
import { systemClock } from '../../server/kernel/clock.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { testDatabase } from '../../test/db.ts'
import { walk } from './walk.ts'

/** The long form is `npm run proof -- walk --acts 10000 --loans 500 --seed 7 --top-ups 0.03`; another seed walks another way. */
test('two hundred acts on fifteen loans over half a year leave books that are proved', async () => {
  const database = await testDatabase()
  const pool = connect(database.url, { most: 4, name: 'iroko walk' })
  const keys = deriveKeys('a secret for a walk, long enough to be one')
  const program = { db: openDb(pool), clock: systemClock, keys, dataDirectory: '' }
  const walked = await walk(program, { acts: 200, loans: 15, seed: 7, days: 180, topUps: 0.05 })
  await pool.end()
  await database.drop()
  expect(walked.problems).toEqual([])
  expect(walked.dailyRuns).toBeGreaterThan(180)
  const kinds = Object.keys(walked.done)
  expect(kinds).toEqual(
    expect.arrayContaining(['receipt', 'reversal', 'waiver', 'restructure', 'settle', 'refund']),
  )
  expect(walked.backdated).toBeGreaterThan(20)
  expect(walked.topUps).toBeGreaterThan(0)
})
