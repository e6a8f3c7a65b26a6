-- The timeline of the server that leads, as it has noted it itself: a copy that does not hold it follows another history, and
-- its place in the log says nothing. A former leader that was cut off is such a copy until it is rewound.
create table primary_timeline (
  is_only boolean primary key default true check (is_only),
  timeline text not null check (timeline ~ '^[0-9A-F]{8}$')
);
