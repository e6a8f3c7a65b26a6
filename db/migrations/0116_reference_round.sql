-- A payment that was recorded on the wrong loan and reversed is recorded again under the reference it has. How often that
-- happened before stands in the event itself, since what is written is never changed. Its index follows in a transaction of
-- its own: nobody waits to read loans while it is built.
alter table loan_event add column reference_round integer not null default 0;
