import { type RawBuilder, sql } from 'kysely'
import type { MATCH_KINDS } from '../../../contract/bankStatements.ts'
import type { EntryReason } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'

export type MatchKind = (typeof MATCH_KINDS)[number]

// ── References ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Letters and digits alone; shorter ones, and those without a digit, name nothing. */
const REFERENCE_MIN_LENGTH = 5
const key = (text: RawBuilder<unknown>) => sql`upper(regexp_replace(${text}, '[^A-Za-z0-9]', '', 'g'))`

/** What a payment is called by us, the bank or the payer, of the entries that `entries` gives (entry_id, ref, note). */
const referencesOf = (entries: RawBuilder<unknown>) => sql`
  with asked as (
    select entry_id, note, case when ref ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then ref::uuid end as id
    from (${entries}) e
  )
  select a.entry_id, e.reference from asked a join loan_event e on e.id = a.id where e.reference is not null
  union select a.entry_id, r.reference from asked a join loan_bank_reference r on r.event_id = a.id
  union select a.entry_id, p.reference from asked a join payout_line p on p.payout_id = a.id
  union select a.entry_id, p.bank_reference from asked a join payout_line p on p.payout_id = a.id where p.bank_reference is not null
  union select a.entry_id, r.reference from asked a join office_receipt r on r.id = a.id
  union select a.entry_id, r.number from asked a join office_receipt r on r.id = a.id
  union select a.entry_id, n.word from asked a cross join lateral regexp_split_to_table(a.note, '[^A-Za-z0-9./-]+') n (word)`

/** Entries that moved the account and are in no match: (entry_id, amount, effective_on). */
const openMovements = (code: number) => sql`
  select l.entry_id, l.effective_on, sum(l.amount)::bigint as amount from ledger_line l
  where l.code = ${code}
    and not exists (select from bank_match_entry m where m.code = l.code and m.entry_id = l.entry_id)
  group by l.entry_id, l.effective_on having sum(l.amount) <> 0`

// ── Automatic ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Of an amount that repeats more often, only a reference tells which is which. */
const SAME_AMOUNT_MAX = 50

/** Writes the pairs in which a line has one entry and the entry one line. Gives how many. */
const writePairs = async (tx: Tx, code: number, at: Date, pairs: RawBuilder<unknown>): Promise<number> => {
  const result = await sql<{ n: number }>`
    with open_line as materialized (
      select id, booked_on, amount, reference, narration from bank_line where code = ${code} and match_id is null
    ),
    movement as materialized (
      select m.* from (${openMovements(code)}) m where m.amount in (select amount from open_line)
    ),
    pair as (${pairs}),
    alone as materialized (
      select line_id, entry_id, gen_random_uuid() as match_id from (
        select line_id, entry_id, count(*) over (partition by line_id) as of_line,
          count(*) over (partition by entry_id) as of_entry from pair) counted
      where of_line = 1 and of_entry = 1
    ),
    made as (
      insert into bank_match (id, code, kind, made_at) select match_id, ${code}, 'automatic', ${at} from alone returning id
    ),
    entered as (
      insert into bank_match_entry (code, entry_id, match_id)
      select ${code}, a.entry_id, a.match_id from alone a join made on made.id = a.match_id returning 1
    ),
    lined as (
      update bank_line l set match_id = a.match_id from alone a join made on made.id = a.match_id
      where l.id = a.line_id returning 1
    )
    select (select count(*)::int from lined) as n from (select count(*) from entered) e`.execute(tx)
  return result.rows[0]?.n ?? 0
}

const near = (days: number) => sql`abs(l.booked_on - m.effective_on) <= ${days}::int`

/** By a reference of the payment that is on the line, the amount and the days between. */
export const matchByReference = (tx: Tx, code: number, days: number, at: Date): Promise<number> =>
  writePairs(
    tx,
    code,
    at,
    sql`
    select distinct l.id as line_id, m.entry_id from (
      select id, booked_on, amount, ${key(sql`word`)} as key from open_line
      cross join lateral (select reference as word
        union all select regexp_split_to_table(narration, '[^A-Za-z0-9.-]+')) w
    ) l
    join (
      select r.entry_id, ${key(sql`r.reference`)} as key from (${referencesOf(
        sql`select m.entry_id, e.ref, e.note from movement m join ledger_entry e on e.id = m.entry_id`,
      )}) r
    ) k on k.key = l.key and length(k.key) >= ${REFERENCE_MIN_LENGTH} and k.key ~ '[0-9]'
    join movement m on m.entry_id = k.entry_id and m.amount = l.amount and ${near(days)}`,
  )

/** By the amount and the days between, where nothing else has that amount in those days. */
export const matchByAmount = (tx: Tx, code: number, days: number, at: Date): Promise<number> =>
  writePairs(
    tx,
    code,
    at,
    sql`
    select l.id as line_id, m.entry_id from open_line l
    join movement m on m.amount = l.amount and ${near(days)}
    where l.amount not in (select amount from open_line group by amount having count(*) > ${SAME_AMOUNT_MAX})
      and l.amount not in (select amount from movement group by amount having count(*) > ${SAME_AMOUNT_MAX})`,
  )

