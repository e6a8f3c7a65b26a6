import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { GAVE_UP } from '../../kernel/jobs.ts'
import { DAY_SUMS, FROZEN_SUMS } from './refresh.sql.ts'

// ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type SliceRow = {
  dimension: string
  key: string
  loans: number
  principal: bigint
  interest: bigint
  fee: bigint
  penalty: bigint
  credit: bigint
  arrears: bigint
  late_loans: number
  late_1: bigint
  late_30: bigint
  late_60: bigint
  late_90: bigint
  provision: bigint
  lent_loans: number
  lent: bigint
  troubled_loans: number
}

/** The cuts as they stand now, or as they were frozen at the end of a month, named by its first day. */
const cutsAt = (month: string | null): RawBuilder<unknown> =>
  month === null
    ? sql`dashboard_slice`
    : sql`(select * from dashboard_month_end where month = ${month}::date) as month_end`

/** Every cut but employers, of which there may be thousands. */
export async function readCuts(tx: Tx, month: string | null): Promise<SliceRow[]> {
  const result = await sql<SliceRow>`
    select * from ${cutsAt(month)} where dimension <> 'employer' order by dimension, key`.execute(tx)
  return result.rows
}

/** When a month's end was frozen; null where that never happened. */
export async function readFrozenAt(tx: Tx, month: string): Promise<Date | null> {
  const result = await sql<{ frozen_at: Date }>`
    select frozen_at from dashboard_month_end where month = ${month}::date and dimension = 'all'`.execute(tx)
  return result.rows[0]?.frozen_at ?? null
}

/** The first month whose end was frozen. */
export async function readFirstFrozen(tx: Tx): Promise<string | null> {
  const result = await sql<{ month: string | null }>`
    select to_char(min(month), 'YYYY-MM') as month from dashboard_month_end`.execute(tx)
  return result.rows[0]?.month ?? null
}

export async function readWhole(tx: Tx): Promise<SliceRow | undefined> {
  const result = await sql<SliceRow>`select * from dashboard_slice where dimension = 'all'`.execute(tx)
  return result.rows[0]
}

const SUMS = sql`sum(loans)::integer as loans, sum(principal)::bigint as principal, sum(arrears)::bigint as arrears,
  sum(late_loans)::integer as late_loans, sum(late_1)::bigint as late_1, sum(late_30)::bigint as late_30`
export type CutRow = Pick<
  SliceRow,
  'key' | 'loans' | 'principal' | 'arrears' | 'late_loans' | 'late_1' | 'late_30'
>

export type EmployerRow = CutRow & { others: number }

/** The largest employers by principal, then all the others as one, which has no key and says how many they are. */
export async function readEmployers(tx: Tx, month: string | null, most: number): Promise<EmployerRow[]> {
  const result = await sql<EmployerRow>`
    select case when min(place) <= ${most} then min(key) else '' end as key, ${SUMS},
      (case when min(place) > ${most} then count(*) else 0 end)::integer as others
    from (select *, row_number() over (order by principal desc, key) as place from ${cutsAt(month)}
      where dimension = 'employer' and loans > 0) e
    group by least(place, ${most}::bigint + 1) order by min(place)`.execute(tx)
  return result.rows
}

export type DaySums = {
  paid_out_loans: number
  paid_out: bigint
  collected: bigint
  due: bigint
  received: bigint
  cash: bigint
}
/** Of months as saved: not available where one of them was saved before the figure. */
export type FrozenSums = Omit<DaySums, 'cash'> & { cash: bigint | null }
export async function sumDays(tx: Tx, from: string, to: string): Promise<DaySums> {
  const result = await sql<DaySums>`
    select ${DAY_SUMS} from dashboard_day where day between ${from}::date and ${to}::date`.execute(tx)
  return result.rows[0] ?? { paid_out_loans: 0, paid_out: 0n, collected: 0n, due: 0n, received: 0n, cash: 0n }
}

