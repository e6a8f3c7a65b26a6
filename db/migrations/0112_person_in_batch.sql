-- Whoever is told about their deductions is told once for all of their rows: these are looked for after each row posted.
create index repayment_row_person on repayment_row (batch_id, customer_id) where customer_id is not null;
