-- What a payroll office deducts by each line that was sent, by loan: what it accepted, and of a line that it rejected what it held
-- before, with the parts of the line it held. It rejects a line that continues because it holds nothing.
create view instruction_part as
  select l.id as list_id, n.no, part.loan_id,
    case when told.amount = line.amount then part.amount else trunc(told.amount::numeric * part.amount / line.amount)::bigint end as amount
  from instruction_list l join instruction_line n on n.list_id = l.id
  left join instruction_answer a on a.list_id = n.list_id and a.no = n.no
  cross join lateral (
    select case when a.outcome is distinct from 'rejected' then coalesce(a.amount, n.amount)
      when n.kind = 'continue' then 0 else n.previous end as amount) told
  cross join lateral (
    select n.amount, n.loan_ids, n.loan_amounts where n.amount > 0 and a.outcome is distinct from 'rejected'
    union all (
      select k.amount, k.loan_ids, k.loan_amounts
      from instruction_list b join instruction_line k on k.list_id = b.id and k.staff_key = n.staff_key and k.amount > 0
      left join instruction_answer w on w.list_id = k.list_id and w.no = k.no
      where (n.amount = 0 or a.outcome = 'rejected') and told.amount > 0
        and b.source = l.source and b.element = l.element and b.sent_at is not null and (b.month, b.round) < (l.month, l.round)
        and w.outcome is distinct from 'rejected'
      order by b.month desc, b.round desc limit 1)) line
  cross join lateral unnest(line.loan_ids, line.loan_amounts) as part (loan_id, amount)
  where l.sent_at is not null;

-- What the over-deduction forecast reads: the lines of the months in flight, what each office holds, and their parts by loan. In a
-- month that is skipped nothing is deducted.
create or replace view refund_month as
  select m.source, m.period, m.instruction_on, m.awaited_until,
    exists (select 1 from instruction_list l where l.source = m.source and l.month = m.period and l.sent_at is not null) as is_listed,
    exists (select 1 from instruction_list l where l.source = m.source and l.sent_at is not null) as is_instructed
  from pay_month m where m.heard_on is null and m.skipped_by is null;
drop view refund_instruction;
create view refund_instruction as
  select l.source, l.month, l.round, n.staff_key, n.list_id, n.no
  from instruction_list l join instruction_line n on n.list_id = l.id
  where l.sent_at is not null;
drop view refund_standing;
create view refund_standing as
  select s.source, s.staff_key, s.since, s.amount as held, s.list_id, s.no from instruction_standing s where s.amount > 0;
create view refund_part as select list_id, no, loan_id, amount from instruction_part;
