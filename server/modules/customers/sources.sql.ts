import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** The payroll sources a customer had in earlier months. A month keeps its source: a change counts from the next one on. */

const BEFORE_ALL = sql`date '0001-01-01'`
const monthAfter = (day: string) => sql`(date_trunc('month', ${day}::date) + interval '1 month')::date`

/** Also for the records merged into this one: their loans are deducted where the remaining customer is paid. */
export async function recordSourceChange(
  tx: Tx,
  customerId: string,
  { from, to, on }: { from: string; to: string; on: string },
): Promise<void> {
  await sql`
    insert into customer_payroll_source (customer_id, from_month, source)
    select id, ${BEFORE_ALL}, ${from} from customer c where (id = ${customerId} or merged_into = ${customerId})
      and not exists (select 1 from customer_payroll_source h where h.customer_id = c.id)`.execute(tx)
  await sql`
    insert into customer_payroll_source (customer_id, from_month, source)
    select id, ${monthAfter(on)}, ${to} from customer where id = ${customerId} or merged_into = ${customerId}
    on conflict (customer_id, from_month) do update set source = excluded.source`.execute(tx)
}

/** Whether the months so far of two records were of one payroll source, as nearly always. */
export async function hasSameSources(tx: Tx, one: string, other: string): Promise<boolean> {
  const result = await sql<{ same: boolean }>`
    select a.payroll_source = b.payroll_source and not exists (
        select 1 from customer_payroll_source where customer_id in (${one}, ${other})) as same
    from customer a, customer b where a.id = ${one} and b.id = ${other}`.execute(tx)
  return result.rows[0]?.same ?? false
}
