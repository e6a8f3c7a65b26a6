-- A step towards the first loan that somebody looked at and found right as it is.
create table dashboard_first_step (
  name text primary key,
  confirmed_by uuid not null references staff,
  confirmed_at timestamptz not null
);

-- Who has put the guide to the first loan away.
create table dashboard_guide_away (
  staff_id uuid primary key references staff,
  at timestamptz not null
);
