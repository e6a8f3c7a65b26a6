-- Repayments are written with their lines in one statement, hundreds at once, as dues are: they are checked together when
-- that statement ends. An entry that has all its lines takes no more, so nothing is left to check at the commit.
create or replace function ledger_check_dues() returns trigger language plpgsql set enable_seqscan to 'off' as $$
declare
  odd ledger_entry;
begin
  select e.* into odd from new_entry e
  cross join lateral (select count(*) as lines, sum(l.amount) as total from ledger_line l where l.entry_id = e.id) l
  where e.reason in ('instalmentDue', 'deduction', 'receipt') and (l.lines <> e.line_count or l.total is distinct from 0
    or e.belongs_on >= e.effective_on or e.reverses_id is not null) limit 1;
  if found then
    raise exception 'entry % does not balance when it is written', odd.id using errcode = 'LG001';
  end if;
  return null;
end $$;
drop trigger balanced on ledger_entry;
create constraint trigger balanced after insert on ledger_entry deferrable initially deferred
  for each row when (new.reason not in ('instalmentDue', 'deduction', 'receipt')) execute function ledger_check_entry();

-- What was foreseen of many loans ends at once.
create or replace function loan_projection_ends() returns trigger language plpgsql set enable_seqscan to 'off' as $$
begin
  update loan_projection p set holds_until = '-infinity'
  from (select distinct loan_id from new_event) e where p.loan_id = e.loan_id and p.holds_until > '-infinity';
  return null;
end $$;
drop trigger projection_ends on loan_event;
create trigger projection_ends after insert on loan_event referencing new table as new_event
  for each statement execute function loan_projection_ends();
