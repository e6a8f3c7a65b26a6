-- Money that came in, by value date: the rows behind "collected" on the dashboard.
create index loan_event_money_in on loan_event (effective_on, id) where type in ('receipt', 'settlement', 'recovery');
