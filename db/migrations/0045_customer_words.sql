-- Customers by the words of their names, in the order of the list. A fragment is looked up among the distinct words first:
-- tens of thousands, where a trigram index over a million customers would be read and sorted for each search.

-- What a text without digits can be a part of; a name may repeat one. Payroll numbers such as PF/7731 have letters too. Not
-- strict: PostgreSQL would call it for each row instead of reading it as a part of the statement.
create function customer_words(search text) returns setof text language sql immutable parallel safe rows 3
begin atomic
  select word from string_to_table(translate(search, '0123456789', '          '), ' ') as word where length(word) >= 3;
end;

-- Every word of every customer who is not merged into another.
create table customer_word (
  word text collate "C" not null,
  name_key text collate "C" not null,
  customer_id uuid not null
);

-- The distinct words. Two customers opened at once may both bring a word: one row too many is harmless, and neither waits
-- for the other.
create table customer_vocabulary (
  word text collate "C" not null
);
create index customer_vocabulary_word on customer_vocabulary (word);
create index customer_vocabulary_part on customer_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);

-- A word that a new customer bears is locked against `forget_words`, which passes over words that are locked.
create function learn_words(words text[]) returns void language plpgsql as $$
declare
  held text[] := array(select word from customer_vocabulary where word = any (words) for key share);
begin
  insert into customer_vocabulary (word) select unnest(words) except select unnest(held);
end $$;

-- A name that nobody bears any more must not stay behind. Asked again once it is locked: another transaction may have brought
-- a customer of that name meanwhile.
create function forget_words(words text[]) returns void language plpgsql as $$
declare
  held tid[] := array(
    select n.ctid from customer_vocabulary n
    where n.word = any (words) and not exists (select from customer_word c where c.word = n.word)
    for update skip locked);
begin
  delete from customer_vocabulary n
  where n.ctid = any (held) and not exists (select from customer_word c where c.word = n.word);
end $$;

create function index_new_customers() returns trigger language plpgsql as $$
begin
  insert into customer_word (word, name_key, customer_id)
    select w.word, o.name_key, o.id from opened o cross join lateral customer_words(o.search) w (word)
    where o.status <> 'merged' on conflict do nothing;
  perform learn_words(array(
    select distinct w.word from opened o cross join lateral customer_words(o.search) w (word) where o.status <> 'merged'));
  return null;
end $$;
create trigger customer_words_new after insert on customer referencing new table as opened
  for each statement execute function index_new_customers();

create function index_changed_customer() returns trigger language plpgsql as $$
declare
  before text[] := array(select customer_words(old.search));
  after text[] := array(select customer_words(new.search) where new.status <> 'merged');
begin
  delete from customer_word where word = any (before) and name_key = old.name_key and customer_id = old.id;
  insert into customer_word (word, name_key, customer_id) select unnest(after), new.name_key, new.id
    on conflict do nothing;
  perform learn_words(after);
  perform forget_words(array(select unnest(before) except select unnest(after)));
  return null;
end $$;
create trigger customer_words_changed
  after update of surname, first_name, other_names, number, ippis_number, status on customer for each row
  when (old.name_key <> new.name_key or old.search <> new.search or (old.status = 'merged') <> (new.status = 'merged'))
  execute function index_changed_customer();

create function forget_customer() returns trigger language plpgsql as $$
declare
  before text[] := array(select customer_words(old.search));
begin
  delete from customer_word where word = any (before) and name_key = old.name_key and customer_id = old.id;
  perform forget_words(before);
  return null;
end $$;
create trigger customer_words_gone after delete on customer for each row execute function forget_customer();

-- A database that is filled with the triggers off calls this. Of the words of a text PostgreSQL expects a hundred times as
-- many as there are, and would hash them in pieces on disk.
create function index_all_customers() returns void language plpgsql set enable_hashagg = off as $$
begin
  truncate customer_word, customer_vocabulary;
  insert into customer_word (word, name_key, customer_id)
    select distinct w.word, c.name_key collate "C", c.id from customer c cross join lateral customer_words(c.search) w (word)
    where c.status <> 'merged' order by 1, 2, 3;
  insert into customer_vocabulary select distinct word from customer_word;
end $$;
select index_all_customers();
alter table customer_word add primary key (word, name_key, customer_id);
