import { type RawBuilder, sql } from 'kysely'
import type { IntakeKind, IntakeStatus, IntakeStep } from '../../../contract/intake.ts'
import { copyOut, type Tx } from '../../kernel/db.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'

export type IntakeRow = {
  id: string
  kind: IntakeKind
  source: string
  period: string
  file_name: string
  bytes: bigint
  received_bytes: bigint
  sha256: Buffer | null
  status: IntakeStatus
  problem: string | null
  layout: unknown
  mapping: Record<string, number> | null
  declared_rows: number | null
  declared_total: bigint | null
  corrects_id: string | null
  same_as_id: string | null
  rows: number | null
  good_rows: number | null
  refused_rows: number | null
  skipped_rows: number | null
  matched_rows: number | null
  repaired_values: number | null
  checked_through: number
  approval_id: string | null
  uploaded_by: string
  /** Who chose its sheet, header line or columns. */
  shaped_by: string[]
  uploaded_by_name: string
  uploaded_at: Date
  accepted_by_name: string | null
  accepted_at: Date | null
  progress: { step: IntakeStep; done: string; total: string | null; startedAt: string; at: string } | null
}

export const WITH_PEOPLE = sql`
  select i.id, i.kind, i.source, i.period, i.file_name, i.bytes, i.received_bytes, i.sha256, i.status, i.problem, i.layout,
    i.mapping, i.declared_rows, i.declared_total, i.corrects_id, i.same_as_id, i.rows, i.good_rows, i.refused_rows,
    i.skipped_rows, i.matched_rows, i.repaired_values, i.checked_through, i.approval_id, i.uploaded_by, i.shaped_by, i.uploaded_at, i.accepted_at,
    u.first_name || ' ' || u.last_name as uploaded_by_name, a.first_name || ' ' || a.last_name as accepted_by_name,
    (select json_build_object('step', p.step, 'done', p.done::text, 'total', p.total::text, 'startedAt', p.started_at, 'at', p.at)
      from intake_progress p where p.intake_id = i.id) as progress
  from intake i join staff u on u.id = i.uploaded_by left join staff a on a.id = i.accepted_by`

export async function findIntake(tx: Tx, id: string): Promise<IntakeRow | undefined> {
  return (await sql<IntakeRow>`${WITH_PEOPLE} where i.id = ${id}`.execute(tx)).rows[0]
}

/** Locked, so that two steps or two people cannot move it at once. */
export async function lockIntake(tx: Tx, id: string): Promise<IntakeRow | undefined> {
  await sql`select 1 from intake where id = ${id} for no key update`.execute(tx)
  return findIntake(tx, id)
}

export type NewIntake = {
  id: string
  kind: IntakeKind
  source: string
  period: string
  fileName: string
  bytes: number
  correctsId: string | null
  declaredRows: number | null
  declaredTotal: bigint | null
  by: string
  at: Date
}

