import { type RawBuilder, sql } from 'kysely'
import type { StatementFormat, StatementProblem, StatementStatus } from '../../../contract/bankStatements.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Columns, HeadLine } from './table.ts'

export type StatementRow = {
  id: string
  code: number
  file_name: string
  bytes: number
  received_bytes: number
  status: StatementStatus
  format: StatementFormat | null
  sha256: Buffer | null
  stated_opening: bigint | null
  stated_closing: bigint | null
  head: HeadLine[] | null
  header_line: number | null
  columns: Columns | null
  problem: string | null
  problems: StatementProblem[]
  problem_count: number
  from_on: LocalDate | null
  to_on: LocalDate | null
  opening: bigint | null
  closing: bigint | null
  /** What the lines of its first day before its own come to. */
  skipped: bigint
  lines: number
  new_lines: number
  uploaded_by: string
  uploaded_by_name: string
  uploaded_at: Date
}

const ROW = sql`s.*, p.first_name || ' ' || p.last_name as uploaded_by_name
  from bank_statement s join staff p on p.id = s.uploaded_by`

export async function findStatement(tx: Tx, id: string): Promise<StatementRow | undefined> {
  const result = await sql<StatementRow>`select ${ROW} where s.id = ${id}`.execute(tx)
  return result.rows[0]
}

/** Holds it until the transaction ends, and reads it behind the lock. */
export async function lockStatement(tx: Tx, id: string): Promise<StatementRow | undefined> {
  await sql`select from bank_statement where id = ${id} for update`.execute(tx)
  return findStatement(tx, id)
}

