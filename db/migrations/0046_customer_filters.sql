-- outside a transaction
-- Counts under any two filters of the list read this index alone: a filter that is not asked for is skipped from value to value.
create index concurrently if not exists customer_filters on customer (status, payroll_source, state, officer_code);
