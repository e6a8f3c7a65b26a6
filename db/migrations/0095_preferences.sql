-- How each person likes the console: dense or airy rows, columns put away, and lists narrowed in a way worth a name.

create table staff_preference (
  staff_id uuid primary key references staff,
  density text not null check (density in ('comfortable', 'compact')),
  -- list → columns put away; what is not named is shown, so that a new column is seen by everybody
  hidden jsonb not null
);

create table saved_view (
  id uuid primary key,
  staff_id uuid not null references staff,
  list text not null,
  name text not null,
  -- search, filters and order, as the address of the list carries them
  query text not null,
  is_default boolean not null,
  saved_at timestamptz not null
);
create index saved_view_owner on saved_view (staff_id, list, saved_at);
create unique index saved_view_default on saved_view (staff_id, list) where is_default;
