-- Users, their sessions, the limits that slow guessing down, and who gave whom access.

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
  -- the same email signed up again before the account was approved: either may be the stranger, so the approver is shown it
  signed_up_again_at timestamptz,
  last_sign_in_at timestamptz,
  -- roles that can approve lapse during a long suspension
  roles_lapse_at timestamptz,
  -- the user's own BVN, sealed, and its keyed hash: a user who is a customer too is found by it
  bvn_sealed text,
  bvn_index bytea unique
);
create index staff_name on staff (lower(last_name), lower(first_name), id);
create index staff_signed_up on staff (signed_up_at, id);
create index staff_last_sign_in on staff (last_sign_in_at, id);
create index staff_super_admin on staff (id) where status = 'active' and 'superAdmin' = any (roles);
create index staff_phone on staff (phone);

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
  -- the address as limits count it: an IPv4 address or a whole IPv6 line
  line text not null default '',
  user_agent text not null
);
create index staff_session_live on staff_session (staff_id, seen_at desc) where ended_at is null;
create index staff_session_line on staff_session (line, seen_at desc);

create table sign_in_attempt (
  id bigint generated always as identity primary key,
  -- keyed hash of the email as typed: the table itself names no account
  account_key bytea not null,
  address text not null,
  at timestamptz not null,
  succeeded boolean not null
);
create index sign_in_attempt_account on sign_in_attempt (account_key, at desc) where not succeeded;
create index sign_in_attempt_address on sign_in_attempt (address, at desc) where not succeeded;

-- Failed sign-ins of an account within an hour, or of all unknown accounts: the audit trail has the 1st, 10th, 100th and so on.
create table sign_in_failure (
  account text not null,
  hour timestamptz not null,
  failures integer not null default 1,
  primary key (account, hour)
);

-- Sign-up is open to the public, so attempts per address and hour are counted as well.
create table sign_up_attempt (
  address text not null,
  at timestamptz not null
);
create index sign_up_attempt_address on sign_up_attempt (address, at);

create table password_reset (
  token_hash bytea primary key,
  staff_id uuid not null references staff,
  made_by uuid not null references staff,
  drop_totp boolean not null,
  expires_at timestamptz not null,
  -- used, or made void by a newer link
  used_at timestamptz,
  changed_password boolean not null default false,
  approved_by uuid references staff,
  -- an approved link is shown once to the user who submitted it
  shown_at timestamptz
);
create index password_reset_staff on password_reset (staff_id);

-- The first two users prove with a code from the machine itself that they may set the lender up.
create table setup_code (
  code_hash bytea primary key,
  made_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references staff,
  constraint setup_code_used check ((used_at is null) = (used_by is null))
);

-- Which user gave which user access. Without approval by a third user the two accounts may belong to one person: they are linked.
create table staff_link (
  id bigint generated always as identity primary key,
  made_by uuid not null references staff,
  staff_id uuid not null references staff,
  kind text not null check (kind in ('admitted', 'roles', 'reactivated', 'password')),
  made_at timestamptz not null,
  -- approved by a user linked to neither: a record, and no link
  approved_by uuid references staff,
  -- of a new password: the owner's second factor that it left in place, by when it was set up
  factor_since timestamptz,
  -- the owner has confirmed that they know of the new password
  seen_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references staff,
  end_reason text,
  constraint staff_link_two_people check (made_by <> staff_id and approved_by is distinct from made_by and approved_by is distinct from staff_id),
  constraint staff_link_ended check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create index staff_link_staff on staff_link (staff_id);
create index staff_link_open on staff_link (made_by, staff_id) where approved_by is null and ended_at is null;

-- One row: the roles that need a second factor, and whether maker and approver may share one browser.
create table sign_in_rule (
  only_one boolean primary key default true check (only_one),
  totp_required_for text[] not null default '{}',
  refuse_same_place boolean not null default false
);

-- Users without the right to reveal numbers may still search by one. The searches of an hour are counted, so that a number cannot
-- be found by trying. The same number searched in several lists counts once, by its keyed hash.
create table number_search (
  staff_id uuid not null references staff,
  hour timestamptz not null,
  number_index bytea not null,
  primary key (staff_id, hour, number_index)
);

-- Whose personal data a user revealed within an hour, and how often: beyond the limit the next person is refused.
create table reveal_count (
  staff_id uuid not null references staff,
  hour timestamptz not null,
  subject text not null,
  times integer not null default 1,
  primary key (staff_id, hour, subject)
);
create index reveal_count_hour on reveal_count (hour);

-- How each user sees the console: row density and hidden columns.
create table staff_preference (
  staff_id uuid primary key references staff,
  density text not null check (density in ('comfortable', 'compact')),
  -- list → hidden columns; a column that is not named is shown, so a new one appears for every user
  hidden jsonb not null,
  -- the tab the dashboard opens with
  dashboard_tab text not null default 'desk' check (dashboard_tab in ('desk', 'portfolio'))
);

-- A filtered list with a name. A shared view is shown to all staff.
create table saved_view (
  id uuid primary key,
  staff_id uuid not null references staff,
  list text not null,
  name text not null,
  -- search, filters and order, as the address of the list carries them
  query text not null,
  is_default boolean not null,
  is_shared boolean not null default false,
  saved_at timestamptz not null
);
create index saved_view_owner on saved_view (staff_id, list, saved_at);
create unique index saved_view_default on saved_view (staff_id, list) where is_default;
create index saved_view_shared on saved_view (list, saved_at) where is_shared;