/** False when it was begun already: a repeat of the same act. */
export async function insertIntake(tx: Tx, intake: NewIntake): Promise<boolean> {
  const result = await sql`
    insert into intake (id, kind, source, period, file_name, bytes, corrects_id, declared_rows, declared_total, uploaded_by, uploaded_at)
    values (${intake.id}, ${intake.kind}, ${intake.source}, ${intake.period}, ${intake.fileName}, ${intake.bytes},
      ${intake.correctsId}, ${intake.declaredRows}, ${intake.declaredTotal}, ${intake.by}, ${intake.at})
    on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** The columns of a row that a step may change. */
export type IntakeChange = Partial<{
  received_bytes: bigint
  sha256: Buffer
  status: IntakeStatus
  problem: string | null
  layout: string
  mapping: string
  same_as_id: string | null
  period: string
  rows: number | null
  good_rows: number | null
  refused_rows: number | null
  skipped_rows: number | null
  matched_rows: number | null
  repaired_values: number | null
  checked_through: number
  approval_id: string | null
  accepted_by: string
  accepted_at: Date
}>

export async function changeIntake(tx: Tx, id: string, change: IntakeChange): Promise<void> {
  const sets = Object.entries(change).map(([column, value]) => sql`${sql.id(column)} = ${value}`)
  await sql`update intake set ${sql.join(sets)} where id = ${id}`.execute(tx)
}

/** Once for each person, in the order in which they came to it. */
export async function noteShaper(tx: Tx, id: string, staffId: string): Promise<void> {
  await sql`
    update intake set shaped_by = shaped_by || ${staffId}::uuid
    where id = ${id} and not (${staffId}::uuid = any (shaped_by))`.execute(tx)
}

// ── The bytes ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The commit does not wait for the disk: a later one of another transaction does. */
export async function commitLater(tx: Tx): Promise<void> {
  await withoutWaiting(tx, sql`set local synchronous_commit = off`)
}

export async function insertPiece(tx: Tx, id: string, atByte: number, bytes: Buffer): Promise<void> {
  await sql`insert into intake_piece (intake_id, at_byte, bytes) values (${id}, ${atByte}, ${bytes})`.execute(
    tx,
  )
}

/** The bytes of the file, by COPY: the driver would get them as hex text. */
export async function* bytesOf(tx: Tx, id: string): AsyncGenerator<Buffer> {
  const pieces = copyOut(
    tx,
    `copy (select bytes from intake_piece where intake_id = '${id}' order by at_byte) to stdout (format binary)`,
  )
  let head = Buffer.alloc(0)
  let [isBegun, left] = [false, 0]
  for await (let bytes of pieces) {
    for (;;) {
      const taken = bytes.subarray(0, left)
      if (taken.length > 0) yield taken
      left -= taken.length
      head = Buffer.concat([head, bytes.subarray(taken.length)])
      if (left > 0) break
      const headBytes = isBegun ? PIECE_HEAD_BYTES : COPY_HEAD_BYTES
      if (head.length < headBytes) break
      if (isBegun) left = head.readInt32BE(2)
      isBegun = true
      bytes = head.subarray(headBytes)
      head = Buffer.alloc(0)
    }
  }
}
/** Signature, flags and extension; the number of columns and the length of the only one. The end is shorter. */
const COPY_HEAD_BYTES = 19
const PIECE_HEAD_BYTES = 6

export async function deletePieces(tx: Tx, id: string): Promise<void> {
  await sql`delete from intake_piece where intake_id = ${id}`.execute(tx)
}

/** The bytes, and the first lines that were shown while the columns were confirmed. Name, hash and columns stay. */
export async function letGoOfFile(tx: Tx, id: string): Promise<void> {
  await deletePieces(tx, id)
  await sql`update intake set layout = jsonb_set(layout, '{head}', '[]') where id = ${id} and layout is not null`.execute(
    tx,
  )
}

export async function hasPieces(tx: Tx, id: string): Promise<boolean> {
  const result = await sql`select 1 from intake_piece where intake_id = ${id} limit 1`.execute(tx)
  return result.rows.length > 0
}

/** Another upload that corrects this one and was neither refused nor cancelled. */
export async function hasCorrection(tx: Tx, id: string): Promise<boolean> {
  const result = await sql`
    select 1 from intake where corrects_id = ${id} and status not in ('refused', 'cancelled') limit 1`.execute(
    tx,
  )
  return result.rows.length > 0
}

/** Files whose bytes still lie here though their run is over: nothing reads them any more, whatever came of it. */
export async function filesReadToTheEnd(tx: Tx, before: Date): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select i.id from intake i where i.uploaded_at < ${before}
      and i.status in ('matched', 'waiting', 'accepted', 'superseded', 'refused', 'cancelled')
      and exists (select from intake_piece p where p.intake_id = i.id) limit 100`.execute(tx)
  return result.rows.map(row => row.id)
}

/**
 * The same bytes, uploaded before for the same use and still standing, if possible for the same source and month. Of two
 * windows that bring them at once the second waits here for what becomes of the first.
 */
