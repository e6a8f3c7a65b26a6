import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'

/** What is under the secret before is found place by place, in the order of its key, and made again batch by batch. */

/** An index of a number as it is stored: while there are two secrets it comes twice as long. */
export const storedIndex = (kind: 'bvn' | 'nin', index: Buffer): RawBuilder<Buffer> =>
  index.length === 32 ? sql`${index}` : sql`${sql.ref(`stored_${kind}_index`)}(${index}::bytea)`

export type Place = {
  table: string
  /** Its primary key, with types. */
  key: readonly (readonly [column: string, type: string])[]
  /** What holds sealed values: a text, a field of a JSON column as `application.bvn`, or a whole one as `input::jsonb`. */
  values: readonly string[]
}
export type FoundRow = { key: string[]; values: (string | null)[] }

function partOf(name: string): RawBuilder<string | null> {
  const [column = '', field] = name.replace('::jsonb', '').split('.')
  return field ? sql`${sql.ref(column)} ->> ${sql.lit(field)}` : sql`${sql.ref(column)}::text`
}

export async function nextRows(
  tx: Tx,
  { table, key, values }: Place,
  after: readonly string[] | undefined,
  limit: number,
): Promise<FoundRow[]> {
  const columns = sql.join(key.map(([column]) => sql.ref(column)))
  const last = key.map(([, type], at) => sql`${after?.[at]}::${sql.raw(type)}`)
  const result = await sql<FoundRow>`
    select array[${sql.join(key.map(([column]) => sql`${sql.ref(column)}::text`))}] as key,
      array[${sql.join(values.map(partOf))}] as values
    from ${sql.table(table)} ${after ? sql`where (${columns}) > (${sql.join(last)})` : sql``}
    order by ${columns} limit ${limit}`.execute(tx)
  return result.rows
}

export type Replacement = { key: readonly string[]; name: string; from: string; to: string }

/** Puts one value in the place of another, unless that has changed: then the next pass looks at it again. */
export async function replaceValue(tx: Tx, { table, key }: Place, row: Replacement): Promise<void> {
  const [column = '', field] = row.name.replace('::jsonb', '').split('.')
  const value = field
    ? sql`jsonb_set(${sql.ref(column)}, array[${field}], to_jsonb(${row.to}::text))`
    : row.name.endsWith('::jsonb')
      ? sql`${row.to}::jsonb`
      : sql`${row.to}`
  const isHere = key.map(([name, type], at) => sql`${sql.ref(name)} = ${row.key[at]}::${sql.raw(type)}`)
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${sql.join(isHere, sql` and `)} and ${partOf(row.name)} = ${row.from}`.execute(tx)
}

/** From the index under the secret before to that under the new one, in every table that compares them. */
export async function moveIndexes(
  tx: Tx,
  kind: 'bvn' | 'nin',
  moves: readonly { from: Buffer; to: Buffer }[],
): Promise<void> {
  const column = sql.ref(`${kind}_index`)
  const tables = kind === 'bvn' ? ['staff', 'customer', 'loan_request'] : ['customer', 'loan_request']
  for (const table of tables)
    await sql`
      update ${sql.table(table)} t set ${column} = m.new
      from unnest(${moves.map(move => move.from)}::bytea[], ${moves.map(move => move.to)}::bytea[]) as m (old, new)
      where t.${column} = m.old`.execute(tx)
}

/** How many running processes lack this secret. */
export async function processesWithout(tx: Tx, fingerprint: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from clock_check c
    where c.checked_at > now() - interval '2 minutes' and c.fingerprint not in ('', ${fingerprint})`.execute(
    tx,
  )
  return result.rows[0]?.count ?? 0
}

export async function finishRotation(tx: Tx, fingerprint: string, retired: RetiredKey): Promise<void> {
  await sql`
    insert into retired_key (fingerprint, key_sealed) values (${retired.fingerprint}, ${retired.key_sealed})
    on conflict do nothing`.execute(tx)
  await sql`update key_check set fingerprint = ${fingerprint}, next = null, since = now()`.execute(tx)
}

export type RetiredKey = { fingerprint: string; key_sealed: string }

export async function retiredKeys(tx: Tx): Promise<RetiredKey[]> {
  const result =
    await sql<RetiredKey>`select fingerprint, key_sealed from retired_key order by retired_at`.execute(tx)
  return result.rows
}
