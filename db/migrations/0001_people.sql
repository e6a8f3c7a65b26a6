-- People who sign in, their sessions, and the counters that slow a guesser down.

create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  phone text not null,
  password_hash text not null,
  status text not null check (status in ('waiting', 'active', 'suspended', 'declined')),
  roles text[] not null default '{}'
    check (roles <@ array['superAdmin', 'Admin', 'Reviewer', 'Authorizer', 'Auditor', 'Editor']),
  account_officer_code text unique,
  totp_secret text,
  totp_enrolled_at timestamptz,
  -- the time step of the last accepted code: a code works once only
  totp_last_step bigint,
  recovery_code_hashes text[] not null default '{}',
  signed_up_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- when they last stopped being able to approve: whoever removes the second person is not alone at once
  could_decide_until timestamptz
);
create index staff_name on staff (lower(last_name), lower(first_name), id);
create index staff_signed_up on staff (signed_up_at, id);
create index staff_last_sign_in on staff (last_sign_in_at, id);
create index staff_super_admin on staff (id) where status = 'active' and 'superAdmin' = any (roles);

create table staff_session (
  id uuid primary key,
  staff_id uuid not null references staff,
  -- sha-256 of the value in the HttpOnly cookie: a token without its cookie opens nothing
  binding_hash bytea not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('signOut', 'idle', 'suspended', 'password', 'superAdmin', 'owner')),
  address text not null,
  user_agent text not null
);
create index staff_session_live on staff_session (staff_id, seen_at desc) where ended_at is null;

create table sign_in_attempt (
  id bigint generated always as identity primary key,
  -- keyed hash of the e-mail as typed, so that this table lists nobody
  account_key bytea not null,
  address text not null,
  at timestamptz not null,
  succeeded boolean not null
);
create index sign_in_attempt_account on sign_in_attempt (account_key, at desc) where not succeeded;
create index sign_in_attempt_address on sign_in_attempt (address, at desc) where not succeeded;

create table password_reset (
  token_hash bytea primary key,
  staff_id uuid not null references staff,
  made_by uuid not null references staff,
  drop_totp boolean not null,
  expires_at timestamptz not null,
  -- used, or made void by a newer link
  used_at timestamptz,
  changed_password boolean not null default false
);
create index password_reset_staff on password_reset (staff_id);

-- One row: which roles must have a second factor.
create table sign_in_rule (
  only_one boolean primary key default true check (only_one),
  totp_required_for text[] not null default '{}'
);
insert into sign_in_rule default values;
