-- What was disbursed, collected, received and due in a month, as the books said at the first adding up after it was frozen: written once,
-- while the same sums of the days follow whatever is booked with a date in that month.
create table dashboard_month_end_flow (
  month date primary key check (month = date_trunc('month', month)),
  paid_out_loans integer,
  paid_out bigint,
  collected bigint,
  due bigint,
  received bigint,
  -- the moment of that adding up
  kept_at timestamptz,
  check (num_nulls(paid_out_loans, paid_out, collected, due, received, kept_at) in (0, 6))
);
-- Of what was frozen before, nobody knows any more what it came to then: an empty row says so, and is never filled.
insert into dashboard_month_end_flow (month) select distinct month from dashboard_month_end;
create trigger append_only before update or delete on dashboard_month_end_flow for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_flow execute function refuse_change();
