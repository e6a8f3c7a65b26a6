-- Customers: people with whom the lender has or had a loan. BVN and NIN are sealed; equal ones are found by a keyed hash. A
-- customer can be erased: the books, the loans and the audit trail stay without naming them.

create extension if not exists pg_trgm;

-- A name as it is typed in a hurry: small letters, no tone marks, no apostrophes, hyphens as spaces. Ọlá-Òní → ola oni.
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
  status text not null default 'active' check (status in ('active', 'dormant', 'blacklisted', 'deceased', 'merged', 'erased')),
  status_reason text,
  status_since timestamptz,
  -- the last day of a blacklisting; null until it is lifted
  status_until date,
  -- the record this one was merged into: the row stays, so that old papers still lead to a customer
  merged_into uuid references customer,
  -- a retirement date entered by a user, in place of the computed one
  retires_on date,
  retires_reason text,
  -- one more with every change: saving from an older page is refused instead of overwriting
  revision integer not null default 1,
  opened_at timestamptz not null,
  name_key text not null generated always as (customer_plain(surname || ' ' || first_name || ' ' || other_names)) stored,
  search text not null generated always as
    (' ' || customer_plain(surname || ' ' || first_name || ' ' || other_names) || ' ' || lower(number || ' ' || ippis_number)) stored,
  -- for the search of loan accounts, with the employer and the phone as it is dialled; apart from `search`, since half of all
  -- customers work for a "Federal Ministry"
  account_search text not null generated always as
    (' ' || customer_plain(surname || ' ' || first_name || ' ' || other_names || ' ' || mda)
      || ' ' || lower(number || ' ' || ippis_number) || ' ' || phone || ' 0' || substr(phone, 5)) stored,
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
-- every order of the list, by itself and behind each filter that leaves few rows
create index customer_name on customer (name_key, id);
create index customer_opened on customer (opened_at, id);
create index customer_status on customer (status, name_key, id);
-- Filters of the list. The status is included so that a count needs the index alone.
create index customer_officer on customer (officer_code, name_key, id) include (status);
create index customer_payroll on customer (payroll_source, name_key, id) include (status);
create index customer_state on customer (state, name_key, id) include (status);
-- as payroll files are matched: without leading zeros, which spreadsheets lose
create index customer_staff_key on customer (payroll_source, ltrim(upper(ippis_number), '0'));
-- Surnames by their first letters, whatever the collation of the database.
create index customer_name_begins on customer (name_key collate "C", id);
create index customer_account_search on customer using gin (account_search gin_trgm_ops);
create index customer_email on customer (lower(email)) where email <> '';

create sequence customer_number start 100001;

-- Notes of staff about a customer, and promises to pay. Only the outcome of a promise changes, once.
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

-- The audit trail is append-only, so its data about a customer are sealed with a key of that customer: erasure deletes the key, and
-- with it everything the trail says about them. That there was a change, when and by which user stays.
create table customer_trail_key (
  customer_id uuid primary key references customer,
  key_sealed text not null
);

-- A user who is a customer too. Once found the tie stays, whatever either record says later: an own email can be edited away.
create table staff_customer (
  staff_id uuid not null references staff,
  customer_id uuid not null references customer,
  known_by text not null check (known_by in ('phone', 'email', 'bvn', 'merge')),
  since timestamptz not null default now(),
  primary key (staff_id, customer_id)
);
create index staff_customer_customer on staff_customer (customer_id);

create function tie_customer_to_staff() returns trigger language plpgsql as $$
begin
  insert into staff_customer (staff_id, customer_id, known_by)
    select s.id, new.id, 'phone' from staff s where s.phone = new.phone
    union all select s.id, new.id, 'email' from staff s where new.email <> '' and s.email = lower(new.email)
    union all select s.id, new.id, 'bvn' from staff s where s.bvn_index = new.bvn_index
    union all select t.staff_id, new.merged_into, 'merge' from staff_customer t
      where t.customer_id = new.id and new.merged_into is not null
    on conflict do nothing;
  return null;
end $$;
create trigger customer_is_staff after insert or update of phone, email, bvn_index, merged_into on customer
  for each row execute function tie_customer_to_staff();

create function tie_staff_to_customer() returns trigger language plpgsql as $$
begin
  insert into staff_customer (staff_id, customer_id, known_by)
    select new.id, c.id, 'phone' from customer c where c.phone = new.phone
    union all select new.id, c.id, 'email' from customer c where c.email <> '' and lower(c.email) = new.email
    union all select new.id, c.id, 'bvn' from customer c where c.bvn_index = new.bvn_index
    on conflict do nothing;
  return null;
end $$;
create trigger staff_is_customer after insert or update of phone, email, bvn_index on staff
  for each row execute function tie_staff_to_customer();
