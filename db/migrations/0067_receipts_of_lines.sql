-- The repayment that a line of a statement was recorded as. Pending or declined, the line is not matched yet.
alter table bank_line add column receipt_id uuid;
create unique index bank_line_receipt on bank_line (receipt_id) where receipt_id is not null;
