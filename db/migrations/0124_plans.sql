-- What waits to be sent is read in its order, fifty or a hundred at a time. The database knew too well how few wait on
-- average: it found all of them by their status and sorted them for every claim, which took with the square of a long queue.
-- Written like this, only this index fits the question.
drop index message_waiting;
create index message_waiting on message (priority, at, id) where status || '' = 'queued';

-- Every message is written twice more on its way, and with it each index that it is in: these two held it for nothing.
drop index message_status;
create index message_status on message (status, at) where status in ('queued', 'held');
alter table message drop constraint message_resend_of_key;
create unique index message_resend_once on message (resend_of) where resend_of is not null;

-- Late loans are counted and paged without their rows: an index that knows the day itself, not only what stands for it in the
-- order, need not be looked up in the table; and one that holds only live loans needs no second one to tell which are.
drop index loan_by_lateness;
create index loan_by_lateness on loan (status, coalesce(oldest_unpaid_on, date 'infinity'), number) include (oldest_unpaid_on);
drop index loan_officer_late;
create index loan_officer_late on loan (officer_code, status, coalesce(oldest_unpaid_on, date 'infinity'), number)
  include (oldest_unpaid_on);
drop index loan_arrears_owed;
create index loan_arrears_owed on loan (owed_total, number) include (oldest_unpaid_on)
  where status = 'live' and oldest_unpaid_on is not null;
drop index loan_arrears_number;
create index loan_arrears_number on loan (number) include (oldest_unpaid_on)
  where status = 'live' and oldest_unpaid_on is not null;
