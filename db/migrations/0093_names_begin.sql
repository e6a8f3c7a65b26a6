-- Surnames by how they begin, whatever the order of letters the database was made with.
create index customer_name_begins on customer (name_key collate "C", id);
