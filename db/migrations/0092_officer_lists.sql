-- An officer's loans by what they owe and by how late they are, read in order instead of found and sorted.
create index loan_officer_owed on loan (officer_code, status, owed_total, number);
create index loan_officer_late on loan (officer_code, status, coalesce(oldest_unpaid_on, date 'infinity'), number);
