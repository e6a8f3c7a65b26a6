-- What falls due after a settlement or a write-off is no longer counted as due: all days are added up again once. Until that is done
-- the figures of before stand, and the page says of when they are.
alter table dashboard_refresh add column whole_again boolean not null default false;
update dashboard_refresh set whole_again = refreshed_at is not null;

-- The rows behind a figure that few loans put something into, in the order they are listed: without these the whole book is read.
create index loan_with_credit on loan (number) where credit <> 0;
create index loan_with_fee on loan (number) where owed_fee <> 0;
create index loan_with_penalty on loan (number) where owed_penalty <> 0;
