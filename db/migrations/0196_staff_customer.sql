-- A user who is a customer too. Once seen the tie stays, whatever either record says later: an own e-mail can be edited away.
alter table staff
  add column bvn_sealed text,
  add column bvn_index bytea unique;
create index staff_phone on staff (phone);
create index customer_email on customer (lower(email)) where email <> '';

create table staff_customer (
  staff_id uuid not null references staff,
  customer_id uuid not null references customer,
  known_by text not null check (known_by in ('phone', 'email', 'bvn', 'merge')),
  since timestamptz not null default now(),
  primary key (staff_id, customer_id)
);
create index staff_customer_customer on staff_customer (customer_id);

create function tie_customer_to_staff() returns trigger language plpgsql as $$
begin
  insert into staff_customer (staff_id, customer_id, known_by)
    select s.id, new.id, 'phone' from staff s where s.phone = new.phone
    union all select s.id, new.id, 'email' from staff s where new.email <> '' and s.email = lower(new.email)
    union all select s.id, new.id, 'bvn' from staff s where s.bvn_index = new.bvn_index
    union all select t.staff_id, new.merged_into, 'merge' from staff_customer t
      where t.customer_id = new.id and new.merged_into is not null
    on conflict do nothing;
  return null;
end $$;
create trigger customer_is_staff after insert or update of phone, email, bvn_index, merged_into on customer
  for each row execute function tie_customer_to_staff();

create function tie_staff_to_customer() returns trigger language plpgsql as $$
begin
  insert into staff_customer (staff_id, customer_id, known_by)
    select new.id, c.id, 'phone' from customer c where c.phone = new.phone
    union all select new.id, c.id, 'email' from customer c where c.email <> '' and lower(c.email) = new.email
    union all select new.id, c.id, 'bvn' from customer c where c.bvn_index = new.bvn_index
    on conflict do nothing;
  return null;
end $$;
create trigger staff_is_customer after insert or update of phone, email, bvn_index on staff
  for each row execute function tie_staff_to_customer();

insert into staff_customer (staff_id, customer_id, known_by)
  select s.id, c.id, 'phone' from staff s join customer c on c.phone = s.phone
  union all select s.id, c.id, 'email' from staff s join customer c on c.email <> '' and lower(c.email) = s.email
  on conflict do nothing;
