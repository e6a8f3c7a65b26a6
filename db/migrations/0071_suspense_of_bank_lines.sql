-- Money of an unknown payer that a bank statement shows is in suspense beside that of the rows of batches.
alter table repayment_suspense
  alter column batch_id drop not null,
  alter column row_number drop not null,
  alter column part drop not null,
  add column bank_code smallint references ledger_bank_account,
  -- the entry that brought it into suspense
  add column entry_id bigint unique references ledger_entry,
  add column received_on date,
  -- as the bank writes them
  add column payer text,
  add column reference text,
  add constraint repayment_suspense_origin check (
    (num_nonnulls(batch_id, row_number, part) = 3 and num_nonnulls(bank_code, entry_id, received_on, payer, reference) = 0)
    or (num_nonnulls(batch_id, row_number, part) = 0 and num_nonnulls(bank_code, entry_id, received_on, payer, reference) = 5));
