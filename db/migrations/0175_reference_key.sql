-- One transfer is one payment, however its reference is typed: capitals, spaces and signs do not tell two apart.
create function reference_key(reference text) returns text immutable parallel safe
  return coalesce(nullif(upper(regexp_replace(reference, '[^0-9A-Za-z]', '', 'g')), ''), reference);

-- Nor does the channel, of money that comes in. Cash has receipt numbers of the lender, and money that leaves has references of the
-- lender. Parts of a line of a batch differ by the full stop. References of older books were made out of their loan numbers, to the letter.
create function payment_key(channel text, reference text) returns text immutable parallel safe
  return case
    when channel in ('bank transfer', 'cheque', 'direct debit', 'card') then reference_key(reference)
    when channel = 'payroll deduction' then upper(regexp_replace(reference, '[^0-9A-Za-z.]', '', 'g'))
    when channel in ('cash', 'pay-out') then channel || ' ' || reference_key(reference)
    else channel || ' ' || reference end;

-- Pairs of before stay as they are, each with a round of its own. A reference is free again once all that bear it are reversed, and the
-- round of the next is their number.
alter table loan_event disable trigger append_only;
with counted as (
  select id, payment_key(channel, reference) as key, reference_round,
    row_number() over (partition by payment_key(channel, reference) order by entered_at, reference_round, id) - 1 as round
  from loan_event where channel is not null and reference is not null
), twice as (
  select key from counted group by key, reference_round having count(*) > 1
)
update loan_event e set reference_round = c.round from counted c
where c.id = e.id and c.key in (select key from twice) and e.reference_round <> c.round;
alter table loan_event enable trigger append_only;

drop index loan_event_reference_once;
create unique index loan_event_reference_once on loan_event (payment_key(channel, reference), reference_round)
  where channel is not null and reference is not null;
drop index loan_event_reference_typed;

drop index payout_line_bank_reference;
create index payout_line_bank_reference on payout_line (reference_key(bank_reference)) where bank_reference is not null;
create index loan_bank_reference_key on loan_bank_reference (reference_key(reference));
create index repayment_remittance_reference_key on repayment_remittance (reference_key(reference)) where undone_at is null;

-- Nothing is known yet of how many of them differ, and by a mere guess the whole table would be read. An empty one is left to grow.
do $$ begin
  if exists (select from loan_event) then
    analyze loan_event;
  end if;
end $$;
