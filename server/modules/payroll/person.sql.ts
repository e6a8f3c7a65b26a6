import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import type { PersonRow } from './payroll.sql.ts'

/** The lines of one customer in every month. */

/** A person to erase or to export: their records, and the names they used. */
type Gone = { ids: readonly string[]; names: readonly string[] }
type Numbered = { source: string; key: string; isPresent: boolean }

const isCalled = (names: readonly string[]): RawBuilder<unknown> => sql`
  exists (select from unnest(${names}::text[]) as called where position(upper(called) in upper(r.name)) > 0)`

/** A number that is on their record; any other may have been another person's, which the name beside it shows. */
const isNumbered = ({ source, key, isPresent }: Numbered, { ids, names }: Gone): RawBuilder<unknown> => sql`
  f.intake_id = r.intake_id and f.source = ${source} and r.staff_key = ${key}
    and ${isPresent ? sql`true` : isCalled(names)}
    and not exists (select from customer c where c.payroll_source = ${source}
      and ltrim(upper(c.ippis_number), '0') = ${key} and c.id <> all (${ids}::uuid[]))`

/** The lines by which they were found in each month, under whatever number that was then. */
const isMatched = ({ ids, names }: Gone): RawBuilder<unknown> => sql`
  m.customer_id = any (${ids}::uuid[]) and r.intake_id = m.intake_id and r.staff_key = m.staff_key
    and ${isCalled(names)}
    and not exists (select from payroll_match o where o.intake_id = m.intake_id and o.staff_key = m.staff_key
      and o.customer_id <> all (${ids}::uuid[]))`

export async function deletePerson(tx: Tx, numbered: Numbered, gone: Gone): Promise<void> {
  await sql`delete from payroll_row r using payroll_file f where ${isNumbered(numbered, gone)}`.execute(tx)
}

export async function deleteMatchedRows(tx: Tx, gone: Gone): Promise<void> {
  await sql`delete from payroll_row r using payroll_match m where ${isMatched(gone)}`.execute(tx)
}

export type HeldRow = Omit<PersonRow, 'accepted_at'> & { row_number: number; phone: string | null }

export async function rowsNumbered(tx: Tx, numbered: Numbered, person: Gone): Promise<HeldRow[]> {
  const result = await sql<HeldRow>`
    select r.*, f.source, f.month from payroll_row r, payroll_file f where ${isNumbered(numbered, person)}`.execute(
    tx,
  )
  return result.rows
}

export async function rowsMatched(tx: Tx, person: Gone): Promise<HeldRow[]> {
  const result = await sql<HeldRow>`
    select r.*, f.source, f.month from payroll_row r join payroll_file f on f.intake_id = r.intake_id, payroll_match m
    where ${isMatched(person)}`.execute(tx)
  return result.rows
}

export async function deleteMatchesOf(tx: Tx, customerIds: readonly string[]): Promise<void> {
  await sql`delete from payroll_match where customer_id = any (${customerIds}::uuid[])`.execute(tx)
}
