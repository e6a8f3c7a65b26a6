-- Loans. What was signed stands in `loan`, what happened since in `loan_event`; the state on any day is a fold over
-- both. The figures beside the terms are that fold as of `booked_through`, kept for lists and proved against the ledger.

create table loan (
  id uuid primary key,
  number text not null unique,
  customer_id uuid not null references customer,
  request_id uuid not null unique,
  product_id uuid not null references product,
  product_version integer not null,
  principal bigint not null check (principal > 0),
  tenor integer not null check (tenor > 0),
  -- the product's terms, frozen: a later version of the product does not touch a live loan
  terms jsonb not null,
  status text not null check (status in ('awaiting disbursement', 'live', 'overpaid', 'closed', 'written off', 'cancelled')),
  frozen text check (frozen in ('deceased', 'dispute')),
  approved_on date not null,
  approved_at timestamptz not null,
  officer_code text not null default '',
  disbursed_on date,
  instalment bigint not null,
  owed_principal bigint not null default 0,
  owed_interest bigint not null default 0,
  owed_fee bigint not null default 0,
  owed_penalty bigint not null default 0,
  owed_total bigint generated always as (owed_principal + owed_interest + owed_fee + owed_penalty) stored,
  credit bigint not null default 0,
  arrears bigint not null default 0,
  oldest_unpaid_on date,
  days_past_due integer not null default 0,
  next_due_on date,
  next_due_amount bigint,
  last_receipt_on date,
  -- the day the figures and the ledger are brought to
  booked_through date,
  foreign key (product_id, product_version) references product_version (product_id, version)
) with (fillfactor = 70);
create index loan_customer on loan (customer_id, approved_at desc);
create index loan_by_number on loan (status, number);
create index loan_by_owed on loan (status, owed_total, number);
create index loan_by_lateness on loan (days_past_due, number) where status = 'live' and days_past_due > 0;
create index loan_to_book on loan (booked_through, id) where status in ('live', 'overpaid');

create sequence loan_number start 100001;

create table loan_event (
  id uuid primary key,
  loan_id uuid not null references loan,
  -- order of entry; what an event does depends on its date, never on this
  sequence integer not null,
  type text not null,
  effective_on date not null,
  event jsonb not null,
  amount bigint not null default 0,
  channel text,
  reference text,
  note text,
  entered_at timestamptz not null,
  entered_by uuid references staff,
  entered_by_name text not null,
  unique (loan_id, sequence)
);
create trigger append_only before update or delete on loan_event for each row execute function refuse_change();
-- the same payment is never taken twice, whoever enters it
create unique index loan_event_reference on loan_event (channel, reference) where channel is not null and reference is not null;

create table loan_quote (
  id uuid primary key,
  number text not null unique,
  loan_id uuid not null references loan,
  on_date date not null,
  expires_on date not null,
  principal bigint not null,
  interest bigint not null,
  fees bigint not null,
  penalties bigint not null,
  settlement_fee bigint not null,
  credit bigint not null,
  rebate bigint not null,
  total bigint not null,
  per_day bigint not null,
  made_by uuid references staff,
  made_by_name text not null,
  made_at timestamptz not null
);
create index loan_quote_loan on loan_quote (loan_id, made_at desc);
create sequence loan_quote_number start 1001;
