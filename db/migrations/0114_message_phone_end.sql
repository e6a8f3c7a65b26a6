-- The log shows the last four digits of a phone; whoever types them finds its messages.
create index message_phone_end on message (right(phone, 4), at desc, id);