export async function listStatements(
  tx: Tx,
  code: number,
  before: { at: string; id: string } | null,
  limit: number,
): Promise<StatementRow[]> {
  const beyond = before
    ? sql`(s.uploaded_at, s.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
    : sql`true`
  const result = await sql<StatementRow>`
    select ${ROW} where s.code = ${code} and ${beyond}
    order by s.uploaded_at desc, s.id desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countStatements(tx: Tx, code: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from bank_statement where code = ${code}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function insertStatement(
  tx: Tx,
  row: Pick<
    StatementRow,
    | 'id'
    | 'code'
    | 'file_name'
    | 'bytes'
    | 'stated_opening'
    | 'stated_closing'
    | 'uploaded_by'
    | 'uploaded_at'
  >,
): Promise<boolean> {
  const result = await sql`
    insert into bank_statement (id, code, file_name, bytes, stated_opening, stated_closing, uploaded_by, uploaded_at)
    values (${row.id}, ${row.code}, ${row.file_name}, ${row.bytes}, ${row.stated_opening}, ${row.stated_closing},
      ${row.uploaded_by}, ${row.uploaded_at})
    on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function changeStatement(
  tx: Tx,
  id: string,
  { head, columns, problems, ...change }: Partial<Omit<StatementRow, 'id' | 'uploaded_by_name'>>,
): Promise<void> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const sets = [
    ...Object.entries(change).map(([column, value]) => sql`${sql.id(column)} = ${value}`),
    ...(head === undefined ? [] : [sql`head = ${head === null ? sql`null` : json(head)}`]),
    ...(columns === undefined ? [] : [sql`columns = ${json(columns)}`]),
    ...(problems === undefined ? [] : [sql`problems = ${json(problems)}`]),
  ]
  await sql`update bank_statement set ${sql.join(sets)} where id = ${id}`.execute(tx)
}

export async function insertPiece(tx: Tx, id: string, atByte: number, bytes: Buffer): Promise<void> {
  await sql`
    insert into bank_statement_piece (statement_id, at_byte, bytes) values (${id}, ${atByte}, ${bytes})`.execute(
    tx,
  )
}

/** Piece by piece: a file is never in memory as a whole. */
export async function* bytesOf(tx: Tx, id: string): AsyncGenerator<Buffer> {
  for (let from = -1; ; ) {
    const result = await sql<{ at_byte: number; bytes: Buffer }>`
      select at_byte, bytes from bank_statement_piece where statement_id = ${id} and at_byte > ${from}
      order by at_byte limit 1`.execute(tx)
    const piece = result.rows[0]
    if (!piece) return
    yield piece.bytes
    from = piece.at_byte
  }
}

export async function deletePieces(tx: Tx, id: string): Promise<void> {
  await sql`delete from bank_statement_piece where statement_id = ${id}`.execute(tx)
}

/** Uploads that were never finished. */
export async function deleteForsaken(tx: Tx, before: Date): Promise<number> {
  const result = await sql<{ n: number }>`
    with gone as (
      delete from bank_statement where status in ('receiving', 'columns') and uploaded_at < ${before} returning 1)
    select count(*)::int as n from gone`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export type BankAccount = {
  code: number
  title: string
  type: string
  is_closed: boolean
  account_number: string | null
  headings: Record<string, string>
  match_days: number
}

export async function findBankAccount(tx: Tx, code: number): Promise<BankAccount | undefined> {
  const result = await sql<BankAccount>`
    select b.code, c.title, b.type, c.is_closed, b.account_number, coalesce(h.headings, '{}') as headings, coalesce(h.match_days, 5) as match_days
    from ledger_bank_account b join ledger_chart c on c.code = b.code
    left join bank_statement_habit h on h.code = b.code
    where b.code = ${code}`.execute(tx)
  return result.rows[0]
}

export async function rememberHeadings(
  tx: Tx,
  code: number,
  headings: Record<string, string>,
): Promise<void> {
  await sql`
    insert into bank_statement_habit (code, headings) values (${code}, ${JSON.stringify(headings)}::jsonb)
    on conflict (code) do update set headings = excluded.headings`.execute(tx)
}

export async function rememberDays(tx: Tx, code: number, days: number): Promise<void> {
  await sql`
    insert into bank_statement_habit (code, match_days) values (${code}, ${days})
    on conflict (code) do update set match_days = excluded.match_days`.execute(tx)
}

/** Whatever changes lines or matches of an account goes one after the other. */
export async function lockBankAccount(tx: Tx, code: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank statements'), ${code}::int)`.execute(tx)
}

// ── Importing ──────────────────────────────────────────────────────────────────────────────────────────────────────

const stagingTable = (id: string): string => `staging.bank_statement_${id.replaceAll('-', '')}`
export const staged = (id: string) => sql.raw(stagingTable(id))

export const stagingStatements = (id: string) => ({
  before: `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    drop table if exists ${stagingTable(id)};
    create unlogged table ${stagingTable(id)} (seq integer, line integer, booked_on date, value_on date, amount bigint,
      balance bigint, reference text, narration text) with (autovacuum_enabled = false)`,
  copy: `copy ${stagingTable(id)} from stdin`,
  after: `analyze ${stagingTable(id)}`,
})

export async function dropStaging(tx: Tx, id: string): Promise<void> {
  await sql.raw(`drop table if exists ${stagingTable(id)}`).execute(tx)
}

export async function isStaged(tx: Tx, id: string): Promise<boolean> {
  const result = await sql<{ found: boolean }>`
    select to_regclass(${stagingTable(id)}) is not null as found`.execute(tx)
  return result.rows[0]?.found ?? false
}

/** Half a million lines are compared, stored and matched in statements of minutes on a busy machine. */
export async function allowLong(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true)`.execute(
    tx,
  )
}

export type StagedFigures = {
  lines: number
  balances: number
  from_on: LocalDate
  to_on: LocalDate
  total: bigint
  rising: number
  falling: number
  /** Where the balance does not follow, reading down and reading up. */
  breaks_down: number
  breaks_up: number
  first_amount: bigint
  first_balance: bigint | null
  last_amount: bigint
  last_balance: bigint | null
}

export async function stagedFigures(tx: Tx, id: string): Promise<StagedFigures | undefined> {
  const result = await sql<StagedFigures>`
    with s as (
      select *, lag(balance) over w as before, lead(balance) over w as below, lag(booked_on) over w as day_before
      from ${staged(id)} window w as (order by seq)
    )
    select count(*)::int as lines, count(balance)::int as balances, min(booked_on) as from_on, max(booked_on) as to_on,
      sum(amount)::bigint as total,
      count(*) filter (where booked_on > day_before)::int as rising,
      count(*) filter (where booked_on < day_before)::int as falling,
      count(*) filter (where before is not null and balance <> before + amount)::int as breaks_down,
      count(*) filter (where below is not null and balance <> below + amount)::int as breaks_up,
      (array_agg(amount order by seq))[1] as first_amount, (array_agg(balance order by seq))[1] as first_balance,
      (array_agg(amount order by seq desc))[1] as last_amount, (array_agg(balance order by seq desc))[1] as last_balance
    from s having count(*) > 0`.execute(tx)
  return result.rows[0]
}

/** The first lines whose balance is not the one before and the amount. */
export async function brokenBalances(
  tx: Tx,
  id: string,
  readingUp: boolean,
): Promise<{ line: number; balance: bigint; expected: bigint }[]> {
  const order = readingUp ? sql`seq desc` : sql`seq`
  const result = await sql<{ line: number; balance: bigint; expected: bigint }>`
    select line, balance, expected from (
      select seq, line, balance, lag(balance) over (order by ${order}) + amount as expected from ${staged(id)}) s
    where balance <> expected order by seq limit 20`.execute(tx)
  return result.rows
}

/** Lines of a day, through an id, that a statement of that day does not have: it begins after them or ends before them. */
export type Uncovered = { on: LocalDate; through: string; total: bigint }

export const uncoveredLines = (code: number, uncovered: Uncovered | null) =>
  uncovered
    ? sql`code = ${code} and booked_on = ${uncovered.on}::date and id <= ${uncovered.through}::bigint`
    : sql`false`

/** The lines with their identity: what they say, and which of equal lines of a day they are. */
export const identified = (code: number, id: string, uncovered: Uncovered | null) => sql`
  select s.*, md5(concat_ws(E'\\x1f', s.booked_on, s.amount, upper(s.reference), upper(s.narration), coalesce(u.n, 0)
    + row_number() over (partition by s.booked_on, s.amount, upper(s.reference), upper(s.narration) order by seq)))::uuid as identity
  from ${staged(id)} s
  left join (
    select booked_on, amount, upper(reference) as reference, upper(narration) as narration, count(*) as n
    from bank_line where ${uncoveredLines(code, uncovered)} group by 1, 2, 3, 4
  ) u on u.booked_on = s.booked_on and u.amount = s.amount and u.reference = upper(s.reference) and u.narration = upper(s.narration)`

/** The earliest statement of an account, of which the balance of every later day follows. */
export const firstStatement = (code: RawBuilder<unknown>) => sql`
  select from_on, opening from bank_statement where code = ${code} and status = 'imported'
  order by from_on, skipped <> 0, uploaded_at limit 1`

export async function insertLines(
  tx: Tx,
  { code, id, readingUp }: { code: number; id: string; readingUp: boolean },
  uncovered: Uncovered | null,
): Promise<number> {
  const result = await sql<{ n: number }>`
    with added as (
      insert into bank_line (code, statement_id, line, booked_on, value_on, amount, reference, narration, identity)
      select ${code}, ${id}, n.line, n.booked_on, n.value_on, n.amount, n.reference, n.narration, n.identity
      from (${identified(code, id, uncovered)}) n order by n.booked_on, ${readingUp ? sql`n.seq desc` : sql`n.seq`}
      on conflict (code, identity) do nothing returning 1)
    select count(*)::int as n from added`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function sameFile(tx: Tx, code: number, sha256: Buffer): Promise<StatementRow | undefined> {
  const result = await sql<StatementRow>`
    select ${ROW} where s.code = ${code} and s.sha256 = ${sha256} and s.status = 'imported' limit 1`.execute(
    tx,
  )
  return result.rows[0]
}

export async function reconciledThrough(tx: Tx, code: number): Promise<LocalDate | null> {
  const result = await sql<{ through: LocalDate | null }>`
    select max(through) as through from bank_reconciled where code = ${code}`.execute(tx)
  return result.rows[0]?.through ?? null
}

export type ReconciledAccount = {
  code: number
  title: string
  through: LocalDate | null
  has_statement: boolean
}

/** Every bank account in use, and the day through which it is reconciled. */
export async function reconciledAccounts(tx: Tx): Promise<ReconciledAccount[]> {
  const result = await sql<ReconciledAccount>`
    select b.code, c.title, (select max(through) from bank_reconciled r where r.code = b.code) as through,
      exists (select from bank_statement s where s.code = b.code and s.status = 'imported') as has_statement
    from ledger_bank_account b join ledger_chart c on c.code = b.code
    where b.type = 'bank' and not c.is_closed and exists (select from ledger_line l where l.code = b.code)
    order by b.code`.execute(tx)
  return result.rows
}
