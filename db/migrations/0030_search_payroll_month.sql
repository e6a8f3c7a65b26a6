-- The command palette finds receipts of payroll offices by number or bank reference and refunds by number.

create index office_receipt_search on office_receipt using gin (lower(number || ' ' || reference) gin_trgm_ops);
create index refund_case_search on refund_case using gin (lower(number) gin_trgm_ops);
