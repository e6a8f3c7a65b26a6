-- The same parts, so that only lines with an answer look for what the office held before.
create or replace view instruction_part as
  select n.list_id, n.no, part.loan_id,
    case when coalesce(a.amount, n.amount) = n.amount then part.amount
      else trunc(a.amount::numeric * part.amount / n.amount)::bigint end as amount
  from instruction_list l join instruction_line n on n.list_id = l.id and n.amount > 0
  left join instruction_answer a on a.list_id = n.list_id and a.no = n.no
  cross join lateral unnest(n.loan_ids, n.loan_amounts) as part (loan_id, amount)
  where l.sent_at is not null and coalesce(a.outcome, '') <> 'rejected'
  union all
  select n.list_id, n.no, part.loan_id,
    case when told.amount = line.amount then part.amount else trunc(told.amount::numeric * part.amount / line.amount)::bigint end
  from instruction_answer a join instruction_line n on n.list_id = a.list_id and n.no = a.no
  join instruction_list l on l.id = n.list_id
  cross join lateral (select case when a.outcome = 'rejected' then n.previous else a.amount end as amount) told
  cross join lateral (
    select k.amount, k.loan_ids, k.loan_amounts
    from instruction_list b join instruction_line k on k.list_id = b.id and k.staff_key = n.staff_key and k.amount > 0
    left join instruction_answer w on w.list_id = k.list_id and w.no = k.no
    where b.source = l.source and b.element = l.element and b.sent_at is not null and (b.month, b.round) < (l.month, l.round)
      and coalesce(w.outcome, '') <> 'rejected'
    order by b.month desc, b.round desc limit 1) line
  cross join lateral unnest(line.loan_ids, line.loan_amounts) as part (loan_id, amount)
  where l.sent_at is not null and told.amount > 0
    and case when a.outcome = 'rejected' then n.kind <> 'continue' else n.amount = 0 end;
