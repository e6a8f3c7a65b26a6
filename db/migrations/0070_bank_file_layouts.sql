-- The layout a bank file was taken in, so that a repeat gives the same bytes. Null is the standard file.
alter table payout_export add column layout jsonb;
