-- Deduction instructions: what each payroll office is told to deduct, month by month, and what it answered.

create table instruction_list (
  id uuid primary key,
  number text not null unique,
  source text not null,
  month date not null check (extract(day from month) = 1),
  -- 1 for the first list of the month, 2 for its correction, and so on
  round integer not null check (round > 0),
  status text not null default 'computing'
    check (status in ('computing', 'computed', 'approved', 'sent', 'acknowledged', 'superseded', 'cancelled')),
  -- the day by which the office needs it, and whether it was computed later
  cut_off_on date not null,
  element text not null,
  beneficiary text not null,
  layout jsonb not null,
  -- the rules it was computed by: share of pay, part of an instalment collected towards arrears, payroll file, banned
  rules jsonb not null default '{}',
  asked_at timestamptz not null,
  asked_by uuid not null references staff,
  asked_by_name text not null,
  computed_at timestamptz,
  lines integer not null default 0,
  total bigint not null default 0,
  previous_total bigint not null default 0,
  -- lines and amounts by kind
  tallies jsonb not null default '[]',
  -- of the content: the same books give the same
  sha256 text,
  approved_at timestamptz,
  approved_by_name text,
  sent_at timestamptz,
  sent_by_name text,
  acknowledged_at timestamptz,
  acknowledged_by_name text,
  acknowledgement text,
  ended_at timestamptz,
  ended_reason text,
  unique (source, month, round)
);
-- What an office holds changes with every list sent, so that a second list under way would start from what is no longer true.
create unique index instruction_list_under_way on instruction_list (source) where status in ('computing', 'computed', 'approved');
create index instruction_list_month on instruction_list (month desc, number desc);

create table instruction_line (
  list_id uuid not null references instruction_list,
  no integer not null,
  staff_key text not null,
  staff_number text not null,
  customer_id uuid not null references customer,
  name text not null,
  employer text not null,
  kind text not null check (kind in ('new', 'change', 'stop', 'resume', 'continue', 'none')),
  -- what the office holds, what is due, the most that pay allows, and what is instructed
  previous bigint not null check (previous >= 0),
  was_instructed boolean not null,
  due bigint not null check (due >= 0),
  pay_limit bigint,
  amount bigint not null check (amount >= 0),
  -- its parts by loan, in order of the loan numbers; due and instructed
  loan_ids uuid[] not null,
  loan_numbers text[] not null,
  loan_due bigint[] not null,
  loan_amounts bigint[] not null,
  owed bigint not null,
  in_flight bigint not null,
  -- the last month in which this amount is needed
  until_month date,
  reasons text[] not null,
  exceptions text[] not null,
  signals text[] not null,
  decision text check (decision in ('include', 'exclude', 'override')),
  primary key (list_id, no),
  unique (list_id, staff_key)
);
create index instruction_line_kind on instruction_line (list_id, kind, no);
create index instruction_line_exception on instruction_line (list_id, no) where exceptions <> '{}';
create index instruction_line_person on instruction_line (customer_id, list_id);

-- What a person decided about an exception, and retained when the list is computed again.
create table instruction_decision (
  list_id uuid not null references instruction_list,
  staff_key text not null,
  decision text not null check (decision in ('include', 'exclude', 'override')),
  reason text not null,
  decided_by uuid not null references staff,
  decided_by_name text not null,
  decided_at timestamptz not null,
  primary key (list_id, staff_key)
);

-- What the office answered. No answer to a line of an acknowledged list is acceptance.
create table instruction_answer (
  list_id uuid not null,
  no integer not null,
  outcome text not null check (outcome in ('accepted', 'rejected')),
  -- what the office deducts instead
  amount bigint check (amount >= 0),
  reason text not null,
  answered_at timestamptz not null,
  answered_by_name text not null,
  intake_id uuid references intake,
  -- a rejected line is a task until it is closed
  owner_id uuid references staff,
  note text not null default '',
  closed_at timestamptz,
  closed_by_name text,
  primary key (list_id, no),
  foreign key (list_id, no) references instruction_line
);
create index instruction_answer_open on instruction_answer (answered_at, list_id, no) where outcome = 'rejected' and closed_at is null;

