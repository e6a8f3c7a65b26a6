-- The share of pay that a request takes is that of the payroll's pay where it is known. Beside it: the month of that payroll, null where
-- it is pay as stated, and the share of pay as stated.
alter table loan_request add column pay_month text, add column stated_share_of_pay_ppm integer;
update loan_request set stated_share_of_pay_ppm = share_of_pay_ppm;
