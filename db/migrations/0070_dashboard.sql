-- The dashboard reads small tables that a job keeps in step with the books, so that it opens as fast over a million
-- loans as over ten. What stood at the end of a month is written once and never changed.

-- What one cut of the portfolio comes to: all of it, a state, an employer, an officer, a product, an age, a class, a
-- month of pay-out.
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
  -- ever paid out, whatever became of it; of those, in arrears or written off
  lent_loans integer not null,
  lent bigint not null,
  troubled_loans integer not null,
  primary key (dimension, key)
);

create table dashboard_month_end (
  month date not null check (month = date_trunc('month', month)),
  like dashboard_slice,
  frozen_at timestamptz not null,
  primary key (month, dimension, key)
);
create trigger append_only before update or delete on dashboard_month_end for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end execute function refuse_change();

-- What was paid out, collected and due on each day, by value date.
create table dashboard_day (
  day date primary key,
  paid_out_loans integer not null,
  paid_out bigint not null,
  collected bigint not null,
  due bigint not null
);

-- What each loan has put into the days: [[day, pay-outs, paid out, collected, due], …]. When a loan changes, its old
-- share is taken out and the new one put in.
create table dashboard_loan (
  loan_id uuid primary key references loan,
  days jsonb not null
);

-- People with live loans by how near their retirement is.
create table dashboard_retiring (
  within_months smallint primary key,
  customers integer not null,
  loans integer not null,
  principal bigint not null
);

create table dashboard_refresh (
  single boolean primary key default true check (single),
  refreshed_at timestamptz,
  -- the last finished daily run it has seen
  booked_to date,
  -- whatever was written by transactions from here on has not been counted
  seen_from xid8 not null default '0'
);
insert into dashboard_refresh default values;

create index repayment_row_refused on repayment_row (batch_id) where status = 'refused';
create index payout_line_problem on payout_line (batch_id) where problem is not null;
create index message_failed on message (at) where status = 'failed';
create index message_doubtful on message (at) where status = 'unknown';
create index loan_disbursed on loan (disbursed_on, number) where disbursed_on is not null;
