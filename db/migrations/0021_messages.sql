-- Messages to customers. A row is written in the transaction of the act it tells about, and sent after it committed.

create table message (
  id uuid primary key,
  at timestamptz not null,
  -- E.164; shown masked
  phone text not null,
  purpose text not null check (purpose in ('code', 'request', 'receipt', 'reminder', 'recovery', 'marketing')),
  body text not null,
  segments integer not null,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'held')),
  status_at timestamptz not null,
  -- what it is about; one message per event, so that a repeat tells nobody twice
  subject_type text,
  subject_id text,
  event text not null,
  unique (event)
);
create index message_at on message (at desc, id);
create index message_status on message (status, at) where status in ('queued', 'sending', 'held');
create index message_subject on message (subject_type, subject_id, at desc);
