-- The last day on which something of a loan falls due: tenors are counted in weeks, months or quarters, and a payroll holiday or new
-- terms move it, so nobody can tell it from the tenor. It changes with what happens to a loan, not with the passing of a day.
alter table loan add column last_due_on date;

-- Who has something unpaid that is due by a day: once a month is collected they are few among a million.
create index loan_unpaid on loan (coalesce(oldest_unpaid_on, next_due_on), number) where status = 'live';

-- A monthly loan to which nothing happened gets the day when it is next looked at, and is near enough to its tenor until then. Of
-- the others the next daily run finds it out.
with to_look_at as (
  update loan l set next_change_on = least(l.next_change_on, l.booked_through + 1)
  where l.status = 'live' and l.booked_through is not null
    and (l.terms -> 'frequency' ->> 'rhythm' <> 'monthly' or exists (
      select from loan_event e where e.loan_id = l.id and e.type in ('holiday', 'restructure')))
  returning l.id
)
update loan_ahead a set holds_until = '-infinity' from to_look_at t where t.id = a.loan_id;
