import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { customerFilter } from '../../../contract/customers.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { anywhere, wordPattern } from '../../kernel/like.ts'
import { joinTexts, NO_TEXT, type PageText, readPageText } from '../../kernel/page.sql.ts'
import { CELL_END, type Joined, ROW_END } from '../../kernel/sheet.ts'
import {
  CELLS,
  FIGURES,
  KEYS,
  LISTED_COLUMNS,
  type ListedCustomer,
  type LoanFigures,
  NAMED,
  OFFICERS,
  rowOf,
  WITH_OFFICER,
} from './listed.sql.ts'

export type Narrowing = Omit<z.output<typeof customerFilter>, 'search' | 'sort'>

/** What was typed into the search box, as the indexes understand it. */
export type Sought =
  | { digits: string; bvn?: Buffer; nin?: Buffer; words?: undefined }
  | { words: readonly string[]; digits?: undefined }

const inPhone = (digits: string): RawBuilder<unknown> =>
  digits.startsWith('0')
    ? sql`(c.phone like ${anywhere(digits)} or c.phone like ${`+234${digits.slice(1)}%`})`
    : sql`c.phone like ${anywhere(digits)}`

/** Without permission to reveal phones, part of a phone matches nothing: trying digits would reveal the whole. */
function byPhone(digits: string, canRevealNumbers: boolean): RawBuilder<unknown> | undefined {
  if (canRevealNumbers) return inPhone(digits)
  const phone = parsePhone(digits)
  return phone && sql`c.phone = ${phone}`
}

function holdsWord(word: string, canRevealNumbers: boolean): RawBuilder<unknown> {
  const inNames = sql`c.search like ${wordPattern(word)}`
  const inPhones = word.length >= 3 && /^\d+$/.test(word) ? byPhone(word, canRevealNumbers) : undefined
  return inPhones ? sql`(${inNames} or ${inPhones})` : inNames
}

function fits(sought: Sought, canRevealNumbers: boolean): RawBuilder<unknown>[] {
  if (sought.words) return sought.words.map(word => holdsWord(word, canRevealNumbers))
  const { digits } = sought
  const ways = [holdsWord(digits, canRevealNumbers)]
  if (digits.length === 10) ways.push(sql`c.account_number = ${digits}`)
  if (sought.bvn) ways.push(sql`c.bvn_index = ${sought.bvn}`)
  if (sought.nin) ways.push(sql`c.nin_index = ${sought.nin}`)
  return [sql`(${sql.join(ways, sql` or `)})`]
}

/** Merged records are hidden, except in a search for the number on an old letter. */
const isNotMerged = (sought: Sought | undefined): RawBuilder<unknown> =>
  sought?.words?.length === 1
    ? sql`(c.status <> 'merged' or c.number = ${sought.words[0]?.toUpperCase()})`
    : sql`c.status <> 'merged'`

/** An expired blacklisting counts as active, without being lifted. */
const isOver = ({ today }: Query): RawBuilder<unknown> =>
  sql`c.status = 'blacklisted' and c.status_until < ${today}::date`

function hasStatus(query: Query): RawBuilder<unknown> {
  const { status } = query.filter
  const over = isOver(query)
  if (status === undefined) return isNotMerged(query.sought)
  if (status === 'active') return sql`(c.status = 'active' or (${over}))`
  if (status === 'blacklisted') return sql`c.status = 'blacklisted' and not coalesce(${over}, false)`
  return sql`c.status = ${status}`
}

function narrowed(query: Query, status = hasStatus(query)): RawBuilder<unknown>[] {
  const { filter } = query
  const parts = [status]
  if (filter.state) parts.push(sql`c.state = ${filter.state}`)
  if (filter.officerCode) parts.push(sql`c.officer_code = ${filter.officerCode}`)
  if (filter.payrollSource) parts.push(sql`c.payroll_source = ${filter.payrollSource}`)
  return parts
}