export async function sumMonths(tx: Tx, from: string, to: string): Promise<(DaySums & { month: string })[]> {
  const result = await sql<DaySums & { month: string }>`
    select to_char(day, 'YYYY-MM') as month, ${DAY_SUMS} from dashboard_day
    where day between ${from}::date and ${to}::date group by 1 order by 1`.execute(tx)
  return result.rows
}

/** Sums of some months as each was saved, how many of them have sums, and the last moment one was saved. */
export async function sumFrozen(
  tx: Tx,
  from: string,
  to: string,
): Promise<FrozenSums & { months: number; kept_at: Date | null }> {
  const result = await sql<FrozenSums & { months: number; kept_at: Date | null }>`
    select ${FROZEN_SUMS}, count(kept_at)::integer as months, max(kept_at) as kept_at
    from dashboard_month_end_flow where month between ${from}::date and ${to}::date`.execute(tx)
  const found = result.rows[0]
  if (!found) throw new Error('an aggregate always has a row')
  return found
}

export type MonthEndRow = Pick<
  SliceRow,
  'key' | 'principal' | 'late_30' | 'lent_loans' | 'troubled_loans'
> & {
  month: string
}

export async function readMonthEnds(
  tx: Tx,
  dimension: 'all' | 'vintage',
  from: string,
): Promise<MonthEndRow[]> {
  const result = await sql<MonthEndRow>`
    select to_char(month, 'YYYY-MM') as month, key, principal, late_30, lent_loans, troubled_loans from dashboard_month_end
    where dimension = ${dimension} and month >= ${from}::date order by month, key`.execute(tx)
  return result.rows
}

type RetiringRow = { within_months: number; customers: number; loans: number; principal: bigint }

/** People who retire soon: now, or at a month-end; none for snapshots older than this figure. */
export async function readRetiring(tx: Tx, month: string | null): Promise<RetiringRow[]> {
  const source =
    month === null
      ? sql`select within_months, customers, loans, principal from dashboard_retiring`
      : sql`select key::integer as within_months, customers, items as loans, amount as principal
          from dashboard_month_end_open where month = ${month}::date and figure = 'retiring'`
  const result = await sql<RetiringRow>`${source} order by within_months`.execute(tx)
  return result.rows
}

export type OpenMoney = {
  /** Of a month-end the balance alone is known. */
  suspense_items: number | null
  suspense: bigint
  suspense_since: Date | null
  unremitted: bigint
}

/** What is cheap enough to be asked of the ledger themselves. */
export async function readOpenMoney(tx: Tx): Promise<OpenMoney> {
  const balance = (code: number): RawBuilder<unknown> =>
    sql`(select coalesce(sum(balance), 0)::bigint from ledger_balance where loan_no = 0 and code = ${code})`
  const result = await sql<OpenMoney>`
    select s.items as suspense_items, -${balance(2030)} as suspense, s.since as suspense_since, ${balance(1020)} as unremitted
    from (select count(*)::integer as items, min(opened_at) as since from repayment_suspense where closed_at is null) s`.execute(
    tx,
  )
  const found = result.rows[0]
  if (!found) throw new Error('an aggregate always has a row')
  return found
}

/** The same from a month-end snapshot; nothing for snapshots older than this figure. */
export async function readOpenMoneyAt(tx: Tx, month: string): Promise<OpenMoney | undefined> {
  const result = await sql<OpenMoney>`
    select null::integer as suspense_items, s.amount as suspense, null::timestamptz as suspense_since, u.amount as unremitted
    from dashboard_month_end_open s join dashboard_month_end_open u using (month)
    where month = ${month}::date and s.figure = 'suspense' and u.figure = 'unremitted'`.execute(tx)
  return result.rows[0]
}

export async function readMessages(
  tx: Tx,
  from: Date,
  to: Date,
): Promise<{ failed: number; unknown: number }> {
  const result = await sql<{ failed: number; unknown: number }>`
    select (select count(*)::integer from message where status = 'failed' and at >= ${from} and at < ${to}) as failed,
      (select count(*)::integer from message where status = 'unknown' and at >= ${from} and at < ${to}) as unknown`.execute(
    tx,
  )
  return result.rows[0] ?? { failed: 0, unknown: 0 }
}

