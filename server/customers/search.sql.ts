import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { customerFilter } from '../../contract/customers.ts'
import type { Tx } from '../db.ts'
import { type CustomerRow, NAMED, WITH_NAMES, WITH_OFFICER } from './customers.sql.ts'

export type Narrowing = Omit<z.output<typeof customerFilter>, 'search' | 'sort'>

/** What was typed into the search box, as the indexes understand it. */
export type Sought =
  | { digits: string; bvn?: Buffer; nin?: Buffer; words?: undefined }
  | { words: readonly string[]; digits?: undefined }

const escaped = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

const inPhone = (digits: string): RawBuilder<unknown> =>
  digits.startsWith('0')
    ? sql`(c.phone like ${`%${digits}%`} or c.phone like ${`+234${digits.slice(1)}%`})`
    : sql`c.phone like ${`%${digits}%`}`

/** One or two letters are looked for at the beginning of a word: anywhere, no index could help. */
function holdsWord(word: string): RawBuilder<unknown> {
  if (word.length < 3) return sql`c.search like ${`% ${escaped(word)}%`}`
  const inNames = sql`c.search like ${`%${escaped(word)}%`}`
  return /^\d+$/.test(word) ? sql`(${inNames} or ${inPhone(word)})` : inNames
}

function fits(sought: Sought): RawBuilder<unknown>[] {
  if (sought.words) return sought.words.map(holdsWord)
  const { digits } = sought
  const ways = [holdsWord(digits)]
  if (digits.length === 10) ways.push(sql`c.account_number = ${digits}`)
  if (sought.bvn) ways.push(sql`c.bvn_index = ${sought.bvn}`)
  if (sought.nin) ways.push(sql`c.nin_index = ${sought.nin}`)
  return [sql`(${sql.join(ways, sql` or `)})`]
}

/** Merged records are out of the way, except for whoever types the number that stands on an old paper. */
const isNotMerged = (sought: Sought | undefined): RawBuilder<unknown> =>
  sought?.words?.length === 1
    ? sql`(c.status <> 'merged' or c.number = ${sought.words[0]?.toUpperCase()})`
    : sql`c.status <> 'merged'`

/** A blacklisting that has run out counts as active, without anybody having to lift it. */
function hasStatus({ filter: { status }, today, sought }: Query): RawBuilder<unknown> {
  const over = sql`c.status = 'blacklisted' and c.status_until < ${today}::date`
  if (status === undefined) return isNotMerged(sought)
  if (status === 'active') return sql`(c.status = 'active' or (${over}))`
  if (status === 'blacklisted') return sql`c.status = 'blacklisted' and not coalesce(${over}, false)`
  return sql`c.status = ${status}`
}

function narrowed(query: Query): RawBuilder<unknown>[] {
  const { filter } = query
  const parts = [hasStatus(query)]
  if (filter.state) parts.push(sql`c.state = ${filter.state}`)
  if (filter.officerCode) parts.push(sql`c.officer_code = ${filter.officerCode}`)
  if (filter.payrollSource) parts.push(sql`c.payroll_source = ${filter.payrollSource}`)
  return parts
}

export type Query = { filter: Narrowing; sought: Sought | undefined; today: string }

const conditions = (query: Query): RawBuilder<unknown> =>
  sql.join([...narrowed(query), ...(query.sought ? fits(query.sought) : [])], sql` and `)

/**
 * `loose` sorts the same but fits no index. Whoever searches for three letters or more has few rows, scattered over the
 * alphabet: among 300,000, found by trigrams and then sorted, they take 15 to 80 ms; read in order until enough have
 * passed, 400 ms.
 */
const SORTS = {
  name: { column: sql`c.name_key`, loose: sql`(c.name_key || '')`, cast: sql`text` },
  opened: {
    column: sql`c.opened_at`,
    loose: sql`(c.opened_at + interval '0')`,
    cast: sql`timestamptz`,
  },
}
const isSelective = (sought: Sought | undefined): boolean =>
  sought?.digits !== undefined || (sought?.words.some(word => word.length >= 3) ?? false)
export type CustomerSort = keyof typeof SORTS

/** So many rows in order take a few milliseconds to read. */
const PROBED = 2_000

export async function listCustomers(
  tx: Tx,
  query: Query,
  order: {
    sort: CustomerSort
    descending: boolean
    after: { key: string; id: string } | null
    limit: number
  },
): Promise<CustomerRow[]> {
  const { column: indexed, loose, cast } = SORTS[order.sort]
  const direction = order.descending ? sql`desc` : sql`asc`
  const beyond = order.descending ? sql`<` : sql`>`
  const after = order.after
    ? sql`(${indexed}, c.id) ${beyond} (${order.after.key}::${cast}, ${order.after.id}::uuid)`
    : sql`true`
  const inOrder = sql`order by ${indexed} ${direction}, c.id ${direction}`
  const read = (from: RawBuilder<unknown>, where: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
    sql<CustomerRow>`${NAMED} from ${from} c ${WITH_OFFICER} where ${where} ${by} limit ${order.limit}`.execute(
      tx,
    )
  if (!isSelective(query.sought)) {
    const page = await read(sql`customer`, sql`${conditions(query)} and ${after}`, inOrder)
    return page.rows
  }
  // what is common is among the first rows, what is rare is few: neither is looked for the other's way
  const among = sql`(
    select * from customer c where ${sql.join(narrowed(query), sql` and `)} and ${after} ${inOrder} limit ${PROBED})`
  const first = await read(among, conditions(query), inOrder)
  if (first.rows.length === order.limit) return first.rows
  const rest = await read(
    sql`customer`,
    sql`${conditions(query)} and ${after}`,
    sql`order by ${loose} ${direction}, c.id ${direction}`,
  )
  return rest.rows
}

const COUNT_LIMIT = 10_000

export async function countCustomers(tx: Tx, query: Query): Promise<{ total: number; exact: boolean }> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from
      (select 1 from customer c where ${conditions(query)} limit ${COUNT_LIMIT + 1}) limited`.execute(tx)
  const count = result.rows[0]?.count ?? 0
  return { total: Math.min(count, COUNT_LIMIT), exact: count <= COUNT_LIMIT }
}

/** How much of what was typed must be found again for a name to count as spelt alike: "Okonkow" has 5 of 8 of "Okonkwo". */
export async function setLikeness(tx: Tx): Promise<void> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', '0.45', true)`.execute(tx)
}

/** Names spelt like what was typed, the nearest first. */
export async function similarCustomers(
  tx: Tx,
  query: Query,
  typed: string,
  limit: number,
): Promise<CustomerRow[]> {
  const kept = sql.join(narrowed(query), sql` and `)
  const result = await sql<CustomerRow>`
    ${WITH_NAMES} where ${typed} <% c.search and ${kept}
    order by word_similarity(${typed}, c.search) desc, c.name_key, c.id limit ${limit}`.execute(tx)
  return result.rows
}
