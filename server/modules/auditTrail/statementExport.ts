import type { Api } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import type { Context } from '../../kernel/context.ts'
import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { statement } from '../ledger/ledger.ts'
import { recordLabels } from './labels.sql.ts'

/** A statement of the general ledger for a spreadsheet. */

/** A balance stands on one side only. */
const debit = (amount: bigint): string | null => (amount > 0n ? sheetNaira(amount) : null)
const credit = (amount: bigint): string | null => debit(-amount)

export const exportStatement = exportOf(withLoans, (_, input) => ({
  what: 'account statement',
  name: `account-${input.code}`,
  columns: [
    ['Day', row => row.effectiveOn],
    ['Belongs to', row => row.belongsOn],
    ['Entry', row => sheetWords(row.reason)],
    ['Entry no.', row => row.entryId],
    ['Reference', row => row.ref],
    ['Note', row => row.note],
    ['Loan', row => row.loan],
    ['Debit (NGN)', row => debit(row.amount)],
    ['Credit (NGN)', row => credit(row.amount)],
    ['Debit balance (NGN)', row => debit(row.balance)],
    ['Credit balance (NGN)', row => credit(row.balance)],
    ['Entered (Lagos)', row => sheetMoment(row.insertedAt)],
  ],
}))

/** Loans by the number people know them by. */
async function withLoans(ctx: Context, input: Input<Api['ledgerStatement']>) {
  const page = await statement(ctx, input)
  const ids = new Set(page.rows.flatMap(row => row.loanId ?? []))
  const labels = await recordLabels(
    ctx.tx,
    [...ids].map(subjectId => ({ subjectType: 'loan', subjectId })),
  )
  return {
    ...page,
    rows: page.rows.map(row => ({ ...row, loan: labels.get(row.loanId ?? '') ?? row.loanId })),
  }
}
