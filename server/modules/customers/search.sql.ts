import { type RawBuilder, sql } from 'kysely'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { joinTexts, NO_TEXT, type PageText, readPageText } from '../../kernel/page.sql.ts'
import { conditions, hasStatus, isOver, isSelective, narrowed, type Query } from './conditions.sql.ts'
import {
  KEYS,
  LISTED_COLUMNS,
  type ListedCustomer,
  type LoanFigures,
  NAMED,
  rowOf,
  WITH_OFFICER,
} from './listed.sql.ts'
import {
  type Alike,
  bearersOf,
  customersAlike,
  customersBearing,
  customersBearingAll,
  isInWords,
  RANGES,
  wordsHolding,
  wordsLike,
} from './words.sql.ts'

/**
 * `loose` sorts the same but fits no index: a search of three letters or more has few, scattered rows, and sorting them
 * takes 15 to 80 ms of 300,000 instead of 400 ms in index order.
 */
const SORTS = {
  name: { column: sql`c.name_key`, loose: sql`(c.name_key || '')`, cast: sql`text` },
  opened: { column: sql`c.opened_at`, loose: sql`(c.opened_at + interval '0')`, cast: sql`timestamptz` },
}
/** Names by code point, as the indexes of their beginnings and of their words do. */
const BY_CODE_POINT = {
  column: sql`c.name_key collate "C"`,
  loose: sql`(c.name_key || '') collate "C"`,
  cast: sql`text`,
}
type Column = (typeof SORTS)[CustomerSort]
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
  listBy(tx, asListed(tx), query, order)

/**
 * A search sorted by name lists surnames that begin with the text first, then the other matches, by code point. A common
 * surname is read off the name index that way; finding and sorting all matches, a thirtieth of the customers, would take
 * a second.
 */
async function listBy<Found>(tx: Tx, reader: Reader<Found>, query: Query, order: Order): Promise<Found> {
  const beginning = beginningOf(query, order.sort)
  if (beginning === undefined) return inOrder(reader, query, order)
  const { after } = order
  const isPast = after !== null && !after.key.startsWith(beginning)
  const first = isPast ? reader.none : await listBeginning(tx, reader, query, order, beginning)
  const found = reader.count(first)
  if (found === order.limit) return first
  const rest = { ...order, after: isPast ? after : null, limit: order.limit - found }
  const isNoSurname = after === null && found === 0
  return reader.join(first, await listOthers(tx, reader, query, rest, { beginning, isNoSurname }))
}

const begins = (beginning: string): RawBuilder<unknown> => sql`c.name_key collate "C" ^@ ${beginning}`

/** Of two words the second is read off its own index, where all who bear it stand by surname. */
async function listBeginning<Found>(
  tx: Tx,
  reader: Reader<Found>,
  query: Query,
  order: Order,
  beginning: string,
): Promise<Found> {
  const [, another, ...others] = query.sought?.words ?? []
  const alongIndex = { ...BY_CODE_POINT, loose: BY_CODE_POINT.column }
  if (!isByWords(query) || others.length > 0)
    return inOrder(reader, query, order, begins(beginning), alongIndex)
  const words = another === undefined ? undefined : await wordsHolding(tx, another)
  if (words) return readBearers(reader, query, order, words, RANGES.begins(beginning))
  if (another !== undefined) return inOrder(reader, query, order, begins(beginning), alongIndex)
  const { inSequence, after } = sequence(order, BY_CODE_POINT)
  const where = sql`${hasStatus(query)} and ${begins(beginning)} and ${after}`
  return reader.read(sql`customer`, where, inSequence, order)
}

