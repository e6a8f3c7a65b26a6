-- A top-up's pay-out tells two things at once: what was paid, and which loan it settled.

with made as (
  insert into message_template (id, name, purpose, event, made_at)
  values ('00000000-0000-4000-8000-000000005115', 'Loan paid out, an old one settled', 'receipt', 'loanToppedUp', now())
  returning id
)
insert into message_template_version (template_id, version, body, status, made_by_name, made_at, approved_by_name, approved_at)
select id, 1, 'Loan {{loanNumber}}: {{amount}} was paid to your account. {{settled}} First deduction {{firstDueOn}}.',
  'approved', 'Iroko', now(), 'Iroko', now() from made;
