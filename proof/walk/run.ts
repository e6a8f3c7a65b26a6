/**
 * A long seeded walk through a loan book of its own: `npm run proof -- walk --acts 10000 --loans 500 --seed 7 --top-ups 0.03`. Prints what
 * was done and refused; the exit code is 1 when an act fails or the ledger do not hold.
 *
 * On a PostgreSQL of its own, or in the empty database that IROKO_DISPOSABLE_DATABASE_URL names, which it overwrites.
 */

import { parseArgs } from 'node:util'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { walk } from './walk.ts'

const { values } = parseArgs({
  options: {
    acts: { type: 'string', default: '10000' },
    loans: { type: 'string', default: '500' },
    seed: { type: 'string', default: '7' },
    days: { type: 'string', default: '540' },
    'top-ups': { type: 'string', default: '0' },
    'prove-every': { type: 'string', default: '1000' },
  },
})

const database = await disposableDatabase({ throwaway: true })
const pool = connect(database.url, { most: 4, name: 'iroko walk' })
const program = {
  db: openDb(pool),
  clock: { now: () => new Date() },
  keys: deriveKeys('a secret for a walk, long enough to be one'),
  dataDirectory: database.folder,
}
const plan = {
  acts: Number(values.acts),
  loans: Number(values.loans),
  seed: Number(values.seed),
  days: Number(values.days),
  topUps: Number(values['top-ups']),
  proveEvery: Number(values['prove-every']),
}
const started = performance.now()
const walked = await walk(program, plan, line => console.log(line))
const count = (of: Record<string, number>): number => Object.values(of).reduce((sum, each) => sum + each, 0)
console.log(`done    ${count(walked.done)}`, walked.done)
console.log(`refused ${count(walked.refused)}`, walked.refused)
console.log(
  `${walked.backdated} backdated, ${walked.topUps} top-ups, ${walked.dailyRuns} daily runs, ${Math.round((performance.now() - started) / 1000)} s`,
)
for (const problem of walked.problems) console.log(`BROKEN  ${problem}`)
console.log(
  walked.problems.length === 0 ? 'The books are proved.' : `THE BOOKS DO NOT HOLD (seed ${plan.seed}).`,
)
await pool.end()
await database.close()
process.exitCode = walked.problems.length === 0 ? 0 : 1
