-- Who gave a row that the books refused another place, after two people had agreed on the batch: two agree on it again.
alter table repayment_row add column moved_by uuid references staff;
create index repayment_row_moved on repayment_row (batch_id) where moved_by is not null;

-- Money that went from suspense to the wrong loan and came back: its item is open again.
alter table repayment_suspense_use add column undone_at timestamptz;
