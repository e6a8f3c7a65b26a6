-- The books. An account is a code of the chart, for the house (loan 0) or for one loan. An amount is signed: a debit
-- is positive, a credit negative, so an entry balances when its lines sum to zero. What makes the books true is kept
-- here, by the database, whoever writes: the functions that post are only the quick way in.

create table ledger_chart (
  code smallint primary key check (code between 1000 and 9999),
  name text not null unique,
  title text not null,
  kind text not null check (kind in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- whether its lines belong to one loan
  per_loan text not null check (per_loan in ('always', 'never', 'maybe')),
  -- money of others that waits here: more than came in can never go out
  never_debit boolean not null
);

insert into ledger_chart (code, name, title, kind, per_loan, never_debit) values
  (1010, 'bank',                    'Bank',                                        'asset',     'never',  false),
  (1020, 'payrollOfficeReceivable', 'Payroll office: deducted, not yet remitted',  'asset',     'maybe',  false),
  (1100, 'loanPrincipal',           'Loan principal',                              'asset',     'always', false),
  (1110, 'interestReceivable',      'Interest receivable',                         'asset',     'always', false),
  (1120, 'feeReceivable',           'Fees receivable',                             'asset',     'always', false),
  (1130, 'penaltyReceivable',       'Penalties receivable',                        'asset',     'always', false),
  (1190, 'provision',               'Provision for loan losses',                   'asset',     'maybe',  false),
  (2010, 'disbursementClearing',    'Disbursement clearing: approved, not yet paid', 'liability', 'maybe', false),
  (2020, 'remittanceClearing',      'Remittance clearing: received, not yet matched', 'liability', 'never', false),
  (2030, 'suspense',                'Suspense: received, owner unknown',           'liability', 'never',  true),
  (2040, 'customerCredit',          'Customer credit: paid beyond what is due',    'liability', 'always', false),
  (2050, 'refundsPayable',          'Refunds payable',                             'liability', 'maybe',  false),
  (3010, 'openingBalances',         'Opening balances',                            'equity',    'maybe',  false),
  (4010, 'interestIncome',          'Interest income',                             'income',    'never',  false),
  (4020, 'feeIncome',               'Fee income',                                  'income',    'never',  false),
  (4030, 'penaltyIncome',           'Penalty income',                              'income',    'never',  false),
  (4040, 'recoveryIncome',          'Recovery of loans written off',               'income',    'never',  false),
  (5010, 'writeOffExpense',         'Loans written off',                           'expense',   'never',  false),
  (5020, 'provisionExpense',        'Provision expense',                           'expense',   'never',  false),
  (5030, 'waivers',                 'Interest, fees and penalties waived',         'expense',   'never',  false);

-- Millions of lines name a loan: they carry its short number. Number 0 is the house.
create table ledger_loan (
  no bigint generated always as identity primary key,
  loan_id uuid not null unique
);

create table ledger_entry (
  id bigint generated always as identity primary key,
  -- lines are accepted only in the transaction that wrote their entry; seals follow the order of transactions
  written_by xid8 not null default pg_current_xact_id(),
  inserted_at timestamptz not null default now(),
  posted_by uuid,
  reverses_id bigint references ledger_entry,
  effective_on date not null,
  -- the day it really belongs to, where that day's period was already closed
  belongs_on date,
  line_count smallint not null check (line_count >= 2),
  reason text not null check (reason ~ '^[a-z][A-Za-z]{2,39}$'),
  ref text not null check (length(ref) between 1 and 120),
  note text,
  constraint ledger_entry_adjusts_later check (belongs_on < effective_on)
);
create unique index ledger_entry_once on ledger_entry (ref, reason);
create unique index ledger_entry_reversed_once on ledger_entry (reverses_id) where reverses_id is not null;
create index ledger_entry_written_by on ledger_entry (written_by);

-- 32 bytes of content a line: at ten million lines a year every byte is 10 MB, and as much again in each index.
create table ledger_line (
  entry_id bigint not null,
  loan_no bigint not null,
  amount bigint not null check (amount <> 0),
  effective_on date not null,
  code smallint not null,
  position smallint not null check (position >= 1),
  primary key (entry_id, position)
);
create index ledger_line_loan on ledger_line (loan_no, code, effective_on, entry_id) where loan_no <> 0;
create index ledger_line_code on ledger_line (code, effective_on, entry_id) include (amount);

-- An account of the house is written by everybody at once: its balance is the sum of 16 stripes, one a writer.
create table ledger_balance (
  loan_no bigint not null,
  balance bigint not null,
  code smallint not null,
  stripe smallint not null,
  primary key (loan_no, code, stripe)
) with (fillfactor = 50);

-- Everything up to and including this day is closed.
create table ledger_close (
  through date primary key,
  closed_at timestamptz not null,
  closed_by uuid,
  last_entry_id bigint not null
);

-- What each code had moved when the period was closed: sums as of a later day start here, not at the first line.
create table ledger_closing (
  through date not null references ledger_close,
  code smallint not null references ledger_chart,
  debits bigint not null,
  credits bigint not null,
  primary key (through, code)
);

-- ── What holds for every entry, however it was written ──────────────────────────────────────────────────────────────

create function ledger_refuse_closed() returns trigger language plpgsql as $$
declare
  closed date;
begin
  select max(through) into closed from ledger_close;
  if closed is not null and exists (select from new_entry where effective_on <= closed) then
    raise exception 'the books are closed through %', closed using errcode = 'LG003', detail = closed::text;
  end if;
  return null;
end $$;
create trigger refuse_closed after insert on ledger_entry referencing new table as new_entry
  for each statement execute function ledger_refuse_closed();

create function ledger_check_entry() returns trigger language plpgsql as $$
declare
  lines bigint;
  total numeric;
begin
  select count(*), sum(amount) into lines, total from ledger_line where entry_id = new.id;
  if lines <> new.line_count or total is distinct from 0 then
    raise exception 'entry % does not balance: % of % lines, off by % kobo', new.id, lines, new.line_count, total
      using errcode = 'LG001';
  end if;
  if new.reverses_id is not null and exists (
    select from ledger_line where entry_id in (new.id, new.reverses_id)
    group by code, loan_no having sum(amount) <> 0
  ) then
    raise exception 'entry % is not the exact reverse of entry %', new.id, new.reverses_id using errcode = 'LG001';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_check_entry();

-- An entry that has all the lines it declared takes no more, so once it was found balanced it stays so. Balances
-- move in one order of accounts, whatever the order of lines: two writers wait for one another, never in a circle.
-- The lookups are written as subqueries because a plan kept from a large batch must not scan the journal for a
-- single entry.
create function ledger_settle_lines() returns trigger language plpgsql as $$
declare
  stray record;
begin
  select n.* into stray from new_line n
  where (select e.written_by = pg_current_xact_id() and e.effective_on = n.effective_on and n.position <= e.line_count
         from ledger_entry e where e.id = n.entry_id) is not true
    or (select c.per_loan = 'maybe' or (c.per_loan = 'always') = (n.loan_no <> 0)
        from ledger_chart c where c.code = n.code) is not true
  limit 1;
  if found then
    raise exception 'line % of entry % does not fit its entry or the chart (account %, loan %)',
      stray.position, stray.entry_id, stray.code, stray.loan_no using errcode = 'LG002';
  end if;

  with moved as (
    insert into ledger_balance as b (loan_no, code, stripe, balance)
    select n.loan_no, n.code, n.stripe, sum(n.amount)::bigint
    from (
      select l.loan_no, l.code, l.amount,
        case when l.loan_no <> 0 or (select c.never_debit from ledger_chart c where c.code = l.code) then 0
          else pg_backend_pid() & 15 end as stripe
      from new_line l
    ) n
    group by n.loan_no, n.code, n.stripe
    order by n.loan_no, n.code, n.stripe
    on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance
    returning b.code, b.balance
  )
  select m.code into stray from moved m
  where m.balance > 0 and (select c.never_debit from ledger_chart c where c.code = m.code)
  limit 1;
  if found then
    raise exception 'account % would pay out more than it holds', stray.code
      using errcode = 'LG004', detail = stray.code::text;
  end if;
  return null;
end $$;
create trigger settle after insert on ledger_line referencing new table as new_line
  for each statement execute function ledger_settle_lines();

create trigger append_only before update or delete on ledger_entry for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_entry execute function refuse_change();
create trigger append_only before update or delete on ledger_line for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_line execute function refuse_change();
create trigger append_only before update or delete on ledger_loan for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_loan execute function refuse_change();
create trigger append_only before update or delete on ledger_close for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_close execute function refuse_change();
create trigger append_only before update or delete on ledger_closing for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_closing execute function refuse_change();
-- Balances follow lines and nothing else: only the trigger above, one level deep, moves them.
create trigger follows_lines before insert or update on ledger_balance
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger append_only before delete on ledger_balance for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_balance execute function refuse_change();

-- ── Posting, in one round trip ──────────────────────────────────────────────────────────────────────────────────────

create function ledger_loan_no(of_loan uuid) returns bigint language plpgsql as $$
declare
  found_no bigint;
begin
  select no into found_no from ledger_loan where loan_id = of_loan;
  if not found then
    insert into ledger_loan (loan_id) values (of_loan) on conflict (loan_id) do nothing;
    select no into found_no from ledger_loan where loan_id = of_loan;
  end if;
  return found_no;
end $$;

-- Whether an entry that exists says what is asked now: the same day and the same amount on each account.
create function ledger_says(
  of_entry bigint, on_day date, codes smallint[], loans uuid[], amounts bigint[]
) returns boolean language sql stable as $$
  select coalesce(e.belongs_on, e.effective_on) = on_day and not exists (
    select from (
      select l.code, l.loan_no, l.amount from ledger_line l where l.entry_id = of_entry
      union all
      select a.code, case when a.loan_id is null then 0 else s.no end, -a.amount
      from unnest(codes, loans, amounts) as a (code, loan_id, amount) left join ledger_loan s on s.loan_id = a.loan_id
    ) both_sides
    group by code, loan_no having sum(amount) <> 0
  )
  from ledger_entry e where e.id = of_entry
$$;

-- Posts one entry. The same reason and ref again gives the first entry back, or 'different' when it says something
-- else. With `adjust_on`, what belongs to a closed period is posted on that day and keeps the day it belongs to.
create function ledger_post(
  of_reason text, of_ref text, on_day date, codes smallint[], loans uuid[], amounts bigint[],
  with_note text, by_staff uuid, at_moment timestamptz, adjust_on date, reverses bigint,
  out entry_id bigint, out posted_on date, out belonged_on date, out outcome text
) language plpgsql as $$
begin
  posted_on := on_day;
  if adjust_on is not null and exists (select from ledger_close where through >= on_day) then
    posted_on := adjust_on;
    belonged_on := on_day;
  end if;
  insert into ledger_entry
    (inserted_at, posted_by, reverses_id, effective_on, belongs_on, line_count, reason, ref, note)
  values (at_moment, by_staff, reverses, posted_on, belonged_on, cardinality(codes), of_reason, of_ref, with_note)
  on conflict (ref, reason) do nothing
  returning id into entry_id;
  if found then
    insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
    select ledger_post.entry_id, case when l.loan_id is null then 0 else ledger_loan_no(l.loan_id) end,
      l.amount, posted_on, l.code, l.position
    from unnest(codes, loans, amounts) with ordinality as l (code, loan_id, amount, position);
    outcome := 'posted';
    return;
  end if;
  select e.id, e.effective_on, e.belongs_on into entry_id, posted_on, belonged_on
  from ledger_entry e where e.ref = of_ref and e.reason = of_reason;
  outcome := case when ledger_says(entry_id, on_day, codes, loans, amounts) then 'repeated' else 'different' end;
end $$;

