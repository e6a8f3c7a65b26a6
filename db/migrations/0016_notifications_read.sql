-- Each notification is read on its own: one that is opened leaves the others unread.

drop table dashboard_notifications_seen;

create table dashboard_notification_read (
  staff_id uuid not null references staff,
  key text not null,
  read_at timestamptz not null,
  primary key (staff_id, key)
);