/** An entry and its reversal, neither of which is on a statement: they cancel each other. */
export async function matchReversals(tx: Tx, code: number, at: Date): Promise<number> {
  const result = await sql<{ n: number }>`
    with movement as materialized (${openMovements(code)}),
    alone as materialized (
      select m.entry_id, r.entry_id as reversal_id, gen_random_uuid() as match_id from movement r
      join ledger_entry e on e.id = r.entry_id join movement m on m.entry_id = e.reverses_id and m.amount = -r.amount
    ),
    made as (
      insert into bank_match (id, code, kind, made_at) select match_id, ${code}, 'automatic', ${at} from alone returning id
    ),
    entered as (
      insert into bank_match_entry (code, entry_id, match_id)
      select ${code}, x.entry_id, a.match_id from alone a join made on made.id = a.match_id
      cross join lateral (values (a.entry_id), (a.reversal_id)) x (entry_id) returning 1
    )
    select (select count(*)::int from made) as n from (select count(*) from entered) e`.execute(tx)
  return result.rows[0]?.n ?? 0
}

// ── By hand ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type LineRow = {
  id: bigint
  code: number
  booked_on: LocalDate
  value_on: LocalDate | null
  amount: bigint
  reference: string
  narration: string
  match_id: string | null
  kind: MatchKind | null
  entries: string[]
  /** Of its repayment, while that is pending. */
  receipt_approval_id: string | null
}

const LINE = sql`l.id, l.code, l.booked_on, l.value_on, l.amount, l.reference, l.narration, l.match_id, m.kind,
    array(select e.entry_id::text from bank_match_entry e where e.match_id = l.match_id order by 1) as entries,
    case when l.match_id is null and l.receipt_id is not null then (select a.id from approval a
      where a.status = 'waiting' and a.command = 'loanActDo' and a.input ->> 'id' = l.receipt_id::text limit 1)
    end as receipt_approval_id
  from bank_line l left join bank_match m on m.id = l.match_id`

export async function findLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  const result = await sql<LineRow>`select ${LINE} where l.id = ${id}::bigint`.execute(tx)
  return result.rows[0]
}

type Place = { on: string; id: string }
const STATES = { open: sql`l.match_id is null`, matched: sql`l.match_id is not null`, all: sql`true` }

export async function listLines(
  tx: Tx,
  code: number,
  state: keyof typeof STATES,
  before: Place | null,
  limit: number,
): Promise<LineRow[]> {
  const beyond = before ? sql`(l.booked_on, l.id) < (${before.on}::date, ${before.id}::bigint)` : sql`true`
  const result = await sql<LineRow>`
    select ${LINE} where l.code = ${code} and ${STATES[state]} and ${beyond}
    order by l.booked_on desc, l.id desc limit ${limit}`.execute(tx)
  return result.rows
}

export const countLines = (tx: Tx, code: number, state: keyof typeof STATES): Promise<Counted> =>
  countList(tx, sql`select from bank_line l where l.code = ${code} and ${STATES[state]}`)

/** Those of the ids that are of the account and open, held until the transaction ends. */
export async function openLines(tx: Tx, code: number, ids: readonly string[]): Promise<bigint[]> {
  const result = await sql<{ amount: bigint }>`
    select amount from bank_line where code = ${code} and id = any (${ids}::bigint[]) and match_id is null`.execute(
    tx,
  )
  return result.rows.map(row => row.amount)
}

export async function openEntries(tx: Tx, code: number, ids: readonly string[]): Promise<bigint[]> {
  const result = await sql<{ amount: bigint }>`
    select sum(l.amount)::bigint as amount from ledger_line l
    where l.entry_id = any (${ids}::bigint[]) and l.code = ${code}
      and not exists (select from bank_match_entry m where m.code = l.code and m.entry_id = l.entry_id)
    group by l.entry_id`.execute(tx)
  return result.rows.map(row => row.amount)
}

export async function writeMatch(
  tx: Tx,
  match: { id: string; code: number; kind: MatchKind; by: string; at: Date },
  lines: readonly string[],
  entries: readonly string[],
): Promise<void> {
  const { id, code, kind, by, at } = match
  await sql`
    insert into bank_match (id, code, kind, made_by, made_at) values (${id}, ${code}, ${kind}, ${by}, ${at})`.execute(
    tx,
  )
  await sql`
    insert into bank_match_entry (code, entry_id, match_id)
    select ${code}, e, ${id}::uuid from unnest(${entries}::bigint[]) e`.execute(tx)
  await sql`update bank_line set match_id = ${id} where id = any (${lines}::bigint[]) and code = ${code}`.execute(
    tx,
  )
}

