-- Whoever may not reveal numbers may still look somebody up by one; how many within an hour is counted, so that nobody finds
-- a number by trying. One that is looked for in several lists is one, known by a mark that nobody can read it from.
create table number_search (
  staff_id uuid not null references staff,
  hour timestamptz not null,
  number_index bytea not null,
  primary key (staff_id, hour, number_index)
);

-- Sign-up is open to anyone, so how many come from one address within an hour is counted too.
create table sign_up_attempt (
  address text not null,
  at timestamptz not null
);
create index sign_up_attempt_address on sign_up_attempt (address, at);

-- Of two people who sign up under one e-mail while nobody was let in, either may be the stranger: whoever decides is told.
alter table staff add column signed_up_again_at timestamptz;

-- Codes are counted as they are sent, so nobody looks for a draft by its phone any more.
drop index request_draft_phone;