export type Query = {
  filter: Narrowing
  sought: Sought | undefined
  today: string
  /** Whether the viewer may reveal what lists hide of a number. */
  canRevealNumbers: boolean
}

const conditions = (query: Query, status = hasStatus(query)): RawBuilder<unknown> =>
  sql.join(
    [...narrowed(query, status), ...(query.sought ? fits(query.sought, query.canRevealNumbers) : [])],
    sql` and `,
  )

/**
 * `loose` sorts the same but fits no index: a search of three letters or more has few, scattered rows, and sorting them
 * takes 15 to 80 ms of 300,000 instead of 400 ms in index order. `bare` sorts names by code point, as the prefix index
 * does.
 */
const SORTS = {
  name: {
    column: sql`c.name_key`,
    loose: sql`(c.name_key || '')`,
    bare: sql`c.name_key collate "C"`,
    cast: sql`text`,
  },
  opened: {
    column: sql`c.opened_at`,
    loose: sql`(c.opened_at + interval '0')`,
    bare: sql`c.opened_at`,
    cast: sql`timestamptz`,
  },
}
const isSelective = (sought: Sought | undefined): boolean =>
  sought?.digits !== undefined || (sought?.words.some(word => word.length >= 3) ?? false)
export type CustomerSort = keyof typeof SORTS

/** So many rows in order take a few milliseconds to read. */
const PROBED = 2_000

type Order = {
  sort: CustomerSort
  descending: boolean
  after: { key: string; id: string } | null
  limit: number
  /** Longer than the counting limit: the next rows are near, where few are scattered. */
  isLong: boolean
}

/** What is read of the customers that are found: their rows, or the JSON of a page. */
type Reader<Found> = {
  read(
    from: RawBuilder<unknown>,
    where: RawBuilder<unknown>,
    inSequence: RawBuilder<unknown>,
    order: Order,
  ): Promise<Found>
  count(found: Found): number
  none: Found
  join(first: Found, rest: Found): Found
}

const asListed = (tx: Tx): Reader<ListedCustomer[]> => ({
  async read(from, where, inSequence, { limit }) {
    const result = await sql<ListedCustomer>`
      ${NAMED} from ${from} c ${WITH_OFFICER} where ${where} ${inSequence} limit ${sql.lit(limit)}`.execute(
      tx,
    )
    return result.rows
  },
  count: found => found.length,
  none: [],
  join: (first, rest) => [...first, ...rest],
})

const asText = (tx: Tx, today: string, loans: RawBuilder<LoanFigures>): Reader<PageText> => ({
  read: (from, where, inSequence, { sort, limit }) =>
    readPageText(tx, {
      page: sql`
        select ${LISTED_COLUMNS}, ${KEYS[sort]} as sort_key, row_number() over (${inSequence}) as place
        from ${from} c where ${where} ${inSequence} limit ${sql.lit(limit)}`,
      row: rowOf(today, loans),
      shown: limit - 1,
    }),
  count: page => page.found,
  none: NO_TEXT,
  join: joinTexts,
})

export const listCustomers = (tx: Tx, query: Query, order: Order): Promise<ListedCustomer[]> =>
  listBy(asListed(tx), query, order)

/**
 * A search sorted by name lists surnames that begin with the text first, then the other matches. A common surname is
 * read off the name index that way; finding and sorting all matches, a thirtieth of the customers, would take a second.
 */
async function listBy<Found>(reader: Reader<Found>, query: Query, order: Order): Promise<Found> {
  const beginning = beginningOf(query, order.sort)
  if (beginning === undefined) return inOrder(reader, query, order)
  const { after } = order
  const begins = sql`c.name_key collate "C" ^@ ${beginning}`
  const isPast = after !== null && !after.key.startsWith(beginning)
  const first = isPast
    ? reader.none
    : ((await probe(reader, query, order, begins, 'bare')) ??
      (await readSorted(reader, query, order, begins, 'bare')))
  const found = reader.count(first)
  if (found === order.limit) return first
  const rest = { ...order, after: isPast ? after : null, limit: order.limit - found }
  return reader.join(first, await inOrder(reader, query, rest, sql`not (${begins})`))
}

