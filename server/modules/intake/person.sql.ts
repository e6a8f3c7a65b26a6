import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** Refused lines and notes of one person, who is erased or asks what is held. A note repeats a row that is held elsewhere. */

/** Keys by which a row belongs to a person. An empty cell matches no person, so none of these may be empty. */
type Recognised = { own: readonly string[]; shared: readonly string[]; names: readonly string[] }

/** Refused lines that hold a number of theirs alone, or one that others may have too beside a name of theirs. */
const isTheirs = (person: Recognised): RawBuilder<unknown> => sql`
  (cells && ${person.own}::text[]
    or (cells && ${person.shared}::text[] and exists (
      select from unnest(${person.names}::text[]) as name
      where position(upper(name) in upper(array_to_string(cells, ' '))) > 0)))`

const holds = (numbers: readonly string[]): RawBuilder<unknown> => sql`
  exists (select from unnest(${numbers}::text[]) as number where position(number in was) > 0 or number = became)`

/** A note holds a value or the text of a line, so its numbers are found inside. */
const isNoteOf = (person: Recognised): RawBuilder<unknown> => sql`
  (${holds(person.own)} or (${holds(person.shared)} and (kind = 'repaired' or exists (
    select from unnest(${person.names}::text[]) as name where position(upper(name) in upper(was)) > 0))))`

export async function deleteRefusalsOf(tx: Tx, person: Recognised): Promise<void> {
  await sql`delete from intake_refusal where ${isTheirs(person)}`.execute(tx)
  await sql`delete from intake_note where ${isNoteOf(person)}`.execute(tx)
}

export type HeldRefusal = { file_name: string; source: string; period: string; line: number; cells: string[] }

export async function refusalsOf(tx: Tx, person: Recognised): Promise<HeldRefusal[]> {
  const result = await sql<HeldRefusal>`
    select i.file_name, i.source, i.period, r.line, r.cells from intake_refusal r join intake i on i.id = r.intake_id
    where ${isTheirs(person)} order by i.uploaded_at, i.id, r.row_number`.execute(tx)
  return result.rows
}
