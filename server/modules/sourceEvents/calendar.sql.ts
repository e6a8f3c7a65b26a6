import { type RawBuilder, sql } from 'kysely'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { figuresOfBatch } from '../offices/offices.ts'
import { sourceIn } from '../payMonths/payMonths.ts'

/** The payroll calendar as it is shown: months with their files and what was remitted of them. */

export type CalendarRow = {
  source: string
  period: string
  instruction_on: string
  pay_on: string
  file_on: string
  remittance_on: string
  awaited_until: string
  is_awaited: boolean
  skipped_by: string | null
  heard_on: string | null
  batch_id: string | null
  batch_number: string | null
  owner_id: string | null
  owner_name: string | null
  note: string
  noted_at: Date | null
  noted_by_name: string | null
}

export type CalendarFilter = { source?: string | undefined; files?: 'missing' | 'posted' | undefined }

function conditions(filter: CalendarFilter, today: string): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.source) parts.push(sql`m.source = ${filter.source}`)
  if (filter.files === 'posted') parts.push(sql`m.heard_on is not null`)
  if (filter.files === 'missing') parts.push(sql`m.heard_on is null and m.pay_on < ${today}::date`)
  return sql.join(parts, sql` and `)
}

export async function listCalendar(
  tx: Tx,
  filter: CalendarFilter,
  today: string,
  after: { period: string; source: string } | null,
  limit: number,
): Promise<CalendarRow[]> {
  const beyond = after
    ? sql`(m.period < ${after.period}::date or m.period = ${after.period}::date and m.source > ${after.source})`
    : sql`true`
  const result = await sql<CalendarRow>`
    select m.source, m.period, m.instruction_on, m.pay_on, m.file_on, m.remittance_on, m.awaited_until, m.is_awaited, m.skipped_by, m.heard_on,
      m.batch_id, b.number as batch_number, m.owner_id, s.first_name || ' ' || s.last_name as owner_name, m.note, m.noted_at,
      m.noted_by_name
    from pay_month m left join repayment_batch b on b.intake_id = m.batch_id left join staff s on s.id = m.owner_id
    where ${conditions(filter, today)} and ${beyond}
    order by m.period desc, m.source limit ${limit}`.execute(tx)
  return result.rows
}

export async function countCalendar(tx: Tx, filter: CalendarFilter, today: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from pay_month m where ${conditions(filter, today)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

/** Active loans with something unpaid of a month. Many wait only in the weeks after pay day. */
export const countWaiting = (tx: Tx, source: string, period: string, today: string): Promise<Counted> =>
  countUpTo(COUNTED_MAX, `awaiting ${source} ${period} ${today}`, limit =>
    countWithin(
      tx,
      limit,
      sql`
        select 1 from loan_on(${today}::date) l join customer c on c.id = l.customer_id
        where l.status = 'live' and l.unpaid_on < least((${period}::date + interval '1 month')::date, ${today}::date)
          and exists (select 1 from unnest(l.late_on) as d (due_on)
            where d.due_on >= ${period}::date and d.due_on < (${period}::date + interval '1 month'))
          and ${sourceIn(sql`${period}::date`)} = ${source}`,
    ),
  )

export type MonthFiles = {
  source: string
  period: string
  batches: number
  deducted: bigint
  /** Below zero where more was remitted. */
  unremitted: bigint
}

/** What was posted in some months, and what their payroll offices have not sent of it. */
export async function remittedByMonth(
  tx: Tx,
  months: readonly { source: string; period: string }[],
): Promise<MonthFiles[]> {
  const [sources, periods] = [months.map(each => each.source), months.map(each => each.period)]
  const result = await sql<MonthFiles>`
    select b.source, b.period, count(*)::int as batches, sum(f.due)::bigint as deducted, sum(f.owed)::bigint as unremitted
    from repayment_batch b, lateral (${figuresOfBatch(sql`b.intake_id`)}) f
    where b.status in ('posted', 'undoing')
      and (b.source, b.period) in (select * from unnest(${sources}::text[], ${periods}::date[]))
    group by b.source, b.period`.execute(tx)
  return result.rows
}
