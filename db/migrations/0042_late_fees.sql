-- A fee charged alone falls due on its own day, before the instalment it is collected with.
alter table loan drop column unpaid_on;
alter table loan add column unpaid_on date not null
  generated always as (coalesce(oldest_unpaid_on, least(next_due_on, coming_on[1]), 'infinity')) stored;
create index loan_by_lateness on loan (status, unpaid_on, number);
create index loan_by_number on loan (status, number) include (unpaid_on);
create index loan_by_owed on loan (status, owed_total, number) include (unpaid_on);
create index loan_officer_late on loan (officer_code, status, unpaid_on, number);
