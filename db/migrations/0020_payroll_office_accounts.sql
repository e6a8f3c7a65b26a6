-- The account of a payroll office: what its deduction files make it owe, what the bank received from it, what it kept back.

-- A batch as the office owes it. Its rows are in repayment_row; here is the figure of each day.
create table office_batch (
  batch_id uuid primary key references repayment_batch,
  number text not null,
  source text not null,
  period date not null,
  -- the account that its rows debit: 1020, or 1030 for a collections source
  code smallint not null,
  -- reversed: nothing more is allocated to it
  closed_at timestamptz
);
create index office_batch_source on office_batch (source, period);

-- Added to with every posting, in its transaction, and joined to one row for each day when a batch is posted.
create table office_due (
  id bigint generated always as identity primary key,
  batch_id uuid not null references office_batch,
  -- the day of the ledger entries
  posted_on date not null,
  amount bigint not null,
  -- rows that added to it, less those that were reversed
  deductions integer not null
);
create index office_due_batch on office_due (batch_id) include (posted_on, amount, deductions);

create sequence office_receipt_number start 1;

-- One credit of the bank, allocated to batches. What is not allocated is the credit of the office.
create table office_receipt (
  id uuid primary key,
  number text not null unique,
  source text not null,
  -- recorded for one batch: allocated to it as it is posted, and reversed with it
  for_batch_id uuid references repayment_batch,
  amount bigint not null check (amount > 0),
  received_on date not null,
  reference text not null,
  note text not null default '',
  posted_on date not null,
  recorded_by uuid not null references staff,
  recorded_at timestamptz not null,
  undone_on date,
  undone_at timestamptz
);
-- however the reference is typed
create unique index office_receipt_reference on office_receipt (reference_key(reference)) where undone_at is null;
create index office_receipt_source on office_receipt (source, received_on desc, id);
create index office_receipt_received on office_receipt (received_on) where undone_at is null;
create index office_receipt_batch on office_receipt (for_batch_id) where undone_at is null;

-- A part of a receipt that pays a batch, and what the office kept back of the same deductions.
create table office_allocation (
  id uuid primary key,
  receipt_id uuid not null references office_receipt,
  batch_id uuid not null references office_batch,
  amount bigint not null check (amount >= 0),
  charge bigint not null default 0 check (charge >= 0),
  -- whether the charge is the one agreed with the source
  charge_kind text not null default 'agreed' check (charge_kind in ('agreed', 'other')),
  posted_on date not null,
  by_id uuid not null references staff,
  at timestamptz not null,
  undone_on date,
  undone_at timestamptz,
  check (amount + charge > 0)
);
create index office_allocation_receipt on office_allocation (receipt_id);
create index office_allocation_batch on office_allocation (batch_id) include (amount, charge) where undone_at is null;

-- What the office will not pay.
create table office_correction (
  id uuid primary key,
  batch_id uuid not null references office_batch,
  amount bigint not null check (amount > 0),
  reason text not null,
  posted_on date not null,
  by_id uuid not null references staff,
  at timestamptz not null,
  undone_on date,
  undone_at timestamptz
);
create index office_correction_batch on office_correction (batch_id);

create table office_promise (
  id uuid primary key,
  source text not null,
  amount bigint not null check (amount > 0),
  promised_on date not null,
  note text not null,
  made_on date not null,
  made_by uuid not null references staff,
  made_at timestamptz not null,
  cancelled_at timestamptz
);
create index office_promise_source on office_promise (source, promised_on);
create index office_promise_day on office_promise (promised_on) where cancelled_at is null;

create sequence office_letter_number start 1;

-- A demand letter as it was issued. The schedule of persons is read from the batches again; its hash shows whether it is the same.
create table office_letter (
  id uuid primary key,
  number text not null unique,
  source text not null,
  issued_on date not null,
  -- the batches demanded, with their figures at issue
  batches jsonb not null,
  persons integer not null,
  lines integer not null,
  deducted bigint not null,
  total bigint not null,
  sha256 text not null,
  issued_by uuid not null references staff,
  issued_at timestamptz not null
);
create index office_letter_source on office_letter (source, issued_at desc);

-- ── The remittances of release 0.2 ─────────────────────────────────────────────────────────────────────────────────

insert into office_batch (batch_id, number, source, period, code, closed_at)
select intake_id, number, source, period, 1020, undone_at from repayment_batch b
where b.approved_by is not null or b.status in ('posting', 'posted', 'undoing', 'undone')
  or exists (select from repayment_remittance m where m.batch_id = b.intake_id);

-- A reversal has the id of what it reverses with another version digit; of an item in suspense, the same id and a word.
insert into office_due (batch_id, posted_on, amount, deductions)
with fact as (
  select r.batch_id, r.posting_id as id from repayment_row r
  union all
  select s.batch_id, u.id from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id
  where u.kind = 'notDeducted'
  union all
  select r.batch_id, e.id from repayment_row r
  join loan_event e on e.loan_id = r.loan_id and e.type = 'reversal' and e.event ->> 'of' = r.posting_id::text
), named as (
  select distinct f.batch_id, n.ref from fact f, lateral (values
    (f.id::text), (f.id || ' undone'), (overlay(f.id::text placing '5' from 15 for 1))) as n (ref)
)
select n.batch_id, l.effective_on, sum(l.amount), sum(sign(l.amount))::integer
from named n join ledger_entry e on e.ref = n.ref join ledger_line l on l.entry_id = e.id and l.code = 1020
  join office_batch b on b.batch_id = n.batch_id
group by n.batch_id, l.effective_on;

insert into office_receipt (id, number, source, for_batch_id, amount, received_on, reference, posted_on, recorded_by, recorded_at,
  undone_on, undone_at)
select m.id, 'OR-' || to_char(nextval('office_receipt_number'), 'FM000000'), b.source, m.batch_id, m.amount, m.received_on, m.reference,
  coalesce(e.effective_on, m.received_on), m.recorded_by, m.recorded_at,
  case when m.undone_at is not null then coalesce(u.effective_on, (m.undone_at at time zone 'Africa/Lagos')::date) end, m.undone_at
from (select * from repayment_remittance order by recorded_at, id) m
join repayment_batch b on b.intake_id = m.batch_id
left join ledger_entry e on e.ref = m.id::text and e.reason = 'remittance'
left join ledger_entry u on u.ref = m.id || ' undone' and u.reason = 'reversal';

insert into office_allocation (id, receipt_id, batch_id, amount, posted_on, by_id, at, undone_on, undone_at)
select id, id, for_batch_id, amount, posted_on, recorded_by, recorded_at, undone_on, undone_at from office_receipt;

drop table repayment_remittance;
