import { type RawBuilder, sql } from 'kysely'
import type {
  CashSort,
  LoanRowSort,
  OverrideSort,
  OwedPart,
  ReceiptSort,
  ReceiptsBy,
} from '../../../contract/dashboard.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import { COUNTED_MAX, type Counted, countList, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { CONDUCT_DAYS, withConduct } from '../payMonths/payMonths.ts'
import type { SliceRow } from './dashboard.sql.ts'
import { type ClassRule, REMITTANCES } from './refresh.sql.ts'

// ── Their order ────────────────────────────────────────────────────────────────────────────────────────────────────

/** The end of a page: the sort value of its last row, as text, and its tie-breaker. */
export type Place = { key: string; id: string }
export type Order<Sort extends string> = { sort: Sort; descending: boolean }
export type Sorted = { sort_key: string }

/** `turned` where the largest of the column shown is the smallest of the one that is indexed. */
export type SortColumn = { column: RawBuilder<unknown>; cast: RawBuilder<unknown>; turned?: true }
/** The tie-breaker: number or id, and its type. */
type Tie = Pick<SortColumn, 'column' | 'cast'>

/** The pieces of a statement that lists a page in an order: never a row twice or left out, whatever is equal. */
export function inOrder(by: SortColumn, tie: Tie, descending: boolean, after: Place | null) {
  const isDescending = descending !== (by.turned ?? false)
  const direction = isDescending ? sql`desc` : sql`asc`
  const than = isDescending ? sql`<` : sql`>`
  // a list sorted by its tie-breaker has one key, as its index has
  const isOne = by.column === tie.column
  const beyond = isOne
    ? sql`${tie.column} ${than} ${after?.id}::${tie.cast}`
    : sql`(${by.column}, ${tie.column}) ${than} (${after?.key}::${by.cast}, ${after?.id}::${tie.cast})`
  return {
    key: sql`(${by.column})::text as sort_key`,
    beyond: after ? beyond : sql`true`,
    by: isOne
      ? sql`order by ${tie.column} ${direction}`
      : sql`order by ${by.column} ${direction}, ${tie.column} ${direction}`,
    /** The same once more for the page alone, after what was looked up for it. */
    again: (id: RawBuilder<unknown>): RawBuilder<unknown> =>
      sql`order by sort_key::${by.cast} ${direction}, ${id} ${direction}`,
  }
}

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
} & Sorted

export type CutCondition = {
  live: boolean
  /** Late since this day or longer, but not since that; since null also those that are not late, who alone are 'in time'. */
  late?: { since: string | null; notSince: string | null } | 'in time'
  /** Of those that are late by contract: late by conduct too, or only in months whose file is awaited. */
  conduct?: { fromDays: number; isAwaiting: boolean }
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

type CutOn = CutCondition & { on: string }

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

function conditionOf(cut: CutOn): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [cut.live ? sql`l.status = 'live'` : sql`l.disbursed_on is not null`]
  if (cut.late === 'in time') parts.push(sql`l.unpaid_on >= ${cut.on}::date`)
  else if (cut.late) {
    if (cut.late.since) parts.push(sql`l.unpaid_on <= ${cut.late.since}::date`)
    if (cut.late.notSince) parts.push(sql`l.unpaid_on > ${cut.late.notSince}::date`)
  }
  if (cut.conduct) {
    const days = sql`(select ${CONDUCT_DAYS} from (select 1) one ${withConduct(cut.on)})`
    parts.push(sql`(${days} < ${cut.conduct.fromDays}) = ${cut.conduct.isAwaiting}::boolean`)
  }
  if (cut.states) parts.push(sql`c.state = any (${cut.states}::text[])`)
  if (cut.employer !== undefined) parts.push(sql`c.mda = ${cut.employer}`)
  if (cut.product !== undefined) parts.push(sql`l.product_id::text = ${cut.product}`)
  if (cut.officer !== undefined) parts.push(sql`l.officer_code = ${cut.officer}`)
  if (cut.paidOut)
    parts.push(sql`l.disbursed_on between ${cut.paidOut.from}::date and ${cut.paidOut.to}::date`)
  if (cut.leaving) parts.push(sql`${cut.leaving.on} <= ${cut.leaving.by}::date`)
  if (cut.troubled)
    parts.push(sql`(l.status = 'written off' or l.status = 'live' and l.unpaid_on < ${cut.on}::date)`)
  // of few loans (credit, fees, penalties) there is an index of those that put in something, with this very condition
  if (cut.share && !cut.evenNothing) parts.push(sql`f.share <> 0`)
  return sql.join(parts, sql` and `)
}

