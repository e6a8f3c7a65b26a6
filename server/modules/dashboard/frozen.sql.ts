import { type RawBuilder, sql } from 'kysely'
import {
  type CutPart,
  firstLateDay,
  type LoanRowSort,
  type OwedPart,
  PAR_DAYS,
  PART_PAR,
  type ParDays,
  type StandingCut,
} from '../../../contract/dashboard.ts'
import { STATES } from '../../../contract/nigeria.ts'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { VINTAGES_STORED } from './freeze.sql.ts'
import { ADDED_UP } from './refresh.sql.ts'
import { inOrder, type LoanCutRow, type Order, type Place, type SortColumn } from './rows.sql.ts'

/** The loans behind a month-end, as they stood that day. A month is named by its first day. */

/** The first month stored with its loans. */
export async function firstStored(tx: Tx): Promise<string | null> {
  const result = await sql<{ month: string | null }>`
    select to_char(min(month), 'YYYY-MM') as month from dashboard_month_end_loan`.execute(tx)
  return result.rows[0]?.month ?? null
}

/** Which of a month's loans a figure was added up from, and what each put in where no column says so. */
type FrozenCut = { where: RawBuilder<unknown>; share?: RawBuilder<unknown> }

const LIVE = sql`m.status = 'live'`
const LATE = sql`${LIVE} and m.days_past_due > 0`
const lateFor = (par: ParDays): RawBuilder<unknown> => sql`m.days_past_due >= ${firstLateDay(par)}`
const liveOf = (column: RawBuilder<unknown>, key: string): FrozenCut => ({
  where: sql`${LIVE} and ${column} = ${key}`,
})
const paidOutIn = (month: string): RawBuilder<unknown> => sql`
  m.disbursed_on >= ${`${month}-01`}::date and m.disbursed_on < (${`${month}-01`}::date + interval '1 month')`

const OWED: Record<OwedPart, RawBuilder<unknown>> = {
  principal: sql`m.owed_principal`,
  interest: sql`m.owed_interest`,
  fee: sql`m.owed_fee`,
  penalty: sql`m.owed_penalty`,
}

const FROZEN_CUTS: Record<StandingCut, (key: string) => FrozenCut> = {
  owed: key => {
    if (key === 'principal') return { where: LIVE }
    const share = key in OWED ? OWED[key as OwedPart] : sql.join(Object.values(OWED), sql` + `)
    return { where: key === '' ? LIVE : sql`${LIVE} and ${share} <> 0`, share }
  },
  arrears: () => ({ where: LATE }),
  late: key => {
    const par = PAR_DAYS.find(days => String(days) === key) ?? 1
    return { where: sql`${LIVE} and ${lateFor(par)}` }
  },
  age: key => liveOf(sql`m.age`, key),
  class: key => liveOf(sql`m.class`, key),
  state: key => liveOf(sql`m.state`, key),
  zone: key => ({
    where: sql`${LIVE} and m.state = any (${STATES.filter(state => state.geopoliticalzone === key).map(
      state => state.name,
    )}::text[])`,
  }),
  employer: key => liveOf(sql`m.employer`, key),
  product: key => liveOf(sql`m.product_id::text`, key),
  officer: key => liveOf(sql`m.officer_code`, key),
  vintage: key => ({ where: paidOutIn(key) }),
  vintageLate: key => ({ where: sql`${paidOutIn(key)} and (m.status = 'written off' or ${LATE})` }),
  provision: key => ({
    where: sql`${LIVE} and m.provision <> 0 and (${key} = '' or m.class = ${key})`,
    share: sql`m.provision`,
  }),
  credit: () => ({ where: sql`m.credit <> 0`, share: sql`m.credit` }),
  retiring: key => ({ where: sql`${LIVE} and m.retires_within <= ${key}::integer` }),
}

export type MonthEndCut = { month: string; cut: StandingCut; key: string; part?: CutPart | undefined }

export const hasFrozenShares = ({ cut, key }: MonthEndCut): boolean =>
  FROZEN_CUTS[cut](key).share !== undefined

const rowsOf = ({ month, cut, key, part }: MonthEndCut): RawBuilder<unknown> => sql`
  from dashboard_month_end_loan m where m.month = ${month}::date and ${FROZEN_CUTS[cut](key).where}
    ${part ? sql`and ${lateFor(PART_PAR[part])}` : sql``}`

const BY_NUMBER = { column: sql`m.number`, cast: sql`text` }
const FROZEN_ORDERS: Record<Exclude<LoanRowSort, 'share'>, SortColumn> = {
  number: BY_NUMBER,
  employer: { column: sql`m.employer`, cast: sql`text` },
  state: { column: sql`m.state`, cast: sql`text` },
  status: { column: sql`m.status`, cast: sql`text` },
  lent: { column: sql`m.lent`, cast: sql`bigint` },
  owed: { column: sql`m.owed_principal`, cast: sql`bigint` },
  arrears: { column: sql`m.arrears`, cast: sql`bigint` },
  late: { column: sql`m.days_past_due`, cast: sql`integer` },
  paidOut: { column: sql`m.disbursed_on`, cast: sql`date` },
}

