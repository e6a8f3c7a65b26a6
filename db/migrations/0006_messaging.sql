-- Messages to customers. A row is written in the transaction of the event it is about, claimed under a lease, passed to a
-- gateway outside any transaction, and recorded afterwards. Later reports of the provider move the status only forward.

create table message (
  id uuid primary key,
  at timestamptz not null,
  -- E.164; shown masked
  phone text not null,
  purpose text not null check (purpose in ('code', 'request', 'receipt', 'reminder', 'recovery', 'marketing', 'test')),
  body text not null,
  segments integer not null,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'delivered', 'simulated', 'failed', 'unknown', 'held', 'cancelled')),
  status_at timestamptz not null,
  status_reason text,
  -- what it is about; one message per event, so that a repeat sends nothing twice
  subject_type text,
  subject_id text,
  event text not null unique,
  -- the event's name in the contract; the text then came from the template of that event
  told_by text,
  template_id uuid,
  template_version integer,
  campaign_id uuid,
  customer_id uuid,
  -- the gateway that sends it, and its id there
  gateway text check (gateway in ('outbox', 'termii', 'africasTalking')),
  provider_id text,
  cost bigint not null default 0 check (cost >= 0),
  attempt integer not null default 0,
  -- a failed message is sent again once, as a new one
  resend_of uuid references message,
  not_before timestamptz,
  -- the lease: an outcome is recorded only while it is held
  lease uuid,
  claimed_at timestamptz,
  asked_at timestamptz,
  -- a code is waited for at a screen, a receipt is news, an offer can wait
  priority smallint not null generated always as (
    case purpose when 'code' then 0 when 'test' then 0 when 'request' then 1 when 'receipt' then 1
      when 'reminder' then 2 when 'recovery' then 2 else 3 end) stored
);
create index message_at on message (at desc, id);
create index message_status on message (status, at) where status in ('queued', 'held');
create index message_subject on message (subject_type, subject_id, at desc);
-- the messages of a customer are those to their number
create index message_phone on message (phone, at desc, id);
-- The queue is read in its order, fifty or a hundred at a time. With a plain condition the planner found all queued messages by
-- their status and sorted them for every claim, which took with the square of a long queue. Written like this, only this index
-- fits the question.
create index message_waiting on message (priority, at, id) where status || '' = 'queued';
create index message_held on message (not_before) where status = 'held' and not_before is not null;
create index message_leased on message (claimed_at) where status = 'sending';
create index message_to_ask on message (asked_at nulls first, status_at)
  where status = 'unknown' or (status = 'sent' and gateway = 'outbox');
create index message_provider on message (gateway, provider_id) where provider_id is not null;
create index message_campaign_status on message (campaign_id, status) where campaign_id is not null;
create index message_customer on message (customer_id, at desc, id) where customer_id is not null;
create index message_purpose on message (purpose, at desc, id);
create index message_failed on message (at) where status = 'failed';
create index message_doubtful on message (at) where status = 'unknown';
-- The log shows the last four digits of a phone and is searched by them.
create index message_phone_end on message (right(phone, 4), at desc, id);
-- The figures of the last day count messages by when they came to their status, however long ago they were written.
create index message_status_at on message (status_at desc);
-- a message is sent again once
create unique index message_resend_once on message (resend_of) where resend_of is not null;

-- Delivery reports of the provider. The same report about the same message counts once, however often it arrives.
create table message_report (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  gateway text not null,
  provider_id text not null,
  said text not null,
  status text,
  -- null while no message has this id: it may be recorded a moment later, or may not be one of ours
  message_id uuid references message,
  moved boolean not null default false,
  unique (gateway, provider_id, said)
);
create index message_report_message on message_report (message_id, id);

-- One row per gateway: its account (keys sealed), its health, and the pace that all workers share.
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
  -- when the next message may be sent, by the clock of the database
  next_slot_at timestamptz not null default '-infinity'
);

-- While there is a row, nothing is sent.
create table message_pause (
  single boolean primary key default true check (single),
  at timestamptz not null,
  by_name text not null,
  reason text not null
);

-- Customers who replied STOP. A lifted opt-out stays as the history of its number.
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

-- Messages received.
create table message_inbound (
  id uuid primary key,
  at timestamptz not null,
  gateway text not null,
  sender text not null,
  body text not null,
  meaning text not null check (meaning in ('opt out', 'opt in', 'bank alert', 'reply')),
  -- the provider's id, or a hash of the whole message: a repeat is the same message
  dedupe text not null,
  claim_id uuid,
  unique (gateway, dedupe)
);
create index message_inbound_at on message_inbound (at desc, id);

