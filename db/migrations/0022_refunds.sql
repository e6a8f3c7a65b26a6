-- Refunds: a case for each credit of a repaid loan, and payment lines that pay one.

-- Money that was sent to suspense before deductions on repaid loans became credit; `prove` does not ask for a case of it.
alter table repayment_suspense add column before_credit boolean not null default false;
update repayment_suspense set before_credit = true;

create sequence refund_case_number;

create table refund_proposal (
  id uuid primary key,
  cases integer not null,
  total bigint not null,
  reason text not null,
  proposed_at timestamptz not null,
  proposed_by uuid not null references staff,
  proposed_by_name text not null
);

create table refund_case (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default 'RF-' || to_char(nextval('refund_case_number'), 'FM000000'),
  loan_id uuid not null references loan,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('detected', 'proposed', 'approved', 'paying', 'paid', 'returned', 'unclaimed', 'ended')),
  -- the day of the loan's ledger on which the credit was there
  detected_on date not null,
  -- the day of the loan's ledger, or of the bank's result, that led to the state
  since date not null,
  note text,
  proposal_id uuid references refund_proposal,
  approved_at timestamptz,
  approved_by_name text,
  -- the event that the last payment of it has, or will have, on the loan
  payout_id uuid,
  -- where the last payment went that did not arrive: it is not tried again unseen
  returned_bank_code text,
  returned_account text
);
create unique index refund_case_detected on refund_case (loan_id) where status = 'detected';
create index refund_case_loan on refund_case (loan_id);
create index refund_case_list on refund_case (status, since, number);
create index refund_case_proposal on refund_case (proposal_id) where proposal_id is not null;

-- A line pays a loan out, or a refund.
alter table payout_line add column kind text not null default 'loan' check (kind in ('loan', 'refund'));
alter table payout_line add column refund_id uuid references refund_case;
alter table payout_line add constraint payout_line_refund check ((kind = 'refund') = (refund_id is not null));
create index payout_line_refund on payout_line (refund_id) where refund_id is not null;
create unique index payout_line_refund_once on payout_line (refund_id) where refund_id is not null and status = 'paid';

-- What modules further left read of refunds.
create view payout_refund as select id as refund_id, number, loan_id, amount, status, payout_id from refund_case;
create view loan_refund as select loan_id, number, amount, status from refund_case;

drop view loan_payout;
create view loan_payout as
  select p.id, p.loan_id, p.payout_id, p.status, p.bank_reference, p.batch_id, b.number, p.kind
  from payout_line p join payout_batch b on b.id = p.batch_id;

