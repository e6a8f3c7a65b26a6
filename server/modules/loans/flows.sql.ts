import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import type { LoanRow } from './loans.sql.ts'

export type SignedLoan = Pick<LoanRow, 'id' | 'principal' | 'tenor' | 'terms'>

export async function signedLoans(tx: Tx, ids: readonly string[]): Promise<SignedLoan[]> {
  const result = await sql<SignedLoan>`
    select id, principal, tenor, terms::text from loan where id = any (${ids}::uuid[]) order by id`.execute(
    tx,
  )
  return result.rows
}

/** Settlements that a new loan's pay-out made: no money came in. */
export async function topUpSettlements(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ settlement_id: string }>`
    select settlement_id from loan_settled where settled_loan_id = any (${ids}::uuid[])`.execute(tx)
  return new Set(result.rows.map(row => row.settlement_id))
}
