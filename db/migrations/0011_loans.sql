-- Loans. What was signed is in `loan`, what happened since in `loan_event`; the state on any day is a fold over both. The
-- figures beside the terms are that fold as of `booked_through`, stored for lists and proved against the ledger.

-- One transfer is one payment, however its reference is typed: capitals, spaces and signs make no difference.
create function reference_key(reference text) returns text immutable parallel safe
  return coalesce(nullif(upper(regexp_replace(reference, '[^0-9A-Za-z]', '', 'g')), ''), reference);

-- Nor does the channel of a receipt. Cash has receipt numbers of the lender, and disbursements have references of the lender.
-- Parts of a line of a batch differ by the full stop. References of older books were made from their loan numbers, to the letter.
create function payment_key(channel text, reference text) returns text immutable parallel safe
  return case
    when channel in ('bank transfer', 'cheque', 'direct debit', 'card') then reference_key(reference)
    when channel = 'payroll deduction' then upper(regexp_replace(reference, '[^0-9A-Za-z.]', '', 'g'))
    when channel in ('cash', 'pay-out') then channel || ' ' || reference_key(reference)
    else channel || ' ' || reference end;

create table loan (
  id uuid primary key,
  number text not null unique,
  customer_id uuid not null references customer,
  request_id uuid not null unique,
  product_id uuid not null references product,
  product_version integer not null,
  principal bigint not null check (principal > 0),
  tenor integer not null check (tenor > 0),
  -- the terms of the product, frozen: a later version of the product does not change the loan
  terms jsonb not null,
  status text not null check (status in ('awaiting disbursement', 'live', 'overpaid', 'closed', 'written off', 'cancelled')),
  frozen text check (frozen in ('deceased', 'dispute')),
  approved_on date not null,
  approved_at timestamptz not null,
  officer_code text not null default '',
  -- the loans that its disbursement settles (top-up)
  settles uuid[] not null default '{}',
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
  -- the last deduction from pay, whatever was received later. Events alone change it, so the daily run leaves it alone
  last_deduction_on date,
  -- the last due date: a payroll holiday or new terms move it, so the tenor does not tell it. Events alone change it
  last_due_on date,
  -- the day of the figures and the ledger
  booked_through date,
  -- the day on which time alone changes the loan next. No index: a night moves it on half of all loans, and each of them would
  -- write all other indexes anew; the daily run reads the loans in order, a second per million
  next_change_on date,
  foreign key (product_id, product_version) references product_version (product_id, version)
) with (fillfactor = 70);
-- The loans of one customer are few and sorted in no time; the status tells in the index which are meant.
create index loan_customer on loan (customer_id, status);
create index loan_by_number on loan (status, number);
create index loan_by_owed on loan (status, owed_total, number);
-- Days past due grow every day on every late loan: no index may hold them, or each night would rewrite it. The due date of the
-- oldest unpaid instalment does not move and sorts the same way. It is included, so that late loans are counted from the index.
create index loan_by_lateness on loan (status, coalesce(oldest_unpaid_on, date 'infinity'), number) include (oldest_unpaid_on);
create index loan_settles on loan using gin (settles) where settles <> '{}';
create index loan_late on loan (id) where oldest_unpaid_on is not null;
create index loan_officer on loan (officer_code, status, number);
create index loan_number_part on loan using gin (lower(number) gin_trgm_ops);
create index loan_disbursed on loan (disbursed_on, number) where disbursed_on is not null;
-- The loans of an officer by balance and by lateness, read in order instead of found and sorted.
create index loan_officer_owed on loan (officer_code, status, owed_total, number);
create index loan_officer_late on loan (officer_code, status, coalesce(oldest_unpaid_on, date 'infinity'), number)
  include (oldest_unpaid_on);
-- Loans in arrears by balance and by number.
create index loan_arrears_owed on loan (owed_total, number) include (oldest_unpaid_on)
  where status = 'live' and oldest_unpaid_on is not null;
create index loan_arrears_number on loan (number) include (oldest_unpaid_on)
  where status = 'live' and oldest_unpaid_on is not null;
