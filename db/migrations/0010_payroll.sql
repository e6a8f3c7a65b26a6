-- The payroll of public servants by month. One partition per file: it is filled and indexed aside, attached when accepted, and
-- dropped whole when it is superseded or its retention ends.

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

-- Totals of a file, once it was matched.
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
  replaced_changes jsonb,
  -- when the rows of people who are no customers were removed
  thinned_at timestamptz
);
create index payroll_file_month on payroll_file (source, month desc);

-- Which customers are in which file.
create table payroll_match (
  intake_id uuid not null references payroll_file,
  customer_id uuid not null references customer,
  staff_key text not null,
  primary key (intake_id, customer_id)
);
create index payroll_match_customer on payroll_match (customer_id);
