import { type Kobo, kobo, negate, ZERO } from '../engine/money.ts'
import type { Line } from '../server/modules/ledger/posting.ts'

/** Lines for the ledger where it is tried or measured by itself. What a loan posts is made in `server/loans`. */

/** Money for a loan: principal, and interest that had fallen due. */
export const receiptOf = (
  loanId: string,
  principal: Kobo,
  { interest = ZERO, from = 'bank' }: { interest?: Kobo; from?: Line['account'] } = {},
): Line[] => [
  { account: from, amount: kobo(principal + interest) },
  { account: 'loanPrincipal', loanId, amount: negate(principal) },
  { account: 'interestReceivable', loanId, amount: negate(interest) },
]

export const penaltyOf = (loanId: string, amount: Kobo): Line[] => [
  { account: 'penaltyReceivable', loanId, amount },
  { account: 'penaltyIncome', amount: negate(amount) },
]

export const unknownReceipt = (amount: Kobo): Line[] => [
  { account: 'bank', amount },
  { account: 'suspense', amount: negate(amount) },
]
