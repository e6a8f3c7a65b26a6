-- Living workers. One that was killed stops beating; another unlocks its jobs (the queue itself would wait 4 hours).

create table worker_heartbeat (
  worker_id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
