import { type RawBuilder, sql } from 'kysely'
import type { Stage } from '../../contract/stages.ts'
import { type Counted, countList } from '../counting.sql.ts'
import type { Tx } from '../db.ts'
import type { ClassRule } from './refresh.sql.ts'

// ── Rows behind a figure ───────────────────────────────────────────────────────────────────────────────────────────

export type LoanCutRow = {
  id: string
  number: string
  customer_id: string
  customer_name: string
  mda: string
  state: string
  status: string
  principal: bigint
  owed_principal: bigint
  arrears: bigint
  days_past_due: number
  disbursed_on: string | null
  share: bigint | null
}

export type CutCondition = {
  live: boolean
  /** Late since this day or longer, but not since that; 'in time' for those that are not late. */
  late?: { since: string; notSince: string | null } | 'in time'
  states?: readonly string[]
  employer?: string
  product?: string
  officer?: string
  paidOut?: { from: string; to: string }
  leaving?: { on: RawBuilder<unknown>; by: string }
  /** What a loan puts into the figure; loans that put in nothing are not among its rows. */
  share?: RawBuilder<unknown>
}

/** What fell due of a loan in a period, out of the days that the figure itself is added up from. */
export const dueShare = ({ from, to }: ReceiptPeriod): RawBuilder<unknown> => sql`
  (select sum((d->>4)::bigint)::bigint from dashboard_loan s cross join jsonb_array_elements(s.days) as d
    where s.loan_id = l.id and d->>0 between ${from} and ${to})`

/** The rate of the class that a loan's days late have reached, on its principal, as the figure rounds it. */
export const provisionShare = (classes: readonly ClassRule[]): RawBuilder<unknown> => sql`
  ((l.owed_principal * (${classes.map(each => each.provisionPpm)}::bigint[])[
    width_bucket(l.days_past_due, ${classes.map(each => each.fromDays)}::integer[])] + 500000) / 1000000)`

function conditionOf(cut: CutCondition): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [cut.live ? sql`l.status = 'live'` : sql`l.disbursed_on is not null`]
  if (cut.late === 'in time') parts.push(sql`l.oldest_unpaid_on is null`)
  else if (cut.late) {
    parts.push(sql`l.oldest_unpaid_on <= ${cut.late.since}::date`)
    if (cut.late.notSince) parts.push(sql`l.oldest_unpaid_on > ${cut.late.notSince}::date`)
  }
  if (cut.states) parts.push(sql`c.state = any (${cut.states}::text[])`)
  if (cut.employer !== undefined) parts.push(sql`c.mda = ${cut.employer}`)
  if (cut.product !== undefined) parts.push(sql`l.product_id::text = ${cut.product}`)
  if (cut.officer !== undefined) parts.push(sql`l.officer_code = ${cut.officer}`)
  if (cut.paidOut)
    parts.push(sql`l.disbursed_on between ${cut.paidOut.from}::date and ${cut.paidOut.to}::date`)
  if (cut.leaving) parts.push(sql`${cut.leaving.on} <= ${cut.leaving.by}::date`)
  if (cut.share) parts.push(sql`f.share <> 0`)
  return sql.join(parts, sql` and `)
}

const shareOf = (cut: CutCondition): RawBuilder<unknown> =>
  sql`cross join lateral (select ${cut.share ?? sql`null::bigint`} as share) f`

export async function listLoans(
  tx: Tx,
  cut: CutCondition,
  after: string | null,
  limit: number,
): Promise<LoanCutRow[]> {
  const result = await sql<LoanCutRow>`
    select l.id, l.number, l.customer_id, c.surname || ' ' || c.first_name as customer_name, c.mda, c.state, l.status,
      l.principal, l.owed_principal, l.arrears, l.days_past_due, l.disbursed_on, f.share
    from loan l join customer c on c.id = l.customer_id ${shareOf(cut)}
    where ${conditionOf(cut)} and (${after}::text is null or l.number < ${after})
    order by l.number desc limit ${limit}`.execute(tx)
  return result.rows
}

export const countLoans = (tx: Tx, cut: CutCondition): Promise<Counted> =>
  countList(
    tx,
    sql`select 1 from loan l join customer c on c.id = l.customer_id ${shareOf(cut)} where ${conditionOf(cut)}`,
  )

export type ReceiptRow = {
  id: string
  loan_id: string
  number: string
  customer_name: string
  type: string
  effective_on: string
  amount: bigint
  channel: string | null
  reference: string | null
}
export type ReceiptPeriod = { from: string; to: string }

const moneyIn = ({ from, to }: ReceiptPeriod): RawBuilder<unknown> => sql`
  e.type in ('receipt', 'settlement', 'recovery') and e.channel is distinct from 'top-up'
  and e.effective_on between ${from}::date and ${to}::date
  and not exists (select from loan_event r
    where r.loan_id = e.loan_id and r.type = 'reversal' and r.event->>'of' = e.id::text)`

export async function listReceipts(
  tx: Tx,
  period: ReceiptPeriod,
  after: { on: string; id: string } | null,
  limit: number,
): Promise<ReceiptRow[]> {
  const beyond = after ? sql`(e.effective_on, e.id) < (${after.on}::date, ${after.id}::uuid)` : sql`true`
  const result = await sql<ReceiptRow>`
    select e.id, e.loan_id, l.number, c.surname || ' ' || c.first_name as customer_name, e.type, e.effective_on, e.amount,
      e.channel, e.reference
    from loan_event e join loan l on l.id = e.loan_id join customer c on c.id = l.customer_id
    where ${moneyIn(period)} and ${beyond} order by e.effective_on desc, e.id desc limit ${limit}`.execute(tx)
  return result.rows
}

export const countReceipts = (tx: Tx, period: ReceiptPeriod): Promise<Counted> =>
  countList(tx, sql`select 1 from loan_event e where ${moneyIn(period)}`)

export type OverrideRow = {
  id: bigint
  request_id: string
  reference: string
  applicant: string
  stage: Stage
  at: Date
  by_name: string
  reason_code: string
  note: string
}
export type Moments = { from: Date; to: Date }

/** Events and not the overrides that stand: one that was given again was given twice. */
const overriddenIn = ({ from, to }: Moments): RawBuilder<unknown> =>
  sql`e.kind = 'override' and e.at >= ${from} and e.at < ${to}`

export async function listOverrides(
  tx: Tx,
  period: Moments,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<OverrideRow[]> {
  const beyond = after ? sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql`true`
  const result = await sql<OverrideRow>`
    select e.id, e.request_id, r.reference, r.applicant, r.stage, e.at, e.by_name, e.reason_code, e.note
    from request_event e join loan_request r on r.id = e.request_id
    where ${overriddenIn(period)} and ${beyond} order by e.at desc, e.id desc limit ${limit}`.execute(tx)
  return result.rows
}

export const countOverrides = (tx: Tx, period: Moments): Promise<Counted> =>
  countList(tx, sql`select 1 from request_event e where ${overriddenIn(period)}`)
