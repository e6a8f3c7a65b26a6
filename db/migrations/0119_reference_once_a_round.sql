-- Two people at one instant count the same round, and one of them is refused.
create unique index loan_event_reference_once on loan_event (channel, reference, reference_round)
  where channel is not null and reference is not null;
