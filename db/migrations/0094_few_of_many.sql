-- Requests of a stage by the day they came in and by the way they came: few of many are found instead of read past.
create index loan_request_came on loan_request (stage, submitted_at);
create index loan_request_channel on loan_request (stage, channel, stage_since, id);

-- Loans in arrears by what they owe and by their number, without reading past those that are not.
create index loan_arrears_owed on loan (owed_total, number) where oldest_unpaid_on is not null;
create index loan_arrears_number on loan (number) where oldest_unpaid_on is not null;
