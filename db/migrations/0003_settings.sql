-- How the lender works: settings, products, frequencies, officers' links. A change is a new version.

-- A change of a settings section is a new version.
create table setting_version (
  section text not null,
  version integer not null check (version > 0),
  value jsonb not null,
  effective_on date not null,
  changed_by uuid references staff,
  changed_at timestamptz not null,
  reason text,
  primary key (section, version)
);
create trigger append_only before update or delete on setting_version for each row execute function refuse_change();
create trigger append_only_whole before truncate on setting_version execute function refuse_change();

create table product (
  id uuid primary key,
  code text not null unique,
  status text not null default 'active' check (status in ('active', 'retired'))
);

create table product_version (
  product_id uuid not null references product,
  version integer not null check (version > 0),
  name text not null,
  description text not null,
  terms jsonb not null,
  effective_on date not null,
  changed_by uuid references staff,
  changed_at timestamptz not null,
  primary key (product_id, version)
);
create trigger append_only before update or delete on product_version for each row execute function refuse_change();
create trigger append_only_whole before truncate on product_version execute function refuse_change();

create table frequency (
  code text primary key,
  name text not null,
  rhythm text not null check (rhythm in ('weekly', 'two-weekly', 'monthly', 'quarterly', 'one-payment')),
  anchor_day integer check (anchor_day between 1 and 31),
  first_due text not null check (first_due in ('payroll', 'one-period')),
  status text not null default 'active' check (status in ('active', 'retired'))
);

-- The public link of an account officer, with what it led to.
create table officer_link (
  code text primary key,
  enabled boolean not null default true,
  expires_on date,
  opened integer not null default 0,
  started integer not null default 0,
  submitted integer not null default 0
);
