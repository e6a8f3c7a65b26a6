-- By what the secret is known that seals values here, so that a program with another one does not start. It says nothing about the secret.
create table key_check (
  id smallint primary key default 1 check (id = 1),
  fingerprint text not null,
  since timestamptz not null default now()
);
