import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type HeldImport = {
  intake_id: string
  row_number: number
  loan_id: string
  old_number: string
  stated: string
}

/** What the row of an imported book stated, sealed as stored. */
export async function importsOf(tx: Tx, loanIds: readonly string[]): Promise<HeldImport[]> {
  const result = await sql<HeldImport>`
    select intake_id, row_number, loan_id, old_number, stated from loan_import where loan_id = any (${loanIds}::uuid[]) and stated <> ''`.execute(
    tx,
  )
  return result.rows
}

export async function eraseImports(tx: Tx, loanIds: readonly string[], label: string): Promise<void> {
  await sql`
    update loan_import set name = ${label}, stated = '' where loan_id = any (${loanIds}::uuid[])`.execute(tx)
}
