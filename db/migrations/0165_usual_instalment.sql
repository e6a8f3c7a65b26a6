-- The usual instalment is the most frequent one of the rows that repay principal, with the fee that most rows carry. It was that of
-- the first row, which a moratorium makes another, and it left out spread fees.
create function pg_temp.usual_instalment(terms jsonb, amount bigint, tenor integer, stored bigint) returns bigint language sql as $$
  with fees as (
    select coalesce(sum(fee) filter (where collected = 'capitalised'), 0) as capitalised,
      coalesce(sum(fee) filter (where collected = 'spread'), 0) as spread
    from (
      select f ->> 'collected' as collected,
        coalesce((f ->> 'flat')::numeric, round(amount * (f ->> 'sharePpm')::numeric / 1000000)) as fee
      from jsonb_array_elements(terms -> 'fees') f
    ) each
  ), given as (
    select amount + capitalised as financed, spread,
      case terms -> 'frequency' ->> 'rhythm' when 'one-payment' then 1 else tenor end as rows,
      (terms -> 'moratorium' ->> 'principalRows')::integer as without_principal,
      case terms -> 'moratorium' ->> 'interestIs' when 'waived'
        then (terms -> 'moratorium' ->> 'interestRows')::integer else 0 end as without_interest,
      (terms ->> 'ratePpm')::numeric / 1000000 / case terms ->> 'ratePer' when 'year' then 12 else 1 end
        * case terms -> 'frequency' ->> 'rhythm' when 'monthly' then 1 when 'quarterly' then 3 end as rate,
      (terms ->> 'roundingUnit')::numeric as step
    from fees
  )
  -- where weeks or days are counted the level stays until the loan is next looked at
  select (case
      when rate is null or terms ->> 'accrual' <> 'nominal' then stored
      when terms ->> 'interest' = 'flat' and rows - without_interest - 1 > without_interest - without_principal
        and without_interest > without_principal
        then round((financed / (rows - without_principal) + financed * rate) / step) * step
      when terms ->> 'interest' = 'reducing' and terms ->> 'repayment' = 'equal-principal' and without_principal > 0
        then round(financed / (rows - without_principal) / step) * step + round(financed * rate)
      else stored end + trunc(spread / rows))::bigint
  from given
$$;

with now as (
  select r.id, pg_temp.usual_instalment(v.terms, r.amount, r.tenor, r.instalment) as instalment
  from loan_request r join product_version v on v.product_id = r.product_id and v.version = r.product_version
)
update loan_request r set instalment = n.instalment from now n where n.id = r.id and n.instalment <> r.instalment;

with now as (
  select l.id, pg_temp.usual_instalment(l.terms, l.principal, l.tenor, l.instalment) as instalment
  from loan l where l.status = 'awaiting disbursement'
)
update loan l set instalment = n.instalment from now n where n.id = l.id and n.instalment <> l.instalment;

-- Of the others the next daily run finds it out.
with to_look_at as (
  update loan l set next_change_on = least(l.next_change_on, l.booked_through + 1)
  where l.status = 'live' and l.booked_through is not null
    and (l.terms -> 'fees' @> '[{"collected": "spread"}]'
      or (l.terms -> 'moratorium' ->> 'principalRows')::integer > 0 or (l.terms -> 'moratorium' ->> 'interestRows')::integer > 0)
  returning l.id
)
update loan_ahead a set holds_until = '-infinity' from to_look_at t where t.id = a.loan_id;
