/**
 * How long a night takes over a million loans: pay day, on which half of them fall due, the day after, on which those
 * are late, and a quiet day. Next to pay day, the very rows that it wrote are written again as bare SQL, in one piece, into
 * copies of the same tables with the same indexes: entries, lines that refer to them, balances and the day that each loan is
 * at. Next to every night, the least that a database could keep of it: a row for each loan with its age and its debts, and two
 * plain postings for each that falls due. While pay day runs, receipts are entered on loans that it is changing. `npm run bench:daily [-- --rows 1000000]`, on a PostgreSQL of its own or in the database that
 * IROKO_DISPOSABLE_DATABASE_URL names: one that `bench:lists` has filled is used as it is, and its days are used up. The proof
 * runs at the end, over every loan.
 */

import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addDays, localDate } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { actorOf } from '../../sample/staff.ts'
import { prove } from '../../server/app/prove.ts'
import { act } from '../../server/kernel/act.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { freezeMonths } from '../../server/modules/dashboard/monthEnd.ts'
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

/** The least of a night: two postings for each loan that falls due and a snapshot of all, without the columns of a ledger. */
async function leastNight(day: string): Promise<number> {
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

const COPIES = ['ledger_entry', 'ledger_line', 'ledger_balance'] as const

/** The rows that pay day wrote, written again as bare SQL, without the ledger's rules; loans' rows are narrower than ours. */
async function rawPayDay(day: string): Promise<number> {
  for (const table of COPIES)
    await pool.query(`create table bench_${table} (like ${table} including defaults including indexes)`)
  await pool.query(`
    alter table bench_ledger_line add foreign key (entry_id) references bench_ledger_entry;
    alter table bench_ledger_balance set (fillfactor = 50);
    create table bench_due as select id, ref from ledger_entry where reason = 'instalmentDue' and effective_on = '${day}';
    create table bench_due_line as select l.* from ledger_line l join bench_due d on d.id = l.entry_id;
    create table bench_figures (id uuid primary key, booked_through date, next_change_on date) with (fillfactor = 50);
    insert into bench_figures select id, booked_through, next_change_on from loan;
    insert into bench_ledger_balance
      select b.* from ledger_balance b
      join (select loan_no, code, sum(amount) as moved from bench_due_line group by loan_no, code) m using (loan_no, code)
      where b.loan_no = 0 or b.balance <> m.moved`)
  for (const table of ['due', 'due_line', 'figures', 'ledger_balance'])
    await pool.query(`vacuum analyze bench_${table}`)
  await pool.query('checkpoint')
  const { seconds } = await timed(() =>
    pool.query(`
      begin;
      insert into bench_ledger_entry select e.* from bench_due d join ledger_entry e on e.id = d.id order by e.id;
      insert into bench_ledger_line select * from bench_due_line order by entry_id, position;
      insert into bench_ledger_balance as b (loan_no, code, stripe, balance)
        select loan_no, code, 0, sum(amount) from bench_due_line group by loan_no, code order by loan_no, code
        on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance;
      update bench_figures f set booked_through = '${day}', next_change_on = l.next_change_on
        from bench_due d join loan l on l.id = left(d.ref, 36)::uuid where f.id = l.id;
      commit`),
  )
  await pool.query(
    `drop table bench_due, bench_due_line, bench_figures, ${COPIES.map(table => `bench_${table}`).join(', ')}`,
  )
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

type Written = { table: string; count: number }[]

/** By table, the most first; the receipts of pay day are among them. */
async function written(before: ReadonlyMap<string, number>): Promise<Written> {
  const since = [...(await writes())].map(([table, count]) => ({
    table,
    count: count - (before.get(table) ?? 0),
  }))
  return since.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count)
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
  const least = await leastNight(clock.day)
  const { rows: picked } = await pool.query<{ id: string }>(
    `select id from loan where status = 'live' and next_change_on = $1 order by md5(id::text) limit 5000`,
    [clock.day],
  )
  const ids = picked.map(row => row.id)
  // of a small book most are left for the night
  const calm = ids.splice(0, Math.min(200, Math.floor(ids.length / 10)))
  if (isPayDay) console.log(`calm, ${waits(await receipts(calm, () => false))}`)
  if (isPayDay) await pool.query('checkpoint')
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
      `the least ${least.toFixed(1)} s, ${(seconds / least).toFixed(1)} times that; load ${loadavg()[0]?.toFixed(1)}`,
  )
  const rowsWritten = await written(before)
  console.log(
    `  rows written: ${rowsWritten.map(({ table, count }) => `${table} ${count}`).join(', ') || 'none'}`,
  )
  if (name === 'a quiet day') {
    const sum = rowsWritten.reduce((total, { count }) => total + count, 0)
    found('P14c', Math.round((sum / open) * 100) / 100)
  } else if (!isPayDay) found('P14', seconds / least, name)
  if (isPayDay) {
    const times = await entered
    console.log(`meanwhile, ${waits(times)}`)
    found('P14b', percentile(times, 0.99))
    const raw = await rawPayDay(clock.day)
    console.log(`the same rows as bare SQL ${raw.toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`)
    found('P14', seconds / raw, name)
  }
}

