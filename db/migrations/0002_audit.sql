-- The audit trail. Entries are appended plainly inside the business transaction (fast under load) and
-- sealed in order, beside it, into a chain of hashes. Measured: an inline chain costs four times the rate.

create table audit_entry (
  id bigint generated always as identity primary key,
  -- which transaction wrote it: an entry is sealed once every transaction up to it has ended
  written_by xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  before jsonb,
  after jsonb,
  reason text,
  address text,
  request_id text
);
create index audit_entry_subject on audit_entry (subject_type, subject_id, id desc);
create index audit_entry_actor on audit_entry (actor_id, id desc);
create index audit_entry_action on audit_entry (action, id desc);
create index audit_entry_at on audit_entry (at);
create index audit_entry_written_by on audit_entry (written_by);

create table audit_seal (
  position bigint primary key,
  entry_id bigint not null unique references audit_entry,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_entry execute function refuse_change();
create trigger append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_seal execute function refuse_change();

-- What of an entry goes into its hash: every column, in a form that does not depend on session settings.
create function audit_canonical(e audit_entry) returns bytea language sql immutable as $$
  select convert_to(jsonb_build_array(
    e.id, e.written_by::text, (extract(epoch from e.at) * 1000000)::bigint, e.actor_id, e.actor_name, e.action,
    e.subject_type, e.subject_id, e.outcome, e.before, e.after, e.reason, e.address, e.request_id
  )::text, 'UTF8')
$$;

-- Seals what can no longer be preceded by an entry still in flight. Returns how many entries it sealed.
create function audit_seal_next(most integer) returns integer language plpgsql as $$
declare
  head bytea;
  place bigint;
  entry audit_entry;
  sealed integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('audit_seal'));
  select s.position, s.hash into place, head from audit_seal s order by s.position desc limit 1;
  place := coalesce(place, 0);
  head := coalesce(head, ''::bytea);
  for entry in
    select e.* from audit_entry e
    where e.written_by < pg_snapshot_xmin(pg_current_snapshot())
      and e.written_by >= coalesce((select l.written_by from audit_seal s join audit_entry l on l.id = s.entry_id
                                    order by s.position desc limit 1), '0'::xid8)
      and not exists (select 1 from audit_seal s where s.entry_id = e.id)
    order by e.written_by, e.id
    limit most
  loop
    place := place + 1;
    head := sha256(head || audit_canonical(entry));
    insert into audit_seal (position, entry_id, hash) values (place, entry.id, head);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
