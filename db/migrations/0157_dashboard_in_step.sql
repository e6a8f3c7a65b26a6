-- What exactly the last adding up saw, so that the proof can ask the books of that very moment while people write. Null until the next one.
alter table dashboard_refresh add column seen pg_snapshot;

-- What was received by payroll month: as collected, but what a payroll batch brought stands on the first day of the month it was deducted
-- for, where it was handed over in another. A loan's share says it behind the due, [day, pay-outs, paid out, collected, due, received],
-- where it is not what was collected.
alter table dashboard_day add column received bigint not null default 0;
update dashboard_day set received = collected;

-- The receipts that count in another payroll month than that of their value date.
create table dashboard_deduction (
  event_id uuid primary key,
  loan_id uuid not null references loan,
  month date not null check (month = date_trunc('month', month)),
  effective_on date not null
);
create index dashboard_deduction_month on dashboard_deduction (month, effective_on, event_id);
create index dashboard_deduction_loan on dashboard_deduction (loan_id);
create index repayment_suspense_use_loan on repayment_suspense_use (loan_id) where loan_id is not null;

-- All days are added up again once: for the above, and since a payroll holiday posts nothing and the days did not follow it. Until that is
-- done the figures of before stand, and the page says of when they are.
update dashboard_refresh set whole_again = refreshed_at is not null;
