-- Living workers. One that was killed stops beating; another unlocks its jobs (the queue itself would wait 4 hours).

create table worker_heartbeat (
  worker_id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- When the books were last proved, and whether they held.
create table proof_run (
  at timestamptz primary key,
  holds boolean not null,
  checks jsonb not null
);
