/**
 * How long the end of a month takes: the calculation for every loan, and the close as two people make it. Next to it, in the
 * same run, the least that makes the same rows and sums as bare SQL: a row for each loan with its principal and interest, and
 * the accrual, provision and suspended interest of every product and class. What both come to must be the same.
 * `npm run proof -- bench --only closing [--rows 1000000]`, on a PostgreSQL of its own or in the database that
 * IROKO_DISPOSABLE_DATABASE_URL names: one that another benchmark has filled is used as it is, and its month is closed.
 */

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { addDays, localDate } from '../../engine/dates.ts'
import { callerFor } from '../../sample/caller.ts'
import { actorOf } from '../../sample/staff.ts'
import { approved } from '../../sample/uploads.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { calculate } from '../../server/modules/closing/calculate.ts'
import { closingChecks } from '../../server/modules/closing/proof.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { found } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const MONTH = localDate('2026-11-01')
const DAY = localDate('2026-11-30')

const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: 4, name: 'bench closing', statementSeconds: 3_600 })
const clock = clockAt(TODAY)
const program = { db: openDb(pool), clock, keys: deriveKeys(SECRET), dataDirectory: database.folder }
await buildOnce(program, pool, Number(options.rows))

async function timed<T>(run: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now()
  const result = await run()
  return { seconds: (performance.now() - start) / 1000, result }
}

type Sums = { accrual: string; provision: string; suspension: string }

/** Seeded classes: 1%, 5% from one day, 20% from 31, 50% from 61, 100% from 91; interest is suspended from 61 days. */
const ROWS = `
  insert into bench_closing
  select '00000000-0000-4000-8000-000000000000', l.id, l.product_id, l.owed_principal, coalesce(b.balance, 0),
    coalesce(e.earned, 0), l.days_past_due
  from loan_on('${DAY}') l
  left join ledger_loan n on n.loan_id = l.id
  left join ledger_balance b on b.loan_no = n.no and b.code = 1110 and b.stripe = 0
  left join loan_projection p on p.loan_id = l.id
  cross join lateral (
    select sum(greatest(0, round(r.charged * ('${DAY}'::date - r.starts_on) / (r.due_on - r.starts_on)::numeric)
      - (r.charged - r.owed)))::bigint as earned
    from unnest(p.starts_on, p.due_on, p.charged, p.interest) as r (starts_on, due_on, charged, owed)
    where r.starts_on < '${DAY}' and r.due_on > '${DAY}') e
  where l.disbursed_on <= '${DAY}' and l.status = 'live'`
const SUMS = `
  select sum(accrual)::text as accrual, sum(provision)::text as provision, sum(suspension)::text as suspension from (
    select product_id, c.ppm, sum(interest_earned) filter (where days_past_due < 61) as accrual,
      sum(round(principal * c.ppm / 1000000::numeric)) as provision,
      sum(interest_due) filter (where days_past_due >= 61) as suspension
    from bench_closing cross join lateral (select case when days_past_due > 90 then 1000000
      when days_past_due > 60 then 500000 when days_past_due > 30 then 200000 when days_past_due > 0 then 50000
      else 10000 end as ppm) c group by product_id, c.ppm) cuts`
const TRIAL = `select code, sum(amount) from ledger_line where effective_on <= '${DAY}' group by code`

async function rawClose(): Promise<{ seconds: number; sums: Sums }> {
  await pool.query(`
    drop table if exists bench_closing;
    create table bench_closing (like closing_loan including defaults including indexes)`)
  await pool.query('checkpoint')
  const { seconds, result } = await timed(async () => {
    await pool.query(ROWS)
    const sums = await pool.query<Sums>(SUMS)
    // the totals that a closed period keeps of every account
    await pool.query(TRIAL)
    return sums
  })
  await pool.query('drop table bench_closing')
  const [sums] = result.rows
  if (!sums) throw new Error('no loans')
  return { seconds, sums }
}

// every night of the month, and none of the next one
clock.day = DAY
const nights = await timed(() => runDaily(program))
console.log(`${nights.result.days} nights in ${nights.seconds.toFixed(1)} s`)
await pool.query('vacuum analyze loan, loan_projection, ledger_balance, ledger_line')
clock.day = addDays(DAY, 1)

const raw = [await rawClose()]
await pool.query('checkpoint')
const figures = await timed(() => calculate(program, MONTH))
const again = await timed(() => calculate(program, MONTH))
const [admin, authorizer] = [
  await actorOf(program, 'admin@iroko.test'),
  await actorOf(program, 'authorizer@iroko.test'),
]
const [clerk, month] = [callerFor(program, admin), MONTH.slice(0, 7)]
// named here, instead of by the refusal
const open = (await clerk('monthCloseGet', { month })).checks.filter(({ state }) => state === 'blocked')
if (open.length > 0) throw new Error(open.map(({ found: why }) => why).join(' '))
const close = await timed(async () => {
  const { checks } = await clerk('monthCloseGet', { month })
  const acknowledged = checks.flatMap(({ check, state }) =>
    state === 'warning' ? [{ check, reason: 'Agreed with the finance manager' }] : [],
  )
  const { approvalId } = await clerk('monthCloseSubmit', { month, acknowledged, reason: 'Month-end' })
  await approved(program, authorizer, approvalId)
})
const shown = (await clerk('monthCloseGet', { month })).figures
raw.push(await rawClose())

const { rows } = await pool.query<{ loans: string }>(`
  select count(*)::text as loans from closing_loan`)
const least = Math.min(...raw.map(each => each.seconds))
console.log(
  `${rows[0]?.loans} loans calculated in ${figures.seconds.toFixed(1)} s (again in ${again.seconds.toFixed(1)} s), shown, submitted ` +
    `and approved in ${close.seconds.toFixed(1)} s; bare SQL ${raw.map(each => each.seconds.toFixed(1)).join(' and ')} s; ` +
    `load ${loadavg()[0]?.toFixed(1)}`,
)
found('P32', (figures.seconds + close.seconds) / least)

const problems = await program.db.transaction().execute(async tx => {
  const ran = await Promise.all(closingChecks.map(check => check.run(tx)))
  return ran.flatMap(each => each.problems)
})
const posted = {
  accrual: String(shown?.accrual),
  provision: String(shown?.provision),
  suspension: String(shown?.suspended),
}
for (const kind of ['accrual', 'provision', 'suspension'] as const)
  if (raw.some(({ sums }) => (sums[kind] ?? '0') !== posted[kind]))
    problems.push(
      `${kind}: the close ${posted[kind]}, SQL ${raw.map(({ sums }) => sums[kind]).join(' and ')}`,
    )
for (const problem of problems) console.log(`BROKEN  ${problem}`)
if (problems.length === 0) console.log('holds   the close is what SQL comes to, and its check passes')
process.exitCode = problems.length === 0 ? 0 : 1
await pool.end()
await database.close()
