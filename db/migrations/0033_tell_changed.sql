-- Every process remembers sessions, roles and settings (decision 36). The transaction that changes them tells all of them,
-- whichever statement it was, and on what part of it the others have to forget.
create function tell_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('iroko_changed', tg_argv[0]);
  return null;
end $$;

-- that a session was used, or a user signed in, changes nothing that is remembered
create trigger staff_session_changed
  after update of staff_id, binding_hash, ended_at or delete on staff_session
  for each statement execute function tell_changed('sessions');
create trigger staff_changed
  after update of first_name, last_name, email, roles, status, account_officer_code, totp_enrolled_at or delete on staff
  for each statement execute function tell_changed('sessions');
create trigger sign_in_rule_changed
  after insert or update or delete on sign_in_rule
  for each statement execute function tell_changed('sessions');
create trigger setting_version_changed
  after insert or update or delete on setting_version
  for each statement execute function tell_changed('settings');