-- Loans with an instalment unpaid by a day: once a month is collected they are few among a million.
create index loan_unpaid on loan (coalesce(oldest_unpaid_on, next_due_on), number) where status = 'live';
-- The rows behind dashboard figures that few loans contribute to, in the order of the list.
create index loan_with_credit on loan (number) where credit <> 0;
create index loan_with_fee on loan (number) where owed_fee <> 0;
create index loan_with_penalty on loan (number) where owed_penalty <> 0;

create sequence loan_number start 100001;

create table loan_event (
  id uuid primary key,
  loan_id uuid not null references loan,
  -- order of entry; the effect of an event depends on its date, never on this
  sequence integer not null,
  type text not null,
  effective_on date not null,
  event jsonb not null,
  amount bigint not null default 0,
  channel text,
  reference text,
  -- how many payments of the same reference were reversed before: a payment recorded on the wrong loan and reversed is recorded
  -- again under its reference
  reference_round integer not null default 0,
  -- the account the money came from or went to: a reversal goes back the same way
  cash text not null default 'bank'
    check (cash in ('bank', 'payrollOfficeReceivable', 'remittanceClearing', 'suspense', 'disbursementClearing', 'openingBalances')),
  -- the document that proves a payment entered by hand. No reference: erasure removes the document, not the event
  proof_id uuid,
  note text,
  entered_at timestamptz not null,
  entered_by uuid references staff,
  entered_by_name text not null,
  unique (loan_id, sequence)
);
-- Money received by value date: the rows behind "collected" on the dashboard.
create index loan_event_money_in on loan_event (effective_on, id) where type in ('receipt', 'settlement', 'recovery');
-- The same payment is never recorded twice: of two users at one instant, both in the same round, one is refused.
create unique index loan_event_reference_once on loan_event (payment_key(channel, reference), reference_round)
  where channel is not null and reference is not null;
create trigger append_only before update or delete on loan_event for each row execute function refuse_change();

-- Settlement quotes, as they were given to the customer.
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
  -- on its way from payroll at the time of the quote: rows of batches not posted yet, and the deduction still expected
  in_flight jsonb not null default '[]',
  made_by uuid references staff,
  made_by_name text not null,
  made_at timestamptz not null
);
create index loan_quote_loan on loan_quote (loan_id, made_at desc);

create sequence loan_quote_number start 1001;

-- Loans settled by a disbursement (top-up): the two events are posted and reversed together.
create table loan_settled (
  settlement_id uuid primary key references loan_event,
  payout_id uuid not null references loan_event,
  loan_id uuid not null references loan,
  settled_loan_id uuid not null references loan,
  amount bigint not null check (amount > 0)
);
create index loan_settled_payout on loan_settled (payout_id);
create index loan_settled_loan on loan_settled (settled_loan_id);
create trigger append_only before update or delete on loan_settled for each row execute function refuse_change();

-- The reference of the bank for a payment of the lender. Like other references it recurs only after the payment that had it was reversed.
create table loan_bank_reference (
  event_id uuid primary key references loan_event,
  loan_id uuid not null references loan,
  reference text not null,
  round integer not null,
  added_at timestamptz not null,
  added_by uuid not null references staff,
  added_by_name text not null,
  constraint loan_bank_reference_once unique (reference, round)
);
create index loan_bank_reference_loan on loan_bank_reference (loan_id);
create index loan_bank_reference_key on loan_bank_reference (reference_key(reference));
create trigger append_only before update or delete on loan_bank_reference for each row execute function refuse_change();

-- One row per business day with the work of the daily run.
create table loan_daily_run (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- host and process that began it; others may have joined
  worker text not null,
  -- open at the end of the day, computed by the engine, only aged
  open_loans integer not null default 0,
  booked integer not null default 0,
  aged integer not null default 0,
  postings integer not null default 0,
  chunks integer not null default 0
);
create index loan_daily_run_finished on loan_daily_run (day) where finished_at is not null;

-- What time alone will do to a loan, computed when it was last folded. On most nights most loans only have an instalment fall due or
-- become late; with this, many of them are one statement. A loan without it is folded.
create table loan_projection (
  loan_id uuid primary key references loan,
  -- the instalments to come, by due date: what each still asks for, and the parts of it that become receivable
  due_on date[] not null,
  owed bigint[] not null,
  interest bigint[] not null,
  fee bigint[] not null,
  -- not valid from this day on: a penalty may be charged, or the instalments listed here end
  holds_until date not null
) with (fillfactor = 50);

