import { type RawBuilder, sql } from 'kysely'
import type { OwedPart, ReceiptsBy } from '../../contract/dashboard.ts'
import type { Stage } from '../../contract/stages.ts'
import { COUNT_LIMIT, type Counted, countList, countUpTo, countWithin } from '../counting.sql.ts'
import type { Tx } from '../db.ts'
import type { SliceRow } from './dashboard.sql.ts'
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
  /** Late since this day or longer, but not since that; since null also those that are not late, who alone are 'in time'. */
  late?: { since: string | null; notSince: string | null } | 'in time'
  states?: readonly string[]
  employer?: string
  product?: string
  officer?: string
  paidOut?: { from: string; to: string }
  leaving?: { on: RawBuilder<unknown>; by: string }
  /** In arrears, or written off. */
  troubled?: boolean
  /** What a loan puts into the figure; loans that put in nothing are not among its rows. */
  share?: RawBuilder<unknown>
  /** Unless the figure counts them too. */
  evenNothing?: true
}

/** What fell due of a loan in a period, out of the days that the figure itself is added up from. */
export const dueShare = ({ from, to }: ReceiptPeriod): RawBuilder<unknown> => sql`
  (select sum((d->>4)::bigint)::bigint from dashboard_loan s cross join jsonb_array_elements(s.days) as d
    where s.loan_id = l.id and d->>0 between ${from} and ${to})`

/** The rate of the class that a loan's days late have reached, on its principal, as the figure rounds it. */
export const provisionShare = (classes: readonly ClassRule[]): RawBuilder<unknown> => sql`
  ((l.owed_principal * (${classes.map(each => each.provisionPpm)}::bigint[])[
    width_bucket(l.days_past_due, ${classes.map(each => each.fromDays)}::integer[])] + 500000) / 1000000)`

export const CREDIT_SHARE = sql`l.credit`

export const OWED_SHARES: Record<OwedPart | 'total', RawBuilder<unknown>> = {
  total: sql`l.owed_total`,
  principal: sql`l.owed_principal`,
  interest: sql`l.owed_interest`,
  fee: sql`l.owed_fee`,
  penalty: sql`l.owed_penalty`,
}

/** As the index of lateness has it. */
const LATE_SINCE = sql`coalesce(l.oldest_unpaid_on, date 'infinity')`

function conditionOf(cut: CutCondition): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [cut.live ? sql`l.status = 'live'` : sql`l.disbursed_on is not null`]
  if (cut.late === 'in time') parts.push(sql`l.oldest_unpaid_on is null`)
  else if (cut.late) {
    if (cut.late.since) parts.push(sql`${LATE_SINCE} <= ${cut.late.since}::date`)
    if (cut.late.notSince) parts.push(sql`${LATE_SINCE} > ${cut.late.notSince}::date`)
  }
  if (cut.states) parts.push(sql`c.state = any (${cut.states}::text[])`)
  if (cut.employer !== undefined) parts.push(sql`c.mda = ${cut.employer}`)
  if (cut.product !== undefined) parts.push(sql`l.product_id::text = ${cut.product}`)
  if (cut.officer !== undefined) parts.push(sql`l.officer_code = ${cut.officer}`)
  if (cut.paidOut)
    parts.push(sql`l.disbursed_on between ${cut.paidOut.from}::date and ${cut.paidOut.to}::date`)
  if (cut.leaving) parts.push(sql`${cut.leaving.on} <= ${cut.leaving.by}::date`)
  if (cut.troubled) parts.push(sql`(l.status = 'written off' or (l.status = 'live' and l.days_past_due > 0))`)
  // of few loans (credit, fees, penalties) there is an index of those that put in something, with this very condition
  if (cut.share && !cut.evenNothing) parts.push(sql`f.share <> 0`)
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

/** `name` says which figure it is. */
export const countLoans = (tx: Tx, cut: CutCondition, name: string): Promise<Counted> =>
  countUpTo(COUNT_LIMIT, `loans behind ${name}`, limit =>
    countWithin(
      tx,
      limit,
      sql`select 1 from loan l join customer c on c.id = l.customer_id ${shareOf(cut)} where ${conditionOf(cut)}`,
    ),
  )

