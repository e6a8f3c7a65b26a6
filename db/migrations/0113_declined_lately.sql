-- Whoever asked for something that was declined is told why, until they have put it away.
alter table approval add column seen_at timestamptz;
create index approval_declined on approval (maker_id, decided_at, id) where status = 'declined' and seen_at is null;
