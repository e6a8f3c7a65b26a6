-- What staff write down about a customer, and what customers promised to pay. Only the outcome of a promise changes, once.

create table customer_note (
  id uuid primary key,
  customer_id uuid not null references customer,
  kind text not null check (kind in ('note', 'promise')),
  body text not null,
  promised_amount bigint check (promised_amount > 0),
  promised_on date,
  outcome text check (outcome in ('open', 'kept', 'broken')),
  outcome_note text,
  outcome_at timestamptz,
  outcome_by_name text,
  at timestamptz not null,
  by_id uuid not null references staff,
  by_name text not null,
  constraint customer_note_promise check (
    (kind = 'promise') = (promised_amount is not null and promised_on is not null and outcome is not null))
);
create index customer_note_customer on customer_note (customer_id, at desc, id);
create index customer_note_due on customer_note (promised_on) where outcome = 'open';

-- the messages of a customer are those to their number
create index message_phone on message (phone, at desc, id);
