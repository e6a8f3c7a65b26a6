-- What borrowers paid and what reached the bank are two figures. Received in the bank on a day is what borrowers paid to it
-- themselves and what payroll offices remitted.
alter table dashboard_day
  add column paid_to_bank bigint not null default 0,
  add column remitted bigint not null default 0;
-- Null at a month-end that was saved before the figure.
alter table dashboard_month_end_flow add column cash bigint;
-- The share of each loan in the days has what was paid to the bank behind received, where anything was: all are calculated again.
update dashboard_refresh set whole_again = true;
