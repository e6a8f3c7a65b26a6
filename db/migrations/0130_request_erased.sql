-- Applicants who were turned down and never became customers are forgotten when their time is over (Settings, Retention).
alter table loan_request add column erased_at timestamptz;
update loan_request set erased_at = now() where phone like 'erased %';
-- The night's housekeeping finds the oldest that are left without reading those it has done.
create index loan_request_to_forget on loan_request (stage_since, id)
  where stage in ('rejected', 'withdrawn') and erased_at is null and customer_id is null;
