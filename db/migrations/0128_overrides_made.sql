-- Overrides are reported: those of a month are found among the events of all requests.
create index request_event_override on request_event (at, id) where kind = 'override';