// ── The end of a month ─────────────────────────────────────────────────────────────────────────────────────────────

/** A row for each loan that was lent, and the sums of every cut, as bare SQL. */
async function rawMonthEnd(day: string): Promise<number> {
  await pool.query(`
    drop table if exists bench_month_end;
    create table bench_month_end (month date, number text, status text, class text, age integer, product_id uuid, state text,
      employer text, officer_code text, owed_principal bigint, owed_interest bigint, owed_fee bigint, owed_penalty bigint,
      credit bigint, arrears bigint, lent bigint, days_past_due integer, disbursed_on date, primary key (month, number))`)
  const { seconds } = await timed(async () => {
    await pool.query(`
      insert into bench_month_end
      select date_trunc('month', date '${day}'), l.number, l.status, width_bucket(l.days_past_due, array[1, 31, 91, 181, 361])::text,
        width_bucket(l.days_past_due, array[1, 31, 61, 91, 181, 361]), l.product_id, c.state, c.mda, l.officer_code, l.owed_principal,
        l.owed_interest, l.owed_fee, l.owed_penalty, l.credit, l.arrears, l.principal, l.days_past_due, l.disbursed_on
      from loan_on('${day}') l join customer c on c.id = l.customer_id where l.disbursed_on is not null order by l.number`)
    await pool.query(`
      select class, age, product_id, state, employer, officer_code, date_trunc('month', disbursed_on), count(*), sum(owed_principal),
        sum(owed_interest), sum(owed_fee), sum(owed_penalty), sum(credit), sum(arrears), sum(lent)
      from bench_month_end
      group by grouping sets ((), (class), (age), (product_id), (state), (employer), (officer_code), (date_trunc('month', disbursed_on)))`)
  })
  await pool.query('drop table bench_month_end')
  return seconds
}

/** Only the month that has just ended: those before it are taken as written down. */
async function monthEnd(): Promise<void> {
  const [end, before] = ['2026-11-30', '2026-10-01']
  await pool.query(
    `insert into dashboard_month_end
     select '${before}', 'bench', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now()`,
  )
  const raw = [await rawMonthEnd(end)]
  clock.day = addDays(localDate(end), 1)
  const { seconds, result: months } = await timed(() => freezeMonths(program))
  raw.push(await rawMonthEnd(end))
  const alone = Math.min(...raw)
  console.log(
    `the end of a month: ${months} written down in ${seconds.toFixed(1)} s, bare SQL ${raw.map(each => each.toFixed(1)).join(' and ')} s`,
  )
  found('P31', seconds / alone)
}

if (options.proof === 'yes') {
  const { seconds, result: verdict } = await timed(() => prove(program.db))
  for (const { name, figure, problems } of verdict.checks)
    console.log(`${problems.length === 0 ? 'holds ' : 'BROKEN'}  ${name}: ${figure} ${problems.join('; ')}`)
  console.log(`proved in ${seconds.toFixed(0)} s`)
  process.exitCode = verdict.holds ? 0 : 1
}
await monthEnd()
await pool.end()
await database.close()
