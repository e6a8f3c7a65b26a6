-- What the lists of customers and accounts are narrowed by, so that no filter reads a million rows to show 25 of them
-- or to count to 10,000. The status goes along: the count then needs the index alone.

drop index customer_officer;
drop index customer_payroll;
create index customer_officer on customer (officer_code, name_key, id) include (status);
create index customer_payroll on customer (payroll_source, name_key, id) include (status);
create index customer_state on customer (state, name_key, id) include (status);

create index loan_officer on loan (officer_code, status, number);
create index loan_number_part on loan using gin (lower(number) gin_trgm_ops);
