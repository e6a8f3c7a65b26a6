-- Whoever looks for a common surname among a million requests opens the list of a stage there, as in a telephone book.
create index loan_request_name_begins on loan_request (stage, (lower(applicant) collate "C"), id);
