-- The books. An account is a code of the chart, for the lender (loan 0) or for one loan. An amount is signed: a debit is
-- positive, a credit negative, so an entry balances when its lines sum to zero. The rules of the books are enforced here, by
-- the database, for every writer: the functions that post are only the quick way in.

create table ledger_chart (
  code smallint primary key check (code between 1000 and 9999),
  name text not null unique,
  title text not null,
  kind text not null check (kind in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- whether its lines belong to one loan
  per_loan text not null check (per_loan in ('always', 'never', 'maybe'))
);

-- Ledger lines carry the short number of their loan: there are millions of them. Number 0 is the lender.
create table ledger_loan (
  no bigint generated always as identity primary key,
  loan_id uuid not null unique
);

create table ledger_entry (
  id bigint generated always as identity primary key,
  -- lines are accepted only in the transaction that wrote their entry; seals follow the order of transactions
  written_by xid8 not null default pg_current_xact_id(),
  inserted_at timestamptz not null default now(),
  posted_by uuid,
  reverses_id bigint references ledger_entry,
  effective_on date not null,
  -- the day it belongs to, where the period of that day was closed already
  belongs_on date,
  line_count smallint not null,
  reason text not null,
  ref text not null,
  note text
);
create unique index ledger_entry_once on ledger_entry (ref, reason);
create unique index ledger_entry_reversed_once on ledger_entry (reverses_id) where reverses_id is not null;
create index ledger_entry_written_by on ledger_entry (written_by);

-- 32 bytes of content a line: at ten million lines a year every byte is 10 MB, and as much again in each index.
create table ledger_line (
  entry_id bigint not null,
  loan_no bigint not null,
  amount bigint not null,
  effective_on date not null,
  code smallint not null,
  position smallint not null,
  primary key (entry_id, position)
);
create index ledger_line_loan on ledger_line (loan_no, code, effective_on, entry_id) where loan_no <> 0;
create index ledger_line_code on ledger_line (code, effective_on, entry_id) include (amount);

-- An account of the lender is written by every transaction: its balance is the sum of 16 stripes, one per writer.
create table ledger_balance (
  loan_no bigint not null,
  balance bigint not null,
  code smallint not null,
  stripe smallint not null,
  primary key (loan_no, code, stripe)
) with (fillfactor = 50);

-- Everything up to and including this day is closed.
create table ledger_close (
  through date primary key,
  closed_at timestamptz not null,
  closed_by uuid,
  last_entry_id bigint not null
);

-- What each code had moved when the period was closed: sums as of a later day start here, not at the first line.
create table ledger_closing (
  through date not null references ledger_close,
  code smallint not null references ledger_chart,
  debits bigint not null,
  credits bigint not null,
  primary key (through, code)
);

-- ── The rules of every entry, however it was written ──────────────────────────────────────────────────────────────

-- The rules are in triggers rather than in CHECK constraints: the database reads the text of a constraint anew for every
-- statement, which took a tenth of the posting rate.
--
-- Lookups here say "the first from X on" instead of "the one that is X". A plan lives as long as the session, and one made
-- while the books were nearly empty would read the whole table ever after; this way only the index fits.
create function ledger_check_entry() returns trigger language plpgsql as $$
declare
  lines bigint;
  total bigint;
begin
  if new.line_count < 12 then
    select count(*), sum(l.amount) into lines, total
    from (select entry_id, amount from ledger_line where entry_id >= new.id order by entry_id, position limit 12) l
    where l.entry_id = new.id;
  else
    select count(*), sum(amount) into lines, total from ledger_line where entry_id = new.id;
  end if;
  if lines <> new.line_count or total is distinct from 0 then
    raise exception 'entry % does not balance: % of % lines, off by % kobo', new.id, lines, new.line_count, total
      using errcode = 'LG001';
  end if;
  if new.belongs_on >= new.effective_on then
    raise exception 'entry % adjusts a day that is not before its own', new.id using errcode = 'LG002';
  end if;
  if new.reverses_id is not null and exists (
    select from ledger_line where entry_id in (new.id, new.reverses_id)
    group by code, loan_no having sum(amount) <> 0
  ) then
    raise exception 'entry % is not the exact reverse of entry %', new.id, new.reverses_id using errcode = 'LG001';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_check_entry();

create function ledger_refuse_line(line ledger_line) returns smallint language plpgsql as $$
declare
  closed date;
begin
  select max(through) into closed from ledger_close;
  if line.effective_on <= closed then
    raise exception 'entry % is dated %, but the books are closed through %', line.entry_id, line.effective_on, closed
      using errcode = 'LG003';
  end if;
  raise exception 'a line on account % (loan %) does not fit entry % or the chart',
    line.code, line.loan_no, line.entry_id using errcode = 'LG002';
end $$;

-- An entry with all the lines it declared accepts no more, so an entry once found balanced stays balanced. Balances move in one
-- order of accounts, whatever the order of lines: two writers wait for one another, never in a circle.
-- Suspense (2030) is money of others: more than was received never leaves. It has one stripe, so that this is checked here.
create function ledger_settle_lines() returns trigger language plpgsql as $$
declare
  overdrawn bigint;
begin
  with moved as (
    insert into ledger_balance as b (loan_no, code, stripe, balance)
    select n.loan_no, n.code,
      case
        when (select e.id = n.entry_id and e.written_by = pg_current_xact_id()
                and e.effective_on = n.effective_on and n.position between 1 and e.line_count and n.amount <> 0
              from ledger_entry e where e.id >= n.entry_id order by e.id limit 1) is not true
          or (select c.per_loan = 'maybe' or (c.per_loan = 'always') = (n.loan_no <> 0)
              from ledger_chart c where c.code = n.code) is not true
          or n.effective_on <= (select max(through) from ledger_close)
          then ledger_refuse_line(n)
        when n.loan_no <> 0 or n.code = 2030 then 0::smallint
        else (pg_backend_pid() & 15)::smallint
      end as stripe,
      sum(n.amount)
    from new_line n
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance
    returning b.code, b.balance
  )
  select m.balance into overdrawn from moved m where m.code = 2030 and m.balance > 0;
  if found then
    raise exception 'suspense would pay out % kobo more than it holds', overdrawn using errcode = 'LG004';
  end if;
  return null;
end $$;
create trigger settle after insert on ledger_line referencing new table as new_line
  for each statement execute function ledger_settle_lines();

create trigger append_only before update or delete on ledger_entry for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_entry execute function refuse_change();
create trigger append_only before update or delete on ledger_line for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_line execute function refuse_change();
create trigger append_only before update or delete on ledger_loan for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_loan execute function refuse_change();
create trigger append_only before update or delete on ledger_close for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_close execute function refuse_change();
create trigger append_only before update or delete on ledger_closing for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_closing execute function refuse_change();
-- Balances follow lines alone: only the trigger above, one level deep, moves them.
create trigger follows_lines before insert or update on ledger_balance
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger append_only before delete on ledger_balance for each row execute function refuse_change();
create trigger append_only_whole before truncate on ledger_balance execute function refuse_change();

-- ── Posting, in one round trip ──────────────────────────────────────────────────────────────────────────────────────

create function ledger_loan_no(of_loan uuid) returns bigint language plpgsql stable as $$
declare
  near ledger_loan;
begin
  select * into near from ledger_loan where loan_id >= of_loan order by loan_id limit 1;
  return case when near.loan_id = of_loan then near.no end;
end $$;

-- The number of the loan of each line, 0 for the lender; null as soon as one loan has none yet.
create function ledger_loan_nos(of_loans uuid[]) returns bigint[] language plpgsql stable as $$
declare
  nos bigint[] := '{}';
  last_loan uuid;
  last_no bigint;
begin
  for i in 1..cardinality(of_loans) loop
    if of_loans[i] is null then
      nos[i] := 0;
    else
      if last_loan is distinct from of_loans[i] then
        last_loan := of_loans[i];
        last_no := ledger_loan_no(last_loan);
        if last_no is null then
          return null;
        end if;
      end if;
      nos[i] := last_no;
    end if;
  end loop;
  return nos;
end $$;

-- Whether an existing entry equals the posting: the same day, and the same amount on each account.
create function ledger_says(
  of_entry bigint, on_day date, codes smallint[], loans uuid[], amounts bigint[]
) returns boolean language sql stable as $$
  select coalesce(e.belongs_on, e.effective_on) = on_day and not exists (
    select from (
      select l.code, l.loan_no, l.amount from ledger_line l where l.entry_id = of_entry
      union all
      select a.code, case when a.loan_id is null then 0 else s.no end, -a.amount
      from unnest(codes, loans, amounts) as a (code, loan_id, amount) left join ledger_loan s on s.loan_id = a.loan_id
    ) both_sides
    group by code, loan_no having sum(amount) <> 0
  )
  from ledger_entry e where e.id = of_entry
$$;

-- Posts one entry. The same reason and ref again returns the first entry, or 'different' when its content differs; a day in a
-- closed period returns 'closed'. With `adjust_on`, an entry of a closed period is posted on that day and records the day it
-- belongs to. The usual case is one statement: each further one would cost a tenth of the rate.
create function ledger_post(
  of_reason text, of_ref text, on_day date, codes smallint[], loans uuid[], amounts bigint[],
  with_note text, by_staff uuid, at_moment timestamptz, adjust_on date, reverses bigint,
  out entry_id bigint, out posted_on date, out belonged_on date, out outcome text
) language plpgsql as $$
declare
  loan_nos bigint[] := ledger_loan_nos(loans);
begin
  posted_on := on_day;
  for attempt in 1..2 loop
    with entry as (
      insert into ledger_entry
        (inserted_at, posted_by, reverses_id, effective_on, belongs_on, line_count, reason, ref, note)
      select at_moment, by_staff, reverses, posted_on, belonged_on, cardinality(codes), of_reason, of_ref, with_note
      where loan_nos is not null and not exists (select from ledger_close where through >= posted_on)
      on conflict (ref, reason) do nothing
      returning id
    ), line as (
      insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
      select entry.id, l.loan_no, l.amount, posted_on, l.code, l.position
      from entry, unnest(codes, loan_nos, amounts) with ordinality as l (code, loan_no, amount, position)
    )
    select id into entry_id from entry;
    if found then
      outcome := 'posted';
      return;
    end if;

    select e.id, e.effective_on, e.belongs_on into entry_id, posted_on, belonged_on
    from ledger_entry e where e.ref = of_ref and e.reason = of_reason;
    if found then
      outcome := case when ledger_says(entry_id, on_day, codes, loans, amounts) then 'repeated' else 'different' end;
      return;
    end if;

    -- Neither posted nor there: a loan's first entry, or a closed period. Both are settled once.
    insert into ledger_loan (loan_id)
    select distinct l.loan_id from unnest(loans) as l (loan_id)
    where l.loan_id is not null and ledger_loan_no(l.loan_id) is null
    order by l.loan_id
    on conflict (loan_id) do nothing;
    loan_nos := ledger_loan_nos(loans);
    posted_on := on_day;
    if exists (select from ledger_close where through >= on_day) then
      outcome := 'closed';
      if adjust_on is null then
        return;
      end if;
      posted_on := adjust_on;
      belonged_on := on_day;
    end if;
  end loop;
end $$;

-- Posts many entries in a few statements; each gets the outcome that `ledger_post` would give it. `line_of` is the entry
-- (1 is the first) that a line belongs to.
-- A batch looks a few thousand rows up in tables of millions: with page costs as they are in memory and without sequential
-- scans the database follows the indexes; otherwise it read a table of a million rows from end to end each time.
create function ledger_post_all(
  reasons text[], refs text[], days date[], notes text[],
  line_of integer[], codes smallint[], loans uuid[], amounts bigint[],
  by_staff uuid, at_moment timestamptz, adjust_on date
) returns table (entry_no integer, entry_id bigint, posted_on date, belonged_on date, outcome text)
language plpgsql
-- a plan made without knowing how long the arrays are would loop over them inside one another
set plan_cache_mode = force_custom_plan
set random_page_cost = 1.1
set enable_seqscan = off as $$
#variable_conflict use_column
declare
  closed date;
  entry_ids regclass := pg_get_serial_sequence('ledger_entry', 'id');
  fresh_nos integer[];
  fresh_ids bigint[];
begin
  select max(c.through) into closed from ledger_close c;
  insert into ledger_loan (loan_id)
  select distinct l.loan_id from unnest(loans) as l (loan_id)
  where l.loan_id is not null and not exists (select from ledger_loan s where s.loan_id = l.loan_id)
  order by l.loan_id
  on conflict (loan_id) do nothing;

  with asked as (
    select distinct on (a.ref, a.reason) a.no::integer as no, a.reason, a.ref, a.note, n.lines,
      case when a.day <= closed then adjust_on else a.day end as effective_on,
      case when a.day <= closed then a.day end as belongs_on
    from unnest(reasons, refs, days, notes) with ordinality as a (reason, ref, day, note, no)
    join (select l.no, count(*) as lines from unnest(line_of) as l (no) group by l.no) n on n.no = a.no
    order by a.ref, a.reason, a.no
  ), numbered as materialized (
    select nextval(entry_ids) as id, asked.* from asked
    where asked.effective_on is not null
      and not exists (select from ledger_entry e where e.ref = asked.ref and e.reason = asked.reason)
  ), entry as (
    insert into ledger_entry
      (id, inserted_at, posted_by, effective_on, belongs_on, line_count, reason, ref, note)
    overriding system value
    select id, at_moment, by_staff, effective_on, belongs_on, lines, reason, ref, note from numbered
    order by ref, reason
    on conflict (ref, reason) do nothing
    returning id
  ), line as (
    insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
    select m.id, coalesce(s.no, 0), l.amount, m.effective_on, l.code,
      row_number() over (partition by m.id order by l.place)
    from entry join numbered m on m.id = entry.id
    join unnest(line_of, codes, loans, amounts) with ordinality as l (no, code, loan_id, amount, place) on l.no = m.no
    left join ledger_loan s on s.loan_id = l.loan_id
  )
  select array_agg(m.no), array_agg(m.id) into fresh_nos, fresh_ids
  from entry join numbered m on m.id = entry.id;

  return query
  select f.no, e.id, e.effective_on, e.belongs_on, 'posted'
  from unnest(fresh_nos, fresh_ids) as f (no, id) join ledger_entry e on e.id = f.id;
  if cardinality(fresh_nos) = cardinality(refs) then
    return;
  end if;

  return query
  with rest as materialized (
    select a.no::integer as no, a.day, e.id, e.effective_on, e.belongs_on
    from unnest(reasons, refs, days) with ordinality as a (reason, ref, day, no)
    left join ledger_entry e on e.ref = a.ref and e.reason = a.reason
    where not exists (select from unnest(fresh_nos) as f (no) where f.no = a.no)
  ), differing as (
    select distinct both_sides.no from (
      select r.no, l.code, l.loan_no, l.amount from rest r join ledger_line l on l.entry_id = r.id
      union all
      select r.no, l.code, case when l.loan_id is null then 0 else s.no end, -l.amount
      from rest r join unnest(line_of, codes, loans, amounts) as l (no, code, loan_id, amount) on l.no = r.no
      left join ledger_loan s on s.loan_id = l.loan_id
    ) both_sides
    group by both_sides.no, both_sides.code, both_sides.loan_no having sum(both_sides.amount) <> 0
  )
  select r.no, r.id, r.effective_on, r.belongs_on,
    case
      when r.id is null then 'closed'
      when d.no is not null or coalesce(r.belongs_on, r.effective_on) <> r.day then 'different'
      else 'repeated'
    end
  from rest r left join differing d on d.no = r.no;
end $$;

-- Posts what fell due on a day for many loans, one entry each: interest and fee become receivable and income. It is
-- `ledger_post_all` for one kind of posting whose entries need not travel to the database and back. Returns the number posted,
-- now or earlier, and the first that could not be.
create function ledger_post_dues(
  on_day date, loans uuid[], interests bigint[], fees bigint[], at_moment timestamptz, adjust_on date,
  out posted integer, out odd text
) language plpgsql as $$
declare
  refs text[];
  line_of integer[];
  codes smallint[];
  line_loans uuid[];
  amounts bigint[];
begin
  select array_agg(d.loan_id || ' ' || on_day order by d.no) into refs
  from unnest(loans) with ordinality as d (loan_id, no);
  select array_agg(d.no order by d.no, l.place), array_agg(l.code order by d.no, l.place),
      array_agg(case when l.is_of_loan then d.loan_id end order by d.no, l.place),
      array_agg(l.amount order by d.no, l.place)
    into line_of, codes, line_loans, amounts
  from unnest(loans, interests, fees) with ordinality as d (loan_id, interest, fee, no),
    lateral (values
      (1, 1110::smallint, d.interest, true), (2, 4010::smallint, -d.interest, false),
      (3, 1120::smallint, d.fee, true), (4, 4020::smallint, -d.fee, false)) as l (place, code, amount, is_of_loan)
  where l.amount <> 0;
  select count(*) filter (where p.outcome in ('posted', 'repeated')),
      min(refs[p.entry_no] || ' was ' || p.outcome) filter (where p.outcome not in ('posted', 'repeated'))
    into posted, odd
  from ledger_post_all(array_fill('instalmentDue'::text, array[cardinality(loans)]), refs,
    array_fill(on_day, array[cardinality(loans)]), array_fill(null::text, array[cardinality(loans)]),
    line_of, codes, line_loans, amounts, null, at_moment, adjust_on) p;
end $$;

-- ── Seals ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Evidence that no entry was changed. Seals are made beside the postings, in the order of their transactions, each over a run
-- of entries and the seal before it; a changed, removed or inserted entry breaks the seal it belongs to. Every seal is also
-- recorded in the audit trail, whose head is stored outside the database.
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

-- The part of an entry that is hashed: every column and every line, in a form that depends on no session setting.
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

-- Seals the next entries that no transaction still running can precede; null when there are none.
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
