-- A worker that was told to stop and ran out of time did not die of the job that it leaves behind.
alter table worker_heartbeat add column leaving boolean not null default false;
