-- Accounts of the chart that hold money: at a bank, or in a cash box. Once marked, an account stays one.
create table ledger_bank_account (
  code smallint primary key references ledger_chart,
  type text not null check (type in ('bank', 'cash')),
  bank_code text,
  account_number text check (account_number ~ '^\d{10}$'),
  account_name text not null,
  currency text not null default 'NGN' check (currency = 'NGN'),
  check ((bank_code is null) = (account_number is null)),
  -- 1010 is there from the first day, before its bank is known
  check (code = 1010 or (type = 'cash') = (bank_code is null))
);
create unique index ledger_bank_account_number on ledger_bank_account (bank_code, account_number);
