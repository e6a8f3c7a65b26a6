-- Queues and accounts are searched by what people have at hand: a name with or without its marks, the employer, and the phone
-- as it is dialled (08031234567) or from abroad (+2348031234567). One text and one index each: a condition over several
-- columns would have to gather from as many indexes. The space before the first word lets one or two letters be looked for
-- where a word begins.
alter table loan_request drop column search;
alter table loan_request add column search text not null generated always as
  (' ' || customer_plain(applicant || ' ' || reference || ' ' || ippis_number || ' ' || mda)
    || ' ' || phone || ' 0' || substr(phone, 5)) stored;
create index loan_request_search on loan_request using gin (search gin_trgm_ops);
create index loan_request_search_rejected on loan_request using gin (search gin_trgm_ops) where stage = 'rejected';

-- Apart from what customers themselves are searched by: half of them work for a "Federal Ministry".
alter table customer add column account_search text not null generated always as
  (' ' || customer_plain(surname || ' ' || first_name || ' ' || other_names || ' ' || mda)
    || ' ' || lower(number || ' ' || ippis_number) || ' ' || phone || ' 0' || substr(phone, 5)) stored;
create index customer_account_search on customer using gin (account_search gin_trgm_ops);
