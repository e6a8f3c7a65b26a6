-- Uploaded tables: the bytes as received, the steps, and every row that was not accepted.

create table intake (
  id uuid primary key,
  kind text not null check (kind in ('payroll', 'repayment', 'book')),
  source text not null,
  -- first day of the month it is for
  period date not null,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  received_bytes bigint not null default 0,
  sha256 bytea,
  status text not null default 'receiving' check (status in ('receiving', 'received', 'mapped', 'staged', 'checked', 'matched',
    'waiting', 'accepted', 'superseded', 'refused', 'cancelled')),
  problem text,
  -- how the file reads: format, sheets, first lines, columns
  layout jsonb,
  -- field → column, as a person confirmed it
  mapping jsonb,
  declared_rows integer,
  declared_total bigint,
  corrects_id uuid references intake,
  same_as_id uuid references intake,
  rows integer,
  good_rows integer,
  refused_rows integer,
  skipped_rows integer,
  matched_rows integer,
  -- staged rows that were checked: a check that was killed continues behind them
  checked_through integer not null default 0,
  approval_id uuid references approval,
  -- users who decided how the file is read: none of them may approve it
  shaped_by uuid[] not null default '{}',
  uploaded_by uuid not null references staff,
  uploaded_at timestamptz not null,
  accepted_by uuid references staff,
  accepted_at timestamptz
);
create index intake_listed on intake (kind, uploaded_at desc, id);
create index intake_sha on intake (sha256) where sha256 is not null;
-- one payroll file per source and month is in force
create unique index intake_in_force on intake (kind, source, period) where status = 'accepted' and kind = 'payroll';
create index intake_unfinished on intake (uploaded_at) where status in ('receiving', 'received');

-- The bytes in pieces, so that an interrupted upload continues and any node can read it.
create table intake_piece (
  intake_id uuid not null references intake,
  at_byte bigint not null,
  bytes bytea not null,
  primary key (intake_id, at_byte)
);
-- most uploads are zipped or short lived: compressing them again would only cost time
alter table intake_piece alter column bytes set storage external;

-- Progress, for the screen. Written beside the work, so it may be lost in a crash.
create unlogged table intake_progress (
  intake_id uuid primary key,
  step text not null,
  done bigint not null,
  total bigint,
  started_at timestamptz not null,
  at timestamptz not null
);

-- Every row not accepted: its place, its content, its faults ("netPay.notAmount staffNumber.missing").
create table intake_refusal (
  intake_id uuid not null references intake,
  row_number integer not null,
  sheet integer not null,
  line integer not null,
  cells text[] not null,
  faults text not null,
  primary key (intake_id, row_number)
);

-- The columns of a source as a user last confirmed them.
create table intake_mapping (
  kind text not null,
  source text not null,
  headers text[] not null,
  mapping jsonb not null,
  confirmed_at timestamptz not null,
  primary key (kind, source)
);

-- Rows as they are in the file wait here, one table per file, until they are checked. Unlogged: they can be read again.
create schema if not exists staging;
