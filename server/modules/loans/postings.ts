import type { BatchCash, EntryReason } from '../../../contract/ledger.ts'
import { type BookAccount, OF_THE_LOAN, type Reading } from '../../../engine/accounts.ts'
import { kobo } from '../../../engine/money.ts'
import type { Line } from '../ledger/ledger.ts'

/** Where the money of an act came from or went. */
export type CashAccount = BatchCash | 'suspense' | 'openingBalances'

/** Distinguishes deducted pay from money that was sent. */
export const receiptReason = (cash: CashAccount): EntryReason =>
  cash === 'payrollOfficeReceivable' ? 'deduction' : 'receipt'

/** The entry that brings the ledger from one reading to another; cash goes where the act says. */
export function linesBetween(loanId: string, before: Reading, after: Reading, cash: CashAccount): Line[] {
  const lines: Line[] = []
  for (const account of Object.keys(after.accounts) as BookAccount[]) {
    const amount = after.accounts[account] - before.accounts[account]
    if (amount === 0n) continue
    lines.push({ account, amount: kobo(amount), ...(OF_THE_LOAN.includes(account) ? { loanId } : {}) })
  }
  const moved = after.cash - before.cash
  if (moved !== 0n) lines.push({ account: cash, amount: kobo(moved) })
  return lines
}
