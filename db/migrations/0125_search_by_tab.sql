-- A common surname is borne by thousands, of whom a dozen wait for their money: which loans of theirs are meant is told by the
-- index, before a row is looked up. The loans of one customer are few, and sorted in no time.
drop index loan_customer;
create index loan_customer on loan (customer_id, status);

-- The same among the requests that were rejected, which are few beside those that became loans.
create index loan_request_search_rejected on loan_request using gin (search gin_trgm_ops) where stage = 'rejected';
