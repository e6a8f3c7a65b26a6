import { type RawBuilder, sql } from 'kysely'
import type { AccountKind, EntryReason } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { COUNTED_MAX } from '../../kernel/counting.sql.ts'
import { allowSeconds, type Tx } from '../../kernel/db.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'

export type NewLine = { code: number; loanId: string | null; amount: bigint }
export type NewEntry = {
  reason: EntryReason
  ref: string
  effectiveOn: LocalDate
  note: string | null
  lines: readonly NewLine[]
  staffId: string | null
}
export type Stamp = {
  at: Date
  /** Where an entry goes whose own day is closed; null leaves it unposted. */
  adjustOn: LocalDate | null
}
export type Outcome = {
  entry_id: bigint | null
  posted_on: LocalDate
  belonged_on: LocalDate | null
  outcome: 'posted' | 'repeated' | 'different' | 'closed'
}

const posted = (
  { lines, ...entry }: NewEntry,
  stamp: Stamp,
  reverses: bigint | null,
): RawBuilder<Outcome> => sql`
  ledger_post(${entry.reason}, ${entry.ref}, ${entry.effectiveOn}, ${lines.map(line => line.code)},
    ${lines.map(line => line.loanId)}, ${lines.map(line => line.amount)}, ${entry.note}, ${entry.staffId},
    ${stamp.at}, ${stamp.adjustOn}, ${reverses})`

export async function insertEntry(
  tx: Tx,
  entry: NewEntry,
  stamp: Stamp,
  reverses: bigint | null,
): Promise<Outcome> {
  const result = await sql<Outcome>`select * from ${posted(entry, stamp, reverses)}`.execute(tx)
  const [outcome] = result.rows
  if (!outcome) throw new Error('ledger_post gave no row')
  return outcome
}

type NumberedOutcome = Outcome & { entry_no: number }

function allPosted(entries: readonly NewEntry[], stamp: Stamp): RawBuilder<NumberedOutcome> {
  const lines = entries.flatMap((entry, index) => entry.lines.map(line => ({ ...line, of: index + 1 })))
  return sql`
    ledger_post_together(${entries.map(entry => entry.reason)}, ${entries.map(entry => entry.ref)},
      ${entries.map(entry => entry.effectiveOn)}, ${entries.map(entry => entry.note)},
      ${lines.map(line => line.of)}, ${lines.map(line => line.code)}, ${lines.map(line => line.loanId)},
      ${lines.map(line => line.amount)}, ${entries.map(entry => entry.staffId)}, ${stamp.at}, ${stamp.adjustOn})`
}

export async function insertEntries(
  tx: Tx,
  entries: readonly NewEntry[],
  stamp: Stamp,
): Promise<NumberedOutcome[]> {
  const result = await sql<NumberedOutcome>`
    select * from ${allPosted(entries, stamp)} order by entry_no`.execute(tx)
  return result.rows
}

/** All of them, or the transaction fails. The result is not awaited. */
export async function insertTogether(
  tx: Tx,
  entries: readonly NewEntry[],
  stamp: Stamp,
  failed: (error: unknown) => never,
): Promise<void> {
  const [only, ...others] = entries
  const outcomes =
    only && others.length === 0
      ? sql`(select 1 as entry_no, * from ${posted(only, stamp, null)})`
      : allPosted(entries, stamp)
  await withoutWaiting(tx, sql`select ledger_posted(p.entry_no, p.entry_id, p.outcome) from ${outcomes} p`, {
    failed,
  })
}

/** What fell due on some loans, each list as the database writes an array. */
export type Dues = { loans: string; interests: string; fees: string }

export async function insertDues(
  tx: Tx,
  day: LocalDate,
  dues: Dues,
  stamp: Pick<Stamp, 'at' | 'adjustOn'>,
): Promise<{ posted: number; odd: string | null }> {
  const result = await sql<{ posted: number; odd: string | null }>`
    select * from ledger_post_dues(${day}, ${dues.loans}::uuid[], ${dues.interests}::bigint[], ${dues.fees}::bigint[],
      ${stamp.at}, ${stamp.adjustOn})`.execute(tx)
  return result.rows[0] ?? { posted: 0, odd: null }
}

