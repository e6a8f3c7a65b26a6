import { sql } from 'kysely'
import type { Tx } from '../db.ts'

export type NewLoan = {
  id: string
  customerId: string
  requestId: string
  productId: string
  productVersion: number
  principal: bigint
  tenor: number
  instalment: bigint
  terms: object
  approvedOn: string
  at: Date
  officerCode: string
}

export async function insertLoan(tx: Tx, loan: NewLoan): Promise<string> {
  const result = await sql<{ number: string }>`
    insert into loan (id, number, customer_id, request_id, product_id, product_version, principal, tenor, instalment, terms,
      status, approved_on, approved_at, officer_code)
    values (${loan.id}, 'L' || lpad(nextval('loan_number')::text, 7, '0'), ${loan.customerId}, ${loan.requestId},
      ${loan.productId}, ${loan.productVersion}, ${loan.principal}, ${loan.tenor}, ${loan.instalment},
      ${JSON.stringify(loan.terms)}::jsonb, 'awaiting disbursement', ${loan.approvedOn}::date, ${loan.at}, ${loan.officerCode})
    returning number`.execute(tx)
  return result.rows[0]?.number ?? ''
}

export type OpenLoan = {
  id: string
  number: string
  principal: bigint
  instalment: bigint
  status: string
  approved_on: string
}

/** Loans that still take from pay, or soon will. */
export async function openLoansOf(tx: Tx, customerId: string): Promise<OpenLoan[]> {
  const result = await sql<OpenLoan>`
    select id, number, principal, instalment, status, approved_on from loan
    where customer_id = ${customerId} and status in ('awaiting disbursement', 'live') order by approved_at`.execute(
    tx,
  )
  return result.rows
}

export async function countLoansSince(tx: Tx, customerId: string, since: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from loan
    where customer_id = ${customerId} and status <> 'cancelled' and approved_on >= ${since}::date`.execute(tx)
  return result.rows[0]?.count ?? 0
}
