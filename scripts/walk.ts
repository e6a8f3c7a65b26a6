/**
 * A long seeded walk through a loan book of its own: `npm run walk -- --acts 10000 --loans 500 --seed 7 --top-ups 0.03`. Prints what
 * was done and refused; the exit code is 1 when an act fails or the books do not hold.
 *
 * Uses DATABASE_URL (an empty database to spoil) or starts a PostgreSQL of its own.
 */

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect, migrate, openDb } from '../server/db.ts'
import { startEmbedded } from '../server/embedded.ts'
import { deriveKeys } from '../server/keys.ts'
import { walk } from '../test/walk.ts'

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

const folder = await mkdtemp(join(tmpdir(), 'iroko-walk-'))
// so that PostgreSQL, which root runs as another user, can live in it and go with it
await chmod(folder, 0o711)
const given = process.env.DATABASE_URL
const server = given
  ? { url: given, stop: async () => {} }
  : await startEmbedded({ directory: join(folder, 'postgres'), throwaway: true })
await migrate(server.url)
const pool = connect(server.url, { most: 4, name: 'iroko walk' })
const program = {
  db: openDb(pool),
  clock: { now: () => new Date() },
  keys: deriveKeys('a secret for a walk, long enough to be one'),
  dataDirectory: folder,
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
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = walked.problems.length === 0 ? 0 : 1
