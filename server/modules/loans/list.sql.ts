import { type RawBuilder, sql } from 'kysely'
import type { LOAN_TABS, LoanStatusName } from '../../../contract/loans.ts'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { anywhere, typedWords } from '../../kernel/like.ts'
import type { PageText } from '../../kernel/page.sql.ts'
import { holdsWord } from '../../kernel/search.sql.ts'
import { loansOn } from './lateness.sql.ts'
import type { LoanPageReader } from './listed.sql.ts'

export type LoanFilter = {
  /** The day the loans are shown as of. */
  today: string
  tab: (typeof LOAN_TABS)[number]
  search?: string
  /** Whether the viewer may reveal phones; without it part of a phone matches nothing. */
  canRevealNumbers?: boolean
  officerCode?: string
  /** Late since this day or longer, but not since that. */
  late?: { since: string | null; notSince: string | null }
}

/** In which state the loans of a tab are: one each, since every index of the list begins with it. */
const STATES: Record<LoanFilter['tab'], LoanStatusName> = {
  awaiting: 'awaiting disbursement',
  live: 'live',
  arrears: 'live',
  overpaid: 'overpaid',
  closed: 'closed',
  writtenOff: 'written off',
  cancelled: 'cancelled',
}

const inTab = ({ tab, today }: LoanFilter): RawBuilder<unknown> => {
  const state = sql`l.status = ${sql.lit(STATES[tab])}`
  return tab === 'arrears' ? sql`${state} and l.unpaid_on < ${today}::date` : state
}

function loanConditions(filter: LoanFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [inTab(filter)]
  if (filter.officerCode) parts.push(sql`l.officer_code = ${filter.officerCode}`)
  if (filter.late) {
    // only a live loan is late: no other tab need be read to find that out
    if (filter.late.since && !['live', 'arrears'].includes(filter.tab)) parts.push(sql`false`)
    if (filter.late.since) parts.push(sql`l.unpaid_on <= ${filter.late.since}::date`)
    if (filter.late.notSince) parts.push(sql`l.unpaid_on > ${filter.late.notSince}::date`)
  }
  return sql.join(parts, sql` and `)
}

/** `loose` sorts the same but fits no index: the few of a class or an officer are found, then sorted. */
const SORTS = {
  number: {
    column: sql`l.number`,
    key: sql<string>`l.number`,
    loose: sql`(l.number || '')`,
    cast: sql`text`,
    turned: false,
  },
  outstanding: {
    column: sql`l.owed_total`,
    key: sql<string>`l.owed_total::text`,
    loose: sql`(l.owed_total + 0)`,
    cast: sql`bigint`,
    turned: false,
  },
  // longest late first is the oldest unpaid day first
  daysPastDue: {
    column: sql`l.unpaid_on`,
    key: sql<string>`l.unpaid_on::text`,
    loose: sql`l.unpaid_on`,
    cast: sql`date`,
    turned: true,
  },
}
export type LoanSort = keyof typeof SORTS

const wordsOf = ({ search }: LoanFilter): readonly string[] => typedWords(search)

/** Whether a loaded row, with its customer, matches the search. */
function fits(filter: LoanFilter): RawBuilder<unknown> {
  const words = wordsOf(filter)
  const held = sql.join(
    words.map(word => holdsWord(OF_ROW, word, sees(filter))),
    sql` and `,
  )
  return isNumber(words) ? sql`(lower(l.number) like ${anywhere(words[0] ?? '')} or ${held})` : held
}

const named = (filter: LoanFilter): RawBuilder<unknown> =>
  sql.join(
    wordsOf(filter).map(word => holdsWord(OF_CUSTOMER, word, sees(filter))),
    sql` and `,
  )

const OF_ROW = { text: sql`c.account_search`, phone: sql`c.phone` }
const OF_CUSTOMER = { text: sql`s.account_search`, phone: sql`s.phone` }
const sees = ({ canRevealNumbers = false }: LoanFilter): boolean => canRevealNumbers

/** A loan number or a part of it, typed alone; one or two digits match too much for an index. */
const isNumber = (words: readonly string[]): boolean =>
  words.length === 1 && /\d/.test(words[0] ?? '') && (words[0] ?? '').length >= 3

/** The same found by the indexes: by the customer, or by a number typed alone. One condition over both would use none. */
function found(filter: LoanFilter): RawBuilder<unknown> {
  const words = wordsOf(filter)
  // with its state the index of a customer's loans gives only those of the tab
  const theirs = sql`customer s join loan n on n.customer_id = s.id and n.status = ${sql.lit(STATES[filter.tab])}`
  const byNumber = isNumber(words)
    ? sql`union select n.id from loan n where lower(n.number) like ${anywhere(words[0] ?? '')}`
    : sql``
  return sql`l.id in (select n.id from ${theirs} where ${named(filter)} ${byNumber})`
}

