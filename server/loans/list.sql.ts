import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db.ts'
import { type LoanRow, WITH_NAMES } from './loans.sql.ts'

export type LoanFilter = {
  tab: 'awaiting' | 'live' | 'arrears' | 'overpaid' | 'closed' | 'writtenOff'
  search?: string
  officerCode?: string
  /** Late since this day or longer, but not since that. */
  late?: { since: string | null; notSince: string | null }
}

/** Longest late first is the oldest unpaid day first: that day stands still where the count of days moves every night. */
const LATE_SINCE = sql`coalesce(l.oldest_unpaid_on, date 'infinity')`

const TABS: Record<LoanFilter['tab'], RawBuilder<unknown>> = {
  awaiting: sql`l.status = 'awaiting disbursement'`,
  live: sql`l.status = 'live'`,
  arrears: sql`l.status = 'live' and ${LATE_SINCE} < date 'infinity'`,
  overpaid: sql`l.status = 'overpaid'`,
  closed: sql`l.status = 'closed'`,
  writtenOff: sql`l.status = 'written off'`,
}

function loanConditions(filter: LoanFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [TABS[filter.tab]]
  if (filter.officerCode) parts.push(sql`l.officer_code = ${filter.officerCode}`)
  if (filter.late) {
    if (filter.late.since) parts.push(sql`${LATE_SINCE} <= ${filter.late.since}::date`)
    if (filter.late.notSince) parts.push(sql`${LATE_SINCE} > ${filter.late.notSince}::date`)
  }
  for (const word of (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    parts.push(sql`(lower(l.number) like ${pattern} or c.search like ${pattern})`)
  }
  return sql.join(parts, sql` and `)
}

const SORTS = {
  number: { column: sql`l.number`, cast: sql`text`, turned: false },
  outstanding: { column: sql`l.owed_total`, cast: sql`bigint`, turned: false },
  daysPastDue: { column: LATE_SINCE, cast: sql`date`, turned: true },
}
export type LoanSort = keyof typeof SORTS

/** Where a row stands in a sorted list. */
export const sortKey = (row: LoanRow, sort: LoanSort): string =>
  sort === 'outstanding'
    ? row.owed_total.toString()
    : sort === 'daysPastDue'
      ? (row.oldest_unpaid_on ?? 'infinity')
      : row.number

export type LoanOrder = {
  sort: LoanSort
  descending: boolean
  after: { key: string; number: string } | null
  limit: number
}

export async function listLoans(tx: Tx, filter: LoanFilter, order: LoanOrder): Promise<LoanRow[]> {
  const { column, cast, turned } = SORTS[order.sort]
  const isDescending = order.descending !== turned
  const direction = isDescending ? sql`desc` : sql`asc`
  const beyond = isDescending ? sql`<` : sql`>`
  const after = order.after
    ? sql`(${column}, l.number) ${beyond} (${order.after.key}::${cast}, ${order.after.number}::text)`
    : sql`true`
  const result = await sql<LoanRow>`
    ${WITH_NAMES} where ${loanConditions(filter)} and ${after}
    order by ${column} ${direction}, l.number ${direction} limit ${order.limit}`.execute(tx)
  return result.rows
}

const COUNT_LIMIT = 10_000

export async function countLoans(tx: Tx, filter: LoanFilter): Promise<{ total: number; exact: boolean }> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from
      (select 1 from loan l join customer c on c.id = l.customer_id where ${loanConditions(filter)} limit ${COUNT_LIMIT + 1}) limited`.execute(
    tx,
  )
  const count = result.rows[0]?.count ?? 0
  return { total: Math.min(count, COUNT_LIMIT), exact: count <= COUNT_LIMIT }
}
