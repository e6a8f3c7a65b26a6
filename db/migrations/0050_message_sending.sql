-- Sending: a message is claimed under a lease, handed to a gateway outside any transaction, and recorded afterwards.
-- Whatever the provider says later is kept as a report and moves the status only forward.

alter table message drop constraint message_purpose_check;
alter table message add constraint message_purpose_check
  check (purpose in ('code', 'request', 'receipt', 'reminder', 'recovery', 'marketing', 'test'));
alter table message drop constraint message_status_check;
alter table message add constraint message_status_check
  check (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'held', 'cancelled'));

alter table message
  add column status_reason text,
  -- who was asked to carry it, and what they call it
  add column gateway text check (gateway in ('outbox', 'termii', 'africasTalking')),
  add column provider_id text,
  add column cost bigint not null default 0 check (cost >= 0),
  -- the event's name in the contract; the text then came from that event's template
  add column told_by text,
  add column template_id uuid,
  add column template_version integer,
  add column campaign_id uuid,
  add column customer_id uuid,
  add column attempt integer not null default 0,
  -- a failed message is sent again once, as a new one
  add column resend_of uuid unique references message,
  add column not_before timestamptz,
  -- the lease: whoever records an outcome must still hold it
  add column lease uuid,
  add column claimed_at timestamptz,
  add column asked_at timestamptz,
  -- a code is waited for at a screen, a receipt is news, an offer can wait
  add column priority smallint not null generated always as (
    case purpose when 'code' then 0 when 'test' then 0 when 'request' then 1 when 'receipt' then 1
      when 'reminder' then 2 when 'recovery' then 2 else 3 end) stored;

create index message_waiting on message (priority, at, id) where status = 'queued';
create index message_held on message (not_before) where status = 'held' and not_before is not null;
create index message_leased on message (claimed_at) where status = 'sending';
create index message_to_ask on message (asked_at nulls first, status_at)
  where status = 'unknown' or (status = 'sent' and gateway = 'outbox');
create index message_provider on message (gateway, provider_id) where provider_id is not null;
create index message_campaign_status on message (campaign_id, status) where campaign_id is not null;
create index message_customer on message (customer_id, at desc, id) where customer_id is not null;
create index message_purpose on message (purpose, at desc, id);

-- What the provider reported. The same word about the same message is one report, however often it comes.
create table message_report (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  gateway text not null,
  provider_id text not null,
  said text not null,
  status text,
  -- none while we know no message of this id: it may be recorded a moment later, or never have been ours
  message_id uuid references message,
  moved boolean not null default false,
  unique (gateway, provider_id, said)
);
create index message_report_message on message_report (message_id, id);

-- One row a gateway: its account (keys sealed), how it does, and the pace that all workers share.
create table message_gateway (
  gateway text primary key check (gateway in ('outbox', 'termii', 'africasTalking')),
  base_url text not null default '',
  username text not null default '',
  api_key_sealed text,
  api_key_last4 text,
  webhook_secret_sealed text,
  webhook_secret_last4 text,
  changed_by_name text,
  changed_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  balance text,
  balance_at timestamptz,
  back_off_until timestamptz,
  -- when the next message may be handed over, by the database's clock
  next_slot_at timestamptz not null default '-infinity'
);
insert into message_gateway (gateway, base_url) values
  ('outbox', ''),
  ('termii', 'https://api.ng.termii.com'),
  ('africasTalking', 'https://api.africastalking.com');

create table message_pause (
  single boolean primary key default true check (single),
  at timestamptz not null,
  by_name text not null,
  reason text not null
);

-- Who answered STOP. A lifted one stays, so that the history of a number can be told.
create table message_opt_out (
  id uuid primary key,
  phone text not null,
  since timestamptz not null,
  source text not null,
  reason text,
  lifted_at timestamptz,
  lifted_reason text
);
create unique index message_opt_out_phone on message_opt_out (phone) where lifted_at is null;
create index message_opt_out_since on message_opt_out (since desc, id) where lifted_at is null;

create table message_inbound (
  id uuid primary key,
  at timestamptz not null,
  gateway text not null,
  sender text not null,
  body text not null,
  meaning text not null check (meaning in ('opt out', 'opt in', 'bank alert', 'reply')),
  -- the provider's id, or a hash of all it said: a repeat is the same message
  dedupe text not null,
  claim_id uuid,
  unique (gateway, dedupe)
);
create index message_inbound_at on message_inbound (at desc, id);

-- What a bank's SMS says came in: a claim until a person has found it on the statement.
create table message_claim (
  id uuid primary key,
  at timestamptz not null,
  sender text not null,
  body text not null,
  amount bigint not null check (amount > 0),
  account_mask text,
  account_tail text,
  paid_at text,
  description text,
  reference text,
  dedupe text not null unique,
  matches jsonb not null default '[]',
  status text not null default 'open' check (status in ('open', 'confirmed', 'rejected')),
  loan_id uuid,
  decided_by uuid references staff,
  decided_by_name text,
  decided_at timestamptz,
  note text
);
create index message_claim_at on message_claim (at desc, id);
create index message_claim_status on message_claim (status, at desc, id);
