-- When the rows of people who are no customers of ours were taken out of a file.
alter table payroll_file add column thinned_at timestamptz;
