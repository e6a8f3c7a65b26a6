import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { customerFilter } from '../../../contract/customers.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { anywhere, wordPattern } from '../../kernel/like.ts'
import { storedIndex } from '../../kernel/rotation.sql.ts'

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
  if (sought.bvn) ways.push(sql`c.bvn_index = ${storedIndex('bvn', sought.bvn)}`)
  if (sought.nin) ways.push(sql`c.nin_index = ${storedIndex('nin', sought.nin)}`)
  return [sql`(${sql.join(ways, sql` or `)})`]
}

/** Merged records are hidden, except in a search for the number on an old letter. */
const isNotMerged = (sought: Sought | undefined): RawBuilder<unknown> =>
  sought?.words?.length === 1
    ? sql`(c.status <> 'merged' or c.number = ${sought.words[0]?.toUpperCase()})`
    : sql`c.status <> 'merged'`

/** An expired blacklisting counts as active, without being lifted. */
export const isOver = ({ today }: Query): RawBuilder<unknown> =>
  sql`c.status = 'blacklisted' and c.status_until < ${today}::date`

export function hasStatus(query: Query): RawBuilder<unknown> {
  const { status } = query.filter
  const over = isOver(query)
  if (status === undefined) return isNotMerged(query.sought)
  if (status === 'active') return sql`(c.status = 'active' or (${over}))`
  if (status === 'blacklisted') return sql`c.status = 'blacklisted' and not coalesce(${over}, false)`
  return sql`c.status = ${status}`
}

export function narrowed(query: Query, status = hasStatus(query)): RawBuilder<unknown>[] {
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

export const conditions = (query: Query, status = hasStatus(query)): RawBuilder<unknown> =>
  sql.join(
    [...narrowed(query, status), ...(query.sought ? fits(query.sought, query.canRevealNumbers) : [])],
    sql` and `,
  )

/** Whether few rows fit what is sought. */
export const isSelective = (sought: Sought | undefined): boolean =>
  sought?.digits !== undefined || (sought?.words.some(word => word.length >= 3) ?? false)
