-- The name in the file beside the name of the customer it was matched with: 0 to 69 where they differ, null where they agree or the
-- file has no name. A row whose name differs is not posted until a person confirms it.
alter table repayment_row add column name_score smallint check (name_score between 0 and 69);
alter table repayment_row drop constraint repayment_row_bin_check;
alter table repayment_row add constraint repayment_row_bin_check
  check (bin in ('exact', 'short', 'over', 'nameDiffers', 'duplicate', 'noLoan', 'closedLoan', 'ambiguous', 'notOurs'));
create index repayment_row_name on repayment_row (customer_id) where name_score is not null;