async function listOthers<Found>(
  tx: Tx,
  reader: Reader<Found>,
  query: Query,
  order: Order,
  { beginning, isNoSurname }: { beginning: string; isNoSurname: boolean },
): Promise<Found> {
  const each = isByWords(query) ? await wordsOfEach(tx, query) : undefined
  if (!each) return inOrder(reader, query, order, sql`not (${begins(beginning)})`, BY_CODE_POINT)
  const [words = [], ...others] = each
  if (others.length > 0) {
    const page = { range: RANGES.others(beginning), past: order.after, ...order }
    const { inSequence } = sequence(order, BY_CODE_POINT)
    return reader.read(customersBearingAll(each, page), hasStatus(query), inSequence, order)
  }
  if (isNoSurname) return readBearers(reader, query, order, words, sql`true`)
  const [near, far] = order.descending ? [RANGES.after, RANGES.before] : [RANGES.before, RANGES.after]
  const first = await readBearers(reader, query, order, words, near(beginning))
  const found = reader.count(first)
  if (found === order.limit) return first
  const rest = { ...order, limit: order.limit - found }
  return reader.join(first, await readBearers(reader, query, rest, words, far(beginning)))
}

/** Whether customers are read off the words of their names: of those who are left by a filter too few bear them. */
const isByWords = ({ filter, sought }: Query): boolean =>
  (sought?.words?.every(isInWords) ?? false) && Object.values(filter).every(value => value === undefined)

/** The distinct words that each of the typed ones is a part of; undefined where they are too many. */
async function wordsOfEach(tx: Tx, { sought }: Query): Promise<string[][] | undefined> {
  const each: string[][] = []
  for (const typed of sought?.words ?? []) {
    const words = await wordsHolding(tx, typed)
    if (!words) return undefined
    each.push(words)
  }
  return each
}

function readBearers<Found>(
  reader: Reader<Found>,
  query: Query,
  order: Order,
  words: readonly string[],
  range: RawBuilder<unknown>,
): Promise<Found> {
  const { descending, after, limit } = order
  const bearers = customersBearing(words, { range, past: after, descending, limit })
  return reader.read(bearers, hasStatus(query), sequence(order, BY_CODE_POINT).inSequence, order)
}

/** What surnames are looked up by; undefined where the list is in another order. */
function beginningOf({ sought }: Query, sort: CustomerSort): string | undefined {
  const beginning = sought?.words?.[0]
  return beginning !== undefined && beginning.length >= 3 && sort === 'name' ? beginning : undefined
}

/** A page of a long list is mostly among its next rows. */
async function inOrder<Found>(
  reader: Reader<Found>,
  query: Query,
  order: Order,
  among: RawBuilder<unknown> = sql`true`,
  column: Column = SORTS[order.sort],
): Promise<Found> {
  const { inSequence, after } = sequence(order, column)
  const isNext = sql`${after} and ${among}`
  if (!isSelective(query.sought))
    return reader.read(sql`customer`, sql`${conditions(query)} and ${isNext}`, inSequence, order)
  if (order.isLong) {
    const probed = sql`(
      select * from customer c where ${sql.join(narrowed(query), sql` and `)} and ${isNext} ${inSequence}
      limit ${PROBED})`
    const first = await reader.read(probed, conditions(query), inSequence, order)
    if (reader.count(first) === order.limit) return first
  }
  const loose = sequence(order, { ...column, column: column.loose }).inSequence
  return reader.read(sql`customer`, sql`${conditions(query)} and ${isNext}`, loose, order)
}

/** How the database sorts a list, and what of it comes after the last row shown. */
function sequence({ sort, descending, after }: Order, { column, cast }: Column = SORTS[sort]) {
  const direction = descending ? sql`desc` : sql`asc`
  return {
    inSequence: sql`order by ${column} ${direction}, c.id ${direction}`,
    after: after
      ? sql`(${column}, c.id) ${descending ? sql`<` : sql`>`} (${after.key}::${cast}, ${after.id}::uuid)`
      : sql`true`,
  }
}

/** What customers owe: looked up for each, or calculated once for all. */
export type Figures = { each: RawBuilder<LoanFigures>; all: RawBuilder<LoanFigures> }

/**
 * All who fit, in the order of the list: what follows the columns of a select. To calculate the loans of all once is quicker
 * than to look up those of each, except for a few.
 */
export const allCustomers = (
  query: Query,
  order: Pick<Order, 'sort' | 'descending'>,
  { each, all, areFew }: Figures & { areFew: boolean },
): RawBuilder<unknown> => sql`
  from customer c ${WITH_OFFICER} cross join (select ${query.today}::date as today) d
  ${
    areFew
      ? sql`cross join lateral (${each}) f`
      : sql`left join (with owed as materialized (${all}) select * from owed) f on f.customer_id = c.id`
  }
  where ${conditions(query)} ${sequenceOf(query, order)}`

