import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/**
 * The person of these customers, loans or requests: every record of that customer, with merged ones. Mergers are one
 * deep; an erased request shares only its mark with its customer.
 */
export async function customersBehind(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with asked as (select * from loan_request where id = any (${ids}::uuid[])), found as (
      select id from customer where id = any (${ids}::uuid[])
      union select customer_id from loan where id = any (${ids}::uuid[])
      union select customer_id from asked
      union select r.customer_id from asked a join loan_request r on r.bvn_index = a.bvn_index
      union select c.id from asked a join customer c on c.bvn_index = a.bvn_index
      union select c.id from asked a join customer c on c.phone = a.phone where a.erased_at is not null
    ), kept as (select distinct coalesce(c.merged_into, c.id) as id from found f join customer c on c.id = f.id)
    select id from kept union select c.id from customer c join kept k on c.merged_into = k.id`.execute(tx)
  return result.rows.map(row => row.id)
}

/** Of these records the requests, with what else came in under the same BVN; and what was cut from the customers. */
export async function requestsBeside(
  tx: Tx,
  ids: readonly string[],
  customerIds: readonly string[],
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select r.id from loan_request a join loan_request r on r.bvn_index = a.bvn_index where a.id = any (${ids}::uuid[])
    union select r.id from customer c join loan_request r on r.phone = 'erased ' || c.number
    where c.id = any (${customerIds}::uuid[]) and r.erased_at is not null`.execute(tx)
  return result.rows.map(row => row.id)
}

export async function loansOf(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from loan where customer_id = any (${customerIds}::uuid[])`.execute(tx)
  return result.rows.map(row => row.id)
}

/** The numbers on the payroll that these records have today; `null` for one that was erased. */
export async function staffNumbersOn(
  tx: Tx,
  customerIds: readonly string[],
  requestIds: readonly string[],
): Promise<(string | null)[]> {
  const result = await sql<{ staff_number: string | null }>`
    select nullif(ippis_number, 'erased ' || number) as staff_number from customer where id = any (${customerIds}::uuid[])
    union select case when erased_at is null then ippis_number end from loan_request where id = any (${requestIds}::uuid[])`.execute(
    tx,
  )
  return result.rows.map(row => row.staff_number)
}
