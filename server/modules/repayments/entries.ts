import type { BatchCash } from '../../../contract/ledger.ts'
import { type Kobo, negate } from '../../../engine/money.ts'
import type { Line } from '../ledger/ledger.ts'

/** A repayment without an identified owner: its office or processor owes it, or the bank has it, and no loan has it. */
export const intoSuspense = (amount: Kobo, account: BatchCash): Line[] => [
  { account, amount },
  { account: 'suspense', amount: negate(amount) },
]

/**
 * A repayment is named by its batch and its row in the file, so that staff find the row from the loan. The letter
 * separates it from those of older releases, which counted rows without the header.
 */
export const lineReference = (batchNumber: string, { line, part }: { line: number; part: number }): string =>
  `${batchNumber}/L${line}${part > 1 ? `.${part}` : ''}`
