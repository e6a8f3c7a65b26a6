/**
 * How long a night takes over a million loans: pay day, on which half of them fall due, the day after, on which those
 * are late, and a quiet day. `DATABASE_URL=… npm run bench:daily [-- --rows 1000000]`; a database that `bench:lists` has
 * filled is used as it is. The proof runs at the end, over every loan.
 */

import { parseArgs } from 'node:util'
import { addDays } from '../engine/dates.ts'
import { connect, migrate, openDb } from '../server/db.ts'
import { deriveKeys } from '../server/keys.ts'
import { runDaily } from '../server/loans/loans.ts'
import { prove } from '../server/prove.ts'
import { build, clockAt, SECRET, TODAY } from './million.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const url = process.env.DATABASE_URL
if (!url) throw new Error('DATABASE_URL names the database to fill and measure')
await migrate(url)
const pool = connect(url, { most: 8, name: 'bench daily' })
const clock = clockAt(TODAY)
const program = { db: openDb(pool), clock, keys: deriveKeys(SECRET), dataDirectory: '' }
const { rows: there } = await pool.query(`select to_regclass('bench_person') as name`)
if (!there[0]?.name) await build(program, pool, Number(options.rows), line => console.log(line))

for (const [name, after] of [
  ['pay day', 1],
  ['the day after', 2],
  ['a quiet day', 3],
] as const) {
  clock.day = addDays(TODAY, after)
  const start = performance.now()
  const cpu = process.cpuUsage()
  await runDaily(program)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - start) / 1000
  const { rows } = await pool.query('select * from loan_daily_run where day = $1', [clock.day])
  const { open_loans: open, booked, aged, postings, chunks } = rows[0]
  console.log(
    `${name}: ${open} open, ${booked} changed, ${aged} aged, ${postings} entries, ${chunks} chunks in ${seconds.toFixed(1)} s ` +
      `(${(booked / seconds).toFixed(0)} a second; ${((user + system) / 1_000_000).toFixed(1)} s of our own work)`,
  )
}
const start = performance.now()
const verdict = await prove(program.db)
for (const { name, figure, problems } of verdict.checks)
  console.log(`${problems.length === 0 ? 'holds ' : 'BROKEN'}  ${name}: ${figure}`)
console.log(`proved in ${((performance.now() - start) / 1000).toFixed(0)} s`)
await pool.end()
process.exitCode = verdict.holds ? 0 : 1
