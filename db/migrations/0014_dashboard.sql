-- The dashboard reads small tables that a job updates from the books, so that it opens as fast over a million loans as over ten.
-- The figures at the end of a month are written once and never changed.

-- The figures of one cut of the portfolio: all of it, a state, employer, officer, product, age, class, or month of disbursement.
create table dashboard_slice (
  dimension text not null,
  key text not null,
  loans integer not null,
  principal bigint not null,
  interest bigint not null,
  fee bigint not null,
  penalty bigint not null,
  credit bigint not null,
  arrears bigint not null,
  late_loans integer not null,
  -- principal of loans late for a day or more, and for more than 30, 60 and 90
  late_1 bigint not null,
  late_30 bigint not null,
  late_60 bigint not null,
  late_90 bigint not null,
  provision bigint not null,
  -- ever disbursed, whatever the status now; of those, in arrears or written off
  lent_loans integer not null,
  lent bigint not null,
  troubled_loans integer not null,
  primary key (dimension, key)
);

-- The figures at the end of a month, written once.
create table dashboard_month_end (
  month date not null check (month = date_trunc('month', month)),
  like dashboard_slice,
  frozen_at timestamptz not null,
  primary key (month, dimension, key)
);
create trigger append_only before update or delete on dashboard_month_end for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end execute function refuse_change();

-- Every figure of a month-end opens the loans that it was added up from, as they were that day. It holds no name: the customer is
-- read when the list is opened, so a customer erased since is erased here too.
--
-- A lender with a million loans adds some 200 MB a month. So the key is the number of the loan, which is shorter than its id and
-- the order of the lists; closed loans leave two years after disbursement, when no figure counts them any more; and there is no
-- other index, nor a partition per month: the rows of a month are written once, together and in the order of their key, and
-- nothing is ever dropped. There is no reference to the loans: each row was read from them a moment before, and no loan is ever
-- removed.
create table dashboard_month_end_loan (
  owed_principal bigint not null,
  owed_interest bigint not null,
  owed_fee bigint not null,
  owed_penalty bigint not null,
  credit bigint not null,
  arrears bigint not null,
  lent bigint not null,
  provision bigint not null,
  month date not null,
  disbursed_on date not null,
  days_past_due integer not null,
  product_id uuid not null,
  number text not null,
  status text not null,
  -- of a live loan alone
  class text,
  age text,
  state text not null,
  employer text not null,
  officer_code text not null,
  -- within how many months the customer of a live loan retires: the step and not the day, which would still tell the age of a
  -- customer erased since
  retires_within smallint,
  primary key (month, number)
);
create trigger append_only before update or delete on dashboard_month_end_loan for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_loan execute function refuse_change();

-- Further figures of a month-end: requests by stage, suspense, deducted and not remitted, and customers near retirement.
create table dashboard_month_end_open (
  month date not null check (month = date_trunc('month', month)),
  figure text not null check (figure in ('requests', 'suspense', 'unremitted', 'retiring')),
  -- the stage of requests; months to retirement
  key text not null,
  -- requests in the stage; loans of those near retirement
  items integer not null,
  customers integer not null,
  amount bigint not null,
  primary key (month, figure, key)
);
create trigger append_only before update or delete on dashboard_month_end_open for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_open execute function refuse_change();

-- Disbursed, collected, received and due of a month, as the books said at the first refresh after the month-end: written once,
-- while the same sums of the days follow later postings dated in that month.
create table dashboard_month_end_flow (
  month date primary key check (month = date_trunc('month', month)),
  paid_out_loans integer,
  paid_out bigint,
  collected bigint,
  due bigint,
  received bigint,
  -- the moment of that refresh
  kept_at timestamptz,
  check (num_nulls(paid_out_loans, paid_out, collected, due, received, kept_at) in (0, 6))
);
create trigger append_only before update or delete on dashboard_month_end_flow for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_flow execute function refuse_change();

-- Disbursed, collected and due on each day, by value date. Received is what was collected by payroll month: the rows of a payroll
-- batch count on the first day of the month they were deducted for, where they were posted in another.
create table dashboard_day (
  day date primary key,
  paid_out_loans integer not null,
  paid_out bigint not null,
  collected bigint not null,
  due bigint not null,
  received bigint not null default 0
);

-- The share of each loan in the days: [[day, disbursements, disbursed, collected, due, received], …], received only where it differs
-- from collected. When a loan changes, its old share is taken out and the new one added.
create table dashboard_loan (
  loan_id uuid primary key references loan,
  days jsonb not null
);

-- Receipts that count in another payroll month than that of their value date.
create table dashboard_deduction (
  event_id uuid primary key references loan_event,
  loan_id uuid not null references loan,
  month date not null check (month = date_trunc('month', month)),
  effective_on date not null
);
create index dashboard_deduction_month on dashboard_deduction (month, effective_on, event_id);
create index dashboard_deduction_loan on dashboard_deduction (loan_id);

-- Customers with live loans by months to retirement.
create table dashboard_retiring (
  within_months smallint primary key,
  customers integer not null,
  loans integer not null,
  principal bigint not null
);

-- One row: how far the figures have been refreshed.
create table dashboard_refresh (
  single boolean primary key default true check (single),
  refreshed_at timestamptz,
  -- the last finished daily run it has seen
  booked_to date,
  -- transactions from here on have not been counted
  seen_from xid8 not null default '0',
  -- what exactly the last refresh saw, so that the proof can ask the books of that moment while users write
  seen pg_snapshot,
  -- the classes, their rates and the retirement rule of the figures: a change of these is news as an entry is, and until the next
  -- refresh the page applies the rules of its figures
  rules jsonb,
  -- all days are to be added up again
  whole_again boolean not null default false
);

-- A step towards the first loan that a user has checked and found right as it is.
create table dashboard_first_step (
  name text primary key,
  confirmed_by uuid not null references staff,
  confirmed_at timestamptz not null
);

-- Users who have dismissed the guide to the first loan.
create table dashboard_guide_away (
  staff_id uuid primary key references staff,
  at timestamptz not null
);

-- Up to when each user has read their notifications.
create table dashboard_notifications_seen (
  staff_id uuid primary key references staff,
  seen_at timestamptz not null
);
