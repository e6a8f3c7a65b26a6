-- A payment that was claimed back in vain, and is written off.
alter table payout_line drop constraint payout_line_status_check;
alter table payout_line add constraint payout_line_status_check
  check (status in ('open', 'posting', 'paid', 'failed', 'returned', 'cancelled', 'claimed', 'lost'));