/** Finding is dearer than reading along an index: past this a search says "1,000+". */
const SEARCH_COUNTED_MAX = 1_000

export const countCustomers = (tx: Tx, query: Query): Promise<Counted> =>
  countUpTo(mostCounted(query), nameOfList(query), async limit => {
    const words = await onlyWordsOf(tx, query)
    return countWithin(tx, limit, words ? sql`select 1 from (${bearersOf(words, limit)}) b` : counted(query))
  })

/** The distinct words that a typed one is a part of, where it is all that was typed. */
const onlyWordsOf = async (tx: Tx, query: Query): Promise<string[] | undefined> => {
  const [typed, ...others] = query.sought?.words ?? []
  const isOnly = typed !== undefined && others.length === 0 && isByWords(query)
  return isOnly ? wordsHolding(tx, typed) : undefined
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
        const words = order.sort === 'name' ? await onlyWordsOf(tx, query) : undefined
        const among = words ? amongBearers(words, limit) : amongAll(query, limit)
        page = await findFew(tx, query, order, among, loans)
        return page.total
      })
    : await countCustomers(tx, query)
  if (page && exact) return { total, exact, page }
  const reader = asText(tx, query.today, loans)
  return { total, exact, page: await listBy(tx, reader, query, { ...order, isLong: !exact }) }
}

const amongAll = (query: Query, limit: number): RawBuilder<unknown> =>
  sql`select c.id, c.name_key, c.opened_at from customer c where ${conditions(query)} limit ${limit}`

const amongBearers = (words: readonly string[], limit: number): RawBuilder<unknown> =>
  sql`select b.customer_id as id, b.name_key from (${bearersOf(words, limit)}) b`

/** The order of `listCustomers`, for all at once. */
function sequenceOf(query: Query, { sort, descending }: Pick<Order, 'sort' | 'descending'>) {
  const direction = descending ? sql`desc` : sql`asc`
  const beginning = beginningOf(query, sort)
  const [beginnersFirst, { column }] =
    beginning === undefined ? [sql``, SORTS[sort]] : [sql`${begins(beginning)} desc,`, BY_CODE_POINT]
  return sql`order by ${beginnersFirst} ${column} ${direction}, c.id ${direction}`
}

/** In the order of `listCustomers`, with how many there are among those found. */
function findFew(
  tx: Tx,
  query: Query,
  { sort, descending, limit }: Omit<Order, 'isLong'>,
  among: RawBuilder<unknown>,
  loans: RawBuilder<LoanFigures>,
): Promise<PageText> {
  const inSequence = sequenceOf(query, { sort, descending })
  return readPageText(tx, {
    before: sql`with found as materialized (${among})`,
    page: sql`
      select ${LISTED_COLUMNS}, ${KEYS[sort]} as sort_key, f.place
      from (select c.id, row_number() over (${inSequence}) as place from found c
        ${inSequence} limit ${sql.lit(limit)}) f
      join customer c on c.id = f.id`,
    row: rowOf(query.today, loans),
    shown: limit - 1,
    total: sql`(select count(*)::int from found)`,
  })
}

/** Names spelt like what was typed, the nearest first. */
export async function similarCustomers(
  tx: Tx,
  query: Query,
  limit: number,
  loans: RawBuilder<LoanFigures>,
): Promise<PageText> {
  const alike: Alike[][] = []
  for (const typed of query.sought?.words ?? []) alike.push(await wordsLike(tx, typed))
  const known = alike.filter(words => words.length > 0)
  if (known.length === 0) return NO_TEXT
  const nearest = sql`order by c.likeness desc, c.name_key, c.id`
  const similar = customersAlike(known, sql.join(narrowed(query), sql` and `), limit)
  return readPageText(tx, {
    page: sql`
      select ${LISTED_COLUMNS}, '' as sort_key, row_number() over (${nearest}) as place
      from (${similar}) c ${nearest} limit ${limit}`,
    row: rowOf(query.today, loans),
    shown: limit,
  })
}
