import { sql } from 'kysely'
import type { Check } from '../kernel/check.ts'
import type { Tx } from '../kernel/db.ts'
import type { Db } from '../kernel/dbTypes.ts'
import { bankStatementChecks } from '../modules/bankStatements/proof.sql.ts'
import { closingChecks } from '../modules/closing/proof.ts'
import { customerChecks } from '../modules/customers/proof.sql.ts'
import { dashboardChecks } from '../modules/dashboard/proof.ts'
import { documentChecks } from '../modules/documents/proof.sql.ts'
import { instructionChecks } from '../modules/instructions/proof.sql.ts'
import { ledgerChecks } from '../modules/ledger/proof.sql.ts'
import { loanChecks } from '../modules/loans/proof.ts'
import { officeChecks } from '../modules/offices/proof.ts'
import { reconciliationChecks } from '../modules/reconciliation/proof.ts'
import { refundChecks } from '../modules/refunds/proof.ts'
import { repaymentChecks } from '../modules/repayments/proof.ts'
import { payMonthChecks } from '../modules/sourceEvents/proof.sql.ts'

export type Verdict = { holds: boolean; checks: { name: string; figure: string; problems: string[] }[] }

/** Every check of every module; a module with something to prove adds its list here. */
const CHECKS: readonly Check[] = [
  ...ledgerChecks,
  ...documentChecks,
  ...customerChecks,
  ...loanChecks,
  ...instructionChecks,
  ...refundChecks,
  ...repaymentChecks,
  ...officeChecks,
  ...bankStatementChecks,
  ...reconciliationChecks,
  ...payMonthChecks,
  ...closingChecks,
  ...dashboardChecks,
]

/**
 * Verifies the ledger of a running database. All checks read one snapshot, so a concurrent posting is in all of them or
 * in none.
 */
export function prove(db: Db, checks: readonly Check[] = CHECKS): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(tx => proveWithin(tx, checks))
}

/** The same on what a transaction sees. */
export async function proveWithin(tx: Tx, checks: readonly Check[] = CHECKS): Promise<Verdict> {
  // the usual limit is for people who wait; this reads every line there is
  await sql`set local statement_timeout = 0`.execute(tx)
  const results: Verdict['checks'] = []
  for (const check of checks) results.push({ name: check.name, ...(await check.run(tx)) })
  return { holds: results.every(result => result.problems.length === 0), checks: results }
}

/** Prints the figures; 0 when everything holds, 1 when anything does not. */
export async function proveCommand(db: Db): Promise<number> {
  const verdict = await prove(db)
  for (const { name, figure, problems } of verdict.checks) {
    console.log(`${problems.length === 0 ? 'holds ' : 'BROKEN'}  ${name}: ${figure}`)
    for (const problem of problems) console.log(`          ${problem}`)
  }
  console.log(verdict.holds ? 'Ledger verified.' : 'LEDGER CHECK FAILED.')
  return verdict.holds ? 0 : 1
}

/** Keeps the outcome, for the health page. */
export async function recordProof(tx: Tx, verdict: Verdict, at: Date): Promise<void> {
  await sql`
    insert into proof_run (at, holds, checks) values (${at}, ${verdict.holds}, ${JSON.stringify(verdict.checks)}::jsonb)`.execute(
    tx,
  )
}
