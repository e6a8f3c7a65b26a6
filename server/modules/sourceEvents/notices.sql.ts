import { type RawBuilder, sql } from 'kysely'
import { beyond, type Tx } from '../../kernel/db.ts'
import { sourceIn } from '../payMonths/payMonths.ts'
import type { EventRow } from './events.sql.ts'

/** Customers whom an event concerns: for its preview, and for the SMS once it applies. */

type Event = Pick<EventRow, 'id' | 'kind' | 'source' | 'from_month'>

/** Loans `l` of customers `c` that the event changes, or whose next instalment falls in the month with other dates. */
function isConcerned({ id, kind, source, from_month }: Event): RawBuilder<boolean> {
  if (kind !== 'dates')
    return sql`exists (select 1 from source_event_loan x
      where x.event_id = ${id} and x.loan_id = l.id and x.status in ('ready', 'done'))`
  const isIn = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql`${day} >= ${from_month}::date and ${day} < ${from_month}::date + interval '1 month'`
  return sql`l.status = 'live' and ${sourceIn(sql`${from_month}::date`)} = ${source}
    and (${isIn(sql`l.next_due_on`)} or exists (select 1 from unnest(l.late_on) as d (due_on) where ${isIn(sql`d.due_on`)}))`
}

export async function countCustomers(tx: Tx, event: Event): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(distinct c.id)::int as n from loan l join customer c on c.id = l.customer_id where ${isConcerned(event)}`.execute(
    tx,
  )
  return result.rows[0]?.n ?? 0
}

export type Concerned = { customer_id: string; phone: string; numbers: string[]; next_due_on: string | null }

/** Some of them, in the order of their ids. */
export async function nextConcerned(
  tx: Tx,
  event: Event,
  after: string | null,
  limit: number,
): Promise<Concerned[]> {
  const result = await sql<Concerned>`
    select c.id as customer_id, c.phone, f.numbers, f.next_due_on from customer c cross join lateral (
      select array_agg(l.number order by l.number) as numbers, min(l.next_due_on) as next_due_on
      from loan l where l.customer_id = c.id and ${isConcerned(event)}) f
    where f.numbers is not null and ${beyond(sql`c.id`, after)} order by c.id limit ${limit}`.execute(tx)
  return result.rows
}
