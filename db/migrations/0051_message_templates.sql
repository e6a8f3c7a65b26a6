-- Templates: text with {{variables}}. A version that was approved never changes; the next draft replaces it once approved.

create table message_template (
  id uuid primary key,
  name text not null,
  purpose text not null check (purpose in ('code', 'request', 'receipt', 'reminder', 'recovery', 'marketing')),
  -- what it tells about by itself; none for campaigns
  event text,
  made_at timestamptz not null,
  retired_at timestamptz
);
create unique index message_template_name on message_template (lower(name)) where retired_at is null;
-- an event is told in one voice
create unique index message_template_event on message_template (event) where event is not null and retired_at is null;

create table message_template_version (
  template_id uuid not null references message_template,
  version integer not null check (version > 0),
  body text not null,
  status text not null default 'draft' check (status in ('draft', 'approved', 'retired')),
  made_by_name text not null,
  made_at timestamptz not null,
  approved_by_name text,
  approved_at timestamptz,
  retired_at timestamptz,
  primary key (template_id, version)
);
create unique index message_template_in_force on message_template_version (template_id) where status = 'approved';
create unique index message_template_draft on message_template_version (template_id) where status = 'draft';

create function message_template_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' or old.approved_at is not null then
      raise exception 'a template version that was approved stays';
    end if;
    return old;
  end if;
  if old.status <> 'draft' and (new.body <> old.body or new.status = 'draft') then
    raise exception 'an approved template version never changes';
  end if;
  return new;
end $$;
create trigger message_template_keep before update or delete on message_template_version
  for each row execute function message_template_keep();

-- What a new lender starts with: one approved template for everything that is told by itself.
with seed (n, event, purpose, name, body) as (values
  (1, 'phoneCode', 'code', 'Code for the loan request',
    'Your code for the loan request is {{code}}. It is valid for {{minutes}} minutes. Tell it to nobody.'),
  (2, 'requestReceived', 'request', 'Request received',
    'Your loan request {{reference}} has been received. Keep this reference to check its status.'),
  (3, 'requestReturned', 'request', 'Documents wanted',
    'We need a document for your loan request {{reference}}: {{note}}. Please add it on the page where you applied.'),
  (4, 'requestRejected', 'request', 'Request rejected',
    'We cannot grant your loan request {{reference}} at the moment. Visit or call us if you would like to know more.'),
  (5, 'requestApproved', 'request', 'Request approved',
    'Dear {{firstName}}, your loan request {{reference}} of {{amount}} is approved as {{loanNumber}}. We will pay it out to the account you gave.'),
  (6, 'loanDisbursed', 'receipt', 'Loan paid out',
    'Loan {{loanNumber}}: {{amount}} was paid to your account. First deduction {{firstDueOn}}.'),
  (7, 'receiptExact', 'receipt', 'Receipt',
    'Loan {{loanNumber}}: we received {{amount}} on {{paidOn}}. Balance {{balance}}.'),
  (8, 'receiptShort', 'receipt', 'Receipt, less than due',
    'Loan {{loanNumber}}: we received {{amount}} on {{paidOn}}, {{shortBy}} less than the {{expected}} due. Balance {{balance}}.'),
  (9, 'receiptOver', 'receipt', 'Receipt, more than due',
    'Loan {{loanNumber}}: we received {{amount}} on {{paidOn}}. Balance {{balance}}. Credit {{credit}}.'),
  (10, 'loanCompleted', 'receipt', 'Loan fully repaid',
    'Loan {{loanNumber}}: we received {{amount}}. Your loan is fully repaid. Thank you.'),
  (11, 'refundDue', 'receipt', 'Refund due',
    'Loan {{loanNumber}}: you have paid {{credit}} too much. We will pay it back to your account.'),
  (12, 'settlementQuoted', 'receipt', 'Settlement quote',
    'Loan {{loanNumber}}: {{amount}} settles it in full until {{validUntil}}.'),
  (13, 'reminderDue', 'reminder', 'Reminder before the due day',
    'Dear {{firstName}}, {{dueAmount}} of your loan {{loanNumber}} is due on {{dueOn}}. Please make sure your pay covers it.'),
  (14, 'reminderOverdue', 'recovery', 'Reminder of arrears',
    'Dear {{firstName}}, your loan {{loanNumber}} is {{daysPastDue}} days past due with {{arrears}}. Please pay, or call us to agree on a day.')
), made as (
  insert into message_template (id, name, purpose, event, made_at)
  select ('00000000-0000-4000-8000-0000000051' || lpad(n::text, 2, '0'))::uuid, name, purpose, event, now() from seed
  returning id, event
)
insert into message_template_version (template_id, version, body, status, made_by_name, made_at, approved_by_name, approved_at)
select made.id, 1, seed.body, 'approved', 'Iroko', now(), 'Iroko', now() from made join seed using (event);
