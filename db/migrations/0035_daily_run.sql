-- The daily run. A loan says itself on which day time alone will change it next, so that a day's work finds the few
-- loans that need it and leaves the others as they are; one row a business day records what the work was.

alter table loan add column next_change_on date;
-- what was booked before this column existed is looked at once by the next run
update loan set next_change_on = booked_through + 1 where status in ('live', 'overpaid') and booked_through is not null;

drop index loan_to_book;
create index loan_next_change on loan (next_change_on, id) where next_change_on is not null;

-- Days past due grow each day on every late loan: no index may hold them, or each night would rewrite it. The day the
-- oldest unpaid debt fell due stands still and sorts the same way round.
drop index loan_by_lateness;
create index loan_by_lateness on loan (status, coalesce(oldest_unpaid_on, date 'infinity'), number);
create index loan_late on loan (id) where oldest_unpaid_on is not null;

create table loan_daily_run (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- host and process that began it; others may have helped
  worker text not null,
  -- open at the end of the day, looked at by the engine, only aged
  open_loans integer not null default 0,
  booked integer not null default 0,
  aged integer not null default 0,
  postings integer not null default 0,
  chunks integer not null default 0
);
create index loan_daily_run_finished on loan_daily_run (day) where finished_at is not null;
