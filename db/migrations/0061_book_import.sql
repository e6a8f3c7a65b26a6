-- Loans taken over from older books: what each line stated, and the loan it became.

create table loan_import (
  intake_id uuid not null references intake,
  row_number integer not null,
  line integer not null,
  old_number text not null,
  -- what the line stated, sealed: it holds BVN and NIN
  stated text not null,
  name text not null,
  principal bigint not null,
  repaid bigint not null,
  -- what would be owed, as the engine reads the loan
  outstanding bigint not null,
  status text not null default 'ready' check (status in ('ready', 'taken', 'refused')),
  problem text,
  loan_id uuid references loan,
  primary key (intake_id, row_number)
);
create unique index loan_import_once on loan_import (old_number) where status = 'taken';
