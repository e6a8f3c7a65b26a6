-- The payroll calendar: when the deduction file of each month is expected, and whether it has arrived. Until it has, an
-- instalment of the month is due, but nobody knows whether it was deducted: it counts as late by contract, not by conduct.

create table pay_month (
  source text not null,
  period date not null,
  -- by the settings in force when the month began; a later change of the settings does not move them
  instruction_on date not null,
  pay_on date not null,
  file_on date not null,
  remittance_on date not null,
  -- the last day on which a missing file is awaited
  awaited_until date not null,
  tolerance_days smallint not null,
  -- false: from before the calendar, or opened after its pay day. It counts as heard, so that earlier arrears stay as they are
  is_awaited boolean not null,
  -- the day the calendar began, for a month that had begun before
  awaited_from date,
  -- the day its first file was posted, and that batch; null while none is
  heard_on date,
  batch_id uuid,
  owner_id uuid references staff,
  note text not null default '',
  noted_at timestamptz,
  noted_by_name text,
  opened_on date not null,
  -- as planned, before anyone moved it
  first_until date not null,
  primary key (source, period)
);
create index pay_month_waiting on pay_month (awaited_until) where is_awaited and heard_on is null;

-- What became known of a month, in the order of entry. Each fact is in force from its day on: the state of an earlier day does
-- not depend on it.
create table pay_month_fact (
  id bigint generated always as identity primary key,
  source text not null,
  period date not null,
  effective_on date not null,
  kind text not null check (kind in ('arrived', 'withdrawn', 'moved')),
  batch_id uuid,
  awaited_until date,
  reason text not null default '',
  recorded_at timestamptz not null,
  recorded_by uuid,
  check ((kind = 'moved') = (awaited_until is not null)),
  check ((kind = 'moved') = (batch_id is null))
);
create index pay_month_fact_month on pay_month_fact (source, period, id);
create trigger append_only before update or delete on pay_month_fact for each row execute function refuse_change();
create trigger append_only_whole before truncate on pay_month_fact execute function refuse_change();

-- The payroll source a customer had in earlier months, once it has changed. A month belongs to the last row from before it.
create table customer_payroll_source (
  customer_id uuid not null references customer,
  from_month date not null,
  source text not null,
  primary key (customer_id, from_month)
);

-- What is late, instalment by instalment: due dates in their order and the amounts unpaid. Null until first recalculated.
alter table loan add column late_on date[];
alter table loan add column late_owed bigint[];
-- The merged record whose payroll months the loan had before its customer was merged; null: those of its customer.
alter table loan add column payroll_customer_id uuid references customer;

-- Months of files that were posted before: heard.
insert into pay_month (source, period, instruction_on, pay_on, file_on, remittance_on, awaited_until, tolerance_days, is_awaited,
  heard_on, batch_id, opened_on, first_until)
select b.source, b.period, least(b.period + 9, p.pay_on), p.pay_on, p.pay_on + 14, p.pay_on + 21, p.pay_on + 28, 14, false,
  (b.posted_at at time zone 'Africa/Lagos')::date, b.intake_id, (b.posted_at at time zone 'Africa/Lagos')::date, p.pay_on + 28
from (
  select distinct on (source, period) source, period, intake_id, posted_at from repayment_batch
  where status in ('posted', 'undoing') and posted_at is not null order by source, period, posted_at
) b
left join lateral (
  select (s.value ->> 'payDay')::integer as pay_day
  from (select value from setting_version where section = 'payroll' order by version desc limit 1) v,
    jsonb_array_elements(v.value -> 'sources') s
  where s.value ->> 'code' = b.source limit 1
) s on true
cross join lateral (
  select b.period + least(coalesce(s.pay_day, 25),
    extract(day from b.period + interval '1 month' - interval '1 day')::integer) - 1 as pay_on
) p;

insert into pay_month_fact (source, period, effective_on, kind, batch_id, reason, recorded_at)
select source, period, heard_on, 'arrived', batch_id, 'posted before the payroll calendar', now() from pay_month order by period, source;

-- Portfolio at risk by contract and by conduct, one row a day and threshold. Written on its day only: nothing changes it later.
create table dashboard_conduct (
  day date not null,
  days smallint not null,
  contractual bigint not null,
  -- of loans whose lateness of so many days is nothing but months whose file is awaited
  awaiting bigint not null check (awaiting >= 0 and awaiting <= contractual),
  principal bigint not null,
  primary key (day, days)
);
