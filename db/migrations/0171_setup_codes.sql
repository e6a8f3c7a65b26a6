-- The first two people prove by a code from the machine itself that they may set the lender up.
create table setup_code (
  code_hash bytea primary key,
  made_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references staff,
  constraint setup_code_used check ((used_at is null) = (used_by is null))
);
