-- Campaigns: one text to many. Recipients are found and their texts written before anybody agrees to send them.

create table message_segment (
  id uuid primary key,
  name text not null,
  filter jsonb not null,
  made_by_name text not null,
  made_at timestamptz not null,
  retired_at timestamptz
);
create unique index message_segment_name on message_segment (lower(name)) where retired_at is null;

create table message_campaign (
  id uuid primary key,
  name text not null,
  template_id uuid not null,
  template_version integer not null,
  purpose text not null,
  -- a segment's filter and a list's lines as they were then
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
  -- false until every recipient's message stands in the queue
  is_queued boolean not null default false,
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
-- nobody gets a campaign twice, neither as two records nor on one phone
create unique index message_campaign_member_customer on message_campaign_member (campaign_id, customer_id)
  where excluded is null;
create unique index message_campaign_member_phone on message_campaign_member (campaign_id, phone) where excluded is null;
create index message_campaign_member_left on message_campaign_member (campaign_id, position)
  where excluded is null and message_id is null;
create index message_campaign_member_message on message_campaign_member (message_id) where message_id is not null;
