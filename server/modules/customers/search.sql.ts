import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { customerFilter } from '../../../contract/customers.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { anywhere, wordPattern } from '../../kernel/like.ts'
import { CELL_END, type Joined, ROW_END } from '../../kernel/sheet.ts'
import type { CustomerRow } from './customers.sql.ts'

/** What a list shows of a customer: whole records would be three times as wide. */
const LISTED = [
  'id',
  'number',
  'surname',
  'first_name',
  'other_names',
  'ippis_number',
  'mda',
  'state',
  'payroll_source',
  'phone',
  'officer_code',
  'status',
  'status_until',
  'opened_at',
  'name_key',
] as const
export type ListedCustomer = Pick<CustomerRow, (typeof LISTED)[number] | 'officer_name'>

const COLUMNS = sql.join(LISTED.map(name => sql.ref(`c.${name}`)))
const NAMED = sql`
  select ${COLUMNS}, o.first_name || ' ' || o.last_name as officer_name`
const WITH_OFFICER = sql`left join staff o on o.account_officer_code = c.officer_code and c.officer_code <> ''`

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

/**
 * A search sorted by name lists surnames that begin with the text first, then the other matches. A common surname is
 * read off the name index that way; finding and sorting all matches, a thirtieth of the customers, would take a second.
 */
export async function listCustomers(tx: Tx, query: Query, order: Order): Promise<ListedCustomer[]> {
  const beginning = beginningOf(query, order.sort)
  if (beginning === undefined) return inOrder(tx, query, order)
  const { after } = order
  const begins = sql`c.name_key collate "C" ^@ ${beginning}`
  const isPast = after !== null && !after.key.startsWith(beginning)
  const first = isPast
    ? []
    : ((await probe(tx, query, order, begins, 'bare')) ??
      (await readSorted(tx, query, order, begins, 'bare')))
  if (first.length === order.limit) return first
  const rest = { ...order, after: isPast ? after : null, limit: order.limit - first.length }
  return [...first, ...(await inOrder(tx, query, rest, sql`not (${begins})`))]
}

/** What surnames are looked up by; undefined where the list is in another order. */
function beginningOf({ sought }: Query, sort: CustomerSort): string | undefined {
  const beginning = sought?.words?.[0]
  return beginning !== undefined && beginning.length >= 3 && sort === 'name' ? beginning : undefined
}

async function inOrder(
  tx: Tx,
  query: Query,
  order: Order,
  among: RawBuilder<unknown> = sql`true`,
): Promise<ListedCustomer[]> {
  if (!isSelective(query.sought)) return readSorted(tx, query, order, among)
  return (await probe(tx, query, order, among)) ?? readSorted(tx, query, order, among, 'loose')
}

