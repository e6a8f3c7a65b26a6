-- A confirmed bank alert whose receipt was reversed is open again. The receipt bears the claim's own id; a later one, which
-- the reversed one is in the way of, bears this.
alter table message_claim add column receipt_id uuid unique;

-- Earlier releases left such claims confirmed; the trail tells that they are open now.
with reopened as (
update message_claim c set status = 'open', loan_id = null, decided_by = null, decided_by_name = null, decided_at = null,
  receipt_id = gen_random_uuid(), note = left('Its receipt on ' || l.number || ' was reversed: ' || coalesce(u.note, ''), 500)
from loan_event u join loan l on l.id = u.loan_id
where c.status = 'confirmed' and u.loan_id = c.loan_id and u.type = 'reversal' and u.event->>'of' = c.id::text
  and not exists (
    select 1 from loan_event b where b.loan_id = u.loan_id and b.type = 'reversal' and b.event->>'of' = u.id::text)
returning c.id, l.number, c.note
)
insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome, before, after, reason)
select now(), 'Iroko', 'claimReopen', 'claim', id::text, 'done', jsonb_build_object('status', 'confirmed', 'loan', number),
  jsonb_build_object('status', 'open'), note from reopened;

-- Money that was posted and that the payroll office says it never deducted: it leaves suspense, and is owed by nobody.
alter table repayment_suspense_use drop constraint repayment_suspense_use_kind_check;
alter table repayment_suspense_use add constraint repayment_suspense_use_kind_check
  check (kind in ('loan', 'returned', 'undone', 'notDeducted'));