-- Any event of a loan invalidates it, however the event was written.
create function loan_projection_ends() returns trigger language plpgsql as $$
begin
  update loan_projection set holds_until = '-infinity' where loan_id = new.loan_id;
  return null;
end $$;
create trigger projection_ends after insert on loan_event for each row execute function loan_projection_ends();

-- Loans imported from older books: the content of each line, and the loan it became.
create table loan_import (
  intake_id uuid not null references intake,
  row_number integer not null,
  line integer not null,
  old_number text not null,
  -- the content of the line, sealed: it holds BVN and NIN
  stated text not null,
  name text not null,
  principal bigint not null,
  repaid bigint not null,
  -- the balance as the engine computes it
  outstanding bigint not null,
  status text not null default 'ready' check (status in ('ready', 'taken', 'refused')),
  problem text,
  loan_id uuid references loan,
  primary key (intake_id, row_number)
);
create unique index loan_import_once on loan_import (old_number) where status = 'taken';
create index loan_import_loan on loan_import (loan_id) where loan_id is not null;

-- What the payroll of a month says about customers with a live loan.
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

-- Disbursement batches: submitted by one user, approved by another, sent to the bank as a file, closed by its results.
create table payout_batch (
  id uuid primary key,
  number text not null unique,
  -- a draft that awaits approval is "waiting" on screen; the approval itself says so
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
  -- the reference that the bank quotes in its results
  reference text not null unique,
  -- as it was when the batch was created: what the approver saw is what is paid
  beneficiary text not null,
  bank_code text not null,
  account_number text not null,
  principal bigint not null,
  fees bigint not null,
  settles jsonb not null default '[]',
  settled bigint not null default 0,
  amount bigint not null check (amount > 0),
  -- claimed: paid by the bank where no loan can take it, and claimed back; lost: claimed back in vain and written off
  status text not null default 'open'
    check (status in ('open', 'posting', 'paid', 'failed', 'returned', 'cancelled', 'claimed', 'lost')),
  bank_reference text,
  bank_on date,
  reason text,
  told_at timestamptz,
  told_by uuid references staff,
  told_by_name text,
  -- when two users confirmed that the money came back: a later "paid" of the bank is then no news
  came_back_at timestamptz,
  -- why the result of the bank could not be posted
  problem text,
  -- the ids of the disbursement and of its reversal, made with the line: neither can be posted twice
  payout_id uuid not null unique,
  undo_id uuid not null unique,
  unique (batch_id, no)
);
-- a loan is in one batch under way at most
create unique index payout_line_once on payout_line (loan_id) where status in ('open', 'posting');
create index payout_line_loan on payout_line (loan_id);
create index payout_line_status on payout_line (batch_id, status, no);
create index payout_line_problem on payout_line (batch_id) where problem is not null;
create index payout_line_bank_reference on payout_line (reference_key(bank_reference)) where bank_reference is not null;
-- Disbursements under way, for the dashboard.
create index payout_line_under_way on payout_line (batch_id) where status = 'open';

-- Every download of a bank file: the first marks the payments as sent, each later one is a copy with its reason.
create table payout_export (
  -- of the request: a repeat of it is no further copy
  id uuid primary key,
  batch_id uuid not null references payout_batch,
  copy integer not null check (copy > 0),
  taken_at timestamptz not null,
  taken_by_name text not null,
  reason text,
  -- the numbers of the lines in it, so that a repeat gives the same file
  line_nos integer[] not null,
  lines integer not null,
  total bigint not null,
  hash_total text,
  sha256 text,
  constraint payout_export_reason check (copy = 1 or reason is not null),
  unique (batch_id, copy)
);
create trigger append_only before update or delete on payout_export for each row execute function refuse_change();

-- What a loan knows of its transfers: a line, with the batch it is in.
create view loan_payout as
  select p.id, p.loan_id, p.payout_id, p.status, p.bank_reference, p.batch_id, b.number
  from payout_line p join payout_batch b on b.id = p.batch_id;

-- The last batch number of a year.
create table payout_number (
  year integer primary key,
  last integer not null
);

-- A claim is confirmed by a receipt on a loan.
alter table message_claim add foreign key (loan_id) references loan;
