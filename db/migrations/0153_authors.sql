-- Whoever decides what a file, a batch or a campaign says is not the second person for it, whoever hands it over. Of what
-- was made before, a campaign keeps only the name of its author, and files and batches only whoever uploaded them.
alter table intake add column shaped_by uuid[] not null default '{}';
alter table repayment_batch add column placed_by uuid[] not null default '{}';
alter table message_campaign add column made_by_id uuid references staff;
