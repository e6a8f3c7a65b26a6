import { type RawBuilder, sql } from 'kysely'
import { asRows, type Tx } from '../../kernel/db.ts'

/** Which source a customer had from which month on; the last entry holds for the months to come. */
export type SourceHistory = { source: string; history: { from: string; source: string }[] | null }

export type KnownMonth = {
  source: string
  period: string
  first_until: string
  tolerance_days: number
  awaited_from: string | null
  facts: { kind: 'arrived' | 'withdrawn' | 'moved'; on: string; until: string | null }[]
}

export type KnownOfPayroll = {
  payers: ({ id: string; since: string } & SourceHistory)[]
  months: KnownMonth[]
  excuses: { loan_id: string; from_on: string; until_on: string; amount: string }[]
}

/**
 * What is known of the payroll months of some loans, as a part of a statement. `payers` selects for each loan its `id`, the
 * `customer_id` and payroll `source` of its payer, and `since` when it exists.
 */
export const knownOfPayroll = (payers: RawBuilder<unknown>): RawBuilder<KnownOfPayroll> => sql`(
  with payer as materialized (
    select p.id, p.since, p.source,
      (select json_agg(json_build_object('from', to_char(h.from_month, 'YYYY-MM'), 'source', h.source) order by h.from_month)
        from customer_payroll_source h where h.customer_id = p.customer_id) as history
    from (${payers}) p)
  select json_build_object(
    'payers', ${asRows(sql`select * from payer`)},
    'months', ${asRows(sql`
      select m.source, m.period, m.first_until, m.tolerance_days, m.awaited_from,
        ${asRows(sql`
          select f.kind, f.effective_on as on, f.awaited_until as until
          from pay_month_fact f where f.source = m.source and f.period = m.period order by f.id`)} as facts
      from pay_month m
      where m.is_awaited and m.source in (
        select source from payer union select h->>'source' from payer, json_array_elements(history) h)`)},
    'excuses', ${asRows(sql`
      select e.loan_id, e.from_on, e.until_on, e.amount::text as amount
      from pay_month_excuse e join payer on payer.id = e.loan_id
      where e.until_on > e.from_on order by e.from_on, e.month`)}))`

export async function readKnown(tx: Tx, payers: RawBuilder<unknown>): Promise<KnownOfPayroll> {
  const result = await sql<{ known: KnownOfPayroll }>`select ${knownOfPayroll(payers)} as known`.execute(tx)
  const [row] = result.rows
  if (!row) throw new Error('what is known of payroll months came back without a row')
  return row.known
}