const shareOf = (cut: CutCondition): RawBuilder<unknown> =>
  sql`cross join lateral (select ${cut.share ?? sql`null::bigint`} as share) f`

const BY_NUMBER = { column: sql`l.number`, cast: sql`text` }
const LOAN_ORDERS: Record<LoanRowSort, SortColumn> = {
  number: BY_NUMBER,
  employer: { column: sql`c.mda`, cast: sql`text` },
  state: { column: sql`c.state`, cast: sql`text` },
  status: { column: sql`l.status`, cast: sql`text` },
  lent: { column: sql`l.principal`, cast: sql`bigint` },
  owed: { column: sql`l.owed_principal`, cast: sql`bigint` },
  arrears: { column: sql`l.arrears`, cast: sql`bigint` },
  late: { column: sql`l.unpaid_on`, cast: sql`date`, turned: true },
  paidOut: { column: sql`l.disbursed_on`, cast: sql`date` },
  share: { column: sql`coalesce(f.share, 0)`, cast: sql`bigint` },
}

/** Whether which loans they are, or their order, is a matter of the customers. */
const asksCustomers = (cut: CutCondition, sort: LoanRowSort): boolean =>
  cut.conduct !== undefined ||
  cut.states !== undefined ||
  cut.employer !== undefined ||
  cut.leaving !== undefined ||
  sort === 'employer' ||
  sort === 'state'

export async function listLoans(
  tx: Tx,
  cut: CutOn,
  { sort, descending }: Order<LoanRowSort>,
  after: Place | null,
  limit: number,
): Promise<LoanCutRow[]> {
  const order = inOrder(LOAN_ORDERS[sort], BY_NUMBER, descending, after)
  // no figure counts a loan that was never disbursed, and so the index of the days says it, too
  const paidOut = sort === 'paidOut' ? sql`and l.disbursed_on is not null` : sql``
  const withCustomer = asksCustomers(cut, sort) ? sql`join customer c on c.id = l.customer_id` : sql``
  // the page is cut before customers are looked up for it: sorted by an amount, that is 25 of them and not a million
  const result = await sql<LoanCutRow>`
    select l.id, l.number, l.customer_id, c.surname || ' ' || c.first_name as customer_name, c.mda, c.state, l.status,
      l.principal, l.owed_principal, l.arrears, l.days_past_due, l.disbursed_on, l.share, l.sort_key
    from (select l.*, f.share, ${order.key} from loan_on(${cut.on}::date) l ${withCustomer} ${shareOf(cut)}
      where ${conditionOf(cut)} ${paidOut} and ${order.beyond} ${order.by} limit ${limit}) l
    join customer c on c.id = l.customer_id ${order.again(sql`l.number`)}`.execute(tx)
  return result.rows
}

