import { sql } from 'kysely'
import type { Stage } from '../../contract/requests.ts'
import type { Tx } from '../db.ts'

export type CustomerRequestRow = {
  id: string
  reference: string
  stage: Stage
  product_name: string
  amount: bigint
  tenor: number
  channel: 'public' | 'staff'
  submitted_at: Date
  stage_since: Date
  loan_id: string | null
  consent_version: number
  consent_hash: string
  consent_address: string
}

/** Also what came in under the same BVN and was never approved, and what records merged into this one asked for. */
const ofCustomer = (customerId: string) => sql`
  (r.customer_id = ${customerId}
    or r.bvn_index in (select bvn_index from customer where id = ${customerId} or merged_into = ${customerId}))`

export async function requestsOfCustomer(tx: Tx, customerId: string): Promise<CustomerRequestRow[]> {
  const result = await sql<CustomerRequestRow>`
    select r.id, r.reference, r.stage, v.name as product_name, r.amount, r.tenor, r.channel, r.submitted_at, r.stage_since,
      r.loan_id, r.consent_version, r.consent_hash, r.consent_address
    from loan_request r
    join product_version v on v.product_id = r.product_id and v.version = r.product_version
    where ${ofCustomer(customerId)} order by r.submitted_at desc, r.id limit 200`.execute(tx)
  return result.rows
}

export async function countRequestsOf(tx: Tx, customerId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from loan_request r where ${ofCustomer(customerId)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function moveRequestsOf(tx: Tx, from: string, to: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update loan_request set customer_id = ${to}
    where id in (select id from loan_request where customer_id = ${from} order by id for update)
    returning id`.execute(tx)
  return result.rows.map(row => row.id)
}
