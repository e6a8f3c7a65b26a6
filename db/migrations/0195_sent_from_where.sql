-- Where users sign in, as limits count it: an IPv4 address or a whole IPv6 line. A request sent from there is looked at twice.
alter table staff_session add column line text not null default '';
update staff_session set line = address;
create index staff_session_line on staff_session (line, seen_at desc);

-- Whose links a request came through, in any version, and who signed in before with the browser it was sent from.
alter table loan_request
  add column officer_ids uuid[] not null default '{}',
  add column browser_of uuid[] not null default '{}';
update loan_request r set officer_ids = array[s.id]
  from staff s where s.account_officer_code = r.officer_code and r.officer_code <> '';