/** `name` says which figure it is. */
export const countLoans = (tx: Tx, cut: CutOn, name: string): Promise<Counted> =>
  countUpTo(COUNTED_MAX, `loans behind ${name}`, limit =>
    countWithin(
      tx,
      limit,
      sql`select 1 from loan_on(${cut.on}::date) l join customer c on c.id = l.customer_id ${shareOf(cut)} where ${conditionOf(cut)}`,
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
} & Sorted
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

/** Beside the day, which each source has an index of. */
const RECEIPT_ORDERS: Record<Exclude<ReceiptSort, 'on'>, SortColumn> = {
  number: { column: sql`(select l.number from loan l where l.id = e.loan_id)`, cast: sql`text` },
  type: { column: sql`e.type`, cast: sql`text` },
  channel: { column: sql`coalesce(e.channel, '')`, cast: sql`text` },
  reference: { column: sql`coalesce(e.reference, '')`, cast: sql`text` },
  amount: { column: sql`e.amount`, cast: sql`bigint` },
}
const receiptOrder = (sort: ReceiptSort, on: RawBuilder<unknown>): SortColumn =>
  sort === 'on' ? { column: on, cast: sql`date` } : RECEIPT_ORDERS[sort]

export async function listReceipts(
  tx: Tx,
  { by, ...period }: ReceiptPeriod & { by: ReceiptsBy },
  { sort, descending }: Order<ReceiptSort>,
  after: Place | null,
  limit: number,
): Promise<ReceiptRow[]> {
  const orderOf = (on: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    inOrder(receiptOrder(sort, on), { column: id, cast: sql`uuid` }, descending, after)
  // each source is cut to a page before anything is looked up for it
  const money = moneyIn(period, by, (on, id) => {
    const order = orderOf(on, id)
    return sql`and ${order.beyond} ${order.by} limit ${limit}`
  })
  const order = orderOf(sql`e.effective_on`, sql`e.id`)
  const result = await sql<ReceiptRow>`
    select e.id, e.loan_id, l.number, c.surname || ' ' || c.first_name as customer_name, e.type, e.effective_on, e.amount,
      e.channel, e.reference, to_char(coalesce(d.month, e.effective_on), 'YYYY-MM') as pay_month, ${order.key}
    from (${money}) m join loan_event e on e.id = m.id join loan l on l.id = e.loan_id join customer c on c.id = l.customer_id
    left join dashboard_deduction d on d.event_id = e.id
    ${order.by} limit ${limit}`.execute(tx)
  return result.rows
}

export const countReceipts = (
  tx: Tx,
  { by, ...period }: ReceiptPeriod & { by: ReceiptsBy },
): Promise<Counted> => countList(tx, sql`select 1 from (${moneyIn(period, by)}) m`)

export type CashRow = {
  id: string
  type: string
  on: string
  amount: bigint
  channel: string | null
  reference: string | null
  payer: string
  loan_id: string | null
  loan_number: string | null
  receipt_number: string | null
} & Sorted

const CASH_ORDERS: Record<CashSort, SortColumn> = {
  payer: { column: sql`m.payer`, cast: sql`text` },
  type: { column: sql`m.type`, cast: sql`text` },
  channel: { column: sql`coalesce(m.channel, '')`, cast: sql`text` },
  reference: { column: sql`coalesce(m.reference, '')`, cast: sql`text` },
  on: { column: sql`m."on"`, cast: sql`date` },
  amount: { column: sql`m.amount`, cast: sql`bigint` },
}

/** The money of a period that reached the bank: few beside the deductions. */
const cashIn = ({ from, to }: ReceiptPeriod): RawBuilder<unknown> => sql`(
  select e.id, e.type, e.effective_on as "on", e.amount, e.channel, e.reference, c.surname || ' ' || c.first_name as payer,
    e.loan_id, l.number as loan_number, null::text as receipt_number
  from loan_event e join loan l on l.id = e.loan_id join customer c on c.id = l.customer_id
  where ${MONEY_IN} and e.cash = 'bank' and e.effective_on between ${from}::date and ${to}::date
  union all
  select r.id, 'remittance', r.day, r.amount, null, r.reference, r.source, null, null, r.number
  from ${REMITTANCES} r where r.day between ${from}::date and ${to}::date) m`

export async function listCash(
  tx: Tx,
  period: ReceiptPeriod,
  { sort, descending }: Order<CashSort>,
  after: Place | null,
  limit: number,
): Promise<CashRow[]> {
  const order = inOrder(CASH_ORDERS[sort], { column: sql`m.id`, cast: sql`uuid` }, descending, after)
  const result = await sql<CashRow>`
    select m.*, ${order.key} from ${cashIn(period)} where ${order.beyond} ${order.by} limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export const countCash = (tx: Tx, period: ReceiptPeriod): Promise<Counted> =>
  countList(tx, sql`select 1 from ${cashIn(period)}`)

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
} & Sorted
export type Moments = { from: Date; to: Date }

/** Events and not the overrides that stand: one that was given again was given twice. */
const overriddenIn = ({ from, to }: Moments): RawBuilder<unknown> =>
  sql`e.kind = 'override' and e.at >= ${from} and e.at < ${to}`

const OVERRIDE_ORDERS: Record<OverrideSort, SortColumn> = {
  reference: { column: sql`r.reference`, cast: sql`text` },
  by: { column: sql`e.by_name`, cast: sql`text` },
  at: { column: sql`e.at`, cast: sql`timestamptz` },
}

export async function listOverrides(
  tx: Tx,
  period: Moments,
  { sort, descending }: Order<OverrideSort>,
  after: Place | null,
  limit: number,
): Promise<OverrideRow[]> {
  const order = inOrder(OVERRIDE_ORDERS[sort], { column: sql`e.id`, cast: sql`bigint` }, descending, after)
  const result = await sql<OverrideRow>`
    select e.id, e.request_id, r.reference, r.applicant, r.stage, e.at, e.by_name, e.reason_code, e.note, ${order.key}
    from request_event e join loan_request r on r.id = e.request_id
    where ${overriddenIn(period)} and ${order.beyond} ${order.by} limit ${limit}`.execute(tx)
  return result.rows
}

export const countOverrides = (tx: Tx, period: Moments): Promise<Counted> =>
  countList(tx, sql`select 1 from request_event e where ${overriddenIn(period)}`)
