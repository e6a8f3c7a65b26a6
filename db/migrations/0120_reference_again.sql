-- Once a reference may come again in another round, the index that knows no rounds is in the way.
drop index loan_event_reference;
