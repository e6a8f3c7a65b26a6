-- What the advices of an office said at a moment: for whom it paid, by receipt and month, with the batches that the receipt paid. An
-- advice counts for a month while it equals what the receipt gives to its batches.
create function office_advised(of_source text, at_moment timestamptz) returns table (
  advice_id uuid, receipt_id uuid, month date, batches uuid[], staff_key text, amount bigint
) language sql stable as $$
  with given as (
    select a.receipt_id, b.period as month, sum(a.amount + a.charge) as amount, array_agg(distinct a.batch_id) as batches
    from office_allocation a join repayment_batch b on b.intake_id = a.batch_id
    where b.source = of_source and a.at <= at_moment and (a.undone_at is null or a.undone_at > at_moment)
    group by a.receipt_id, b.period)
  select v.id, v.receipt_id, g.month, g.batches, l.staff_key, l.amount
  from reconciliation_advice v join given g on g.receipt_id = v.receipt_id and g.month = any (v.months)
  join reconciliation_advice_line l on l.advice_id = v.id and l.month = g.month
  where v.source = of_source and v.attached_at <= at_moment and (v.ended_at is null or v.ended_at > at_moment)
    and g.amount = (select sum(s.amount) from reconciliation_advice_line s where s.advice_id = v.id and s.month = g.month)
$$;

-- The schedule of a letter leaves out what the office advised by then. Letters issued before list every deduction.
alter table office_letter add column by_advice boolean not null default false;
