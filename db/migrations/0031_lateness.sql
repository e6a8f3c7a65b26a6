-- Time is derived: how late a loan is, is a matter of the day and of what is unpaid since when, and no night writes it down. What is
-- stored are the figures of the last day on which something happened, and the due dates that follow as far as they are known.
alter table loan
  drop column days_past_due,
  -- due dates from the day of the figures on, and what is owed up to and including each of them
  add column coming_on date[],
  add column coming_sum bigint[],
  -- the first day of which something is or will be unpaid: the loan is late from the next day on
  add column unpaid_on date not null generated always as (coalesce(oldest_unpaid_on, next_due_on, 'infinity')) stored;

drop index loan_arrears_number, loan_arrears_owed, loan_by_lateness, loan_by_number, loan_by_owed, loan_late, loan_officer_late,
  loan_unpaid;
create index loan_by_lateness on loan (status, unpaid_on, number);
create index loan_by_number on loan (status, number) include (unpaid_on);
create index loan_by_owed on loan (status, owed_total, number) include (unpaid_on);
create index loan_officer_late on loan (officer_code, status, unpaid_on, number);

-- Until a loan is folded again, only its next instalment is known.
update loan set coming_on = array[next_due_on], coming_sum = array[next_due_amount] where next_due_on is not null;
update loan_projection set holds_until = '-infinity' where holds_until > '-infinity';

-- Every loan with its figures as of a day: what fell due since they were written and was not paid is late. Valid from the day of the
-- figures until the day on which time next changes the loan.
create function loan_on(day date) returns table (
  id uuid, number text, customer_id uuid, request_id uuid, product_id uuid, product_version integer, principal bigint, tenor integer,
  terms jsonb, status text, frozen text, approved_on date, approved_at timestamptz, officer_code text, settles uuid[], disbursed_on date,
  instalment bigint, owed_principal bigint, owed_interest bigint, owed_fee bigint, owed_penalty bigint, owed_total bigint,
  credit bigint, last_receipt_on date, last_deduction_on date, last_due_on date, booked_through date, next_change_on date,
  payroll_customer_id uuid, unpaid_on date, oldest_unpaid_on date, days_past_due integer, arrears bigint, late_on date[],
  late_owed bigint[], next_due_on date, next_due_amount bigint
) language sql stable parallel safe as $$
  select l.id, l.number, l.customer_id, l.request_id, l.product_id, l.product_version, l.principal, l.tenor,
    l.terms, l.status, l.frozen, l.approved_on, l.approved_at, l.officer_code, l.settles, l.disbursed_on,
    l.instalment, l.owed_principal, l.owed_interest, l.owed_fee, l.owed_penalty, l.owed_total,
    l.credit, l.last_receipt_on, l.last_deduction_on, l.last_due_on, l.booked_through, l.next_change_on,
    l.payroll_customer_id, l.unpaid_on,
    case when l.unpaid_on < $1 then l.unpaid_on end,
    case when l.unpaid_on < $1 then $1 - l.unpaid_on else 0 end,
    l.arrears + coalesce(l.coming_sum[passed], 0),
    case when passed > 0 then coalesce(l.late_on, '{}') || l.coming_on[:passed] else l.late_on end,
    case when passed > 0 then coalesce(l.late_owed, '{}') || array(
      select l.coming_sum[n] - coalesce(l.coming_sum[n - 1], 0) from generate_series(1, passed) n) else l.late_owed end,
    case when passed > 0 then l.coming_on[passed + 1] else l.next_due_on end,
    case when passed > 0 then l.coming_sum[passed + 1] - l.coming_sum[passed] else l.next_due_amount end
  from loan l, lateral (select width_bucket($1 - 1, l.coming_on) as passed) p
$$;

alter table loan_daily_run drop column aged;

-- Entries of instalments that fell due come in hundreds of thousands in one night, each with its lines in one statement: they are
-- checked together when that statement ends, others one by one at commit.
create function ledger_check_dues() returns trigger language plpgsql as $$
declare
  odd ledger_entry;
begin
  select e.* into odd from new_entry e
  cross join lateral (select count(*) as lines, sum(l.amount) as total from ledger_line l where l.entry_id = e.id) l
  where e.reason = 'instalmentDue' and (l.lines <> e.line_count or l.total is distinct from 0
    or e.belongs_on >= e.effective_on or e.reverses_id is not null) limit 1;
  if found then
    raise exception 'entry % does not balance when it is written', odd.id using errcode = 'LG001';
  end if;
  return null;
end $$;
drop trigger balanced on ledger_entry;
create constraint trigger balanced after insert on ledger_entry deferrable initially deferred
  for each row when (new.reason <> 'instalmentDue') execute function ledger_check_entry();
create trigger balanced_dues after insert on ledger_entry referencing new table as new_entry
  for each statement execute function ledger_check_dues();

-- What fell due on a day, an entry for each loan, in one statement. Where one of them is in the ledger already or its day is closed,
-- the entries that are left are posted as any others are.
create or replace function ledger_post_dues(on_day date, loans uuid[], interests bigint[], fees bigint[], at_moment timestamptz,
  adjust_on date, out posted integer, out odd text) language plpgsql
  set plan_cache_mode to 'force_custom_plan' set random_page_cost to '1.1' set enable_seqscan to 'off' as $$
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
      and not exists (select from ledger_entry e where e.ref = d.loan_id || ' ' || on_day and e.reason = 'instalmentDue')
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

-- Of the loans on a page half may fall due in one night: room for all of them to be written in place.
alter table loan set (fillfactor = 50);
