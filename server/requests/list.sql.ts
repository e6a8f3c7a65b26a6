import { type RawBuilder, sql } from 'kysely'
import type { Flag, Stage } from '../../contract/requests.ts'
import { countUpTo } from '../counting.ts'
import type { Tx } from '../db.ts'
import { type RequestRow, WITH_NAMES } from './requests.sql.ts'

export type RequestFilter = {
  stage: Stage
  search?: string
  officerCode?: string
  channel?: 'public' | 'staff'
  flag?: Flag
  claimed?: 'me' | 'nobody' | 'others'
  from?: string
  to?: string
}

function requestConditions(filter: RequestFilter, viewerId: string): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`r.stage = ${filter.stage}`]
  if (filter.officerCode) parts.push(sql`r.officer_code = ${filter.officerCode}`)
  if (filter.channel) parts.push(sql`r.channel = ${filter.channel}`)
  if (filter.flag) parts.push(sql`r.flags @> array[${filter.flag}]::text[] and r.flags <> '{}'`)
  if (filter.claimed === 'me') parts.push(sql`r.claimed_by = ${viewerId}`)
  if (filter.claimed === 'nobody') parts.push(sql`r.claimed_by is null`)
  if (filter.claimed === 'others') parts.push(sql`r.claimed_by is not null and r.claimed_by <> ${viewerId}`)
  if (filter.from)
    parts.push(sql`r.submitted_at >= (${filter.from}::date::timestamp at time zone 'Africa/Lagos')`)
  if (filter.to)
    parts.push(sql`r.submitted_at < ((${filter.to}::date + 1)::timestamp at time zone 'Africa/Lagos')`)
  for (const word of (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean))
    parts.push(sql`r.search like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return sql.join(parts, sql` and `)
}

/** Every offered order has an index that begins with the stage; `loose` sorts the same but fits none. */
const SORTS = {
  age: { column: sql`r.stage_since`, loose: sql`(r.stage_since + interval '0')`, cast: sql`timestamptz` },
  amount: { column: sql`r.amount`, loose: sql`(r.amount + 0)`, cast: sql`bigint` },
  applicant: { column: sql`r.applicant`, loose: sql`(r.applicant || '')`, cast: sql`text` },
}
export type RequestSort = keyof typeof SORTS

export async function listRequests(
  tx: Tx,
  filter: RequestFilter,
  viewerId: string,
  order: {
    sort: RequestSort
    descending: boolean
    after: { key: string; id: string } | null
    limit: number
    /** Few of many: they are found and then sorted, where a long list is read in its order. */
    isFew: boolean
  },
): Promise<RequestRow[]> {
  const { column, loose, cast } = SORTS[order.sort]
  // those of one name stand together in the order of names, perhaps half a million rows from its start
  const isFound = order.isFew || (order.sort === 'applicant' && filter.search !== undefined)
  const direction = order.descending ? sql`desc` : sql`asc`
  const beyond = order.descending ? sql`<` : sql`>`
  const after = order.after
    ? sql`(${column}, r.id) ${beyond} (${order.after.key}::${cast}, ${order.after.id}::uuid)`
    : sql`true`
  const result = await sql<RequestRow>`
    ${WITH_NAMES} where ${requestConditions(filter, viewerId)} and ${after}
    order by ${isFound ? loose : column} ${direction}, r.id ${direction} limit ${order.limit}`.execute(tx)
  return result.rows
}

const COUNT_LIMIT = 10_000
/** Finding is dearer than reading along an index: past this a search says "1,000+". */
const SEARCH_COUNT_LIMIT = 1_000

export async function countRequests(
  tx: Tx,
  filter: RequestFilter,
  viewerId: string,
): Promise<{ total: number; exact: boolean }> {
  const list = `requests ${viewerId} ${JSON.stringify(filter)}`
  return countUpTo(filter.search ? SEARCH_COUNT_LIMIT : COUNT_LIMIT, list, async limit => {
    const result = await sql<{ count: number }>`
      select count(*)::int as count from
        (select 1 from loan_request r where ${requestConditions(filter, viewerId)} limit ${limit}) limited`.execute(
      tx,
    )
    return result.rows[0]?.count ?? 0
  })
}