export type Slices = Omit<SliceRow, 'dimension' | 'key'>

const ADDED = sql.join(
  [
    'principal',
    'interest',
    'fee',
    'penalty',
    'credit',
    'arrears',
    'late_1',
    'late_30',
    'late_60',
    'late_90',
    'provision',
    'lent',
  ]
    .map(name => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)
    .concat(
      ['loans', 'late_loans', 'lent_loans', 'troubled_loans'].map(
        name => sql`coalesce(sum(${sql.ref(name)}), 0)::integer as ${sql.ref(name)}`,
      ),
    ),
)

/** What some cuts of the book come to, now or at the end of a month, named by its first day. */
export async function readSlices(
  tx: Tx,
  month: string | null,
  dimension: string,
  keys: readonly string[],
): Promise<Slices> {
  const source =
    month === null ? sql`dashboard_slice where true` : sql`dashboard_month_end where month = ${month}::date`
  const result = await sql<Slices>`
    select ${ADDED} from ${source} and dimension = ${dimension} and key = any (${keys}::text[])`.execute(tx)
  const found = result.rows[0]
  if (!found) throw new Error('an aggregate always has a row')
  return found
}

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
  pay_month: string
}
export type ReceiptPeriod = { from: string; to: string }

const MONEY_IN = sql`e.type in ('receipt', 'settlement', 'recovery') and e.channel is distinct from 'top-up'
  and not exists (select from loan_event r
    where r.loan_id = e.loan_id and r.type = 'reversal' and r.event->>'of' = e.id::text)`

/**
 * The money of a period, some of it where `page` says so. By payroll month it is what was dated to it, without what was deducted
 * for another month, and what was deducted for it and dated elsewhere.
 */
function moneyIn(
  { from, to }: ReceiptPeriod,
  by: ReceiptsBy,
  page: (on: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql``,
): RawBuilder<unknown> {
  const dated = sql`${MONEY_IN} and e.effective_on between ${from}::date and ${to}::date`
  const inOrder = page(sql`e.effective_on`, sql`e.id`)
  if (by === 'valueDate') return sql`(select e.id from loan_event e where ${dated} ${inOrder})`
  return sql`(select e.id from loan_event e
      where ${dated} and not exists (select from dashboard_deduction d where d.event_id = e.id) ${inOrder})
    union all (select e.id from dashboard_deduction d join loan_event e on e.id = d.event_id
      where ${MONEY_IN} and d.month between ${from}::date and ${to}::date ${page(sql`d.effective_on`, sql`d.event_id`)})`
}

export async function listReceipts(
  tx: Tx,
  { by, ...period }: ReceiptPeriod & { by: ReceiptsBy },
  after: { on: string; id: string } | null,
  limit: number,
): Promise<ReceiptRow[]> {
  // each source is cut to a page before anything is looked up for it
  const money = moneyIn(period, by, (on, id) => {
    const beyond = after ? sql`and (${on}, ${id}) < (${after.on}::date, ${after.id}::uuid)` : sql``
    return sql`${beyond} order by ${on} desc, ${id} desc limit ${limit}`
  })
  const result = await sql<ReceiptRow>`
    select e.id, e.loan_id, l.number, c.surname || ' ' || c.first_name as customer_name, e.type, e.effective_on, e.amount,
      e.channel, e.reference, to_char(coalesce(d.month, e.effective_on), 'YYYY-MM') as pay_month
    from (${money}) m join loan_event e on e.id = m.id join loan l on l.id = e.loan_id join customer c on c.id = l.customer_id
    left join dashboard_deduction d on d.event_id = e.id
    order by e.effective_on desc, e.id desc limit ${limit}`.execute(tx)
  return result.rows
}

export const countReceipts = (
  tx: Tx,
  { by, ...period }: ReceiptPeriod & { by: ReceiptsBy },
): Promise<Counted> => countList(tx, sql`select 1 from (${moneyIn(period, by)}) m`)

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
