-- Identity of a payroll source in its files: deduction elements and beneficiaries that a user has confirmed as ours or not ours,
-- and repayment files of other channels than payroll.

-- Answers are per source and code. A row of repayment_row names the codes that its match depends on.
create table repayment_element (
  source text not null,
  kind text not null check (kind in ('element', 'beneficiary')),
  -- the code without case, spaces and signs
  code_key text not null,
  code text not null,
  is_ours boolean not null,
  answered_by uuid not null references staff,
  answered_at timestamptz not null,
  -- the batch in which the code was first seen
  batch_id uuid,
  note text not null default '',
  primary key (source, kind, code_key)
);
create index repayment_element_listed on repayment_element (source, code, kind, code_key);

alter table repayment_row
  add column beneficiary text not null default '',
  -- codes that the settings do not name; null where the settings decide
  add column element_key text,
  add column beneficiary_key text,
  -- of a collections file: its own value date, and its payment reference as the channel compares it
  add column value_on date,
  add column payment_key text;

-- foreign: the deduction of another lender. unknownElement: nobody has said yet whose deduction it is.
alter table repayment_row drop constraint repayment_row_bin_check;
alter table repayment_row add constraint repayment_row_bin_check check (bin in ('exact', 'short', 'over', 'nameDiffers', 'duplicate',
  'noLoan', 'closedLoan', 'ambiguous', 'notOurs', 'foreign', 'unknownElement'));
alter table repayment_row drop constraint repayment_row_matched_by_check;
alter table repayment_row add constraint repayment_row_matched_by_check check (matched_by in ('loan number', 'IPPIS number',
  'account and name', 'reference', 'hand'));
create index repayment_row_element on repayment_row (batch_id, element_key) where element_key is not null;
create index repayment_row_beneficiary on repayment_row (batch_id, beneficiary_key) where beneficiary_key is not null;
-- one payment is in one batch, whatever month it was uploaded for
create unique index repayment_row_payment on repayment_row (payment_key, part)
  where payment_key is not null and status in ('posted', 'suspense');
create index repayment_row_payment_open on repayment_row (payment_key) where payment_key is not null;

-- what the source was when its file came: a later change of the settings does not move money that is posted
alter table repayment_batch
  add column kind text not null default 'payroll' check (kind in ('payroll', 'collections')),
  add column cash_account text not null default 'payrollOfficeReceivable'
    check (cash_account in ('payrollOfficeReceivable', 'collectionsReceivable', 'bank')),
  add column channel text not null default 'payroll deduction',
  -- rows of the batch are told apart by beneficiary as well as by element
  add column keyed_by_beneficiary boolean not null default false;

alter table loan_event drop constraint loan_event_cash_check;
alter table loan_event add constraint loan_event_cash_check check (cash in ('bank', 'payrollOfficeReceivable', 'collectionsReceivable',
  'remittanceClearing', 'suspense', 'disbursementClearing', 'openingBalances'));

-- a beneficiary was read as the element, or not at all: users confirm the columns of such files once more
delete from intake_mapping where kind = 'repayment' and array_to_string(headers, ' ') ~* 'benefici';
