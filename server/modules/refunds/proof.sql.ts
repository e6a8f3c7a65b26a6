import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

type Found = { figure: bigint; problems: string[] }

async function found(
  tx: Tx,
  figure: ReturnType<typeof sql>,
  problems: ReturnType<typeof sql>,
): Promise<Found> {
  const result = await sql<Found>`
    select (${figure})::bigint as figure, coalesce((select array_agg(problem) from (${problems} limit 20) p), '{}') as problems`.execute(
    tx,
  )
  return result.rows[0] ?? { figure: 0n, problems: [] }
}

/** The credit of a repaid or written-off loan is in its open cases, to the kobo. One that the bank has paid and posting refuses is at the bank. */
export const creditsInCases = (tx: Tx): Promise<Found> =>
  found(
    tx,
    sql`select coalesce(sum(credit), 0) from loan where status in ('overpaid', 'written off')`,
    sql`select l.number || ' has a credit of ' || l.credit || ' kobo, its refund cases ' || coalesce(c.amount, 0) as problem
      from loan l left join (
        select loan_id, sum(amount) as amount from refund_case c
        where status in ('detected', 'proposed', 'approved', 'returned', 'unclaimed')
          or status = 'paying' and not exists (
            select 1 from payout_line p where p.payout_id = c.payout_id and (p.problem is not null or p.status = 'claimed'))
        group by loan_id) c on c.loan_id = l.id
      where (l.credit <> 0 or c.amount is not null) and coalesce(c.amount, 0) <> refund_credit(l)
        and not exists (select 1 from refund_case s join payout_line p on p.payout_id = s.payout_id
          where s.loan_id = l.id and s.status = 'paying' and (p.problem is not null or p.status = 'claimed'))`,
  )

/** A paid case has one payment of the bank and one entry on its loan, of its amount; no payment is without its case. */
export const refundsPaidOnce = (tx: Tx): Promise<Found> =>
  found(
    tx,
    sql`select coalesce(sum(amount), 0) from refund_case where status = 'paid'`,
    sql`select c.number || ' is paid without one payment and one entry of its amount' as problem from refund_case c
      where c.status = 'paid' and (
        (select count(*) from payout_line p where p.refund_id = c.id and p.payout_id = c.payout_id and p.amount = c.amount
          and p.status in ('paid', 'returned')) <> 1
        or (select count(*) from loan_event e where e.id = c.payout_id and e.loan_id = c.loan_id and e.type = 'refund'
          and e.amount = c.amount) <> 1)
      union all
      select p.reference || ' is paid, and its refund case is ' || c.status from payout_line p
      join refund_case c on c.id = p.refund_id
      where p.status = 'paid' and (c.status <> 'paid' or c.payout_id <> p.payout_id)`,
  )
