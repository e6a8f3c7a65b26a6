-- "Is 1 days past due": the first reminder of arrears said so. Only a lender who still tells it in the words they began with
-- gets the new ones.
with told as (
  update message_template_version v set status = 'retired', retired_at = now()
  from message_template t
  where t.id = v.template_id and t.event = 'reminderOverdue' and t.retired_at is null
    and v.version = 1 and v.status = 'approved' and v.made_by_name = 'Iroko'
    and not exists (select 1 from message_template_version d where d.template_id = t.id and d.version > 1)
  returning v.template_id
)
insert into message_template_version (template_id, version, body, status, made_by_name, made_at, approved_by_name, approved_at)
select template_id, 2,
  'Dear {{firstName}}, your loan {{loanNumber}} is {{timePastDue}} past due with {{arrears}}. '
    || 'Please pay, or call us to agree on a day.',
  'approved', 'Iroko', now(), 'Iroko', now() from told;