/** Names are current, none after an erasure; everything else is as of the snapshot. */
export async function listFrozen(
  tx: Tx,
  of: MonthEndCut,
  { sort, descending }: Order<LoanRowSort>,
  after: Place | null,
  limit: number,
): Promise<LoanCutRow[]> {
  const share = FROZEN_CUTS[of.cut](of.key).share ?? sql`null::bigint`
  const by =
    sort === 'share' ? { column: sql`coalesce(${share}, 0)`, cast: sql`bigint` } : FROZEN_ORDERS[sort]
  const order = inOrder(by, BY_NUMBER, descending, after)
  // the page is cut before anything is looked up for it
  const result = await sql<LoanCutRow>`
    select l.id, m.number, l.customer_id, c.surname || ' ' || c.first_name as customer_name, m.employer as mda, m.state, m.status,
      m.lent as principal, m.owed_principal, m.arrears, m.days_past_due, m.disbursed_on, m.share, m.sort_key
    from (select m.*, ${share} as share, ${order.key} ${rowsOf(of)} and ${order.beyond} ${order.by} limit ${limit}) m
    join loan l on l.number = m.number join customer c on c.id = l.customer_id
    ${order.again(sql`m.number`)}`.execute(tx)
  return result.rows
}

export const countFrozen = (tx: Tx, of: MonthEndCut): Promise<Counted> =>
  countUpTo(COUNTED_MAX, `loans behind ${of.month} ${of.cut} ${of.part ?? 'all'} ${of.key}`, limit =>
    countWithin(tx, limit, sql`select 1 ${rowsOf(of)}`),
  )

// ── Proof ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The newest month-ends stored with their loans. */
export async function storedMonths(tx: Tx, most: number): Promise<string[]> {
  const result = await sql<{ month: string }>`
    select month from dashboard_month_end
    where dimension = 'all' and month >= (select min(month) from dashboard_month_end_loan)
    order by month desc limit ${most}`.execute(tx)
  return result.rows.map(row => row.month)
}

/** The columns of a cut that are sums. */
export const SUMS = [
  'loans',
  'principal',
  'interest',
  'fee',
  'penalty',
  'credit',
  'arrears',
  'late_loans',
  'late_1',
  'late_30',
  'late_60',
  'late_90',
  'provision',
]
/** Figures that also count closed loans: complete only for the months of disbursement stored per loan. */
export const LENT = ['lent_loans', 'lent', 'troubled_loans']

/** Whether what was stored, `e`, differs from what was calculated, `a`. */
export const differ = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(name => sql`coalesce(e.${sql.ref(name)}, 0) <> coalesce(a.${sql.ref(name)}, 0)`),
    sql` or `,
  )

/** How many loans a month-end has, and which of its cuts are not what those come to. */
export async function compareMonth(tx: Tx, month: string): Promise<{ loans: number; other: string[] }> {
  const result = await sql<{ loans: number; other: string[] }>`
    with each_loan as (
      select m.*, m.status = 'live' as is_live, m.employer as mda, m.product_id::text as product, m.days_past_due as late,
        date_trunc('month', m.disbursed_on::timestamp)::date as vintage
      from dashboard_month_end_loan m where m.month = ${month}::date
    ), added as materialized (${ADDED_UP}), leaving as (
      select retires_within, count(*) as loans, sum(owed_principal) as principal from dashboard_month_end_loan
      where month = ${month}::date and status = 'live' and retires_within is not null group by 1
    ), other as (
      select dimension || case when key = '' then '' else ' ' || key end as cut
      from (select * from dashboard_month_end where month = ${month}::date) e
      full join (select * from added where dimension not in ('age', 'class') or key <> '') a using (dimension, key)
      where ${differ(SUMS)} or (dimension = 'vintage' and (${differ(LENT)})
        and key > to_char(${month}::date - make_interval(months => ${VINTAGES_STORED}::integer), 'YYYY-MM'))
      union all select 'retiring within ' || e.months || ' months' from (
        select key::integer as months, items as loans, amount as principal from dashboard_month_end_open
        where month = ${month}::date and figure = 'retiring') e
      cross join lateral (select sum(loans) as loans, sum(principal) as principal from leaving
        where retires_within <= e.months) a
      where ${differ(['loans', 'principal'])}
    )
    select (select lent_loans from added where dimension = 'all') as loans,
      coalesce((select array_agg(cut order by cut) from other), '{}') as other`.execute(tx)
  return result.rows[0] ?? { loans: 0, other: [] }
}
