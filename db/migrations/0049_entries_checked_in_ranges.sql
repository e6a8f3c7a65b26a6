-- Lines and entries are checked together when their statement ends, with one range of the other table instead of a look for
-- each: the entries of a statement are neighbours. Without loops inside one another the plan is the same for two lines and for
-- thousands, whichever came first in a session.
create or replace function ledger_settle_lines() returns trigger language plpgsql
set enable_seqscan to 'off' set enable_nestloop to 'off' as $$
declare
  overdrawn bigint;
begin
  with moved as (
    insert into ledger_balance as b (loan_no, code, stripe, balance)
    select n.loan_no, n.code,
      case
        when (e.written_by = pg_current_xact_id() and e.effective_on = n.effective_on
              and n.position between 1 and e.line_count and n.amount <> 0) is not true
          or (c.per_loan = 'maybe' or (c.per_loan = 'always') = (n.loan_no <> 0)) is not true
          or n.effective_on <= (select max(through) from ledger_close)
          then ledger_refuse_line(n)
        when n.loan_no <> 0 or n.code = 2030 then 0::smallint
        else (pg_backend_pid() & 15)::smallint
      end as stripe,
      sum(n.amount)
    from new_line n
    left join ledger_entry e on e.id = n.entry_id
      and e.id between (select min(entry_id) from new_line) and (select max(entry_id) from new_line)
    left join ledger_chart c on c.code = n.code
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance
    returning b.code, b.balance
  )
  select m.balance into overdrawn from moved m where m.code = 2030 and m.balance > 0;
  if found then
    raise exception 'suspense would pay out % kobo more than it holds', overdrawn using errcode = 'LG004';
  end if;
  return null;
end $$;

create or replace function ledger_check_dues() returns trigger language plpgsql
set enable_seqscan to 'off' set enable_nestloop to 'off' as $$
declare
  odd ledger_entry;
begin
  select e.* into odd from new_entry e
  left join (
    select l.entry_id, count(*) as lines, sum(l.amount) as total from ledger_line l
    where l.entry_id between (select min(id) from new_entry) and (select max(id) from new_entry)
    group by l.entry_id
  ) l on l.entry_id = e.id
  where e.reason in ('instalmentDue', 'deduction', 'receipt') and (l.lines is distinct from e.line_count
    or l.total is distinct from 0 or e.belongs_on >= e.effective_on or e.reverses_id is not null) limit 1;
  if found then
    raise exception 'entry % does not balance when it is written', odd.id using errcode = 'LG001';
  end if;
  return null;
end $$;

-- An entry that is there already is found as it is written.
create or replace function ledger_post_dues(on_day date, loans uuid[], interests bigint[], fees bigint[], at_moment timestamp with time zone, adjust_on date, OUT posted integer, OUT odd text)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET random_page_cost TO '1.1'
 SET enable_seqscan TO 'off'
AS $$
declare
  entry_ids regclass := pg_get_serial_sequence('ledger_entry', 'id');
begin
  insert into ledger_loan (loan_id)
  select d.loan_id from unnest(loans) as d (loan_id)
  where not exists (select from ledger_loan s where s.loan_id = d.loan_id)
  order by d.loan_id
  on conflict (loan_id) do nothing;

  with numbered as materialized (
    select nextval(entry_ids) as id, s.no, d.interest, d.fee, d.loan_id || ' ' || on_day as ref
    from unnest(loans, interests, fees) as d (loan_id, interest, fee) join ledger_loan s on s.loan_id = d.loan_id
    where not exists (select from ledger_close c where c.through >= on_day)
  ), entry as (
    insert into ledger_entry (id, inserted_at, effective_on, line_count, reason, ref)
    overriding system value
    select id, at_moment, on_day, 2 * ((interest <> 0)::integer + (fee <> 0)::integer), 'instalmentDue', ref from numbered
    order by ref
    on conflict (ref, reason) do nothing
    returning id
  ), line as (
    insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
    select n.id, case when l.is_of_loan then n.no else 0 end, l.amount, on_day, l.code, l.position
    from entry join numbered n on n.id = entry.id, lateral (values
      (1, 1110::smallint, n.interest, true), (2, 4010::smallint, -n.interest, false),
      (case when n.interest = 0 then 1 else 3 end, 1120::smallint, n.fee, true),
      (case when n.interest = 0 then 2 else 4 end, 4020::smallint, -n.fee, false)) as l (position, code, amount, is_of_loan)
    where l.amount <> 0
    order by n.id
  )
  select count(*) into posted from entry;
  if posted = cardinality(loans) then
    return;
  end if;

  with asked as (
    select d.no::integer, d.loan_id, d.interest, d.fee from unnest(loans, interests, fees) with ordinality as d (loan_id, interest, fee, no)
  ), lines as (
    select a.no, l.place, l.code, case when l.is_of_loan then a.loan_id end as loan_id, l.amount
    from asked a, lateral (values
      (1, 1110::smallint, a.interest, true), (2, 4010::smallint, -a.interest, false),
      (3, 1120::smallint, a.fee, true), (4, 4020::smallint, -a.fee, false)) as l (place, code, amount, is_of_loan)
    where l.amount <> 0
  )
  select count(*) filter (where p.outcome in ('posted', 'repeated')),
      min((loans[p.entry_no] || ' ' || on_day) || ' was ' || p.outcome) filter (where p.outcome not in ('posted', 'repeated'))
    into posted, odd
  from ledger_post_all(array_fill('instalmentDue'::text, array[cardinality(loans)]),
    array(select a.loan_id || ' ' || on_day from asked a order by a.no),
    array_fill(on_day, array[cardinality(loans)]), array_fill(null::text, array[cardinality(loans)]),
    array(select l.no from lines l order by l.no, l.place), array(select l.code from lines l order by l.no, l.place),
    array(select l.loan_id from lines l order by l.no, l.place), array(select l.amount from lines l order by l.no, l.place),
    null, at_moment, adjust_on) p;
end $$;
