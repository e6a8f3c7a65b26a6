-- What the door keeps: first answers, so that a repeated write gets them instead of acting again.

create table first_answer (
  -- the person (or 'public'), the endpoint and the key the caller made
  scope text not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  -- the letters that were sent, so that a repeat gets exactly them
  reply text,
  at timestamptz not null,
  primary key (scope, endpoint, key)
);
create index first_answer_at on first_answer (at);
