-- Customers: people with whom the lender has or had a loan. BVN and NIN are sealed; equal ones are found by a keyed hash.

create extension if not exists pg_trgm;

-- A name as one types it in a hurry: small letters, no tone marks, no apostrophes, hyphens as spaces. Ọlá-Òní → ola oni.
create function customer_plain(written text) returns text language sql immutable strict parallel safe return
  lower(translate(regexp_replace(normalize(written, NFD), '[\u0300-\u036f''’‘ʼ`]', '', 'g'), 'ƁƊƘƳɓɗƙƴ-', 'BDKYbdky '));

create table customer (
  id uuid primary key,
  number text not null unique,
  title text not null,
  surname text not null,
  first_name text not null,
  other_names text not null default '',
  gender text not null check (gender in ('MALE', 'FEMALE')),
  date_of_birth date not null,
  phone text not null,
  email text not null default '',
  bvn_sealed text not null,
  bvn_index bytea not null,
  nin_sealed text not null,
  nin_index bytea not null,
  address text not null,
  state text not null,
  lga text not null,
  payroll_source text not null,
  ippis_number text not null,
  mda text not null,
  grade text not null default '',
  step text not null default '',
  first_appointment_on date not null,
  net_pay bigint not null,
  bank_code text not null,
  account_number text not null,
  kin_name text not null,
  kin_relationship text not null,
  kin_phone text not null,
  kin_address text not null default '',
  officer_code text not null default '',
  status text not null default 'active' check (status in ('active', 'dormant', 'blacklisted', 'deceased', 'merged')),
  status_reason text,
  status_since timestamptz,
  -- the last day of a blacklisting; none: until somebody lifts it
  status_until date,
  -- the record that took this one over: the row stays, so that old papers still lead somewhere
  merged_into uuid references customer,
  -- a retirement date somebody answers for, in place of the rule's
  retires_on date,
  retires_reason text,
  -- one more with every change: whoever saves from an older page is told instead of overwriting
  revision integer not null default 1,
  opened_at timestamptz not null,
  name_key text not null generated always as (customer_plain(surname || ' ' || first_name || ' ' || other_names)) stored,
  search text not null generated always as
    (' ' || customer_plain(surname || ' ' || first_name || ' ' || other_names) || ' ' || lower(number || ' ' || ippis_number)) stored,
  constraint customer_merged check ((status = 'merged') = (merged_into is not null) and merged_into is distinct from id)
);
create index customer_search on customer using gin (search gin_trgm_ops);
create index customer_phone_part on customer using gin (phone gin_trgm_ops);
create unique index customer_bvn on customer (bvn_index);
create index customer_nin on customer (nin_index);
create index customer_phone on customer (phone);
create index customer_ippis on customer (ippis_number);
create index customer_account on customer (account_number);
create index customer_birth on customer (date_of_birth);
create index customer_merged_into on customer (merged_into) where merged_into is not null;
-- every order the list offers, by itself and behind each filter that leaves few rows
create index customer_name on customer (name_key, id);
create index customer_opened on customer (opened_at, id);
create index customer_status on customer (status, name_key, id);
create index customer_officer on customer (officer_code, name_key, id);
create index customer_payroll on customer (payroll_source, name_key, id);

create sequence customer_number start 100001;
