-- The trail is only added to, so what it says about a person is sealed with a key of their own: whoever is erased loses the
-- key, and with it everything the trail told about them. That it was changed, when and by whom stays.
create table customer_trail_key (
  customer_id uuid primary key references customer,
  key_sealed text not null
);

-- A campaign to one customer is named by their number: its name outlives theirs.
update message_campaign m set audience_name = 'Customer ' || c.number
from customer c where m.audience ->> 'kind' = 'customer' and c.id = (m.audience ->> 'customerId')::uuid;
update approval a set after = jsonb_set(a.after, '{audience}', to_jsonb(m.audience_name))
from message_campaign m
where a.command = 'campaignStart' and a.after ? 'audience' and m.id::text = a.subject_id and m.audience ->> 'kind' = 'customer';