/** Requests in each stage, now or at a month-end. */
export async function readStages(
  tx: Tx,
  month: string | null,
): Promise<{ stage: string; requests: number }[]> {
  const source =
    month === null
      ? sql`select stage, rows::integer as requests from request_count`
      : sql`select key as stage, items as requests
          from dashboard_month_end_open where month = ${month}::date and figure = 'requests'`
  const result = await sql<{ stage: string; requests: number }>`${source}`.execute(tx)
  return result.rows
}

export async function readProducts(tx: Tx): Promise<{ id: string; name: string }[]> {
  const result = await sql<{ id: string; name: string }>`
    select distinct on (product_id) product_id as id, name from product_version order by product_id, version desc`.execute(
    tx,
  )
  return result.rows
}

export async function readOfficers(tx: Tx): Promise<{ code: string; name: string }[]> {
  const result = await sql<{ code: string; name: string }>`
    select account_officer_code as code, first_name || ' ' || last_name as name from staff
    where account_officer_code is not null`.execute(tx)
  return result.rows
}

// ── Work ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export type QueueRow = {
  waiting: number
  mine: number
  late: number
  due_soon: number
  oldest: Date | null
}

export type QueueAsked = { stage: string; lateBefore: Date; soonBefore: Date }

/** Whole queues, as their pages list them; an empty queue has no row. */
export async function countQueues(
  tx: Tx,
  staffId: string,
  queues: readonly QueueAsked[],
): Promise<Map<string, QueueRow>> {
  const result = await sql<QueueRow & { stage: string }>`
    select r.stage, count(*)::integer as waiting, count(*) filter (where claimed_by = ${staffId})::integer as mine,
      count(*) filter (where stage_since <= late_before)::integer as late,
      count(*) filter (where stage_since > late_before and stage_since <= soon_before)::integer as due_soon,
      min(stage_since) as oldest
    from unnest(
      ${queues.map(each => each.stage)}::text[],
      ${queues.map(each => each.lateBefore)}::timestamptz[],
      ${queues.map(each => each.soonBefore)}::timestamptz[]) asked (stage, late_before, soon_before)
    join loan_request r on r.stage = asked.stage
    group by r.stage`.execute(tx)
  return new Map(result.rows.map(row => [row.stage, row]))
}

export type Waiting = { waiting: number; oldest: Date | null }

export async function countToDecide(
  tx: Tx,
  staffId: string,
  { own, linked }: { own: readonly string[]; linked: readonly string[] },
): Promise<Waiting> {
  const result = await sql<Waiting>`
    select count(*)::integer as waiting, min(asked_at) as oldest from approval
    where status = 'waiting' and maker_id <> ${staffId} and not (${staffId}::uuid = any (involved))
      and id <> all (${[...own]}::uuid[]) and maker_id <> all (${[...linked]}::uuid[])
      and not (involved && ${[...linked]}::uuid[])`.execute(tx)
  return result.rows[0] ?? { waiting: 0, oldest: null }
}

export async function countAsked(tx: Tx, staffId: string): Promise<Waiting> {
  const result = await sql<Waiting>`
    select count(*)::integer as waiting, min(asked_at) as oldest from approval
    where status = 'waiting' and maker_id = ${staffId}`.execute(tx)
  return result.rows[0] ?? { waiting: 0, oldest: null }
}

export type ToTransfer = Waiting & { amount: bigint; batch_id: string | null }

/** Payments of approved batches that the bank has not confirmed yet. */
export async function countToTransfer(tx: Tx): Promise<ToTransfer> {
  const result = await sql<ToTransfer>`
    select count(*)::integer as waiting, min(b.approved_at) as oldest, coalesce(sum(p.amount), 0)::bigint as amount,
      case when count(distinct b.id) = 1 then min(b.id::text) end as batch_id
    from payout_line p join payout_batch b on b.id = p.batch_id
    where p.status = 'open' and b.status in ('approved', 'sent')`.execute(tx)
  return result.rows[0] ?? { waiting: 0, oldest: null, amount: 0n, batch_id: null }
}

