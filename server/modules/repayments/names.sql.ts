import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type Named = { row_number: number; part: number; customer_id: string; name: string; names: string[] }

const fullName = (of: string) =>
  sql`concat_ws(' ', ${sql.ref(`${of}.surname`)}, ${sql.ref(`${of}.first_name`)}, ${sql.ref(`${of}.other_names`)})`

/** Rows with a loan whose name is not letter by letter the customer's, with the names of the records that were merged into theirs. */
export async function namedOtherwise(
  tx: Tx,
  batchId: string,
  after: Pick<Named, 'row_number' | 'part'> | undefined,
  limit: number,
  only?: number,
): Promise<Named[]> {
  const result = await sql<Named>`
    select r.row_number, r.part, r.customer_id, r.name,
      array_prepend(${fullName('c')}, array(select ${fullName('m')} from customer m where m.merged_into = c.id)) as names
    from repayment_row r join customer c on c.id = r.customer_id
    where r.batch_id = ${batchId} and (r.row_number, r.part) > (${after?.row_number ?? 0}, ${after?.part ?? 0})
      ${only === undefined ? sql`and r.bin not in ('duplicate', 'ambiguous', 'foreign', 'unknownElement')` : sql`and r.row_number = ${only}`}
      and r.loan_id is not null and r.name <> '' and customer_plain(r.name) <> c.name_key
    order by r.row_number, r.part limit ${limit}`.execute(tx)
  return result.rows
}

/** Names they had before a change that was approved, and names of the payroll that a person confirmed and that were posted. */
export async function earlierNames(tx: Tx, customerIds: readonly string[]): Promise<Map<string, string[]>> {
  const result = await sql<{ customer_id: string; name: string }>`
    select c.id as customer_id, concat_ws(' ', coalesce(a.input -> 'from' ->> 'surname', c.surname),
      coalesce(a.input -> 'from' ->> 'firstName', c.first_name), coalesce(a.input -> 'from' ->> 'otherNames', c.other_names)) as name
    from customer c join approval a on a.subject_type = 'customer' and a.subject_id = c.id::text
    where c.id = any (${customerIds}::uuid[]) and a.command = 'customerSensitiveChange' and a.status = 'approved'
      and a.input -> 'from' ?| array['surname', 'firstName', 'otherNames']
    union
    select customer_id, name from repayment_row
    where customer_id = any (${customerIds}::uuid[]) and name_score is not null and status = 'posted'`.execute(
    tx,
  )
  const found = new Map<string, string[]>()
  for (const { customer_id, name } of result.rows)
    found.set(customer_id, [...(found.get(customer_id) ?? []), name])
  return found
}

export async function forgetScores(tx: Tx, batchId: string, rowNumber: number): Promise<void> {
  await sql`
    update repayment_row set name_score = null
    where batch_id = ${batchId} and row_number = ${rowNumber} and status in ('open', 'refused') and name_score is not null`.execute(
    tx,
  )
}

export async function setScores(
  tx: Tx,
  batchId: string,
  rows: readonly (Pick<Named, 'row_number' | 'part'> & { score: number })[],
): Promise<void> {
  await sql`
    update repayment_row r set name_score = s.score
    from unnest(${rows.map(row => row.row_number)}::int[], ${rows.map(row => row.part)}::int[], ${rows.map(row => row.score)}::int[])
      as s (row_number, part, score)
    where r.batch_id = ${batchId} and r.row_number = s.row_number and r.part = s.part and r.status in ('open', 'refused')`.execute(
    tx,
  )
}
