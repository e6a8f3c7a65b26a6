-- What each process found of its machine's clock. The newest time at which a clock was found right is one before which the
-- present cannot be, and far behind which it should not be.
create table clock_check (
  node uuid primary key,
  -- by the database's clock
  checked_at timestamptz not null default now(),
  -- of the machine before the database
  skew_ms bigint not null,
  problem text check (problem in ('ahead of the database', 'ahead of the records')),
  right_at timestamptz
);