-- A credit reported by a bank SMS: a claim until a user has found it on the bank statement.
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
  -- the receipt bears the claim's own id; after its reversal the next one bears this
  receipt_id uuid unique,
  decided_by uuid references staff,
  decided_by_name text,
  decided_at timestamptz,
  note text
);
create index message_claim_at on message_claim (at desc, id);
create index message_claim_status on message_claim (status, at desc, id);

-- Templates: text with {{variables}}. An approved version never changes; the next draft replaces it once approved.
create table message_template (
  id uuid primary key,
  name text not null,
  purpose text not null check (purpose in ('code', 'request', 'receipt', 'reminder', 'recovery', 'marketing')),
  -- the event that sends it; null for campaigns
  event text,
  made_at timestamptz not null,
  -- when a campaign with it last began
  campaign_at timestamptz,
  retired_at timestamptz
);
create unique index message_template_name on message_template (lower(name)) where retired_at is null;
-- one template per event
create unique index message_template_event on message_template (event) where event is not null and retired_at is null;

create table message_template_version (
  template_id uuid not null references message_template,
  version integer not null check (version > 0),
  body text not null,
  status text not null default 'draft' check (status in ('draft', 'approved', 'retired')),
  -- the author, who may not approve it; null for the templates a lender starts with
  made_by_id uuid references staff,
  made_by_name text not null,
  made_at timestamptz not null,
  approved_by_name text,
  approved_at timestamptz,
  retired_at timestamptz,
  primary key (template_id, version)
);
create unique index message_template_in_force on message_template_version (template_id) where status = 'approved';
create unique index message_template_draft on message_template_version (template_id) where status = 'draft';

create function message_template_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' or old.approved_at is not null then
      raise exception 'a template version that was approved stays';
    end if;
    return old;
  end if;
  if old.status <> 'draft' and (new.body <> old.body or new.status = 'draft') then
    raise exception 'an approved template version never changes';
  end if;
  return new;
end $$;
create trigger message_template_keep before update or delete on message_template_version
  for each row execute function message_template_keep();

-- A stored filter of customers.
create table message_segment (
  id uuid primary key,
  name text not null,
  filter jsonb not null,
  made_by_name text not null,
  made_at timestamptz not null,
  retired_at timestamptz
);
create unique index message_segment_name on message_segment (lower(name)) where retired_at is null;

-- Campaigns: one text to many customers. Recipients are found and their texts written before the approval to send them.
create table message_campaign (
  id uuid primary key,
  name text not null,
  template_id uuid not null,
  template_version integer not null,
  purpose text not null,
  -- the filter of the segment or the lines of the list as they were then
  audience jsonb not null,
  audience_name text not null,
  status text not null default 'preparing' check (status in
    ('preparing', 'ready', 'waiting', 'scheduled', 'sending', 'paused', 'done', 'cancelled')),
  -- how far the preparing job has come: a customer's id, or a line
  prepared_through text,
  recipients integer not null default 0,
  excluded integer not null default 0,
  segments integer not null default 0,
  cost bigint not null default 0,
  scheduled_at timestamptz,
  -- false until the message of every recipient is in the queue
  is_queued boolean not null default false,
  -- the author, who may not approve it
  made_by_id uuid references staff,
  made_by_name text not null,
  made_at timestamptz not null,
  started_at timestamptz,
  foreign key (template_id, template_version) references message_template_version (template_id, version)
);
create index message_campaign_made on message_campaign (made_at desc, id);
create index message_campaign_live on message_campaign (status) where status in ('scheduled', 'sending');

create table message_campaign_member (
  campaign_id uuid not null references message_campaign,
  position integer not null,
  given text not null,
  customer_id uuid,
  customer_name text,
  phone text,
  body text,
  segments integer not null default 0,
  excluded text,
  message_id uuid references message,
  primary key (campaign_id, position)
);
-- a customer gets a campaign once, neither as two records nor on one phone
create unique index message_campaign_member_customer on message_campaign_member (campaign_id, customer_id)
  where excluded is null;
create unique index message_campaign_member_phone on message_campaign_member (campaign_id, phone) where excluded is null;
create index message_campaign_member_left on message_campaign_member (campaign_id, position)
  where excluded is null and message_id is null;
create index message_campaign_member_message on message_campaign_member (message_id) where message_id is not null;

-- References to tables that come after their own.
alter table message
  add foreign key (template_id, template_version) references message_template_version (template_id, version),
  add foreign key (campaign_id) references message_campaign;
alter table message_inbound add foreign key (claim_id) references message_claim;
