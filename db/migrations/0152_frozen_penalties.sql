-- Penalties of a frozen loan stand still from the event that froze it. What was frozen before has no such event and gets
-- one here, on the day its books are at: nothing that was booked changes, and nothing more is added to it.
insert into loan_event (id, loan_id, sequence, type, effective_on, event, note, entered_at, entered_by_name)
with frozen as materialized (
  select l.id as loan_id, gen_random_uuid() as id,
    (select coalesce(max(e.sequence), 0) + 1 from loan_event e where e.loan_id = l.id) as sequence,
    greatest(l.approved_on, l.booked_through, (select max(day) from loan_daily_run where finished_at is not null)) as day
  from loan l where l.frozen is not null and l.status in ('awaiting disbursement', 'live', 'overpaid')
)
select id, loan_id, sequence, 'freeze', day,
  jsonb_build_object('rules', 2, 'id', id, 'type', 'freeze', 'date', day, 'enteredOn', day, 'sequence', sequence),
  'Frozen before penalties stood still', now(), 'Iroko'
from frozen;
