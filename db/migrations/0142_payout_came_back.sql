-- When two people said that the money of a payment came back: the bank's word that it was paid, heard again, is then no news.
alter table payout_line add column came_back_at timestamptz;
update payout_line p set came_back_at = a.decided_at from approval a
where p.status = 'failed' and a.command = 'payoutLineClear' and a.status = 'approved' and a.subject_type = 'loan'
  and a.subject_id = p.loan_id::text and a.input ->> 'lineId' = p.id::text and a.input ->> 'to' = 'cameBack';
