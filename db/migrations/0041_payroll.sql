-- The roster of public servants by month. One partition a file: it is filled and indexed aside, then attached when accepted,
-- and goes in one stroke when it is superseded or its time is over.

create table payroll_row (
  intake_id uuid not null,
  row_number integer not null,
  line integer not null,
  staff_number text not null,
  -- the number without leading zeros, which spreadsheets lose
  staff_key text not null,
  name text not null,
  status text not null,
  status_text text not null,
  employer text not null,
  job_title text not null,
  grade text not null,
  category text not null,
  birth_date date,
  hire_date date,
  net_pay bigint not null,
  gross_pay bigint,
  deductions bigint,
  phone text,
  bank_code text,
  account_number text
) partition by list (intake_id);
create index payroll_row_person on payroll_row (staff_key);

-- What is known of a file as a whole, once it was matched.
create table payroll_file (
  intake_id uuid primary key references intake,
  source text not null,
  month date not null,
  rows integer not null,
  net_pay_total bigint not null,
  customers integer not null,
  customers_found integer not null,
  against_id uuid references intake,
  replaces_id uuid references intake,
  -- counts by kind of change, against the month before and against the file it replaces
  changes jsonb not null,
  replaced_changes jsonb
);
create index payroll_file_month on payroll_file (source, month desc);

-- Who of our customers stands in which file.
create table payroll_match (
  intake_id uuid not null references payroll_file,
  customer_id uuid not null references customer,
  staff_key text not null,
  primary key (intake_id, customer_id)
);
create index payroll_match_customer on payroll_match (customer_id);

create index customer_staff_key on customer (payroll_source, ltrim(upper(ippis_number), '0'));

-- What a month says about people with a live loan.
create table loan_signal (
  id uuid primary key,
  intake_id uuid not null references intake,
  source text not null,
  month date not null,
  customer_id uuid not null references customer,
  loan_id uuid not null references loan,
  kind text not null check (kind in ('disappeared', 'retired', 'deceased', 'suspended', 'payBelowInstalment', 'bankChanged',
    'moved', 'nearRetirement')),
  detail text not null,
  raised_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references staff,
  note text,
  unique (loan_id, kind, month)
);
create index loan_signal_raised on loan_signal (raised_at desc, id);
create index loan_signal_open on loan_signal (raised_at desc, id) where closed_at is null;
create index loan_signal_customer on loan_signal (customer_id, raised_at desc);
create index loan_signal_loan on loan_signal (loan_id, raised_at desc);
