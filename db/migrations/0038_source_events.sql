-- Events of a payroll source: dates of a month that move, months without deductions, a ban. One record for all loans of a source,
-- submitted by one user and approved by another.
create table source_event (
  id uuid primary key,
  number text not null unique,
  kind text not null check (kind in ('dates', 'skipped', 'strike', 'ban')),
  source text not null,
  from_month date not null check (extract(day from from_month) = 1),
  to_month date not null check (extract(day from to_month) = 1),
  -- excuse: late by contract, not by conduct, until after the last instalment. move: instalments move back by the months
  treatment text check (treatment in ('excuse', 'move')),
  interest text check (interest in ('waived', 'added')),
  -- of moved dates: the new ones, and those before, which its reversal restores
  dates jsonb,
  dates_before jsonb,
  status text not null check (status in ('computing', 'computed', 'applying', 'applied', 'undoing', 'undone', 'cancelled')),
  reason text not null,
  asked_at timestamptz not null,
  asked_by uuid not null references staff,
  asked_by_name text not null,
  computed_at timestamptz,
  -- as the approver saw it: loans, amount and interest, and what is left out by its reason
  figures jsonb not null default '{}',
  approved_at timestamptz,
  approved_by uuid references staff,
  approved_by_name text,
  applied_at timestamptz,
  undo_approved_by uuid references staff,
  undo_approved_by_name text,
  undo_reason text,
  ended_at timestamptz,
  constraint source_event_months check (to_month >= from_month),
  constraint source_event_kind check ((kind = 'dates') = (dates is not null) and (kind = 'dates') = (treatment is null)),
  constraint source_event_interest check ((interest is not null) = (treatment is not distinct from 'move'))
);
create sequence source_event_number;
create index source_event_month on source_event (source, from_month);

-- Each loan of the source: what the event is to do and what it did.
create table source_event_loan (
  event_id uuid not null references source_event,
  loan_id uuid not null references loan,
  -- kept: its event could not be reversed, and the reason says why
  status text not null check (status in ('ready', 'excluded', 'done', 'undone', 'kept')),
  amount bigint not null default 0 check (amount >= 0),
  -- what the event adds to the interest of the loan
  interest bigint not null default 0,
  reason text,
  problem text,
  -- the holiday on the loan, and its reversal
  loan_event_id uuid references loan_event,
  reversal_id uuid references loan_event,
  primary key (event_id, loan_id)
);
create index source_event_loan_status on source_event_loan (event_id, status, loan_id);
create index source_event_loan_loan on source_event_loan (loan_id);

-- The event by which a month has no deductions, and the one by which the office deducts for no lender.
alter table pay_month
  add column skipped_by uuid references source_event,
  add column banned_by uuid references source_event;

-- What a borrower may owe without being late by conduct, on the days after one up to another. A reversal ends it on its day.
create table pay_month_excuse (
  event_id uuid not null references source_event,
  loan_id uuid not null references loan,
  month date not null,
  amount bigint not null check (amount > 0),
  from_on date not null,
  until_on date not null,
  primary key (event_id, loan_id, month)
);
create index pay_month_excuse_loan on pay_month_excuse (loan_id, until_on);