export async function sumLateOf(
  tx: Tx,
  officerCode: string,
  today: string,
): Promise<{ customers: number; loans: number; amount: bigint }> {
  const result = await sql<{ customers: number; loans: number; amount: bigint }>`
    select count(distinct customer_id)::integer as customers, count(*)::integer as loans,
      coalesce(sum(arrears), 0)::bigint as amount
    from loan_on(${today}::date)
    where unpaid_on < ${today}::date and status = 'live' and officer_code = ${officerCode}`.execute(tx)
  return result.rows[0] ?? { customers: 0, loans: 0, amount: 0n }
}

export type LateRow = {
  id: string
  number: string
  customer_name: string
  days_past_due: number
  arrears: bigint
}

export async function worstLateOf(
  tx: Tx,
  officerCode: string,
  today: string,
  limit: number,
): Promise<LateRow[]> {
  const result = await sql<LateRow>`
    select l.id, l.number, c.surname || ' ' || c.first_name as customer_name, l.days_past_due, l.arrears
    from loan_on(${today}::date) l join customer c on c.id = l.customer_id
    where l.unpaid_on < ${today}::date and l.status = 'live' and l.officer_code = ${officerCode}
    order by l.unpaid_on, l.number limit ${limit}`.execute(tx)
  return result.rows
}

export type ExceptionRow = {
  name: string
  count: number
  amount: bigint | null
  since: Date | null
  batch_id: string | null
}

type ExceptionsAsked = {
  suspenseBefore: Date
  overridesSince: Date
  /** Pending sign-ups are shown only to users who may admit them. */
  withSignUps: boolean
  /** Whose exceptions of a reconciliation are shown. */
  staffId: string
}

/** Items that need attention; only those that exist. */
export async function readExceptions(
  tx: Tx,
  { suspenseBefore, overridesSince, withSignUps, staffId }: ExceptionsAsked,
): Promise<ExceptionRow[]> {
  const result = await sql<ExceptionRow>`
    select * from (
      select 'rowsRefused' as name, count(*)::integer as count, sum(amount)::bigint as amount, null::timestamptz as since,
        case when count(distinct batch_id) = 1 then min(batch_id::text) end as batch_id
        from repayment_row where status = 'refused'
      union all select 'payoutsRefused', count(*)::integer, sum(amount)::bigint, min(told_at),
        case when count(distinct batch_id) = 1 then min(batch_id::text) end
        from payout_line where problem is not null and status = 'posting'
      union all select 'jobsFailed', count(*)::integer, null, min(created_at), null
        from graphile_worker.jobs j where ${GAVE_UP}
      union all select 'booksBroken', (not holds)::integer, null, at, null
        from (select holds, at from proof_run order by at desc limit 1) p
      union all select 'signUpsWaiting', count(*)::integer, null, min(signed_up_at), null
        from staff where status = 'waiting' and ${withSignUps}::boolean
      union all select 'reconciliationMine', count(*)::integer, sum(difference)::bigint, min(since)::timestamptz, null
        from reconciliation_line where owner_id = ${staffId} and is_open
      union all select 'claimsOpen', count(*)::integer, sum(amount)::bigint, min(at), null
        from message_claim where status = 'open'
      union all select 'messagesUnknown', count(*)::integer, null, min(at), null from message where status = 'unknown'
      union all select 'signalsOpen', count(*)::integer, null, min(raised_at), null
        from loan_signal where closed_at is null
      union all select 'suspenseOld', count(*)::integer, sum(remaining)::bigint, min(opened_at), null
        from repayment_suspense where closed_at is null and opened_at < ${suspenseBefore}
      union all select 'overrides', count(*)::integer, null, min(at), null
        from request_event where kind = 'override' and at >= ${overridesSince}
    ) found where count > 0`.execute(tx)
  return result.rows
}

/** Without a loan there is nothing that a daily run could be late with. */
export async function hasOpenLoans(tx: Tx): Promise<boolean> {
  const result = await sql<{ any: boolean }>`
    select exists (select from loan where status in ('live', 'overpaid')) as any`.execute(tx)
  return result.rows[0]?.any ?? false
}
