-- Entries that several people make at once are posted together, each with its own person. ledger_post_all stays for the release
-- before, and for entries of one person.
create function ledger_post_together(reasons text[], refs text[], days date[], notes text[], line_of integer[], codes smallint[], loans uuid[], amounts bigint[], by_staff uuid[], at_moment timestamp with time zone, adjust_on date)
 RETURNS TABLE(entry_no integer, entry_id bigint, posted_on date, belonged_on date, outcome text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET random_page_cost TO '1.1'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  closed date;
  entry_ids regclass := pg_get_serial_sequence('ledger_entry', 'id');
  fresh_nos integer[];
  fresh_ids bigint[];
begin
  select max(c.through) into closed from ledger_close c;
  insert into ledger_loan (loan_id)
  select distinct l.loan_id from unnest(loans) as l (loan_id)
  where l.loan_id is not null and not exists (select from ledger_loan s where s.loan_id = l.loan_id)
  order by l.loan_id
  on conflict (loan_id) do nothing;

  with asked as (
    select distinct on (a.ref, a.reason) a.no::integer as no, a.reason, a.ref, a.note, n.lines,
      case when a.day <= closed then adjust_on else a.day end as effective_on,
      case when a.day <= closed then a.day end as belongs_on
    from unnest(reasons, refs, days, notes) with ordinality as a (reason, ref, day, note, no)
    join (select l.no, count(*) as lines from unnest(line_of) as l (no) group by l.no) n on n.no = a.no
    order by a.ref, a.reason, a.no
  ), numbered as materialized (
    select nextval(entry_ids) as id, asked.* from asked
    where asked.effective_on is not null
      and not exists (select from ledger_entry e where e.ref = asked.ref and e.reason = asked.reason)
  ), entry as (
    insert into ledger_entry
      (id, inserted_at, posted_by, effective_on, belongs_on, line_count, reason, ref, note)
    overriding system value
    select id, at_moment, by_staff[no], effective_on, belongs_on, lines, reason, ref, note from numbered
    order by ref, reason
    on conflict (ref, reason) do nothing
    returning id
  ), line as (
    insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
    select m.id, coalesce(s.no, 0), l.amount, m.effective_on, l.code,
      row_number() over (partition by m.id order by l.place)
    from entry join numbered m on m.id = entry.id
    join unnest(line_of, codes, loans, amounts) with ordinality as l (no, code, loan_id, amount, place) on l.no = m.no
    left join ledger_loan s on s.loan_id = l.loan_id
  )
  select array_agg(m.no), array_agg(m.id) into fresh_nos, fresh_ids
  from entry join numbered m on m.id = entry.id;

  return query
  select f.no, e.id, e.effective_on, e.belongs_on, 'posted'
  from unnest(fresh_nos, fresh_ids) as f (no, id) join ledger_entry e on e.id = f.id;
  if cardinality(fresh_nos) = cardinality(refs) then
    return;
  end if;

  return query
  with rest as materialized (
    select a.no::integer as no, a.day, e.id, e.effective_on, e.belongs_on
    from unnest(reasons, refs, days) with ordinality as a (reason, ref, day, no)
    left join ledger_entry e on e.ref = a.ref and e.reason = a.reason
    where not exists (select from unnest(fresh_nos) as f (no) where f.no = a.no)
  ), differing as (
    select distinct both_sides.no from (
      select r.no, l.code, l.loan_no, l.amount from rest r join ledger_line l on l.entry_id = r.id
      union all
      select r.no, l.code, case when l.loan_id is null then 0 else s.no end, -l.amount
      from rest r join unnest(line_of, codes, loans, amounts) as l (no, code, loan_id, amount) on l.no = r.no
      left join ledger_loan s on s.loan_id = l.loan_id
    ) both_sides
    group by both_sides.no, both_sides.code, both_sides.loan_no having sum(both_sides.amount) <> 0
  )
  select r.no, r.id, r.effective_on, r.belongs_on,
    case
      when r.id is null then 'closed'
      when d.no is not null or coalesce(r.belongs_on, r.effective_on) <> r.day then 'different'
      else 'repeated'
    end
  from rest r left join differing d on d.no = r.no;
end $function$;

create or replace function ledger_post_all(reasons text[], refs text[], days date[], notes text[], line_of integer[], codes smallint[], loans uuid[], amounts bigint[], by_staff uuid, at_moment timestamp with time zone, adjust_on date)
 RETURNS TABLE(entry_no integer, entry_id bigint, posted_on date, belonged_on date, outcome text)
 LANGUAGE sql
AS $function$
  select * from ledger_post_together(reasons, refs, days, notes, line_of, codes, loans, amounts,
    array_fill(by_staff, array[cardinality(refs)]), at_moment, adjust_on)
$function$;
