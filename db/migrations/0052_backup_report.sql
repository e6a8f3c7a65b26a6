-- How the last backup, the saving of the log and the last restore test went. Without a row none is configured.
create table backup_report (
  kind text primary key check (kind in ('backup', 'log', 'restoreTest')),
  at timestamptz not null,
  ok boolean not null,
  took_ms integer not null,
  bytes bigint,
  detail text not null,
  ok_at timestamptz
);
