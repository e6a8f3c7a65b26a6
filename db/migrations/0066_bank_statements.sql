-- Statements of bank accounts, their lines, and which line is which entry of the ledger.

create table bank_statement (
  id uuid primary key,
  code smallint not null references ledger_bank_account,
  file_name text not null,
  bytes integer not null check (bytes > 0),
  received_bytes integer not null default 0,
  status text not null default 'receiving'
    check (status in ('receiving', 'received', 'columns', 'mapped', 'imported', 'refused')),
  format text check (format in ('csv', 'xlsx', 'mt940', 'camt053')),
  sha256 bytea,
  -- as typed, for a file without a balance column
  stated_opening bigint,
  stated_closing bigint,
  head jsonb,
  header_line integer,
  columns jsonb,
  problem text,
  problems jsonb not null default '[]',
  problem_count integer not null default 0,
  from_on date,
  to_on date,
  opening bigint,
  closing bigint,
  lines integer not null default 0,
  new_lines integer not null default 0,
  uploaded_by uuid not null references staff,
  uploaded_at timestamptz not null,
  check (status <> 'imported' or (from_on <= to_on and opening is not null and closing is not null))
);
create index bank_statement_list on bank_statement (code, uploaded_at desc, id desc);

create table bank_statement_piece (
  statement_id uuid not null references bank_statement on delete cascade,
  at_byte integer not null,
  bytes bytea not null,
  primary key (statement_id, at_byte)
);

-- What was last confirmed for the statements of an account.
create table bank_statement_habit (
  code smallint primary key references ledger_bank_account,
  -- the heading of each field: {"bookedOn": "Trans Date"}
  headings jsonb not null default '{}',
  match_days smallint not null default 5 check (match_days between 0 and 60)
);

create table bank_match (
  id uuid primary key,
  code smallint not null references ledger_bank_account,
  kind text not null check (kind in ('automatic', 'manual', 'posted')),
  made_by uuid references staff,
  made_at timestamptz not null
);

-- An entry is matched once: the key says so.
create table bank_match_entry (
  code smallint not null,
  entry_id bigint not null references ledger_entry,
  match_id uuid not null references bank_match,
  primary key (code, entry_id)
);
create index bank_match_entry_match on bank_match_entry (match_id);

-- Received is positive, paid negative. `identity` is the content and its occurrence within the day: the same line of another
-- file is the same line.
create table bank_line (
  id bigint generated always as identity primary key,
  code smallint not null references ledger_bank_account,
  statement_id uuid not null references bank_statement,
  line integer not null,
  booked_on date not null,
  value_on date,
  amount bigint not null check (amount <> 0),
  reference text not null,
  narration text not null,
  identity uuid not null,
  match_id uuid references bank_match,
  unique (code, identity)
);
create index bank_line_day on bank_line (code, booked_on, id) include (amount);
create index bank_line_open on bank_line (code, booked_on, id) where match_id is null;
create index bank_line_match on bank_line (match_id) where match_id is not null;

create table bank_reconciled (
  code smallint not null references ledger_bank_account,
  through date not null,
  ledger_balance bigint not null,
  statement_balance bigint not null,
  submitted_by uuid not null references staff,
  approved_by uuid not null references staff,
  approved_at timestamptz not null,
  primary key (code, through)
);