/** A page of a long list is mostly among its next rows; undefined where it is not. */
async function probe(
  tx: Tx,
  query: Query,
  order: Order,
  among: RawBuilder<unknown>,
  by: By = 'column',
): Promise<ListedCustomer[] | undefined> {
  if (!order.isLong) return undefined
  const { inSequence, after } = sequence(order, by)
  const probed = sql`(
    select * from customer c where ${sql.join(narrowed(query), sql` and `)} and ${after} and ${among} ${inSequence}
    limit ${PROBED})`
  const first = await read(tx, probed, conditions(query), inSequence, order.limit)
  return first.length === order.limit ? first : undefined
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

function readSorted(
  tx: Tx,
  query: Query,
  order: Order,
  among: RawBuilder<unknown>,
  by: By = 'column',
): Promise<ListedCustomer[]> {
  const { inSequence, after } = sequence(order, by)
  const where = sql`${conditions(query)} and ${after} and ${among}`
  return read(tx, sql`customer`, where, inSequence, order.limit)
}

async function read(
  tx: Tx,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  inSequence: RawBuilder<unknown>,
  limit: number,
): Promise<ListedCustomer[]> {
  const result = await sql<ListedCustomer>`
    ${NAMED} from ${from} c ${WITH_OFFICER} where ${where} ${inSequence} limit ${sql.lit(limit)}`.execute(tx)
  return result.rows
}

/** What customer `c` owes, read from the figures stored with the loans. */
export type LoanFigures = { outstanding: bigint; arrears: bigint; class_name: string }

/** Of the customers of a page. */
export async function figuresOf(
  tx: Tx,
  ids: readonly string[],
  loans: RawBuilder<LoanFigures>,
): Promise<Map<string, LoanFigures>> {
  const result = await sql<LoanFigures & { id: string }>`
    select c.id, f.* from unnest(${ids}::uuid[]) c (id) cross join lateral (${loans}) f`.execute(tx)
  return new Map(result.rows.map(row => [row.id, row]))
}

/** As `describeRow` and the columns of the export say them, one for one. */
const cellsOf = ({ today }: Query): RawBuilder<unknown> =>
  sql.join(
    [
      sql`c.number`,
      sql`concat_ws(' ', nullif(c.surname, ''), nullif(c.first_name, ''), nullif(c.other_names, ''))`,
      sql`c.ippis_number`,
      sql`c.payroll_source`,
      sql`c.mda`,
      sql`c.state`,
      sql`case when c.status = 'erased' then '' else '•••• ' || right(c.phone, 4) end`,
      sql`case when c.status = 'blacklisted' and c.status_until < ${today}::date then 'active' else c.status end`,
      sql`c.officer_code`,
      sql`coalesce(o.names ->> c.officer_code, '')`,
      sql`to_char(c.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    ],
    sql.raw(` || '${CELL_END}' || `),
  )

/** Looked up in one row of them all, where a join would go through all of them for every customer. */
const OFFICERS = sql`(select coalesce(jsonb_object_agg(account_officer_code, first_name || ' ' || last_name), '{}') as names
  from staff where account_officer_code <> '') o`

/** What is owed is looked up for the page alone: sorting reads more rows than are shown. */
const FIGURES = sql.join(
  [sql`round(f.outstanding / 100.0, 2)::text`, sql`round(f.arrears / 100.0, 2)::text`, sql`f.class_name`],
  sql.raw(` || '${CELL_END}' || `),
)

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
    from (select ${cellsOf(query)} as cells, ${SORTS[order.sort].column}::text as key, c.id,
        row_number() over (${inSequence}) as place
      from customer c cross join ${OFFICERS} where ${conditions(query)} and ${after} ${inSequence}
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
): Promise<Counted & { rows: ListedCustomer[] }> {
  let rows: ListedCustomer[] | undefined
  const canBeFew = order.after === null && isSelective(query.sought)
  const { total, exact } = canBeFew
    ? await countUpTo(mostCounted(query), nameOfList(query), async limit => {
        const found = await findFew(tx, query, order, limit)
        rows = found
        return found[0]?.found ?? 0
      })
    : await countCustomers(tx, query)
  if (rows && exact) return { total, exact, rows }
  return { total, exact, rows: await listCustomers(tx, query, { ...order, isLong: !exact }) }
}

/** In the order of `listCustomers`, with how many there are, up to a limit. */
async function findFew(
  tx: Tx,
  query: Query,
  { sort, descending, limit }: Omit<Order, 'isLong'>,
  most: number,
): Promise<(ListedCustomer & { found: number })[]> {
  const direction = descending ? sql`desc` : sql`asc`
  const beginning = beginningOf(query, sort)
  const begins = sql`c.name_key collate "C" ^@ ${beginning ?? ''}`
  const beginnersFirst =
    beginning === undefined
      ? sql``
      : sql`${begins} desc, (case when ${begins} then c.name_key end) collate "C" ${direction},`
  const result = await sql<ListedCustomer & { found: number }>`
    with found as materialized (select ${COLUMNS} from customer c where ${conditions(query)} limit ${most})
    ${NAMED}, (count(*) over ())::int as found from found c ${WITH_OFFICER}
    order by ${beginnersFirst} ${SORTS[sort].column} ${direction}, c.id ${direction} limit ${sql.lit(limit)}`.execute(
    tx,
  )
  return result.rows
}

/**
 * The share of the typed text that must match for a name to count as alike: "Okonkow" has 5 of 8 of "Okonkwo". Set
 * within the statement that needs it, which reads it once, before any row.
 */
const LIKENESS = sql`(select set_config('pg_trgm.word_similarity_threshold', '0.45', true)) is not null`

/** Names spelt like what was typed, the nearest first. */
export async function similarCustomers(
  tx: Tx,
  query: Query,
  typed: string,
  limit: number,
): Promise<ListedCustomer[]> {
  const stored = sql.join(narrowed(query), sql` and `)
  const result = await sql<ListedCustomer>`
    ${NAMED} from customer c ${WITH_OFFICER} where ${LIKENESS} and ${typed} <% c.search and ${stored}
    order by word_similarity(${typed}, c.search) desc, c.name_key, c.id limit ${limit}`.execute(tx)
  return result.rows
}
