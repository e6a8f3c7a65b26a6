-- Loan requests: one row per request with the columns of the queues, one row per version with what the applicant stated, and a
-- timeline that is append-only.

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
  -- of the pay on the payroll of that month where it is known, else of pay as stated; beside it always the latter
  share_of_pay_ppm integer,
  pay_month text,
  stated_share_of_pay_ppm integer,
  officer_code text not null default '',
  -- users whose links it came through, in any version, and users who signed in before with the browser it was sent from
  officer_ids uuid[] not null default '{}',
  browser_of uuid[] not null default '{}',
  -- the loans to settle, as marked by the reviewer (top-up)
  settles uuid[] not null default '{}',
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
  -- an applicant who never became a customer is erased after the retention period
  erased_at timestamptz,
  -- the name with or without its marks, the employer, and the phone as it is dialled (08031234567) or from abroad. One text and
  -- one index: a condition over several columns would have to gather from as many indexes. The space before the first word lets
  -- one or two letters be searched where a word begins
  search text not null generated always as
    (' ' || customer_plain(applicant || ' ' || reference || ' ' || ippis_number || ' ' || mda)
      || ' ' || phone || ' 0' || substr(phone, 5)) stored,
  -- initiator, reviewer and authorizer are three people
  constraint request_three_people check (
    (reviewer_id is null or reviewer_id is distinct from initiator_id)
    and (authorizer_id is null or (authorizer_id is distinct from initiator_id and authorizer_id is distinct from reviewer_id)))
);
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
-- One pending request per person, whatever happens at the same instant. The phone is part of the key: a stranger who knows a
-- BVN must neither learn of that person's request nor prevent one.
create unique index loan_request_pending on loan_request (bvn_index, phone) where stage in ('reviewer', 'authorizer');
create index loan_request_submitted on loan_request (submitted_at) where channel = 'public';
-- Requests of a stage by day and by channel.
create index loan_request_came on loan_request (stage, submitted_at);
create index loan_request_channel on loan_request (stage, channel, stage_since, id);
-- A common surname among a million requests is found by its first letters, as in a telephone book.
create index loan_request_name_begins on loan_request (stage, (lower(applicant) collate "C"), id);
-- The rejected requests are few beside those that became loans.
create index loan_request_search_rejected on loan_request using gin (search gin_trgm_ops) where stage = 'rejected';
-- The nightly retention job finds the oldest that are left without reading those it has done.
create index loan_request_to_forget on loan_request (stage_since, id)
  where stage in ('rejected', 'withdrawn') and erased_at is null and customer_id is null;

-- What the applicant stated, one row per version.
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

-- The timeline of a request.
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
-- Overrides are reported by month.
create index request_event_override on request_event (at, id) where kind = 'override';

-- Append-only as well, with one exception: erasure.
create function request_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'request_version' then
    if new.application ->> 'surname' = 'Erased' and new.request_id = old.request_id and new.version = old.version
      and new.by_id is not distinct from old.by_id and new.at = old.at then
      return new;
    end if;
  elsif tg_op = 'UPDATE' then
    if new.note = 'Erased' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
      return new;
    end if;
  end if;
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on request_version for each row execute function request_keep();
create trigger append_only before update or delete on request_event for each row execute function request_keep();

-- A failed check that the reviewer overrode, with the reason.
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

-- Requests per stage, updated by the transaction that moves a request: the queue shows its total without counting.
create table request_count (
  stage text primary key,
  rows bigint not null default 0
);

-- Drafts of the public page: opened by a proof of work, filled file by file, deleted after two days.
create table request_draft (
  id uuid primary key,
  opened_at timestamptz not null,
  address text not null,
  phone text,
  code_hash bytea,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  submitted_request_id uuid references loan_request
);
create index request_draft_opened on request_draft (opened_at);
create index request_draft_address on request_draft (address, opened_at);

-- Solved proofs of work: each counts once.
create table request_proof (
  challenge text primary key,
  at timestamptz not null
);
