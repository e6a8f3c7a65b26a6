-- Whether the customers of an event get an SMS once it applies, and when all of these were written.
alter table source_event
  add column notifies boolean not null default false,
  add column notified_at timestamptz;
