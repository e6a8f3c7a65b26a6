-- Loan requests: one row a request with what the queues show, one row a version with what the applicant stated,
-- and a timeline that is only added to.

create table loan_request (
  id uuid primary key,
  reference text not null unique,
  stage text not null check (stage in ('reviewer', 'authorizer', 'approved', 'rejected', 'withdrawn')),
  version integer not null default 1,
  channel text not null check (channel in ('public', 'staff')),
  applicant text not null,
  phone text not null,
  bvn_index bytea not null,
  nin_index bytea not null,
  account_number text not null,
  ippis_number text not null,
  mda text not null,
  state text not null,
  product_id uuid not null references product,
  product_version integer not null,
  requested_amount bigint not null,
  requested_tenor integer not null,
  recommended_amount bigint,
  recommended_tenor integer,
  approved_amount bigint,
  approved_tenor integer,
  -- of the terms in force: recommended if any, else requested
  amount bigint not null,
  tenor integer not null,
  instalment bigint not null,
  share_of_pay_ppm integer,
  officer_code text not null default '',
  flags text[] not null default '{}',
  documents_wanted text,
  reason_code text,
  initiator_id uuid references staff,
  reviewer_id uuid references staff,
  authorizer_id uuid references staff,
  claimed_by uuid references staff,
  claimed_at timestamptz,
  submitted_at timestamptz not null,
  stage_since timestamptz not null,
  consent_version integer not null,
  consent_hash text not null,
  consent_address text not null,
  customer_id uuid references customer,
  loan_id uuid references loan,
  search text generated always as (lower(applicant || ' ' || reference || ' ' || ippis_number || ' ' || mda)) stored,
  -- initiator, reviewer and authorizer are three people
  constraint request_three_people check (
    (reviewer_id is null or reviewer_id is distinct from initiator_id)
    and (authorizer_id is null or (authorizer_id is distinct from initiator_id and authorizer_id is distinct from reviewer_id)))
);
create extension if not exists pg_trgm;
create index loan_request_age on loan_request (stage, stage_since, id);
create index loan_request_amount on loan_request (stage, amount, id);
create index loan_request_applicant on loan_request (stage, applicant, id);
create index loan_request_officer on loan_request (stage, officer_code, stage_since, id);
create index loan_request_claimed on loan_request (claimed_by, stage, stage_since, id) where claimed_by is not null;
create index loan_request_flags on loan_request using gin (flags) where flags <> '{}';
create index loan_request_search on loan_request using gin (search gin_trgm_ops);
create index loan_request_bvn on loan_request (bvn_index);
create index loan_request_nin on loan_request (nin_index);
create index loan_request_phone on loan_request (phone);
create index loan_request_account on loan_request (account_number);
create index loan_request_customer on loan_request (customer_id) where customer_id is not null;
-- One pending request a person, whatever happens at the same instant. The phone belongs to it: a stranger who knows
-- somebody's BVN must neither learn of their request nor keep them from making one.
create unique index loan_request_pending on loan_request (bvn_index, phone) where stage in ('reviewer', 'authorizer');
create index loan_request_submitted on loan_request (submitted_at) where channel = 'public';

create table request_version (
  request_id uuid not null references loan_request,
  version integer not null,
  -- what the applicant stated; BVN and NIN sealed inside
  application jsonb not null,
  by_id uuid references staff,
  by_name text not null,
  at timestamptz not null,
  primary key (request_id, version)
);
create trigger append_only before update or delete on request_version for each row execute function refuse_change();

create table request_event (
  id bigint generated always as identity primary key,
  request_id uuid not null references loan_request,
  at timestamptz not null,
  by_id uuid references staff,
  by_name text not null,
  kind text not null,
  from_stage text,
  to_stage text,
  reason_code text,
  note text,
  amount bigint,
  tenor integer
);
create index request_event_request on request_event (request_id, id);
create trigger append_only before update or delete on request_event for each row execute function refuse_change();

create table request_override (
  request_id uuid not null references loan_request,
  version integer not null,
  check_name text not null,
  reason_code text not null,
  note text not null,
  by_id uuid not null references staff,
  by_name text not null,
  at timestamptz not null,
  primary key (request_id, version, check_name)
);

-- Rows per stage, kept in step by the transaction that moves a request: the queue shows its total without counting.
create table request_count (
  stage text primary key,
  rows bigint not null default 0
);
insert into request_count (stage) values ('reviewer'), ('authorizer'), ('approved'), ('rejected'), ('withdrawn');

-- Drafts of the public page: opened by a proof of work, filled by single files, gone after two days.
create table request_draft (
  id uuid primary key,
  opened_at timestamptz not null,
  address text not null,
  phone text,
  code_hash bytea,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  submitted_request_id uuid
);
create index request_draft_phone on request_draft (phone, code_sent_at) where phone is not null;
create index request_draft_opened on request_draft (opened_at);
create index request_draft_address on request_draft (address, opened_at);

create table request_proof (
  -- a solved proof of work counts once
  challenge text primary key,
  at timestamptz not null
);
