-- While IROKO_SECRET is replaced, every process has the new secret and the one before. `next` is that of the new one until all
-- that is sealed and indexed was made again.
alter table key_check add column next text;
-- which secrets a running process has: only the new one may write while the old one's values are replaced
alter table clock_check add column fingerprint text not null default '';

-- The key of blind indexes of a secret before, sealed under the present one: for codes that were given to people (recovery
-- codes, codes on clearance letters), which cannot be made again.
create table retired_key (
  fingerprint text primary key,
  key_sealed text not null,
  retired_at timestamptz not null default now()
);

-- An index comes twice as long while there are two secrets: under the new one, then under the one before. All rows of one
-- number change together, so one look tells which of the two is in use.
create function stored_bvn_index(given bytea) returns bytea language sql stable as $$
  select case
    when length(given) = 32 then given
    when exists (select from customer where bvn_index = substring(given from 33))
      or exists (select from loan_request where bvn_index = substring(given from 33))
      or exists (select from staff where bvn_index = substring(given from 33)) then substring(given from 33)
    else substring(given for 32) end
$$;
create function stored_nin_index(given bytea) returns bytea language sql stable as $$
  select case
    when length(given) = 32 then given
    when exists (select from customer where nin_index = substring(given from 33))
      or exists (select from loan_request where nin_index = substring(given from 33)) then substring(given from 33)
    else substring(given for 32) end
$$;
create function store_one_index() returns trigger language plpgsql as $$
begin
  new.bvn_index := stored_bvn_index(new.bvn_index);
  if tg_table_name <> 'staff' then
    new.nin_index := stored_nin_index(new.nin_index);
  end if;
  return new;
end $$;
create trigger one_index before insert or update of bvn_index, nin_index on customer for each row
  when (length(new.bvn_index) = 64 or length(new.nin_index) = 64) execute function store_one_index();
create trigger one_index before insert or update of bvn_index, nin_index on loan_request for each row
  when (length(new.bvn_index) = 64 or length(new.nin_index) = 64) execute function store_one_index();
create trigger one_index before insert or update of bvn_index on staff for each row
  when (length(new.bvn_index) = 64) execute function store_one_index();

-- A version of a request is only added to; while the secret is replaced its sealed numbers are sealed again.
create or replace function request_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'request_version' then
    if new.application ->> 'surname' = 'Erased' and new.request_id = old.request_id and new.version = old.version
      and new.by_id is not distinct from old.by_id and new.at = old.at then
      return new;
    end if;
    if to_jsonb(new) - 'application' = to_jsonb(old) - 'application'
      and new.application - 'bvn' - 'nin' = old.application - 'bvn' - 'nin'
      and exists (select from key_check where next is not null) then
      return new;
    end if;
  elsif tg_op = 'UPDATE' then
    if new.note = 'Erased' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
      return new;
    end if;
  end if;
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
