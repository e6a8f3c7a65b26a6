-- What one person narrows a list to every day, a whole desk may want: a view can be shown to all staff.
alter table saved_view add column is_shared boolean not null default false;
create index saved_view_shared on saved_view (list, saved_at) where is_shared;
