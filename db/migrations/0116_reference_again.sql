-- A payment that was recorded on the wrong loan and reversed is recorded again under the reference it has. How often that
-- happened before stands in the event itself, since what is written is never changed; two people at one instant count the
-- same and one of them is refused.
alter table loan_event add column reference_round integer not null default 0;
drop index loan_event_reference;
create unique index loan_event_reference on loan_event (channel, reference, reference_round)
  where channel is not null and reference is not null;
