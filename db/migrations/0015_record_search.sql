-- The command palette finds batches by number, uploads by file name and campaigns by name.

create index payout_batch_search on payout_batch using gin (lower(number) gin_trgm_ops);
create index repayment_batch_search on repayment_batch using gin (lower(number) gin_trgm_ops);
create index message_campaign_search on message_campaign using gin (lower(name) gin_trgm_ops);
create index intake_search on intake using gin (lower(file_name) gin_trgm_ops);
-- A word that most rows contain is found from the newest on.
create index intake_uploaded on intake (uploaded_at desc, id);
