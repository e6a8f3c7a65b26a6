-- The last day on which something came by deduction from pay, whatever else came later. Only an act changes it, never the
-- passing of a day, so the nightly run leaves it alone.
alter table loan add column last_deduction_on date;
update loan l set last_deduction_on = came.last_on
from (
  select e.loan_id, max(e.effective_on) as last_on from loan_event e
  where e.type = 'receipt' and e.channel = 'payroll deduction'
    and not exists (
      select 1 from loan_event r where r.loan_id = e.loan_id and r.type = 'reversal' and r.event ->> 'of' = e.id::text
        and not exists (
          select 1 from loan_event b where b.loan_id = r.loan_id and b.type = 'reversal' and b.event ->> 'of' = r.id::text))
  group by e.loan_id
) came
where came.loan_id = l.id;
