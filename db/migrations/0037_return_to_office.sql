-- A refund can be returned to the payroll office that deducted it. Null: it is the customer's.
alter table refund_case add column office text;

create or replace view payout_refund as select id as refund_id, number, loan_id, amount, status, payout_id, office from refund_case;

-- The payroll source whose office made the last deduction of a loan.
create view refund_office as
  select distinct on (r.loan_id) r.loan_id, b.source
  from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
  where r.loan_id is not null and r.status = 'posted' and b.kind = 'payroll'
  order by r.loan_id, r.period desc, b.opened_at desc;