/** What surnames are looked up by; undefined where the list is in another order. */
function beginningOf({ sought }: Query, sort: CustomerSort): string | undefined {
  const beginning = sought?.words?.[0]
  return beginning !== undefined && beginning.length >= 3 && sort === 'name' ? beginning : undefined
}

async function inOrder<Found>(
  reader: Reader<Found>,
  query: Query,
  order: Order,
  among: RawBuilder<unknown> = sql`true`,
): Promise<Found> {
  if (!isSelective(query.sought)) return readSorted(reader, query, order, among)
  return (await probe(reader, query, order, among)) ?? readSorted(reader, query, order, among, 'loose')
}

/** A page of a long list is mostly among its next rows; undefined where it is not. */
async function probe<Found>(
  reader: Reader<Found>,
  query: Query,
  order: Order,
  among: RawBuilder<unknown>,
  by: By = 'column',
): Promise<Found | undefined> {
  if (!order.isLong) return undefined
  const { inSequence, after } = sequence(order, by)
  const probed = sql`(
    select * from customer c where ${sql.join(narrowed(query), sql` and `)} and ${after} and ${among} ${inSequence}
    limit ${PROBED})`
  const first = await reader.read(probed, conditions(query), inSequence, order)
  return reader.count(first) === order.limit ? first : undefined
}

type By = 'column' | 'loose' | 'bare'

/** How the database sorts a list, and what of it comes after the last row shown. */
function sequence({ sort, descending, after }: Order, by: By = 'column') {
  const { column, bare, cast } = SORTS[sort]
  const direction = descending ? sql`desc` : sql`asc`
  return {
    inSequence: sql`order by ${SORTS[sort][by]} ${direction}, c.id ${direction}`,
    after: after
      ? sql`(${by === 'bare' ? bare : column}, c.id) ${descending ? sql`<` : sql`>`} (${after.key}::${cast}, ${after.id}::uuid)`
      : sql`true`,
  }
}

function readSorted<Found>(
  reader: Reader<Found>,
  query: Query,
  order: Order,
  among: RawBuilder<unknown>,
  by: By = 'column',
): Promise<Found> {
  const { inSequence, after } = sequence(order, by)
  return reader.read(sql`customer`, sql`${conditions(query)} and ${after} and ${among}`, inSequence, order)
}

/** The next rows of an unfiltered list, as one text. */
export async function joinCustomers(
  tx: Tx,
  query: Query,
  order: Order,
  loans: RawBuilder<LoanFigures>,
): Promise<Joined<{ sortKey: string; id: string }>> {
  const { inSequence, after } = sequence(order)
  const result = await sql<{ text: string | null; rows: number; key: string; id: string }>`
    select string_agg(c.cells || ${sql.lit(CELL_END)} || ${FIGURES} || ${sql.lit(ROW_END)}, '' order by c.place) as text,
      count(*)::int as rows, (array_agg(c.key order by c.place))[count(*)] as key,
      (array_agg(c.id order by c.place))[count(*)] as id
    from (select ${CELLS} as cells, ${SORTS[order.sort].column}::text as key, c.id,
        row_number() over (${inSequence}) as place
      from customer c cross join ${OFFICERS} cross join (select ${query.today}::date as today) d
      where ${conditions(query)} and ${after} ${inSequence}
      limit ${sql.lit(order.limit)}) c cross join lateral (${loans}) f`.execute(tx)
  const [page] = result.rows
  if (!page?.text) return { text: '', rows: 0, last: null }
  const { text, rows, key, id } = page
  return { text, rows, last: { sortKey: key, id } }
}

/** Finding is dearer than reading along an index: past this a search says "1,000+". */
const SEARCH_COUNTED_MAX = 1_000

