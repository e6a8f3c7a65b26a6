import type { Api } from '../../../contract/api.ts'
import type { Input, Reply } from '../../../contract/endpoint.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import {
  type SheetColumns,
  sheetMoment,
  sheetNaira,
  sheetOf,
  sheetOfList,
  sheetWords,
} from '../../kernel/sheet.ts'
import { statement, trialBalance } from './statements.ts'

/** The books for a spreadsheet, as the panel shows them. */

type TrialRow = Reply<Api['ledgerTrialBalance']>['rows'][number] & { asOf: string }

/** A balance stands on one side only. */
const debit = (amount: bigint): string | null => (amount > 0n ? sheetNaira(amount) : null)
const credit = (amount: bigint): string | null => debit(-amount)

const TRIAL_COLUMNS: SheetColumns<TrialRow> = [
  ['At the end of', row => row.asOf],
  ['Code', row => String(row.code)],
  ['Account', row => row.title],
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

type StatementRow = Reply<Api['ledgerStatement']>['rows'][number] & { loan: string | null }

const STATEMENT_COLUMNS: SheetColumns<StatementRow> = [
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
]

/** What people call these records; loans stand to the right of the books, so api.ts hands it in. */
type LabelsOf = (
  tx: Tx,
  records: readonly { subjectType: string; subjectId: string }[],
) => Promise<Map<string, string>>

export const exportStatement =
  (labelsOf: LabelsOf): Handler<Api['ledgerStatementExport']> =>
  (ctx, input) => {
    const list = async (asking: Context, asked: Input<Api['ledgerStatement']>) => {
      const page = await statement(asking, asked)
      const ids = new Set(page.rows.flatMap(row => row.loanId ?? []))
      const labels = await labelsOf(
        asking.tx,
        [...ids].map(subjectId => ({ subjectType: 'loan', subjectId })),
      )
      return {
        ...page,
        rows: page.rows.map(row => ({ ...row, loan: labels.get(row.loanId ?? '') ?? row.loanId })),
      }
    }
    return sheetOfList(ctx, list, input, {
      what: 'account statement',
      name: `account-${input.account}`,
      columns: STATEMENT_COLUMNS,
    })
  }
