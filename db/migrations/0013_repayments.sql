-- The Repayment Tracker: a file of deductions, its match, its posting, and the money that could not be matched.

create table repayment_batch (
  intake_id uuid primary key references intake,
  number text not null unique,
  source text not null,
  period date not null,
  -- a corrected file of the same month: only the difference is posted
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
  -- users who changed the match of a row: none of them may approve the batch
  placed_by uuid[] not null default '{}',
  submitted_by uuid references staff,
  approved_by uuid references staff,
  posted_at timestamptz,
  undone_at timestamptz
);
create index repayment_batch_opened on repayment_batch (opened_at desc, intake_id);
create index repayment_batch_month on repayment_batch (source, period);

create sequence repayment_batch_number start 1;

-- One line of the file, or a part of one that was split. Each is in exactly one bin.
create table repayment_row (
  batch_id uuid not null references repayment_batch,
  row_number integer not null,
  part smallint not null default 1,
  line integer not null,
  source text not null,
  period date not null,
  -- 0 in the first file of a month, 1 in its correction, and so on
  turn smallint not null default 0,
  -- identifies what the payer means by the line, so that the same line of another file is recognised
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
  bin text not null check (bin in ('exact', 'short', 'over', 'nameDiffers', 'duplicate', 'noLoan', 'closedLoan', 'ambiguous', 'notOurs')),
  -- posted to its loan, posted to suspense, or left out
  treatment text not null check (treatment in ('post', 'suspense', 'skip')),
  customer_id uuid references customer,
  loan_id uuid references loan,
  -- the name in the file beside the name of the matched customer: 0 to 69 where they differ, null where they agree or the file
  -- has no name. A row whose name differs is posted only after a user confirms it
  name_score smallint check (name_score between 0 and 69),
  expected bigint,
  matched_by text check (matched_by in ('loan number', 'IPPIS number', 'account and name', 'hand')),
  -- made with the row, so that a repeated posting is the same posting
  posting_id uuid not null default gen_random_uuid(),
  status text not null default 'open' check (status in ('open', 'posted', 'suspense', 'skipped', 'undone', 'refused')),
  problem text,
  balance_after bigint,
  posted_at timestamptz,
  -- the user who matched a row that could not be posted to another loan after the approval: it needs approval again
  moved_by uuid references staff,
  primary key (batch_id, row_number, part)
);
create index repayment_row_bin on repayment_row (batch_id, bin, row_number, part);
create index repayment_row_key on repayment_row (source, period, row_key);
create index repayment_row_loan on repayment_row (loan_id, period) where loan_id is not null;
create index repayment_row_to_post on repayment_row (batch_id, loan_id, row_number) where status = 'open';
create index repayment_row_to_undo on repayment_row (batch_id, loan_id, row_number) where status in ('posted', 'suspense');
-- posted at most once, ever
create unique index repayment_row_once on repayment_row (source, period, row_key, turn, part) where status in ('posted', 'suspense');
create index repayment_row_refused on repayment_row (batch_id) where status = 'refused';
-- A customer gets one message for all rows of a batch: the others are looked up after each posting.
create index repayment_row_person on repayment_row (batch_id, customer_id) where customer_id is not null;
create index repayment_row_moved on repayment_row (batch_id) where moved_by is not null;
create index repayment_row_name on repayment_row (customer_id) where name_score is not null;

-- Money that the payroll office remitted for a batch. Posted deductions not yet remitted are its debt.
create table repayment_remittance (
  id uuid primary key,
  batch_id uuid not null references repayment_batch,
  amount bigint not null check (amount > 0),
  received_on date not null,
  reference text not null,
  recorded_by uuid not null references staff,
  recorded_at timestamptz not null,
  -- reversed with its batch
  undone_at timestamptz
);
create unique index repayment_remittance_reference on repayment_remittance (reference) where undone_at is null;
create index repayment_remittance_batch on repayment_remittance (batch_id);
create index repayment_remittance_reference_key on repayment_remittance (reference_key(reference)) where undone_at is null;

-- Money that could not be matched, until it is posted to a loan or returned.
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

-- How money left suspense. notDeducted: the payroll office states that it never deducted it, so it is owed to no customer.
create table repayment_suspense_use (
  id uuid primary key,
  suspense_id uuid not null references repayment_suspense,
  kind text not null check (kind in ('loan', 'returned', 'undone', 'notDeducted')),
  amount bigint not null check (amount > 0),
  loan_id uuid references loan,
  note text not null,
  by_id uuid not null references staff,
  at timestamptz not null,
  -- posted to the wrong loan and reversed: the item is open again
  undone_at timestamptz
);
create index repayment_suspense_use_item on repayment_suspense_use (suspense_id);
create index repayment_suspense_use_loan on repayment_suspense_use (loan_id) where loan_id is not null;
