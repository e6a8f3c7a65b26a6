-- The close of a month: what its loans came to, what was posted, and who reopened it.

-- One attempt to close a month. Its loans and rules are frozen with it; a reopened month begins another one.
create table closing_month (
  id uuid primary key,
  month date not null check (month = date_trunc('month', month::timestamp)::date),
  status text not null default 'calculated' check (status in ('calculated', 'closed', 'reopened')),
  calculated_at timestamptz not null,
  -- what the calculation saw
  seen pg_snapshot not null,
  -- the classes of loans by which interest is suspended and provisions are made
  classes jsonb not null,
  submitted_by uuid references staff (id),
  approved_by uuid references staff (id),
  closed_at timestamptz,
  -- [{"check": "suspense", "found": "…", "reason": "…"}]
  acknowledged jsonb not null default '[]',
  reopened_at timestamptz,
  reopen_submitted_by uuid references staff (id),
  reopen_approved_by uuid references staff (id),
  reopen_reason text,
  check ((closed_at is null) = (status = 'calculated')),
  check ((reopened_at is null) = (status <> 'reopened'))
);
create unique index closing_month_once on closing_month (month) where status <> 'reopened';

-- What each active loan came to at the end of the month.
create table closing_loan (
  closing_id uuid not null references closing_month (id),
  loan_id uuid not null,
  product_id uuid not null,
  principal bigint not null,
  -- due by then and not paid
  interest_due bigint not null,
  -- earned by then, not due and not paid
  interest_earned bigint not null,
  days_past_due integer not null,
  primary key (closing_id, loan_id)
);

-- What was posted, by kind, product and class, and the entries that posted it.
create table closing_line (
  closing_id uuid not null references closing_month (id),
  kind text not null check (kind in ('accrual', 'provision', 'suspension', 'yearEnd')),
  -- null: what the account held otherwise, and the transfer of a year-end
  product_id uuid references product (id),
  class text not null,
  loans integer not null,
  balance bigint not null,
  change bigint not null,
  -- of the change: interest that was suspended on loans written off since
  written_off bigint not null default 0,
  entry_id bigint references ledger_entry (id),
  -- the opposite on the first day of the next month
  back_entry_id bigint references ledger_entry (id),
  unique nulls not distinct (closing_id, kind, product_id, class)
);
create trigger append_only before update or delete on closing_line for each row execute function refuse_change();
create trigger append_only_whole before truncate on closing_line execute function refuse_change();

create function closing_keep_loans() returns trigger language plpgsql as $$
begin
  if exists (select from closing_month where id = old.closing_id and status <> 'calculated') then
    raise exception 'the loans of a closed month stay as they are' using errcode = 'LG007';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger kept before update or delete on closing_loan for each row execute function closing_keep_loans();
create trigger append_only_whole before truncate on closing_loan execute function refuse_change();

-- What was recorded since a moment.
create index loan_event_entered on loan_event using brin (entered_at);

-- A reopened period: the close is taken out, and stays on record here.
create table ledger_reopening (
  through date not null,
  closed_at timestamptz not null,
  closed_by uuid,
  last_entry_id bigint not null,
  reopened_at timestamptz not null,
  submitted_by uuid not null,
  approved_by uuid not null,
  reason text not null,
  written_by xid8 not null default pg_current_xact_id(),
  primary key (through, reopened_at)
);
create trigger append_only before update or delete on ledger_reopening for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_reopening execute function refuse_change();

create function ledger_keep_close() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.through = (select max(through) from ledger_reopening where written_by = pg_current_xact_id())
  then
    return old;
  end if;
  raise exception 'a closed period is reopened by two people' using errcode = 'LG007';
end $$;
drop trigger append_only on ledger_close;
drop trigger append_only on ledger_closing;
create trigger kept before update or delete on ledger_close for each row execute function ledger_keep_close();
create trigger kept before update or delete on ledger_closing for each row execute function ledger_keep_close();

-- Transfers to retained earnings are no movement of the income statement.
create index ledger_entry_year_end on ledger_entry (effective_on) where reason = 'yearEnd';

-- Of each row to come: its first day and its interest, so that what is earned by a day is known without folding the loan.
alter table loan_projection add column starts_on date[], add column charged bigint[];
