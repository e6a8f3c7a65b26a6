-- Accounts that a lender adds beside those Iroko posts on, and the code of each in the accountant's own system.
alter table ledger_chart
  add column house_code text not null default '',
  add column is_own boolean not null default false,
  add column is_closed boolean not null default false check (is_own or not is_closed);

create function ledger_keep_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'account % is kept: entries name it', old.code using errcode = 'LG006';
  end if;
  if (new.code, new.name, new.per_loan, new.is_own) is distinct from (old.code, old.name, old.per_loan, old.is_own)
    or (new.kind <> old.kind and (not old.is_own or exists (select from ledger_line where code = old.code)))
  then
    raise exception 'account % keeps its code and its kind', old.code using errcode = 'LG006';
  end if;
  return new;
end $$;
create trigger kept before update or delete on ledger_chart for each row execute function ledger_keep_account();
create trigger kept_whole before truncate on ledger_chart execute function refuse_change();

create index ledger_entry_journal on ledger_entry (effective_on desc, id desc) where reason = 'journal';

-- A journal that is posted every month on a day; `posted_through` is the last day it was posted for.
create table ledger_recurring (
  id uuid primary key,
  memo text not null,
  -- [{"code": 5210, "amount": "45000000"}], debits positive
  lines jsonb not null,
  day smallint not null check (day between 1 and 31),
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  posted_through date,
  made_by uuid not null,
  made_at timestamptz not null,
  stopped_at timestamptz
);

-- Vouchers of journals.
alter table document drop constraint document_subject_type_check,
  add check (subject_type in ('draft', 'request', 'customer', 'loan', 'journal'));

-- A closed account takes no line, whoever writes it; the rest as before.
create or replace function ledger_settle_lines() returns trigger language plpgsql
set enable_seqscan to 'off' set enable_nestloop to 'off' as $$
declare
  overdrawn bigint;
begin
  with moved as (
    insert into ledger_balance as b (loan_no, code, stripe, balance)
    select n.loan_no, n.code,
      case
        when (e.written_by = pg_current_xact_id() and e.effective_on = n.effective_on
              and n.position between 1 and e.line_count and n.amount <> 0) is not true
          or (not c.is_closed and (c.per_loan = 'maybe' or (c.per_loan = 'always') = (n.loan_no <> 0))) is not true
          or n.effective_on <= (select max(through) from ledger_close)
          then ledger_refuse_line(n)
        when n.loan_no <> 0 or n.code = 2030 then 0::smallint
        else (pg_backend_pid() & 15)::smallint
      end as stripe,
      sum(n.amount)
    from new_line n
    left join ledger_entry e on e.id = n.entry_id
      and e.id between (select min(entry_id) from new_line) and (select max(entry_id) from new_line)
    left join ledger_chart c on c.code = n.code
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance
    returning b.code, b.balance
  )
  select m.balance into overdrawn from moved m where m.code = 2030 and m.balance > 0;
  if found then
    raise exception 'suspense would pay out % kobo more than it holds', overdrawn using errcode = 'LG004';
  end if;
  return null;
end $$;
