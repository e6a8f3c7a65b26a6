/**
 * How long a night takes over a million loans: pay day, on which half of them fall due, the day after, on which those
 * are late, and a quiet day. Next to it, the least that a database can do for the same loans: a row each with its age
 * and its debts, and two plain postings for each that falls due. While pay day runs, receipts are entered on loans that
 * it is changing. `npm run bench:daily [-- --rows 1000000]`, on a PostgreSQL of its own or in the database that
 * IROKO_DISPOSABLE_DATABASE_URL names: one that `bench:lists` has filled is used as it is, and its days are used up. The proof
 * runs at the end, over every loan.
 */

import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addDays } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { actorOf } from '../../sample/staff.ts'
import { prove } from '../../server/app/prove.ts'
import { act } from '../../server/kernel/act.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { askBy } from '../../server/modules/loans/acts.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { percentile } from '../../test/percentile.ts'
import { found } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, proof: { type: 'string', default: 'yes' } },
})
const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: 8, name: 'bench daily', statementSeconds: 600 })
const clock = clockAt(TODAY)
const program = { db: openDb(pool), clock, keys: deriveKeys(SECRET), dataDirectory: '' }
await buildOnce(program, pool, Number(options.rows))

async function timed<T>(run: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now()
  const result = await run()
  return { seconds: (performance.now() - start) / 1000, result }
}

/** The postings and the snapshot of a night as bare SQL, without a ledger's rules, once for all loans. */
async function rawNight(day: string): Promise<number> {
  await pool.query(`
    drop table if exists bench_snapshot, bench_posting;
    create table bench_snapshot (loan_id uuid, day date, days_past_due integer, owed bigint, arrears bigint,
      primary key (day, loan_id));
    create table bench_posting (id bigint generated always as identity primary key, loan_id uuid not null,
      day date not null, code smallint not null, amount bigint not null);
    create index on bench_posting (loan_id, day)`)
  const { seconds } = await timed(async () => {
    await pool.query(`
      insert into bench_snapshot
      select id, '${day}', case when unpaid_on < '${day}' then '${day}'::date - unpaid_on else 0 end, owed_total, arrears
      from loan where status in ('live', 'overpaid')`)
    await pool.query(`
      insert into bench_posting (loan_id, day, code, amount)
      select l.id, '${day}', p.code, p.sign * 100 from loan l, (values (1110, 1), (4010, -1)) p (code, sign)
      where l.next_change_on = '${day}'`)
  })
  await pool.query('drop table bench_snapshot, bench_posting')
  return seconds
}

/** Rows written so far, by table. */
async function writes(): Promise<Map<string, number>> {
  await pool.query('select pg_stat_force_next_flush()')
  // sessions of the pool report what they wrote within a second
  await sleep(1_500)
  const { rows } = await pool.query<{ name: string; rows: string }>(
    'select relname as name, n_tup_ins + n_tup_upd + n_tup_del as rows from pg_stat_user_tables',
  )
  return new Map(rows.map(row => [row.name, Number(row.rows)]))
}

/** By table, the most first; the receipts of pay day are among them. */
async function written(before: ReadonlyMap<string, number>): Promise<string> {
  const since = [...(await writes())].map(([table, count]) => ({
    table,
    count: count - (before.get(table) ?? 0),
  }))
  return since
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ table, count }) => `${table} ${count}`)
    .join(', ')
}

/** Posts small repayments on loans that a day changes, one after the other, until stopped. */
async function receipts(ids: readonly string[], isOver: () => boolean): Promise<number[]> {
  const maker = await actorOf(program, 'admin@iroko.test')
  const times: number[] = []
  for (const loanId of ids) {
    if (isOver()) break
    const input = {
      act: 'receipt',
      amount: kobo(100_000n),
      on: clock.day,
      channel: 'cash',
      reference: randomUUID(),
    } as const
    const start = performance.now()
    await act(program, 'loanActDo', maker, ctx =>
      askBy(async () => randomUUID(), ctx, { loanId, id: randomUUID(), input, reason: 'At the counter' }),
    )
    times.push(performance.now() - start)
    await sleep(20)
  }
  return times
}

const share = (times: readonly number[], of: number): string => percentile(times, of).toFixed(0)
const waits = (times: readonly number[]): string =>
  `${times.length} receipts: p50 ${share(times, 0.5)}, p99 ${share(times, 0.99)}, longest ${share(times, 1)} ms`

for (const [name, after] of [
  ['pay day', 1],
  ['the day after', 2],
  ['a quiet day', 3],
] as const) {
  clock.day = addDays(TODAY, after)
  const isPayDay = after === 1
  const raw = await rawNight(clock.day)
  const { rows: picked } = await pool.query<{ id: string }>(
    `select id from loan where status = 'live' and next_change_on = $1 order by md5(id::text) limit 5000`,
    [clock.day],
  )
  const ids = picked.map(row => row.id)
  // of a small book most are left for the night
  const calm = ids.splice(0, Math.min(200, Math.floor(ids.length / 10)))
  if (isPayDay) console.log(`calm, ${waits(await receipts(calm, () => false))}`)
  const before = await writes()
  const cpu = process.cpuUsage()
  let isOver = false
  const entered = isPayDay ? receipts(ids, () => isOver) : Promise.resolve([])
  const { seconds } = await timed(() => runDaily(program))
  isOver = true
  const { user, system } = process.cpuUsage(cpu)
  const { rows } = await pool.query('select * from loan_daily_run where day = $1', [clock.day])
  const { open_loans: open, booked, postings, chunks } = rows[0]
  console.log(
    `${name}: ${open} open, ${booked} changed, ${postings} entries, ${chunks} chunks in ` +
      `${seconds.toFixed(1)} s (${((user + system) / 1_000_000).toFixed(1)} s of our own work); ` +
      `bare SQL ${raw.toFixed(1)} s, ${(seconds / raw).toFixed(1)} times that; load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(`  rows written: ${(await written(before)) || 'none'}`)
  if (isPayDay) {
    const times = await entered
    console.log(`meanwhile, ${waits(times)}`)
    found('P14', seconds / raw)
    found('P14b', percentile(times, 0.99))
  }
}
if (options.proof === 'yes') {
  const { seconds, result: verdict } = await timed(() => prove(program.db))
  for (const { name, figure, problems } of verdict.checks)
    console.log(`${problems.length === 0 ? 'holds ' : 'BROKEN'}  ${name}: ${figure} ${problems.join('; ')}`)
  console.log(`proved in ${seconds.toFixed(0)} s`)
  process.exitCode = verdict.holds ? 0 : 1
}
await pool.end()
await database.close()
