-- Where no list was sent for a month, what was expected and not deducted was not instructed.
create or replace function reconciliation_verdict(expected bigint, instructed bigint, deducted bigint, remitted bigint, posted bigint, state text)
returns text immutable parallel safe language sql as $$
  select case
    when deducted = 0 and remitted <> 0 then 'remittedNotInFile'
    when deducted = 0 and posted <> 0 then 'over'
    when deducted = 0 and state = 'refused' then 'refusedByOffice'
    when deducted = 0 and state = 'instructed' and instructed > 0 then 'instructedNotDeducted'
    when deducted = 0 and expected > 0 then 'notInstructed'
    when deducted = 0 then 'agrees'
    when state = 'stopped' then 'deductedAfterStop'
    when state = 'none' or case when state = 'unused' then expected else instructed end = 0 then 'deductedNotInstructed'
    when deducted < case when state = 'unused' then expected else instructed end or posted < deducted then 'short'
    when deducted > case when state = 'unused' then expected else instructed end or posted > deducted or remitted > deducted then 'over'
    when remitted < deducted then 'deductedNotRemitted'
    else 'agrees' end
$$;

create or replace function reconciliation_difference(verdict text, expected bigint, instructed bigint, deducted bigint, remitted bigint, posted bigint, state text)
returns bigint immutable parallel safe language sql as $$
  select case verdict
    when 'notInstructed' then expected
    when 'refusedByOffice' then instructed
    when 'instructedNotDeducted' then instructed
    when 'short' then greatest(case when state = 'unused' then expected else instructed end - deducted, deducted - posted)
    when 'over' then greatest(case when deducted = 0 then 0 else deducted - case when state = 'unused' then expected else instructed end end,
      posted - deducted, remitted - deducted)
    when 'deductedAfterStop' then deducted
    when 'deductedNotInstructed' then deducted
    when 'deductedNotRemitted' then deducted - remitted
    when 'remittedNotInFile' then remitted
    else 0 end
$$;

update reconciliation_line set verdict = 'notInstructed' where state = 'unused' and verdict = 'instructedNotDeducted';
update reconciliation_line set closed_verdict = 'notInstructed' where state = 'unused' and closed_verdict = 'instructedNotDeducted';
update reconciliation_month m set tallies = coalesce((
  select json_agg(t order by t.verdict) from (
    select coalesce(verdict, '') as verdict, count(*)::integer as persons, sum(expected)::text as expected,
      sum(instructed)::text as instructed, sum(deducted)::text as deducted, sum(remitted)::text as remitted,
      sum(posted)::text as posted, sum(difference)::text as difference
    from reconciliation_line l where l.source = m.source and l.month = m.month group by verdict) t), '[]');

-- What the schedule of each loan makes due on a day without penalties, and what was paid of it other than by a deduction, by the
-- day it was paid. Every loan is added up again, and then every month calculated again.
drop view reconciliation_due;
create view reconciliation_due as
  select s.loan_id, date_trunc('month', (d->>0)::date)::date as month, (d->>4)::bigint - coalesce(d->>7, '0')::bigint as due, d->8 as paid
  from dashboard_loan s cross join jsonb_array_elements(s.days) d where d->>4 <> '0';
create view reconciliation_ready as
  select not exists (select from dashboard_refresh where whole_again) as is_ready;
update dashboard_refresh set whole_again = true where refreshed_at is not null;
update reconciliation_month set calculated_at = null;