export type Match = {
  id: string
  code: number
  kind: MatchKind
  lines: string[]
  entries: string[]
  last_on: LocalDate
}

export async function findMatch(tx: Tx, id: string): Promise<Match | undefined> {
  const result = await sql<Match>`
    select m.id, m.code, m.kind, array(select l.id::text from bank_line l where l.match_id = m.id order by l.id) as lines,
      array(select e.entry_id::text from bank_match_entry e where e.match_id = m.id order by e.entry_id) as entries,
      greatest((select max(booked_on) from bank_line l where l.match_id = m.id),
        (select max(g.effective_on) from bank_match_entry e join ledger_entry g on g.id = e.entry_id where e.match_id = m.id)) as last_on
    from bank_match m where m.id = ${id}`.execute(tx)
  return result.rows[0]
}

/** Whether one of some entries was not reversed. */
export async function hasEntryInForce(tx: Tx, entries: readonly string[]): Promise<boolean> {
  const result = await sql<{ found: boolean }>`
    select exists (
      select from unnest(${entries}::bigint[]) as of_match (id)
      where not exists (select from ledger_entry r where r.reverses_id = of_match.id)) as found`.execute(tx)
  return result.rows[0]?.found ?? false
}

export async function deleteMatch(tx: Tx, id: string): Promise<void> {
  await sql`update bank_line set match_id = null where match_id = ${id}`.execute(tx)
  await sql`delete from bank_match_entry where match_id = ${id}`.execute(tx)
  await sql`delete from bank_match where id = ${id}`.execute(tx)
}

// ── A line that is a repayment ─────────────────────────────────────────────────────────────────────────────────────

export async function setReceipt(tx: Tx, lineId: string, receiptId: string): Promise<void> {
  await sql`update bank_line set receipt_id = ${receiptId} where id = ${lineId}::bigint`.execute(tx)
}

export async function lineOfReceipt(tx: Tx, receiptId: string): Promise<LineRow | undefined> {
  const result = await sql<LineRow>`select ${LINE} where l.receipt_id = ${receiptId}`.execute(tx)
  return result.rows[0]
}

/** Its entry on the account, unless that is matched. */
export async function entryOfReceipt(
  tx: Tx,
  code: number,
  receiptId: string,
): Promise<{ entry_id: bigint; amount: bigint } | undefined> {
  const result = await sql<{ entry_id: bigint; amount: bigint }>`
    select e.id as entry_id, sum(l.amount)::bigint as amount
    from ledger_entry e join ledger_line l on l.entry_id = e.id and l.code = ${code}
    where e.ref = ${receiptId} and not exists (select from bank_match_entry m where m.code = l.code and m.entry_id = e.id)
    group by e.id`.execute(tx)
  return result.rows[0]
}

// ── Entries that are not on a statement ────────────────────────────────────────────────────────────────────────────

export type MovementRow = {
  entry_id: bigint
  effective_on: LocalDate
  reason: EntryReason
  note: string | null
  references: string[]
  amount: bigint
}

export const described = (movements: RawBuilder<unknown>) => sql`
  select m.entry_id, m.effective_on, m.amount, e.reason, e.note,
    array(select distinct r.reference from (${referencesOf(
      sql`select e.id as entry_id, e.ref, null::text as note`,
    )}) r) as "references"
  from (${movements}) m join ledger_entry e on e.id = m.entry_id`

export async function listMovements(
  tx: Tx,
  code: number,
  before: Place | null,
  limit: number,
): Promise<MovementRow[]> {
  const beyond = before
    ? sql`(l.effective_on, l.entry_id) < (${before.on}::date, ${before.id}::bigint)`
    : sql`true`
  const result = await sql<MovementRow>`
    ${described(sql`
      select l.entry_id, l.effective_on, sum(l.amount)::bigint as amount from ledger_line l
      where l.code = ${code} and ${beyond}
        and not exists (select from bank_match_entry m where m.code = l.code and m.entry_id = l.entry_id)
      group by l.effective_on, l.entry_id having sum(l.amount) <> 0
      order by l.effective_on desc, l.entry_id desc limit ${limit}`)}
    order by m.effective_on desc, m.entry_id desc`.execute(tx)
  return result.rows
}

export const countMovements = (tx: Tx, code: number): Promise<Counted> =>
  countList(
    tx,
    sql`select from ledger_line l where l.code = ${code}
      and not exists (select from bank_match_entry m where m.code = l.code and m.entry_id = l.entry_id)`,
  )

/** What a line may be: entries of its amount, the nearest day first. */
export async function suggestions(tx: Tx, line: LineRow, limit: number): Promise<MovementRow[]> {
  const result = await sql<MovementRow>`
    ${described(sql`
      select * from (${openMovements(line.code)}) o where o.amount = ${line.amount}
      order by abs(o.effective_on - ${line.booked_on}::date), o.entry_id limit ${limit}`)}
    order by abs(m.effective_on - ${line.booked_on}::date), m.entry_id`.execute(tx)
  return result.rows
}
