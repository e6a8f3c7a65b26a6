import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** What lists of instructions say about one person. */

export type HeldInstruction = {
  list: string
  staff_number: string
  employer: string
  kind: string
  amount: bigint
  answer: string | null
  answer_reason: string | null
}

export async function instructionsOn(tx: Tx, customerIds: readonly string[]): Promise<HeldInstruction[]> {
  const result = await sql<HeldInstruction>`
    select l.number as list, n.staff_number, n.employer, n.kind, n.amount, a.outcome as answer, a.reason as answer_reason
    from instruction_line n join instruction_list l on l.id = n.list_id
    left join instruction_answer a on a.list_id = n.list_id and a.no = n.no
    where n.customer_id = any (${customerIds}::uuid[]) order by l.month, l.number`.execute(tx)
  return result.rows
}

/** Amounts and answers stay; nothing says any more whose they were. */
export async function eraseInstructions(
  tx: Tx,
  customerIds: readonly string[],
  label: string,
): Promise<void> {
  const own = sql`n.customer_id = any (${customerIds}::uuid[])`
  const bySource = sql`(select l.source, n.staff_key from instruction_line n join instruction_list l on l.id = n.list_id where ${own})`
  const newKey = sql`'erased ' || md5(staff_key)`
  await sql`update instruction_standing set staff_key = ${newKey} where (source, staff_key) in ${bySource}`.execute(
    tx,
  )
  await sql`
    update instruction_decision set staff_key = ${newKey}, reason = ''
    where (list_id, staff_key) in (select n.list_id, n.staff_key from instruction_line n where ${own})`.execute(
    tx,
  )
  await sql`
    delete from instruction_answer_row r using intake i
    where i.id = r.intake_id and (i.source, r.staff_key) in ${bySource}`.execute(tx)
  await sql`
    update instruction_answer a set reason = '', note = '' from instruction_line n
    where n.list_id = a.list_id and n.no = a.no and ${own}`.execute(tx)
  await sql`
    update instruction_line set name = ${label}, staff_number = '', employer = '', staff_key = ${newKey}
    where customer_id = any (${customerIds}::uuid[])`.execute(tx)
}
