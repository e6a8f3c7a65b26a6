-- What a payroll office says of one receipt: how much of it was remitted for whom. Where it agrees with the allocation, remitted is per
-- person; without one, or while the two differ, it is spread over the rows of each batch.
create table reconciliation_advice (
  id uuid primary key,
  receipt_id uuid not null references office_receipt,
  source text not null,
  file_name text not null,
  persons integer not null,
  total bigint not null check (total > 0),
  months date[] not null,
  submitted_by uuid not null references staff,
  submitted_at timestamptz not null,
  -- null until it is approved
  attached_at timestamptz,
  -- replaced or removed
  ended_at timestamptz
);
-- A receipt has one advice.
create unique index reconciliation_advice_receipt on reconciliation_advice (receipt_id) where attached_at is not null and ended_at is null;
create index reconciliation_advice_source on reconciliation_advice (source) where attached_at is not null;

create table reconciliation_advice_line (
  advice_id uuid not null references reconciliation_advice on delete cascade,
  line integer not null,
  month date not null check (extract(day from month) = 1),
  -- the staff number as files are compared; empty once the person is erased
  staff_key text not null,
  staff_number text not null,
  name text not null,
  amount bigint not null check (amount > 0),
  primary key (advice_id, month, line)
);
create index reconciliation_advice_line_person on reconciliation_advice_line (staff_key);