-- The case keeps up with the credit in the transaction that changes it, whichever act, job or import that is: its amount
-- is what no other case of the loan holds. Cases that the credit no longer covers end, but for one at the bank.
create function refund_keep_up(held loan) returns void language plpgsql as $function$
declare free bigint;
begin
  -- a payment that was reversed is owed again
  update refund_case c set status = 'returned', since = held.booked_through, note = 'The payment was reversed'
  where c.loan_id = held.id and c.status = 'paid' and exists (
    select 1 from loan_event e where e.loan_id = held.id and e.type = 'reversal' and e.event->>'of' = c.payout_id::text);
  free := case when held.status = 'overpaid' then held.credit else 0 end - (
    select coalesce(sum(amount), 0) from refund_case
    where loan_id = held.id and status in ('proposed', 'approved', 'paying', 'returned', 'unclaimed'));
  if free < 0 then
    update refund_case set status = 'ended', since = held.booked_through, note = 'The credit is less than the case'
    where loan_id = held.id and status in ('proposed', 'approved', 'returned', 'unclaimed');
    free := case when held.status = 'overpaid' then held.credit else 0 end - (
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

create function refund_of_loan() returns trigger language plpgsql as $function$
begin
  perform refund_keep_up(new);
  return null;
end
$function$;
create trigger refund_of_new_loan after insert on loan for each row
  when (new.status = 'overpaid') execute function refund_of_loan();
create trigger refund_of_loan after update of credit, status on loan for each row
  when ((old.status = 'overpaid' or new.status = 'overpaid') and (old.status <> new.status or old.credit <> new.credit))
  execute function refund_of_loan();

-- The case follows the line that pays it. A returned payment stays paid until its reversal is approved and posted.
create function refund_of_line() returns trigger language plpgsql as $function$
declare held loan;
begin
  update refund_case c set
    status = case when new.status in ('open', 'posting', 'claimed') then 'paying' when new.status = 'failed' then 'returned'
      when new.status = 'cancelled' then 'approved' when new.status = 'lost' then 'ended' else new.status end,
    since = coalesce(new.bank_on, b.value_on), payout_id = new.payout_id, note = new.reason,
    returned_bank_code = case when new.status = 'failed' then new.bank_code else c.returned_bank_code end,
    returned_account = case when new.status = 'failed' then right(new.account_number, 4) else c.returned_account end
  from payout_batch b where c.id = new.refund_id and b.id = new.batch_id and new.status <> 'returned'
    and (c.payout_id = new.payout_id and c.status in ('paying', 'returned', 'approved', 'proposed', 'unclaimed')
      or c.payout_id is distinct from new.payout_id and new.status in ('open', 'posting')
        and c.status in ('proposed', 'approved', 'returned', 'unclaimed'));
  if new.status = 'returned' then
    update refund_case set returned_bank_code = new.bank_code, returned_account = right(new.account_number, 4)
    where id = new.refund_id and payout_id = new.payout_id;
  end if;
  -- of one that failed or was cancelled, the credit may have changed in the meantime
  if new.status in ('failed', 'cancelled', 'lost') then
    select * into held from loan where id = new.loan_id;
    perform refund_keep_up(held);
  end if;
  return null;
end
$function$;
create trigger refund_of_line after insert or update of status on payout_line for each row
  when (new.refund_id is not null) execute function refund_of_line();

insert into refund_case (loan_id, amount, status, detected_on, since)
select id, credit, 'detected', coalesce(last_receipt_on, booked_through), coalesce(last_receipt_on, booked_through)
from loan where status = 'overpaid' and credit > 0 order by coalesce(last_receipt_on, booked_through), number;

-- Deductions on a loan whose office has not remitted their batch: it can still be reversed. The office's account, where
-- there is one, knows what was remitted.
do $do$
declare remitted text;
begin
  remitted := case when to_regclass('office_due') is null then
    '(select coalesce(sum(m.amount), 0) from repayment_remittance m where m.batch_id = b.intake_id and m.undone_at is null)
      < (select coalesce(sum(n.amount - n.earlier), 0) from repayment_row n where n.batch_id = b.intake_id and n.status in (''posted'', ''suspense''))'
  else
    '(select coalesce(sum(a.amount + a.charge), 0) from office_allocation a where a.batch_id = b.intake_id and a.undone_at is null)
      + (select coalesce(sum(c.amount), 0) from office_correction c where c.batch_id = b.intake_id and c.undone_at is null)
      < (select coalesce(sum(d.amount), 0) from office_due d where d.batch_id = b.intake_id)'
  end;
  execute 'create view refund_unremitted as
    select r.loan_id, r.posting_id as event_id, b.number from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
    where r.status = ''posted'' and b.status = ''posted'' and ' || remitted;
end
$do$;

-- Months whose list was sent, or should have been, and whose deduction file has not been posted. The calendar says which;
-- without one, the two months after the last file of a source, with the list on the tenth.
do $do$
begin
  if to_regclass('pay_month') is null then
    create view refund_month as
      select b.source, m::date as period, (m + interval '9 days')::date as instruction_on
      from (select source, max(period) as period from repayment_batch where status = 'posted' group by source) b,
        generate_series(b.period + interval '1 month', b.period + interval '2 months', interval '1 month') m;
  else
    execute 'create view refund_month as select source, period, instruction_on from pay_month where heard_on is null';
  end if;
end
$do$;

-- At most three months are in flight: loans that owe less than so many instalments, and those repaid a short time ago.
create index loan_nearly_repaid on loan (number) where status = 'live' and owed_total < instalment * 3;
create index loan_repaid_on on loan (last_receipt_on) where status in ('closed', 'overpaid');