export async function sameFile(tx: Tx, row: IntakeRow, sha256: Buffer): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256.toString('hex')}, 0))`.execute(tx)
  const result = await sql<{ id: string }>`
    select id from intake where sha256 = ${sha256} and kind = ${row.kind} and id <> ${row.id}
      and status not in ('refused', 'cancelled', 'receiving', 'superseded')
    order by (source = ${row.source} and period = ${row.period}::date) desc, uploaded_at limit 1`.execute(tx)
  return result.rows[0]?.id
}

/** Uploads that were begun and left lying. */
export async function abandonedUploads(tx: Tx, before: Date): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from intake where status in ('receiving', 'received') and uploaded_at < ${before} limit 100`.execute(
    tx,
  )
  return result.rows.map(row => row.id)
}

/**
 * Uploads with confirmed columns that were never accepted. Excludes those whose valid rows a pending correction takes
 * over, and repayments: their rows record deducted money, and staff cancel them.
 */
export async function unacceptedIntakes(tx: Tx, before: Date): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select i.id from intake i where i.uploaded_at < ${before} and i.kind <> 'repayment'
      and i.status in ('mapped', 'staged', 'checked', 'matched', 'waiting')
      and not exists (select from intake c where c.corrects_id = i.id
        and c.status in ('receiving', 'received', 'mapped', 'staged', 'checked'))
    order by i.uploaded_at limit 100`.execute(tx)
  return result.rows.map(row => row.id)
}

// ── Staging ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const stagingTable = (id: string): string => `staging.rows_${id.replaceAll('-', '')}`

/** Creates a table of plain texts, one column per column of the file, and drops what a killed attempt left. */
export const makeStagingTable = (id: string, columns: number): string => {
  const table = stagingTable(id)
  const cells = Array.from({ length: columns }, (_, index) => `c${index} text`).join(', ')
  return `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    drop table if exists ${table};
    create unlogged table ${table} (row_number integer, sheet integer, line integer, problem text, repair text, ${cells})
      with (autovacuum_enabled = false)`
}
export const fillStagingTable = (id: string): string => `copy ${stagingTable(id)} from stdin`
/** A range index costs nothing to build, because rows lie in their order. */
export const indexStagingTable = (id: string): string =>
  `create index on ${stagingTable(id)} using brin (row_number) with (pages_per_range = 32);
    analyze ${stagingTable(id)} (row_number)`

export async function dropStaging(tx: Tx, id: string): Promise<void> {
  await sql.raw(`drop table if exists ${stagingTable(id)}`).execute(tx)
}

/**
 * Whether rows stand staged up to the last. They come all at once, and go all at once in a crash of the database, so
 * that one is as good as a count of a million.
 */
export async function isStaged(tx: Tx, id: string, rows: number): Promise<boolean> {
  const exists = await sql<{
    is: boolean
  }>`select to_regclass(${stagingTable(id)}) is not null as is`.execute(tx)
  if (!exists.rows[0]?.is) return false
  const result = await sql<{ is: boolean }>`
    select exists (select from ${sql.raw(stagingTable(id))} where row_number = ${rows}) as is`.execute(tx)
  return result.rows[0]?.is ?? false
}

/** A staged row by the names of its fields; a field without a column is empty, and so is the problem of a row that has none. */
export type StagedCells = Record<string, string> & { row_number: number; line: number; problem: string }

export async function stagedCells(
  tx: Tx,
  staged: { table: string; mapping: Record<string, number> },
  fields: readonly string[],
  [from, to]: readonly [number, number],
): Promise<StagedCells[]> {
  const cells = fields.map(field => {
    const index = staged.mapping[field]
    return index === undefined
      ? sql`'' as ${sql.id(field)}`
      : sql`${sql.raw(`s.c${index}`)} as ${sql.id(field)}`
  })
  const result = await sql<StagedCells>`
    select s.row_number, s.line, coalesce(s.problem, '') as problem, ${sql.join(cells)} from ${sql.raw(staged.table)} s
    where s.row_number between ${from} and ${to} order by s.row_number`.execute(tx)
  return result.rows
}

// ── Progress ───────────────────────────────────────────────────────────────────────────────────────────────────────

export async function noteProgress(
  tx: Tx,
  id: string,
  step: IntakeStep,
  done: number,
  total: number | null,
  at: Date,
): Promise<void> {
  await sql`
    insert into intake_progress as p (intake_id, step, done, total, started_at, at)
    values (${id}, ${step}, ${done}, ${total}, ${at}, ${at})
    on conflict (intake_id) do update set step = excluded.step, done = excluded.done, total = excluded.total, at = excluded.at,
      started_at = case when p.step = excluded.step and p.done <= excluded.done then p.started_at else excluded.started_at end`.execute(
    tx,
  )
}

export async function forgetProgress(tx: Tx, id: string): Promise<void> {
  await sql`delete from intake_progress where intake_id = ${id}`.execute(tx)
}

// ── Refusals ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type RefusalRow = { row_number: number; sheet: number; line: number; cells: string[]; faults: string }

export async function listRefusals(tx: Tx, id: string, after: number, limit: number): Promise<RefusalRow[]> {
  const result = await sql<RefusalRow>`
    select row_number, sheet, line, cells, faults from intake_refusal
    where intake_id = ${id} and row_number > ${after} order by row_number limit ${limit}`.execute(tx)
  return result.rows
}

export async function countRefusals(tx: Tx, id: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from intake_refusal where intake_id = ${id}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

/** With the notes, which hold rows and values of the same people. */
export async function deleteRefusals(tx: Tx, id: string): Promise<number> {
  await sql`delete from intake_note where intake_id = ${id}`.execute(tx)
  const result = await sql<{ n: number }>`
    with gone as (delete from intake_refusal where intake_id = ${id} returning 1)
    select count(*)::int as n from gone`.execute(tx)
  return result.rows[0]?.n ?? 0
}

/**
 * The statement that keeps rows out, each with its faults, as `faulty` gives them (row_number, faults); the cells come from the
 * staged row. A part of a larger statement, so that a batch is taken and refused in one.
 */
export function saveRefusals(
  id: string,
  columns: number,
  faulty: RawBuilder<unknown>,
  [from, to]: readonly [number, number],
): RawBuilder<unknown> {
  const cells = sql.join(Array.from({ length: columns }, (_, index) => sql.raw(`coalesce(s.c${index}, '')`)))
  return sql`
    insert into intake_refusal (intake_id, row_number, sheet, line, cells, faults)
    select ${id}::uuid, s.row_number, s.sheet, s.line, array[${cells}], f.faults
    from (${faulty}) f join ${sql.raw(stagingTable(id))} s on s.row_number = f.row_number and s.row_number between ${from} and ${to}
    on conflict do nothing`
}

// ── Saved columns ──────────────────────────────────────────────────────────────────────────────────────────────────

export type SavedMapping = { headers: string[]; mapping: Record<string, number> }

export async function savedMapping(tx: Tx, kind: string, source: string): Promise<SavedMapping | undefined> {
  const result = await sql<SavedMapping>`
    select headers, mapping from intake_mapping where kind = ${kind} and source = ${source}`.execute(tx)
  return result.rows[0]
}

/** A row that holds the same columns is not locked: a month of files is confirmed at once, and none waits for another. */
export async function saveMapping(
  tx: Tx,
  kind: string,
  source: string,
  saved: SavedMapping,
  at: Date,
): Promise<void> {
  const mapping = JSON.stringify(saved.mapping)
  await sql`
    insert into intake_mapping (kind, source, headers, mapping, confirmed_at)
    values (${kind}, ${source}, ${saved.headers}::text[], ${mapping}, ${at})
    on conflict (kind, source) do nothing`.execute(tx)
  await sql`
    update intake_mapping set headers = ${saved.headers}::text[], mapping = ${mapping}::jsonb, confirmed_at = ${at}
    where kind = ${kind} and source = ${source}
      and (headers, mapping) is distinct from (${saved.headers}::text[], ${mapping}::jsonb)`.execute(tx)
}
