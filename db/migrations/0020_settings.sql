-- How the lender works: sections of settings, products, frequencies, officers' links. A change is a new version.

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

create table officer_link (
  code text primary key,
  enabled boolean not null default true,
  expires_on date,
  opened integer not null default 0,
  started integer not null default 0,
  submitted integer not null default 0
);

insert into frequency (code, name, rhythm, anchor_day, first_due) values
  ('monthly', 'Monthly, on pay day', 'monthly', 25, 'payroll'),
  ('weekly', 'Weekly', 'weekly', null, 'one-period'),
  ('two-weekly', 'Every two weeks', 'two-weekly', null, 'one-period'),
  ('quarterly', 'Quarterly', 'quarterly', 25, 'payroll'),
  ('one-payment', 'One payment at the end', 'one-payment', 25, 'one-period');

-- A new lender can lend on the first day; both products are meant to be changed.
insert into product (id, code) values
  ('8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01', 'PSL'),
  ('8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02', 'SAL-ADV');

insert into product_version (product_id, version, name, description, terms, effective_on, changed_at) values
  ('8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01', 1, 'Public Servant Loan',
   'For staff on a federal or state payroll, repaid by monthly deduction from pay.',
   '{"interest": "flat", "repayment": "equal-instalments", "ratePpm": 40000, "ratePer": "month", "accrual": "nominal",
     "frequency": {"code": "monthly", "name": "Monthly, on pay day", "rhythm": "monthly", "anchorDay": 25, "firstDue": "payroll"},
     "leastAmount": "5000000", "mostAmount": "300000000", "leastTenor": 3, "mostTenor": 24,
     "fees": [{"name": "Processing fee", "collected": "deducted", "flat": null, "sharePpm": 20000},
              {"name": "Credit life insurance", "collected": "deducted", "flat": null, "sharePpm": 10000}],
     "penalty": {"sharePpm": 10000, "each": "once", "of": "overdue-principal-and-interest", "graceDays": 14, "capPpm": 50000},
     "moratorium": {"principalRows": 0, "interestRows": 0, "interestIs": "deferred"},
     "allocation": {"order": ["penalty", "fee", "interest", "principal"], "beyondDue": "pay-ahead"},
     "roundingUnit": "1", "rounding": "half-up", "prepayment": "in-advance", "shareOfPayPpm": 333300, "cutOffDay": 10}',
   '2026-01-01', '2026-01-01T00:00:00Z'),
  ('8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02', 1, 'Salary Advance',
   'A small sum until the next pay days, on the reducing balance.',
   '{"interest": "reducing", "repayment": "equal-instalments", "ratePpm": 50000, "ratePer": "month", "accrual": "nominal",
     "frequency": {"code": "monthly", "name": "Monthly, on pay day", "rhythm": "monthly", "anchorDay": 25, "firstDue": "payroll"},
     "leastAmount": "1000000", "mostAmount": "20000000", "leastTenor": 1, "mostTenor": 3,
     "fees": [{"name": "Processing fee", "collected": "deducted", "flat": "100000", "sharePpm": 0}],
     "penalty": null,
     "moratorium": {"principalRows": 0, "interestRows": 0, "interestIs": "deferred"},
     "allocation": {"order": ["penalty", "fee", "interest", "principal"], "beyondDue": "pay-ahead"},
     "roundingUnit": "100", "rounding": "half-up", "prepayment": "in-advance", "shareOfPayPpm": 333300, "cutOffDay": 10}',
   '2026-01-01', '2026-01-01T00:00:00Z');
