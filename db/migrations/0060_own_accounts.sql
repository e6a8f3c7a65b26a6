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
