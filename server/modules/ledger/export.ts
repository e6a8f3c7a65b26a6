import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetNaira, sheetOf, sheetWords } from '../../kernel/sheet.ts'
import { trialBalance } from './statements.ts'

/** The ledger for a spreadsheet, as the panel shows them. */

type TrialRow = Reply<Api['ledgerTrialBalance']>['rows'][number] & { asOf: string }

/** A balance stands on one side only. */
const debit = (amount: bigint): string | null => (amount > 0n ? sheetNaira(amount) : null)
const credit = (amount: bigint): string | null => debit(-amount)

const TRIAL_COLUMNS: SheetColumns<TrialRow> = [
  ['At the end of', row => row.asOf],
  ['Code', row => String(row.code)],
  ['Account', row => row.title],
  ['House code', row => row.houseCode],
  ['Kind', row => sheetWords(row.kind)],
  ['Debited (NGN)', row => sheetNaira(row.debits)],
  ['Credited (NGN)', row => sheetNaira(row.credits)],
  ['Debit balance (NGN)', row => debit(row.balance)],
  ['Credit balance (NGN)', row => credit(row.balance)],
]

export const exportTrialBalance: Handler<Api['ledgerTrialBalanceExport']> = async (
  ctx,
  { format, ...filter },
) => {
  const { asOf, rows } = await trialBalance(ctx, filter)
  const moved = rows.filter(row => row.debits !== 0n || row.credits !== 0n).map(row => ({ ...row, asOf }))
  ctx.audit({ subject: ['export', 'trial balance'], after: { asOf, format, rows: moved.length } })
  return sheetOf(format, { name: 'trial-balance', on: asOf }, TRIAL_COLUMNS, moved)
}
