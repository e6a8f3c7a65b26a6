import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'

/** How a list writes its rows: the names of the reply, each with the SQL that writes it, masked and formatted. */
export type Written = Readonly<Record<string, string>>

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`, as JavaScript writes a moment. */
export const momentText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The last four digits of a phone, as `maskPhone` leaves them. */
export const maskedPhone = (column: string): string => `'•••• ' || right(${column}, 4)`

/** As columns of a row. Written once per list: putting statements together costs more than sending them. */
export const asColumns = (written: Written): RawBuilder<unknown> =>
  sql.raw(
    Object.entries(written)
      .map(([name, column]) => `${column} as "${name}"`)
      .join(', '),
  )

/** Rows of a page as one text of JSON, without its brackets; the sort key and id of the last row that is shown. */
export type PageText = {
  text: string
  found: number
  last: { key: string; id: string } | undefined
  total: number
}

export const NO_TEXT: PageText = { text: '', found: 0, last: undefined, total: 0 }

type Parts = {
  /** What comes before the statement, where a part of it is read twice. */
  before?: RawBuilder<unknown>
  /** Gives rows `c` with `sort_key`, `place` and what `row` reads, at most one more than are shown. */
  page: RawBuilder<unknown>
  /** Gives the columns of the reply for one of them. */
  row: RawBuilder<unknown>
  /** What tells rows of one sort key apart. */
  unique?: RawBuilder<unknown>
  shown: number
  /** How many there are without the page, where that is counted in the same statement. */
  total?: RawBuilder<unknown> | undefined
}

/** A page in one value: a driver that takes rows apart to have them put together again costs more than reading them. */
export async function readPageText(
  tx: Tx,
  { before = sql``, page, row, unique = sql`c.id::text`, shown, total = sql`0` }: Parts,
): Promise<PageText> {
  const last = sql`filter (where p.place = ${sql.lit(shown)})`
  const result = await sql<{
    text: string | null
    found: number
    key: string | null
    id: string | null
    total: number
  }>`
    ${before} select json_agg(p.written) filter (where p.place <= ${sql.lit(shown)})::text as text,
      count(*)::int as found, max(p.sort_key) ${last} as key, max(p.id) ${last} as id, ${total} as total
    from (select r as written, c.sort_key, c.place, ${unique} as id
      from (${page}) c cross join lateral (${row}) r order by c.place) p`.execute(tx)
  const [read] = result.rows
  if (!read) return NO_TEXT
  return {
    text: read.text === null ? '' : read.text.slice(1, -1),
    found: read.found,
    last: read.key === null || read.id === null ? undefined : { key: read.key, id: read.id },
    total: read.total,
  }
}

/** One page behind another, as one. */
export const joinTexts = (first: PageText, rest: PageText): PageText => ({
  text: [first.text, rest.text].filter(Boolean).join(','),
  found: first.found + rest.found,
  last: rest.last ?? first.last,
  total: first.total,
})
