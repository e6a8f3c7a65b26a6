-- A written-off loan that received more than it owed has a credit, which is owed back as that of a repaid loan.

create function refund_credit(held loan) returns bigint language sql immutable
return case when held.status in ('overpaid', 'written off') then held.credit else 0 end;

create or replace function refund_keep_up(held loan) returns void language plpgsql as $function$
declare free bigint;
begin
  -- a payment that was reversed is owed again
  update refund_case c set status = 'returned', since = held.booked_through, note = 'The payment was reversed'
  where c.loan_id = held.id and c.status = 'paid' and exists (
    select 1 from loan_event e where e.loan_id = held.id and e.type = 'reversal' and e.event->>'of' = c.payout_id::text);
  free := refund_credit(held) - (
    select coalesce(sum(amount), 0) from refund_case
    where loan_id = held.id and status in ('proposed', 'approved', 'paying', 'returned', 'unclaimed'));
  if free < 0 then
    update refund_case set status = 'ended', since = held.booked_through, note = 'The credit is less than the case'
    where loan_id = held.id and status in ('proposed', 'approved', 'returned', 'unclaimed');
    free := refund_credit(held) - (
      select coalesce(sum(amount), 0) from refund_case where loan_id = held.id and status = 'paying');
  end if;
  if free > 0 then
    insert into refund_case (loan_id, amount, status, detected_on, since)
    values (held.id, free, 'detected', held.booked_through, held.booked_through)
    on conflict (loan_id) where status = 'detected' do update set amount = excluded.amount;
  else
    update refund_case set status = 'ended', since = held.booked_through, note = 'The credit was used or reversed'
    where loan_id = held.id and status = 'detected';
  end if;
end
$function$;

drop trigger refund_of_new_loan on loan;
create trigger refund_of_new_loan after insert on loan for each row
  when (refund_credit(new) > 0) execute function refund_of_loan();
drop trigger refund_of_loan on loan;
create trigger refund_of_loan after update of credit, status on loan for each row
  when (refund_credit(old) <> refund_credit(new)) execute function refund_of_loan();

insert into refund_case (loan_id, amount, status, detected_on, since)
select id, credit, 'detected', coalesce(last_receipt_on, booked_through), coalesce(last_receipt_on, booked_through)
from loan where status = 'written off' and credit > 0 order by coalesce(last_receipt_on, booked_through), number;
