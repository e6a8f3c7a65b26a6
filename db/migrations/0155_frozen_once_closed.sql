-- What was frozen and is repaid or written off has no event of it either: opened again by a receipt that bounces, it would say
-- "frozen" and its penalties would grow. It gets one on the day the books are at, as open loans got theirs.
insert into loan_event (id, loan_id, sequence, type, effective_on, event, note, entered_at, entered_by_name)
with frozen as materialized (
  select l.id as loan_id, gen_random_uuid() as id,
    (select coalesce(max(e.sequence), 0) + 1 from loan_event e where e.loan_id = l.id) as sequence,
    greatest(l.approved_on, l.booked_through, (select max(day) from loan_daily_run where finished_at is not null)) as day
  from loan l where l.frozen is not null and l.status in ('closed', 'written off')
    and coalesce((select e.type from loan_event e where e.loan_id = l.id and e.type in ('freeze', 'unfreeze')
      order by e.sequence desc limit 1), 'unfreeze') = 'unfreeze'
)
select id, loan_id, sequence, 'freeze', day,
  jsonb_build_object('rules', 2, 'id', id, 'type', 'freeze', 'date', day, 'enteredOn', day, 'sequence', sequence),
  'Frozen before penalties stood still', now(), 'Iroko'
from frozen;
