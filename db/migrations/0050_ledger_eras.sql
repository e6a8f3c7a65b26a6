-- A database restored from a dump begins in a cluster whose transaction numbers are lower than those of its entries. Seals
-- follow the order of transactions, so what is posted there belongs to an era of its own: it is sealed after all that came
-- with the dump. Ids go on where they were, so an era is a range of them.
create table ledger_era (
  first_entry_id bigint primary key,
  begun_at timestamptz not null default now()
);
insert into ledger_era values (0);
create trigger append_only before update or delete on ledger_era for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_era execute function refuse_change();

-- Every start asks (db/seed.sql). Numbers of this cluster are never above its own, so one that is came from another. What the
-- dashboard has seen is told by the same numbers: it looks at everything again.
create function ledger_begin_era() returns void language plpgsql as $$
declare
  here constant xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  insert into ledger_era (first_entry_id)
  select (select max(id) + 1 from ledger_entry) where exists (
    select from ledger_entry e where e.written_by >= here and e.id >= (select max(first_entry_id) from ledger_era));
  update dashboard_refresh set seen_from = '0', seen = null, whole_again = true where found or seen_from > here;
end $$;

-- Seals the next entries that no transaction still running can precede; null when there are none. An era that is over is
-- sealed to its end first.
create or replace function ledger_seal_next(most integer) returns ledger_seal language plpgsql as $$
declare
  head ledger_seal;
  made ledger_seal;
  content bytea;
  era bigint;
  next_era bigint;
begin
  perform pg_advisory_xact_lock(hashtext('ledger_seal'));
  select s.* into head from ledger_seal s order by s.position desc limit 1;
  select max(first_entry_id) into era from ledger_era where first_entry_id <= coalesce(head.entry_id, 0);
  loop
    select min(first_entry_id) into next_era from ledger_era where first_entry_id > era;
    with run as (
      select h.* from ledger_entry_hashed h
      where h.id >= era and (h.id < next_era or next_era is null and h.written_by < pg_snapshot_xmin(pg_current_snapshot()))
        and (head.entry_id is null or head.entry_id < era
          or h.written_by >= head.written_by and (h.written_by, h.id) > (head.written_by, head.entry_id))
      order by h.written_by, h.id
      limit most
    )
    select count(*), string_agg(run.hash, ''::bytea order by run.written_by, run.id),
      (array_agg(run.written_by order by run.written_by desc, run.id desc))[1],
      (array_agg(run.id order by run.written_by desc, run.id desc))[1]
      into made.entries, content, made.written_by, made.entry_id
    from run;
    exit when made.entries > 0;
    if next_era is null then
      return null;
    end if;
    era := next_era;
  end loop;
  made.position := coalesce(head.position, 0) + 1;
  made.hash := sha256(coalesce(head.hash, ''::bytea) || content);
  insert into ledger_seal select made.*;
  return made;
end $$;
