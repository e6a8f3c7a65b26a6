-- A payment that the bank has made and no loan can take: claimed back, and in the books until it comes.
alter table payout_line drop constraint payout_line_status_check;
alter table payout_line add constraint payout_line_status_check
  check (status in ('open', 'posting', 'paid', 'failed', 'returned', 'cancelled', 'claimed'));
