-- Months of deductions: what a settlement quote says of them.

alter table loan_quote add column stop_month date check (extract(day from stop_month) = 1);
comment on column loan_quote.stop_month is 'First month whose deduction list could stop the next deduction when the quote was made';

-- A receipt that a batch posted into the bank is reversed on its row, as one that the office owes.
create view loan_batch_receipt as
  select r.loan_id, r.posting_id as event_id, b.number
  from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
  where r.loan_id is not null and r.status = 'posted';

-- What the over-deduction forecast reads of the months in flight: what each office was told to deduct.
create or replace view refund_month as
  select m.source, m.period, m.instruction_on, m.awaited_until,
    exists (select 1 from instruction_list l where l.source = m.source and l.month = m.period and l.sent_at is not null) as is_listed,
    exists (select 1 from instruction_list l where l.source = m.source and l.sent_at is not null) as is_instructed
  from pay_month m where m.heard_on is null;
create view refund_instruction as
  select l.source, l.month, l.round, n.staff_key, n.kind, n.previous, n.amount, n.loan_ids, n.loan_amounts, a.outcome
  from instruction_list l join instruction_line n on n.list_id = l.id
  left join instruction_answer a on a.list_id = n.list_id and a.no = n.no
  where l.sent_at is not null;
create view refund_standing as
  select s.source, s.staff_key, s.since, s.amount as held, n.kind, n.previous, n.amount, n.loan_ids, n.loan_amounts
  from instruction_standing s join instruction_line n on n.list_id = s.list_id and n.no = s.no
  where s.amount > 0;
