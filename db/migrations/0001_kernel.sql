-- What every module stands on: the audit trail, answers to repeated requests, workers, proofs, the key check.
-- Entries of the audit trail are appended inside the business transaction and sealed in order, beside it, into a chain of
-- hashes. Measured: an inline chain costs four times the rate.

create table audit_entry (
  id bigint generated always as identity primary key,
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

create table audit_seal (
  position bigint primary key,
  entry_id bigint not null unique references audit_entry,
  hash bytea not null
);

-- Entries not sealed yet. The order of the chain is the order of sealing, so it depends on no clock and on no transaction
-- number: a restored dump continues where it was, and a long transaction elsewhere delays nothing.
create table audit_waiting (
  entry_id bigint primary key references audit_entry
);

create function audit_wait() returns trigger language plpgsql as $$
begin
  insert into audit_waiting (entry_id) select id from added;
  return null;
end $$;
create trigger wait_for_seal after insert on audit_entry referencing new table as added
  for each statement execute function audit_wait();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_entry execute function refuse_change();
create trigger append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_seal execute function refuse_change();

-- The part of an entry that is hashed: every column, in a form that does not depend on session settings.
create function audit_canonical(e audit_entry) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(
    e.id, (extract(epoch from e.at) * 1000000)::bigint, e.actor_id, e.actor_name, e.action,
    e.subject_type, e.subject_id, e.outcome, e.before, e.after, e.reason, e.address, e.request_id
  )::text, 'UTF8')
$$;

-- Seals committed entries, one batch at a time, by one caller at a time. Returns the number of entries sealed.
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
    select e.* from audit_waiting w join audit_entry e on e.id = w.entry_id order by w.entry_id limit most
  loop
    place := place + 1;
    head := sha256(head || audit_canonical(entry));
    insert into audit_seal (position, entry_id, hash) values (place, entry.id, head);
    delete from audit_waiting where entry_id = entry.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- After a data leak the lender has three days to report who saw or exported whose data, when, from where and why. An entry counts
-- as a look by columns that are part of its hash, so none can be removed from the report unnoticed. Exported lists and number
-- searches have subject types of their own; endpoints that show one record are named here.
-- An endpoint of another name that shows personal data needs this function and the index below replaced together.
create function audit_is_look(action text, subject_type text) returns boolean language sql immutable parallel safe return
  subject_type in ('export', 'search') or action like '%Reveal' or action like '%Export'
  or action in ('documentOpen', 'loanPaper', 'payrollLookup', 'payrollChanges', 'intakeGet', 'intakeRefusals', 'intakeRefusalFile');

-- In the order of the list, with the time, so that an old window is found without reading later entries.
create index audit_entry_look on audit_entry (id desc, at) where audit_is_look(action, subject_type) and outcome = 'done';

-- The first answer to every write, so that a repeated request gets it instead of acting again.
create table first_answer (
  -- the user (or 'public'), the endpoint and the idempotency key of the caller
  scope text not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  -- the reply as it was sent, byte for byte
  reply text,
  at timestamptz not null,
  primary key (scope, endpoint, key)
);
create index first_answer_at on first_answer (at);

-- Live workers. One that was killed stops writing here and another worker unlocks its jobs (the queue itself would wait 4 hours).
create table worker_heartbeat (
  worker_id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- stopped on request: a job left behind did not kill it
  leaving boolean not null default false
);

-- Each proof of the books and whether it held.
create table proof_run (
  at timestamptz primary key,
  holds boolean not null,
  checks jsonb not null
);

-- A fingerprint of the secret that seals values in this database: a program with another secret does not start. It reveals nothing of it.
create table key_check (
  id smallint primary key default 1 check (id = 1),
  fingerprint text not null,
  since timestamptz not null default now()
);
