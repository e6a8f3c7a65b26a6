import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** What the reader did to a file: values it repaired and lines it excluded. */

export type NoteKind = 'repaired' | 'excluded'

/** Of each kind and upload: enough to see what is wrong with a file. The upload counts all of them. */
const NOTES_MAX = 10_000
const NOTE_MAX_CHARACTERS = 500

/** `was`: the value before the repair; null for the text of the line. */
export type NewNote = { rowNumber: number; field: string; was: string | null; became: string }

const queryOf = (notes: readonly NewNote[]): RawBuilder<unknown> => sql`
  select * from unnest(${notes.map(note => note.rowNumber)}::int[], ${notes.map(note => note.field)}::text[],
    ${notes.map(note => note.was)}::text[], ${notes.map(note => note.became)}::text[]) as n (row_number, field, was, became)`

type Staged = { row: { id: string }; table: string; rows: number; columns: number }

/**
 * The statement that records notes, given as rows or by a query (row_number, field, was, became). A part of a larger
 * statement, as `saveRefusals` is.
 */
export function saveNotes(
  staged: Staged,
  kind: NoteKind,
  notes: RawBuilder<unknown> | readonly NewNote[],
  [from, to]: readonly [number, number] = [1, staged.rows],
): RawBuilder<unknown> {
  const query = 'execute' in notes ? notes : queryOf(notes)
  const cells = sql.join(
    Array.from({ length: staged.columns }, (_, index) => sql.raw(`nullif(s.c${index}, '')`)),
  )
  const longest = sql.lit(NOTE_MAX_CHARACTERS)
  return sql`
    insert into intake_note (intake_id, kind, sheet, line, field, was, became)
    select ${staged.row.id}::uuid, ${kind}, s.sheet, s.line, n.field,
      left(coalesce(n.was, concat_ws(' | ', ${cells})), ${longest}), left(n.became, ${longest})
    from (select * from (${query}) every_note order by row_number limit greatest(0, ${sql.lit(NOTES_MAX)} -
      (select count(*) from intake_note o where o.intake_id = ${staged.row.id} and o.kind = ${kind}))) n
      join ${sql.raw(staged.table)} s on s.row_number = n.row_number and s.row_number between ${from} and ${to}
    order by n.row_number, n.field`
}

/** Cells that were joined when the rows were read, of rows that were not refused. Gives how many. */
export async function noteJoinedCells(tx: Tx, staged: Staged, from: number, to: number): Promise<number> {
  const joined = sql`
    select s.row_number, split_part(s.repair, chr(31), 1) as field, split_part(s.repair, chr(31), 2) as was,
      split_part(s.repair, chr(31), 3) as became
    from ${sql.raw(staged.table)} s
    where s.row_number between ${from} and ${to} and s.repair is not null
      and not exists (select from intake_refusal r where r.intake_id = ${staged.row.id} and r.row_number = s.row_number)`
  const result = await sql<{ n: number }>`
    with joined as materialized (${joined}),
    saved as (${saveNotes(staged, 'repaired', sql`select * from joined`, [from, to])})
    select count(*)::int as n from joined`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export type NoteRow = {
  no: string
  sheet: number
  line: number
  field: string
  was: string
  became: string
}

export async function listNotes(
  tx: Tx,
  id: string,
  kind: NoteKind,
  after: string,
  limit: number,
): Promise<NoteRow[]> {
  const result = await sql<NoteRow>`
    select n.no::text, n.sheet, n.line, n.field, n.was, n.became from intake_note n
    where n.intake_id = ${id} and n.kind = ${kind} and n.no > ${after}::bigint order by n.no limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function countNotes(tx: Tx, id: string, kind: NoteKind): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from intake_note where intake_id = ${id} and kind = ${kind}`.execute(tx)
  return result.rows[0]?.n ?? 0
}
