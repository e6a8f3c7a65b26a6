-- What the door keeps: first answers for repeated writes, and the settings of the organisation.

create table first_answer (
  -- the person (or 'public'), the endpoint and the key the caller made
  scope text not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  reply jsonb,
  at timestamptz not null,
  primary key (scope, endpoint, key)
);
create index first_answer_at on first_answer (at);

create table setting (
  name text primary key,
  value jsonb not null,
  changed_by uuid references staff,
  changed_at timestamptz not null
);
