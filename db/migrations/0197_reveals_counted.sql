-- Whose personal data a user revealed within an hour, and how often: beyond a limit the next person's is refused.
create table reveal_count (
  staff_id uuid not null references staff,
  hour timestamptz not null,
  subject text not null,
  times integer not null default 1,
  primary key (staff_id, hour, subject)
);
create index reveal_count_hour on reveal_count (hour);
