-- Evidence that no entry was changed. Seals are made beside the postings, in the order of their transactions, each
-- over a run of entries and the seal before it; a changed, removed or slipped-in entry breaks the one it stands in.
-- Every seal is also noted in the audit trail, whose head is kept outside the database.

create table ledger_seal (
  position bigint primary key,
  -- the last entry it covers, in order of (written_by, id)
  written_by xid8 not null,
  entry_id bigint not null,
  entries integer not null,
  hash bytea not null,
  unique (written_by, entry_id)
);
create trigger append_only before update or delete on ledger_seal for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_seal execute function refuse_change();

-- What of an entry goes into its hash: every column and every line, in a form that depends on no session setting.
create function ledger_entry_hash(e ledger_entry, lines text) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    e.id, e.written_by::text, (extract(epoch from e.inserted_at) * 1000000)::bigint, e.posted_by, e.reverses_id,
    e.effective_on - date '1970-01-01', e.belongs_on - date '1970-01-01', e.line_count, e.reason, e.ref, e.note, lines
  )::text, 'UTF8'))
$$;

create function ledger_line_text(l ledger_line) returns text language sql stable as $$
  select concat_ws(':', l.position, l.code, l.loan_no, l.amount, l.effective_on - date '1970-01-01')
$$;

create view ledger_entry_hashed as
  select e.written_by, e.id, ledger_entry_hash(e, (
    select string_agg(ledger_line_text(l), ' ' order by l.position) from ledger_line l where l.entry_id = e.id
  )) as hash
  from ledger_entry e;

-- Seals the next entries that can no longer be preceded by one still in flight; null when there are none.
create function ledger_seal_next(most integer) returns ledger_seal language plpgsql as $$
declare
  head ledger_seal;
  made ledger_seal;
  content bytea;
begin
  perform pg_advisory_xact_lock(hashtext('ledger_seal'));
  select s.* into head from ledger_seal s order by s.position desc limit 1;
  with run as (
    select h.* from ledger_entry_hashed h
    where h.written_by < pg_snapshot_xmin(pg_current_snapshot())
      and h.written_by >= coalesce(head.written_by, '0'::xid8)
      and (head.position is null or (h.written_by, h.id) > (head.written_by, head.entry_id))
    order by h.written_by, h.id
    limit most
  )
  select count(*), string_agg(run.hash, ''::bytea order by run.written_by, run.id),
    (array_agg(run.written_by order by run.written_by desc, run.id desc))[1],
    (array_agg(run.id order by run.written_by desc, run.id desc))[1]
    into made.entries, content, made.written_by, made.entry_id
  from run;
  if made.entries = 0 then
    return null;
  end if;
  made.position := coalesce(head.position, 0) + 1;
  made.hash := sha256(coalesce(head.hash, ''::bytea) || content);
  insert into ledger_seal select made.*;
  return made;
end $$;
