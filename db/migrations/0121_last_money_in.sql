-- What settled a loan or was recovered of it is money that came in, too.
update loan l set last_receipt_on = came.last_on
from (
  select e.loan_id, max(e.effective_on) as last_on from loan_event e
  where e.type in ('settlement', 'recovery')
    and not exists (select 1 from loan_event r where r.loan_id = e.loan_id and r.type = 'reversal' and r.event ->> 'of' = e.id::text)
  group by e.loan_id
) came
where came.loan_id = l.id and (l.last_receipt_on is null or l.last_receipt_on < came.last_on);
