-- Pay-outs in batches: asked for by one person, approved by another, sent to the bank as a file, closed by its answers.

create table payout_batch (
  id uuid primary key,
  number text not null unique,
  -- "waiting" is a draft that a second person has been asked about; the approval itself says so
  status text not null check (status in ('draft', 'approved', 'sent', 'closed', 'cancelled')),
  value_on date not null,
  paying_account text not null,
  lines integer not null check (lines > 0),
  total bigint not null check (total > 0),
  made_at timestamptz not null,
  made_by uuid not null references staff,
  made_by_name text not null,
  approved_at timestamptz,
  approved_by_name text,
  sent_at timestamptz,
  sent_by_name text,
  ended_at timestamptz,
  constraint payout_batch_approved check (status in ('draft', 'cancelled') or approved_at is not null)
);
create index payout_batch_number on payout_batch (status, number);

create table payout_line (
  id uuid primary key,
  batch_id uuid not null references payout_batch,
  no integer not null,
  loan_id uuid not null references loan,
  -- what the bank quotes back to us
  reference text not null unique,
  -- as it was when the batch was made: what the second person saw is what is paid
  beneficiary text not null,
  bank_code text not null,
  account_number text not null,
  principal bigint not null,
  fees bigint not null,
  settles jsonb not null default '[]',
  settled bigint not null default 0,
  amount bigint not null check (amount > 0),
  status text not null default 'open'
    check (status in ('open', 'posting', 'paid', 'failed', 'returned', 'cancelled')),
  bank_reference text,
  bank_on date,
  reason text,
  told_at timestamptz,
  told_by uuid references staff,
  told_by_name text,
  -- why the books could not follow what the bank did
  problem text,
  -- the ids of the pay-out and of its undoing, made with the line: neither can be posted twice
  payout_id uuid not null unique,
  undo_id uuid not null unique,
  unique (batch_id, no)
);
-- a loan is on its way to the bank once, whoever asks
create unique index payout_line_once on payout_line (loan_id) where status in ('open', 'posting');
create index payout_line_loan on payout_line (loan_id);
create index payout_line_status on payout_line (batch_id, status, no);

-- The last number given out in a year.
create table payout_number (
  year integer primary key,
  last integer not null
);
