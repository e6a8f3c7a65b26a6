-- A statement may begin within a day: what the lines of that day before its first line come to.
alter table bank_statement add column skipped bigint not null default 0;
