-- What borrowers paid and what reached the bank are two figures. Received in the bank on a day is what borrowers paid to it
-- themselves and what payroll offices remitted.
alter table dashboard_day
  add column paid_to_bank bigint not null default 0,
  add column remitted bigint not null default 0;
insert into dashboard_day as t (day, paid_out_loans, paid_out, collected, due, remitted)
select received_on, 0, 0, 0, 0, sum(amount) from office_receipt where undone_at is null group by received_on
on conflict (day) do update set remitted = excluded.remitted;
-- Null at a month-end that was saved before the figure.
alter table dashboard_month_end_flow add column cash bigint;
-- The share of each loan in the days has what was paid to the bank behind received, where anything was: all are calculated again.
update dashboard_refresh set whole_again = true;

-- What a payroll month came to for each person. The verdict is a function of the five amounts and of what the instructions say.
create function reconciliation_verdict(expected bigint, instructed bigint, deducted bigint, remitted bigint, posted bigint, state text)
returns text immutable parallel safe language sql as $$
  select case
    when deducted = 0 and remitted <> 0 then 'remittedNotInFile'
    when deducted = 0 and posted <> 0 then 'over'
    when deducted = 0 and state = 'refused' then 'refusedByOffice'
    when deducted = 0 and state = 'instructed' and instructed > 0 then 'instructedNotDeducted'
    when deducted = 0 and expected > 0 then case when state = 'unused' then 'instructedNotDeducted' else 'notInstructed' end
    when deducted = 0 then 'agrees'
    when state = 'stopped' then 'deductedAfterStop'
    when state = 'none' or case when state = 'unused' then expected else instructed end = 0 then 'deductedNotInstructed'
    when deducted < case when state = 'unused' then expected else instructed end or posted < deducted then 'short'
    when deducted > case when state = 'unused' then expected else instructed end or posted > deducted or remitted > deducted then 'over'
    when remitted < deducted then 'deductedNotRemitted'
    else 'agrees' end
$$;

-- The difference that a verdict is about.
create function reconciliation_difference(verdict text, expected bigint, instructed bigint, deducted bigint, remitted bigint, posted bigint, state text)
returns bigint immutable parallel safe language sql as $$
  select case verdict
    when 'notInstructed' then expected
    when 'refusedByOffice' then instructed
    when 'instructedNotDeducted' then case when state = 'unused' then expected else instructed end
    when 'short' then greatest(case when state = 'unused' then expected else instructed end - deducted, deducted - posted)
    when 'over' then greatest(case when deducted = 0 then 0 else deducted - case when state = 'unused' then expected else instructed end end,
      posted - deducted, remitted - deducted)
    when 'deductedAfterStop' then deducted
    when 'deductedNotInstructed' then deducted
    when 'deductedNotRemitted' then deducted - remitted
    when 'remittedNotInFile' then remitted
    else 0 end
$$;

-- A month of a source as last calculated, with the totals of each verdict.
create table reconciliation_month (
  source text not null,
  month date not null check (extract(day from month) = 1),
  -- a deduction file of the month is in the ledger
  file_in boolean not null default false,
  -- instructions were sent for the month
  in_use boolean not null default false,
  calculated_at timestamptz,
  -- by verdict: persons and the five amounts
  tallies jsonb not null default '[]',
  primary key (source, month)
);

-- One person of a month. It holds no name: the customer or the row of the file is read when it is shown.
create table reconciliation_line (
  id uuid not null default gen_random_uuid() unique,
  source text not null,
  month date not null,
  -- the staff number as files are compared; of money without one, the row or the batch
  person_key text not null,
  customer_id uuid references customer,
  employer text not null,
  -- a row of a deduction file that names the person
  batch_id uuid,
  row_number integer,
  part smallint,
  expected bigint not null,
  instructed bigint not null,
  deducted bigint not null,
  remitted bigint not null,
  posted bigint not null,
  state text not null check (state in ('unused', 'none', 'instructed', 'stopped', 'refused')),
  verdict text,
  difference bigint not null,
  -- the day on which the verdict was first given
  since date not null,
  owner_id uuid references staff,
  note text not null default '',
  -- a closing is for one verdict: another one opens the exception again
  closed_verdict text,
  closed_at timestamptz,
  closed_by_name text,
  closed_reason text,
  is_open boolean not null generated always as
    (verdict is not null and verdict <> 'agrees' and closed_verdict is distinct from verdict) stored,
  primary key (source, month, person_key),
  foreign key (source, month) references reconciliation_month
);
create index reconciliation_line_employer on reconciliation_line (source, month, employer);
create index reconciliation_line_open on reconciliation_line (source, month, verdict, person_key) where is_open;
create index reconciliation_line_owner on reconciliation_line (owner_id) where is_open;
create index reconciliation_line_customer on reconciliation_line (customer_id);

-- What the schedule of each loan makes due by month, out of the days that the dashboard keeps of every loan.
create view reconciliation_due as
select s.loan_id, date_trunc('month', (d->>0)::date)::date as month, sum((d->>4)::bigint)::bigint as due
from dashboard_loan s cross join jsonb_array_elements(s.days) d group by 1, 2;
