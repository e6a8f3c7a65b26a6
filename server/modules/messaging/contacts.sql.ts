import { sql } from 'kysely'
import { momentText } from '../../kernel/page.sql.ts'

/**
 * For statements that read a customer `c`: their last promise `p`, the last note about them `n`, the last message that reached
 * their network `m`; and how a list shows these on the day `d.today`.
 */
export const LAST_CONTACT = {
  join: sql`
    left join lateral (
      select promised_on, promised_amount, outcome from customer_note
      where customer_id = c.id and kind = 'promise' order by at desc, id limit 1) p on true
    left join lateral (select at from customer_note where customer_id = c.id order by at desc, id limit 1) n on true
    left join lateral (
      select at from message where customer_id = c.id and status in ('sent', 'delivered') and purpose <> 'code'
      order by at desc, id limit 1) m on true`,
  written: sql`json_build_object(
    'promise', case when p.promised_on is not null then json_build_object('on', p.promised_on, 'amount', p.promised_amount::text,
      'outcome', p.outcome, 'isLate', p.outcome = 'open' and p.promised_on < d.today) end,
    'last', case when coalesce(n.at, m.at) is not null then json_build_object('at', ${sql.raw(momentText('greatest(n.at, m.at)'))},
      'way', case when n.at > m.at or m.at is null then 'note' else 'message' end) end)`,
}
