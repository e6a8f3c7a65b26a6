-- The figures of the last day count what came to its state in it, however long ago it was written.
create index message_status_at on message (status_at desc);
