import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** A batch in a letter, with its figures at issue. Amounts are text because JSON has no kobo. */
type LetterBatch = {
  batchId: string
  number: string
  period: string
  due: string
  received: string
  charges: string
  writtenDown: string
  owed: string
}

export type LetterRow = {
  id: string
  number: string
  source: string
  issued_on: string
  batches: LetterBatch[]
  persons: number
  lines: number
  deducted: bigint
  total: bigint
  sha256: string
  /** Its schedule goes by what the office had advised at issue. */
  by_advice: boolean
  issued_by_name: string
  issued_at: Date
}

const LETTERS = sql`
  select l.id, l.number, l.source, l.issued_on, l.batches, l.persons, l.lines, l.deducted, l.total, l.sha256, l.by_advice,
    p.first_name || ' ' || p.last_name as issued_by_name, l.issued_at
  from office_letter l join staff p on p.id = l.issued_by`

export async function findLetter(tx: Tx, id: string): Promise<LetterRow | undefined> {
  return (await sql<LetterRow>`${LETTERS} where l.id = ${id}`.execute(tx)).rows[0]
}

/** Issued on this day over the same schedule of persons, for the same amount. */
async function sameLetter(
  tx: Tx,
  letter: Pick<LetterRow, 'source' | 'sha256' | 'total'> & { issuedOn: string },
): Promise<string | undefined> {
  const result = await sql<{ number: string }>`
    select number from office_letter where source = ${letter.source} and issued_on = ${letter.issuedOn}::date
      and sha256 = ${letter.sha256} and total = ${letter.total}`.execute(tx)
  return result.rows[0]?.number
}

export async function listLetters(
  tx: Tx,
  source: string,
  after: string | null,
  limit: number,
): Promise<{ rows: LetterRow[]; total: number }> {
  const beyond = after ? sql`l.number < ${after}` : sql`true`
  const result = await sql<LetterRow>`
    ${LETTERS} where l.source = ${source} and ${beyond} order by l.number desc limit ${limit}`.execute(tx)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from office_letter where source = ${source}`.execute(tx)
  return { rows: result.rows, total: counted.rows[0]?.n ?? 0 }
}

export async function insertLetter(
  tx: Tx,
  letter: {
    id: string
    source: string
    issuedOn: string
    batches: LetterBatch[]
    persons: number
    lines: number
    deducted: bigint
    total: bigint
    sha256: string
    by: string
    at: Date
  },
): Promise<{ isNew: boolean; same?: string }> {
  const same = await sameLetter(tx, letter)
  if (same) return { isNew: false, same }
  const result = await sql`
    insert into office_letter (id, number, source, issued_on, batches, persons, lines, deducted, total, sha256, by_advice, issued_by, issued_at)
    values (${letter.id}, 'DL-' || to_char(nextval('office_letter_number'), 'FM000000'), ${letter.source}, ${letter.issuedOn}::date,
      ${JSON.stringify(letter.batches)}::jsonb, ${letter.persons}, ${letter.lines}, ${letter.deducted}, ${letter.total}, ${letter.sha256},
      true, ${letter.by}, ${letter.at}) on conflict (id) do nothing`.execute(tx)
  return { isNew: result.numAffectedRows === 1n }
}
