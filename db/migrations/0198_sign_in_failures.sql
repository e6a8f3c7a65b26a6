-- Failed sign-ins of an account within an hour, or of all that do not exist: the trail has the 1st, 10th, 100th and so on, not each.
create table sign_in_failure (
  account text not null,
  hour timestamptz not null,
  failures integer not null default 1,
  primary key (account, hour)
);
