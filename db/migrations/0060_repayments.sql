-- The Repayment Tracker: a file of deductions, its match, its posting, and what nobody could place.

-- Which account the money of an event came from or went to: a reversal goes back the same way.
alter table loan_event add column cash text not null default 'bank'
  check (cash in ('bank', 'payrollOfficeReceivable', 'remittanceClearing', 'suspense', 'disbursementClearing', 'openingBalances'));

create table repayment_batch (
  intake_id uuid primary key references intake,
  number text not null unique,
  source text not null,
  period date not null,
  -- a file that says the month anew: only the difference is posted
  corrects_id uuid references repayment_batch,
  turn smallint not null default 0,
  status text not null default 'open' check (status in ('open', 'waiting', 'posting', 'posted', 'undoing', 'undone')),
  -- the day the money counts from
  value_on date,
  -- why declared, file and bank credit differ
  gap_note text,
  holds_messages boolean not null default false,
  declared_rows integer,
  declared_total bigint,
  file_rows integer not null,
  file_total bigint not null,
  opened_at timestamptz not null,
  submitted_by uuid references staff,
  approved_by uuid references staff,
  posted_at timestamptz,
  undone_at timestamptz
);
create index repayment_batch_opened on repayment_batch (opened_at desc, intake_id);
create index repayment_batch_month on repayment_batch (source, period);
create sequence repayment_batch_number start 1;

-- One line of the file, or a part of one that was split. Each stands in exactly one bin.
create table repayment_row (
  batch_id uuid not null references repayment_batch,
  row_number integer not null,
  part smallint not null default 1,
  line integer not null,
  source text not null,
  period date not null,
  -- 0 in the first file of a month, 1 in its correction, and so on
  turn smallint not null default 0,
  -- who and what the payer means by the line, so that the same line of another file is known again
  row_key text not null,
  staff_number text not null,
  staff_key text not null,
  loan_number text not null,
  name text not null,
  account_number text,
  employer text not null,
  element text not null,
  narration text not null,
  reference text not null,
  amount bigint not null check (amount > 0),
  -- posted for this key by the file that this one corrects
  earlier bigint not null default 0,
  bin text not null check (bin in ('exact', 'short', 'over', 'duplicate', 'noLoan', 'closedLoan', 'ambiguous', 'notOurs')),
  -- what is done with it: posted to its loan, kept in suspense, or left out
  treatment text not null check (treatment in ('post', 'suspense', 'skip')),
  customer_id uuid references customer,
  loan_id uuid references loan,
  expected bigint,
  matched_by text check (matched_by in ('loan number', 'IPPIS number', 'account and name', 'hand')),
  -- made with the row, so that a repeated posting is the same posting
  posting_id uuid not null default gen_random_uuid(),
  status text not null default 'open' check (status in ('open', 'posted', 'suspense', 'skipped', 'undone', 'refused')),
  problem text,
  balance_after bigint,
  posted_at timestamptz,
  primary key (batch_id, row_number, part)
);
create index repayment_row_bin on repayment_row (batch_id, bin, row_number, part);
create index repayment_row_key on repayment_row (source, period, row_key);
create index repayment_row_loan on repayment_row (loan_id, period) where loan_id is not null;
create index repayment_row_to_post on repayment_row (batch_id, loan_id, row_number) where status = 'open';
create index repayment_row_to_undo on repayment_row (batch_id, loan_id, row_number) where status in ('posted', 'suspense');
-- posted at most once, ever
create unique index repayment_row_once on repayment_row (source, period, row_key, turn, part) where status in ('posted', 'suspense');

-- Money the payroll office sent for a batch. What is posted and not yet sent is its debt.
create table repayment_remittance (
  id uuid primary key,
  batch_id uuid not null references repayment_batch,
  amount bigint not null check (amount > 0),
  received_on date not null,
  reference text not null,
  recorded_by uuid not null references staff,
  recorded_at timestamptz not null,
  -- taken back with its batch
  undone_at timestamptz
);
create unique index repayment_remittance_reference on repayment_remittance (reference) where undone_at is null;
create index repayment_remittance_batch on repayment_remittance (batch_id);

-- Money that nobody could place, until an entry takes it out.
create table repayment_suspense (
  id uuid primary key,
  batch_id uuid not null references repayment_batch,
  row_number integer not null,
  part smallint not null,
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining >= 0),
  owner_id uuid references staff,
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (batch_id, row_number, part)
);
create index repayment_suspense_open on repayment_suspense (opened_at, id) where closed_at is null;

create table repayment_suspense_use (
  id uuid primary key,
  suspense_id uuid not null references repayment_suspense,
  kind text not null check (kind in ('loan', 'returned', 'undone')),
  amount bigint not null check (amount > 0),
  loan_id uuid references loan,
  note text not null,
  by_id uuid not null references staff,
  at timestamptz not null
);
create index repayment_suspense_use_item on repayment_suspense_use (suspense_id);