// ── Entries ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type EntryRow = {
  id: bigint
  reason: EntryReason
  ref: string
  effective_on: LocalDate
  belongs_on: LocalDate | null
  inserted_at: Date
  posted_by_name: string | null
  note: string | null
  reverses_id: bigint | null
  reversed_by: bigint | null
  /** Amounts as text: JSON numbers would lose the last kobo of a large sum. */
  lines: { code: number; title: string; loanId: string | null; amount: string }[]
}

const WHOLE_ENTRY = sql`
  select e.id, e.reason, e.ref, e.effective_on, e.belongs_on, e.inserted_at, e.note, e.reverses_id,
    p.first_name || ' ' || p.last_name as posted_by_name,
    (select r.id from ledger_entry r where r.reverses_id = e.id) as reversed_by,
    (select json_agg(json_build_object('code', l.code, 'title', c.title, 'loanId', s.loan_id, 'amount', l.amount::text)
       order by l.position)
     from ledger_line l join ledger_chart c on c.code = l.code left join ledger_loan s on s.no = l.loan_no where l.entry_id = e.id) as lines
  from ledger_entry e left join staff p on p.id = e.posted_by`

export async function findEntry(tx: Tx, id: bigint): Promise<EntryRow | undefined> {
  const result = await sql<EntryRow>`${WHOLE_ENTRY} where e.id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function entriesUnder(tx: Tx, ref: string, reason: EntryReason | null): Promise<EntryRow[]> {
  const result = await sql<EntryRow>`
    ${WHOLE_ENTRY} where e.ref = ${ref} and ${reason === null ? sql`true` : sql`e.reason = ${reason}`}
    order by e.id limit 100`.execute(tx)
  return result.rows
}

export type Place = { effectiveOn: string; entryId: string }

export async function entriesOfLoan(
  tx: Tx,
  loanId: string,
  asOf: LocalDate,
  before: Place | null,
  limit: number,
): Promise<EntryRow[]> {
  const beyond = before
    ? sql`(l.effective_on, l.entry_id) < (${before.effectiveOn}::date, ${before.entryId}::bigint)`
    : sql`true`
  const result = await sql<EntryRow>`
    with touched as (
      select distinct l.effective_on, l.entry_id
      from ledger_line l join ledger_loan s on s.no = l.loan_no
      where s.loan_id = ${loanId} and l.loan_no <> 0 and l.effective_on <= ${asOf} and ${beyond}
      order by l.effective_on desc, l.entry_id desc limit ${limit}
    )
    ${WHOLE_ENTRY} join touched t on t.entry_id = e.id order by t.effective_on desc, t.entry_id desc`.execute(
    tx,
  )
  return result.rows
}

// ── Sums ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export type AccountKey = { code: number; loanId: string | null }

/** The lines of an account: the whole of it, or the part that belongs to one loan. */
const linesOf = (key: AccountKey): RawBuilder<unknown> =>
  key.loanId === null
    ? sql`l.code = ${key.code}::smallint`
    : sql`l.code = ${key.code}::smallint and l.loan_no <> 0
        and l.loan_no = (select s.no from ledger_loan s where s.loan_id = ${key.loanId})`

/** A sum over an account up to a place in it, begun at the last closed period instead of the first line. */
const sumThrough = (
  key: AccountKey,
  day: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const lines = sql`
    select coalesce(sum(l.amount), 0)::bigint from ledger_line l
    where ${linesOf(key)} and l.effective_on <= ${day} and ${place}`
  if (key.loanId !== null) return sql`(${lines})`
  const closed = sql`(select max(through) from ledger_close where through < ${day})`
  return sql`(coalesce((select debits - credits from ledger_closing
      where code = ${key.code}::smallint and through = ${closed}), 0)
    + (${lines} and l.effective_on > coalesce(${closed}, '-infinity')))`
}

export async function balanceOn(tx: Tx, key: AccountKey, day: LocalDate): Promise<bigint> {
  const result = await sql<{ balance: bigint }>`
    select ${sumThrough(key, sql`${day}::date`, sql`true`)} as balance`.execute(tx)
  return result.rows[0]?.balance ?? 0n
}

/** What stands on a loan's accounts now, or stood at the end of a day. */
export async function loanBalances(
  tx: Tx,
  loanId: string,
  asOf: LocalDate | null,
): Promise<{ code: number; balance: bigint }[]> {
  const of = sql`(select s.no from ledger_loan s where s.loan_id = ${loanId})`
  const result =
    asOf === null
      ? await sql<{ code: number; balance: bigint }>`
          select code, balance from ledger_balance where loan_no = ${of} order by code`.execute(tx)
      : await sql<{ code: number; balance: bigint }>`
          select code, sum(amount)::bigint as balance from ledger_line
          where loan_no = ${of} and loan_no <> 0 and effective_on <= ${asOf}
          group by code order by code`.execute(tx)
  return result.rows
}

/** What stands on the accounts of many loans now. */
export async function balancesOfLoans(
  tx: Tx,
  loanIds: readonly string[],
): Promise<{ loan_id: string; code: number; balance: bigint }[]> {
  const result = await sql<{ loan_id: string; code: number; balance: bigint }>`
    select s.loan_id, b.code, b.balance from ledger_loan s join ledger_balance b on b.loan_no = s.no
    where s.loan_id = any (${loanIds}::uuid[])`.execute(tx)
  return result.rows
}

export type TrialRow = {
  code: number
  title: string
  kind: AccountKind
  house_code: string
  debits: bigint
  credits: bigint
}

const trialRows = (asOf: LocalDate): RawBuilder<unknown> => sql`
  select c.code, c.title, c.kind, c.house_code, coalesce(k.debits, 0) + moved.debits as debits, coalesce(k.credits, 0) + moved.credits as credits
  from ledger_chart c
  left join ledger_closing k on k.code = c.code
    and k.through = (select max(through) from ledger_close where through <= ${asOf}::date)
  cross join lateral (
    select coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint as debits,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::bigint as credits
    from ledger_line l
    where l.code = c.code and l.effective_on <= ${asOf}::date
      and l.effective_on > coalesce((select max(through) from ledger_close where through <= ${asOf}::date), '-infinity')
  ) moved
  order by c.code`

export async function trialOn(tx: Tx, asOf: LocalDate): Promise<TrialRow[]> {
  return (await sql<TrialRow>`${trialRows(asOf)}`.execute(tx)).rows
}

// ── Statement ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type StatementPlace = Place & { position: string }
export type StatementLine = {
  entryId: string
  position: number
  effectiveOn: LocalDate
  belongsOn: LocalDate | null
  insertedAt: string
  reason: EntryReason
  ref: string
  note: string | null
  loanId: string | null
  amount: string
  balance: string
}
export type StatementPage = {
  /** Null where there is no such account. */
  title: string | null
  opening: bigint
  closing: bigint
  counted: { total: number; totalIsExact: boolean }
  rows: StatementLine[]
}

/** One statement, so that rows and totals are of one moment. The running balance is anchored at the page's first row. */
export async function statementPage(
  tx: Tx,
  key: AccountKey,
  range: { from: LocalDate | null; asOf: LocalDate },
  before: StatementPlace | null,
  limit: number,
): Promise<StatementPage> {
  const within = sql`${linesOf(key)} and l.effective_on <= ${range.asOf}::date
    and l.effective_on >= ${range.from ?? '-infinity'}::date`
  const beyond = before
    ? sql`(l.effective_on, l.entry_id, l.position) <
        (${before.effectiveOn}::date, ${before.entryId}::bigint, ${before.position}::smallint)`
    : sql`true`
  const top = sumThrough(
    key,
    sql`(select max(effective_on) from page)`,
    sql`(l.effective_on, l.entry_id, l.position) <=
      (select effective_on, entry_id, position from page order by effective_on desc, entry_id desc, position desc limit 1)`,
  )
  const result = await sql<StatementPage>`
    with page as materialized (
      select l.* from ledger_line l where ${within} and ${beyond}
      order by l.effective_on desc, l.entry_id desc, l.position desc limit ${limit}
    ), top as materialized (
      select ${top} as balance
    )
    select (select title from ledger_chart where code = ${key.code}) as title,
      ${sumThrough(key, sql`(${range.from ?? '-infinity'}::date - 1)`, sql`true`)} as opening,
      ${sumThrough(key, sql`${range.asOf}::date`, sql`true`)} as closing,
      (select json_build_object('total', least(count(*), ${COUNTED_MAX}), 'totalIsExact', count(*) <= ${COUNTED_MAX})
       from (select from ledger_line l where ${within} limit ${COUNTED_MAX + 1}) found) as counted,
      coalesce((
        select json_agg(json_build_object(
          'entryId', e.id::text, 'position', p.position, 'effectiveOn', p.effective_on, 'belongsOn', e.belongs_on,
          'insertedAt', to_char(e.inserted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'reason', e.reason, 'ref', e.ref, 'note', e.note, 'loanId', s.loan_id, 'amount', p.amount::text,
          'balance', (p.top - p.above)::text
        ) order by p.effective_on desc, p.entry_id desc, p.position desc)
        from (
          select page.*, top.balance as top, coalesce(sum(page.amount) over (
            order by page.effective_on desc, page.entry_id desc, page.position desc
            rows between unbounded preceding and 1 preceding), 0) as above
          from page, top
        ) p
        join ledger_entry e on e.id = p.entry_id left join ledger_loan s on s.no = p.loan_no
      ), '[]') as rows`.execute(tx)
  const [page] = result.rows
  if (!page) throw new Error('a statement without totals')
  return page
}

// ── Periods ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type CloseRow = { through: LocalDate; closed_at: Date; closed_by_name: string | null }

export async function listCloses(tx: Tx): Promise<CloseRow[]> {
  const result = await sql<CloseRow>`
    select c.through, c.closed_at, p.first_name || ' ' || p.last_name as closed_by_name
    from ledger_close c left join staff p on p.id = c.closed_by order by c.through desc`.execute(tx)
  return result.rows
}

export async function closedThrough(tx: Tx): Promise<LocalDate | null> {
  const result = await sql<{ through: LocalDate | null }>`
    select max(through) as through from ledger_close`.execute(tx)
  return result.rows[0]?.through ?? null
}

/** The first close adds up every line there is: some ten million take seconds. */
const CLOSE_SECONDS = 60

/** Waits until every posting in flight has ended and holds new ones back until the end of the transaction. */
export async function holdPostings(tx: Tx): Promise<void> {
  await allowSeconds(tx, CLOSE_SECONDS)
  await sql`set local lock_timeout = '10s'`.execute(tx)
  await sql`lock table ledger_entry in share row exclusive mode`.execute(tx)
}

export async function insertClose(
  tx: Tx,
  close: { through: LocalDate; at: Date; staffId: string },
): Promise<void> {
  await sql`
    with closed as (
      insert into ledger_close (through, closed_at, closed_by, last_entry_id)
      select ${close.through}, ${close.at}, ${close.staffId}, coalesce(max(id), 0) from ledger_entry
      returning through
    )
    insert into ledger_closing (through, code, debits, credits)
    select closed.through, t.code, t.debits, t.credits from closed, (${trialRows(close.through)}) t`.execute(
    tx,
  )
}

/** Seals one run of entries; undefined when there is nothing to seal. */
export async function sealEntries(
  tx: Tx,
  most: number,
): Promise<{ position: bigint; entries: number; hash: string } | undefined> {
  const result = await sql<{ position: bigint; entries: number; hash: string }>`
    select position, entries, encode(hash, 'hex') as hash from ledger_seal_next(${most}) where position is not null`.execute(
    tx,
  )
  return result.rows[0]
}