export async function countCustomers(tx: Tx, query: Query): Promise<Counted> {
  return countUpTo(mostCounted(query), nameOfList(query), limit => countWithin(tx, limit, counted(query)))
}

/** Active customers come from the index alone; only the blacklisted need the row. */
function counted(query: Query): RawBuilder<unknown> {
  const having = (status?: RawBuilder<unknown>) =>
    sql`select 1 from customer c where ${conditions(query, status)}`
  return query.filter.status === 'active'
    ? sql`${having(sql`c.status = 'active'`)} union all ${having(isOver(query))}`
    : having()
}

const mostCounted = ({ sought }: Query): number => (sought ? SEARCH_COUNTED_MAX : COUNTED_MAX)
const nameOfList = ({ filter, sought, canRevealNumbers }: Query): string =>
  `customers ${JSON.stringify([filter, sought?.words, sought?.digits, canRevealNumbers])}`

/** A page with its count. Few who were searched for are found once, then counted and sorted. */
export async function pageOfCustomers(
  tx: Tx,
  query: Query,
  order: Omit<Order, 'isLong'>,
  loans: RawBuilder<LoanFigures>,
): Promise<Counted & { page: PageText }> {
  let page: PageText | undefined
  const canBeFew = order.after === null && isSelective(query.sought)
  const { total, exact } = canBeFew
    ? await countUpTo(mostCounted(query), nameOfList(query), async limit => {
        page = await findFew(tx, query, order, limit, loans)
        return page.total
      })
    : await countCustomers(tx, query)
  if (page && exact) return { total, exact, page }
  const reader = asText(tx, query.today, loans)
  return { total, exact, page: await listBy(reader, query, { ...order, isLong: !exact }) }
}

/** In the order of `listCustomers`, with how many there are, up to a limit. */
function findFew(
  tx: Tx,
  query: Query,
  { sort, descending, limit }: Omit<Order, 'isLong'>,
  most: number,
  loans: RawBuilder<LoanFigures>,
): Promise<PageText> {
  const direction = descending ? sql`desc` : sql`asc`
  const beginning = beginningOf(query, sort)
  const begins = sql`c.name_key collate "C" ^@ ${beginning ?? ''}`
  const beginnersFirst =
    beginning === undefined
      ? sql``
      : sql`${begins} desc, (case when ${begins} then c.name_key end) collate "C" ${direction},`
  const inSequence = sql`order by ${beginnersFirst} ${SORTS[sort].column} ${direction}, c.id ${direction}`
  return readPageText(tx, {
    before: sql`
      with found as materialized (select ${LISTED_COLUMNS} from customer c where ${conditions(query)} limit ${most})`,
    page: sql`
      select c.*, ${KEYS[sort]} as sort_key, row_number() over (${inSequence}) as place
      from found c ${inSequence} limit ${sql.lit(limit)}`,
    row: rowOf(query.today, loans),
    shown: limit - 1,
    total: sql`(select count(*)::int from found)`,
  })
}

/**
 * The share of the typed text that must match for a name to count as alike: "Okonkow" has 5 of 8 of "Okonkwo". Set
 * within the statement that needs it, which reads it once, before any row.
 */
const LIKENESS = sql`(select set_config('pg_trgm.word_similarity_threshold', '0.45', true)) is not null`

/** Names spelt like what was typed, the nearest first. */
export function similarCustomers(
  tx: Tx,
  query: Query,
  typed: string,
  limit: number,
  loans: RawBuilder<LoanFigures>,
): Promise<PageText> {
  const stored = sql.join(narrowed(query), sql` and `)
  const nearest = sql`order by word_similarity(${typed}, c.search) desc, c.name_key, c.id`
  return readPageText(tx, {
    page: sql`
      select ${LISTED_COLUMNS}, '' as sort_key, row_number() over (${nearest}) as place
      from customer c where ${LIKENESS} and ${typed} <% c.search and ${stored} ${nearest} limit ${limit}`,
    row: rowOf(query.today, loans),
    shown: limit,
  })
}
