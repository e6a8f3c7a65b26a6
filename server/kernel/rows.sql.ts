import { type RawBuilder, sql } from 'kysely'

/** Columns by the names of properties. `test/statements.test.ts` reads them off the row's type and holds them to the schema. */

type Row = Readonly<Record<string, unknown>>

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined

/** `(a, b) values ($1, $2)`, a list of values for each row. What is left out of the first row gets its default. */
export function valuesOf(rows: Row | readonly Row[], also: Row = {}): RawBuilder<unknown> {
  const all = [rows].flat().map(row => ({ ...row, ...also }))
  const names = Object.entries(all[0] ?? {})
    .filter(isGiven)
    .map(([name]) => name)
  const lists = all.map(row => sql`(${sql.join(names.map(name => row[name]))})`)
  return sql`(${sql.join(names.map(name => sql.ref(name)))}) values ${sql.join(lists)}`
}

/** `a = $1, b = $2`; a property that is undefined changes nothing. */
export const changesOf = (change: Row, also: Row = {}): RawBuilder<unknown> =>
  sql.join(
    Object.entries({ ...change, ...also })
      .filter(isGiven)
      .map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  )