export type LoanOrder = {
  sort: LoanSort
  descending: boolean
  after: { key: string; number: string } | null
  limit: number
  /** Longer than the counting limit: the next rows are near, where few are scattered. */
  isLong?: boolean
}

/** So many rows of a tab, read in order, take a few milliseconds, and hold a page of anything that is common. */
const PROBED = 2_000

/** Of a tab or an officer's part of it every order has an index; of what is late only the order of lateness has. */
const isNarrowed = ({ late, tab }: LoanFilter): boolean => late !== undefined || tab === 'arrears'

/** A page of loans as text; one more than is shown tells whether another follows. */
export async function listLoans(
  read: LoanPageReader,
  filter: LoanFilter,
  order: LoanOrder,
): Promise<PageText> {
  const { column, key, loose, cast, turned } = SORTS[order.sort]
  const isDescending = order.descending !== turned
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond = isDescending ? sql`<` : sql`>`
  const after = order.after
    ? sql`(${column}, l.number) ${beyond} (${order.after.key}::${cast}, ${order.after.number}::text)`
    : sql`true`
  const inOrder = sql`order by ${column} ${direction}, l.number ${direction}`
  const words = wordsOf(filter)
  const isFew = isNarrowed(filter) && order.isLong === false
  const where = loanConditions(filter)
  const loans = loansOn(filter.today)
  if (words.length === 0) {
    const sorted = isFew ? sql`order by ${loose} ${direction}, l.number ${direction}` : inOrder
    const page = sql`where ${where} and ${after} ${sorted} limit ${sql.lit(order.limit)}`
    // those of a class may stand far apart: the index alone is read until a page of them is found, and then their rows
    return isNarrowed(filter) && !isFew
      ? read(
          sql`${loans} l where l.number in (select l.number from loan l ${page})`,
          key,
          sorted,
          order.limit,
        )
      : read(sql`${loans} l where ${where} and ${after}`, key, sorted, order.limit)
  }
  if (order.isLong) {
    const probed = sql`(select * from ${loans} l where ${where} and ${after} ${inOrder} limit ${PROBED})`
    const fitting = sql`${probed} l join customer c on c.id = l.customer_id where ${fits(filter)}`
    const first = await read(fitting, key, inOrder, order.limit)
    if (first.found === order.limit) return first
  }
  return read(sql`${loans} l where ${where} and ${found(filter)} and ${after}`, key, inOrder, order.limit)
}

/** The first of them by number. */
export async function firstLoans(tx: Tx, filter: LoanFilter, limit: number): Promise<string[]> {
  const rows = fitting(filter, wordsOf(filter), sql`l.id, l.number`)
  const result = await sql<{ id: string }>`
    select id from (${rows}) fitting order by number limit ${limit}`.execute(tx)
  return result.rows.map(row => row.id)
}

/** Finding is dearer than reading along an index: past this a search says "100+". */
const SEARCH_COUNTED_MAX = 100

export async function countLoans(tx: Tx, filter: LoanFilter): Promise<Counted> {
  const words = wordsOf(filter)
  const most = words.length === 0 ? COUNTED_MAX : SEARCH_COUNTED_MAX
  return countUpTo(most, `loans ${JSON.stringify(filter)}`, limit =>
    countWithin(tx, limit, fitting(filter, words)),
  )
}

export type LateSum = { days_past_due: number; loans: number; owed: bigint; arrears: bigint }

/** What is owed on every loan that fits, by days past due; asked only where they could be counted. */
export async function sumLoans(tx: Tx, filter: LoanFilter): Promise<LateSum[]> {
  const rows = fitting(filter, wordsOf(filter), sql`l.days_past_due, l.owed_total, l.arrears`)
  const result = await sql<LateSum>`
    select days_past_due, count(*)::integer as loans, sum(owed_total)::bigint as owed, sum(arrears)::bigint as arrears
    from (${rows}) fitting group by days_past_due`.execute(tx)
  return result.rows
}

/** Whose the late loans of one officer are: hundreds at most, found by their index. */
export async function countCustomers(tx: Tx, filter: LoanFilter): Promise<number> {
  const result = await sql<{ customers: number }>`
    select count(distinct l.customer_id)::integer as customers from loan l where ${loanConditions(filter)}`.execute(
    tx,
  )
  return result.rows[0]?.customers ?? 0
}

/** Every loan that fits, in no order, so that counting can stop at its limit. */
function fitting(
  filter: LoanFilter,
  words: readonly string[],
  columns: RawBuilder<unknown> = sql`1`,
): RawBuilder<unknown> {
  const loans = loansOn(filter.today)
  if (words.length === 0) return sql`select ${columns} from ${loans} l where ${loanConditions(filter)}`
  if (isNumber(words))
    return sql`select ${columns} from ${loans} l where ${loanConditions(filter)} and ${found(filter)}`
  return sql`select ${columns} from customer s join ${loans} l on l.customer_id = s.id where ${named(filter)} and ${loanConditions(filter)}`
}
