-- What the bank calls a payment of ours, once it has told us. Like other references it comes again only after the payment
-- that had it was reversed.
create table loan_bank_reference (
  event_id uuid primary key references loan_event,
  loan_id uuid not null references loan,
  reference text not null,
  round integer not null,
  added_at timestamptz not null,
  added_by uuid not null references staff,
  added_by_name text not null,
  constraint loan_bank_reference_once unique (reference, round)
);
create index loan_bank_reference_loan on loan_bank_reference (loan_id);
create index payout_line_bank_reference on payout_line (bank_reference) where bank_reference is not null;
create trigger append_only before update or delete on loan_bank_reference for each row execute function refuse_change();

-- A settlement figure grows by the day, and whoever is told it should know by how much. Only a lender who still tells it in
-- the words they began with gets the new ones.
with told as (
  update message_template_version v set status = 'retired', retired_at = now()
  from message_template t
  where t.id = v.template_id and t.event = 'settlementQuoted' and t.retired_at is null
    and v.version = 1 and v.status = 'approved' and v.made_by_name = 'Iroko'
    and not exists (select 1 from message_template_version d where d.template_id = t.id and d.version > 1)
  returning v.template_id
)
insert into message_template_version (template_id, version, body, status, made_by_name, made_at, approved_by_name, approved_at)
select template_id, 2,
  'Loan {{loanNumber}}: {{amount}} settles it in full until {{validUntil}}. Each day later adds about {{perDay}}; '
    || 'after {{expiresOn}} please ask us again.',
  'approved', 'Iroko', now(), 'Iroko', now() from told;
