-- Top-ups: a new loan whose pay-out first settles what older loans of the same customer still owe.

-- what the reviewer marked, and what the approved loan will settle when it is paid out
alter table loan_request add column settles uuid[] not null default '{}';
alter table loan add column settles uuid[] not null default '{}';
create index loan_settles on loan using gin (settles) where settles <> '{}';

-- What a pay-out did settle: the two events stand and fall together.
create table loan_settled (
  settlement_id uuid primary key references loan_event,
  payout_id uuid not null references loan_event,
  loan_id uuid not null references loan,
  settled_loan_id uuid not null references loan,
  amount bigint not null check (amount > 0)
);
create index loan_settled_payout on loan_settled (payout_id);
create index loan_settled_loan on loan_settled (settled_loan_id);
create trigger append_only before update or delete on loan_settled for each row execute function refuse_change();
