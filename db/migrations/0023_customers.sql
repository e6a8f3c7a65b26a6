-- Customers: people with whom the lender has or had a loan. BVN and NIN are sealed; equal ones are found by a keyed hash.

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
  status text not null default 'active' check (status in ('active', 'dormant', 'blacklisted', 'deceased')),
  opened_at timestamptz not null,
  search text generated always as (lower(surname || ' ' || first_name || ' ' || other_names || ' ' || number || ' ' || ippis_number)) stored
);
create extension if not exists pg_trgm;
create index customer_search on customer using gin (search gin_trgm_ops);
create index customer_phone_part on customer using gin (phone gin_trgm_ops);
create unique index customer_bvn on customer (bvn_index);
create index customer_nin on customer (nin_index);
create index customer_phone on customer (phone);
create index customer_ippis on customer (ippis_number);
create index customer_account on customer (account_number);
create index customer_name on customer (surname, first_name, id);

create sequence customer_number start 100001;
