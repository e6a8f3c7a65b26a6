-- What the figures were added up by: the classes, their rates, and when one retires. A change of these is news as an entry is,
-- and until they are added up again the page goes by the same rules as its figures.
alter table dashboard_refresh add column rules jsonb;
