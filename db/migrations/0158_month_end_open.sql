-- A month-end keeps four figures more: requests by stage, suspense, what was deducted and not remitted, and who retires soon. What was
-- frozen before has no row here, and the page says so.
create table dashboard_month_end_open (
  month date not null check (month = date_trunc('month', month)),
  figure text not null check (figure in ('requests', 'suspense', 'unremitted', 'retiring')),
  -- the stage of requests; within how many months somebody retires
  key text not null,
  -- requests in the stage; loans of those who retire
  items integer not null,
  customers integer not null,
  amount bigint not null,
  primary key (month, figure, key)
);
create trigger append_only before update or delete on dashboard_month_end_open for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_open execute function refuse_change();

-- Within how many months the customer of a live loan was to retire. The step and not the day, which would still tell the age of somebody
-- who was erased since.
alter table dashboard_month_end_loan add column retires_within smallint;