-- What an office holds for a person: a function of the lists sent and of its answers, stored for the next list.
create table instruction_standing (
  source text not null,
  staff_key text not null,
  element text not null,
  amount bigint not null check (amount >= 0),
  since date not null,
  list_id uuid not null,
  no integer not null,
  is_acknowledged boolean not null,
  primary key (source, staff_key, element),
  foreign key (list_id, no) references instruction_line
);
create index instruction_standing_line on instruction_standing (list_id, no);

-- Every file taken: the first marks the list as sent, each later one is a copy with its reason.
create table instruction_file (
  id uuid primary key,
  list_id uuid not null references instruction_list,
  copy integer not null check (copy > 0),
  scope text not null check (scope in ('delta', 'full')),
  format text not null check (format in ('csv', 'xlsx')),
  lines integer not null,
  total bigint not null,
  sha256 text not null,
  taken_at timestamptz not null,
  taken_by uuid not null references staff,
  taken_by_name text not null,
  reason text,
  constraint instruction_file_reason check (copy = 1 or reason is not null),
  unique (list_id, copy)
);
create trigger append_only before update or delete on instruction_file for each row execute function refuse_change();

-- Rows of an acknowledgement file, until they are recorded.
create table instruction_answer_row (
  intake_id uuid not null references intake,
  row_number integer not null,
  line integer not null,
  staff_number text not null,
  staff_key text not null,
  outcome text not null check (outcome in ('accepted', 'rejected')),
  amount bigint,
  reason text not null,
  primary key (intake_id, row_number)
);
create index instruction_answer_row_person on instruction_answer_row (intake_id, staff_key);
alter table intake drop constraint intake_kind_check;
alter table intake add constraint intake_kind_check check (kind in ('payroll', 'repayment', 'book', 'acknowledgement'));

-- A list that was sent never changes; erasure removes only who a line was about.
create function instruction_line_fixed() returns trigger language plpgsql as $$
begin
  if exists (select 1 from instruction_list l where l.id = old.list_id and l.sent_at is not null)
    and (tg_op = 'DELETE' or (to_jsonb(new) - array['staff_key', 'staff_number', 'name', 'employer', 'customer_id'])
      is distinct from (to_jsonb(old) - array['staff_key', 'staff_number', 'name', 'employer', 'customer_id'])) then
    raise exception 'A list of deduction instructions that was sent does not change' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $$;
create trigger fixed_when_sent before update or delete on instruction_line for each row execute function instruction_line_fixed();

create function instruction_list_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.sent_at is not null and (
    (new.number, new.source, new.month, new.round, new.element, new.lines, new.total, new.previous_total, new.sha256, new.sent_at)
    is distinct from
    (old.number, old.source, old.month, old.round, old.element, old.lines, old.total, old.previous_total, old.sha256, old.sent_at)) then
    raise exception 'A list of deduction instructions that was sent does not change' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $$;
create trigger fixed_when_sent before update or delete on instruction_list for each row execute function instruction_list_fixed();

-- An amount over the loans it is for, in their order; what is beyond what is due goes to the first.
create function instruction_parts(due bigint[], amount bigint) returns bigint[] immutable parallel safe language sql as $$
  select coalesce(array_agg((case when at = 1 then greatest(least(each, amount), amount - rest)
      else greatest(least(each, amount - before), 0) end)::bigint order by at), '{}')
  from (select each, at, sum(each) over (order by at) - each as before, sum(each) over () - first_value(each) over (order by at) as rest
    from unnest(due) with ordinality as part (each, at)) parts
$$;

-- An instruction file and its covering letter show staff numbers and pay deductions.
drop index audit_entry_look;
create or replace function audit_is_look(action text, subject_type text) returns boolean language sql immutable parallel safe return
  subject_type in ('export', 'search') or action like '%Reveal' or action like '%Export'
  or action in ('documentOpen', 'loanPaper', 'payrollLookup', 'payrollChanges', 'intakeGet', 'intakeRefusals', 'intakeRefusalFile',
    'instructionFile', 'instructionLetter');
create index audit_entry_look on audit_entry (id desc, at) where audit_is_look(action, subject_type) and outcome = 'done';
