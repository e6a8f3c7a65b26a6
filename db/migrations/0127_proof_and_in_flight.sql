-- The document that proves a payment entered by hand. No foreign key: whoever is erased leaves the event, not the paper.
alter table loan_event add column proof_id uuid;

-- What was on its way from payroll when a settlement was quoted: rows of batches not posted yet, and the deduction still
-- expected. Kept with the quote, since it says what the borrower was told.
alter table loan_quote add column in_flight jsonb not null default '[]';
