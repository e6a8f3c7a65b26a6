import { sql } from 'kysely'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Tx } from '../../kernel/db.ts'

/** What entries of loans hold on accounts that are not kept by loan: what people post there by journal is beside it. */
export async function heldForLoans(
  tx: Tx,
  codes: readonly number[],
): Promise<{ code: number; balance: bigint }[]> {
  const result = await sql<{ code: number; balance: bigint }>`
    select code, sum(amount)::bigint as balance from ledger_line
    where code = any (${codes}::smallint[])
      and entry_id in (select entry_id from ledger_line where loan_no <> 0)
    group by code`.execute(tx)
  return result.rows
}

/** The day on which each of some loans was opened with a balance brought forward. */
export async function openingDays(
  tx: Tx,
  loanIds: readonly string[],
): Promise<{ loan_id: string; day: LocalDate }[]> {
  const result = await sql<{ loan_id: string; day: LocalDate }>`
    select ref as loan_id, coalesce(belongs_on, effective_on) as day from ledger_entry
    where reason = 'openingBalance' and ref = any (${loanIds}::text[])`.execute(tx)
  return result.rows
}
