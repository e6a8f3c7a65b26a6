import type { AccountName } from '../../contract/ledger.ts'
import { add, type Kobo, kobo, negate, subtract, sum, ZERO } from '../../engine/money.ts'

/** A debit is positive, a credit negative. `loanId` is given where the line belongs to one loan. */
export type Line = { account: AccountName; loanId?: string; amount: Kobo }

/** An amount by what it is owed for; what is left out is nothing. */
export type Split = { principal?: Kobo; interest?: Kobo; fee?: Kobo; penalty?: Kobo; credit?: Kobo }

const debit = (account: AccountName, amount: Kobo, loanId?: string): Line =>
  loanId === undefined ? { account, amount } : { account, amount, loanId }
const credit = (account: AccountName, amount: Kobo, loanId?: string): Line =>
  debit(account, negate(amount), loanId)

const OWED_ON = {
  principal: 'loanPrincipal',
  interest: 'interestReceivable',
  fee: 'feeReceivable',
  penalty: 'penaltyReceivable',
  credit: 'customerCredit',
} as const satisfies Record<keyof Split, AccountName>
const PARTS = Object.keys(OWED_ON) as (keyof Split)[]

const total = (split: Split): Kobo => sum(PARTS.map(part => split[part] ?? ZERO))
const owedLess = (loanId: string, split: Split): Line[] =>
  PARTS.map(part => credit(OWED_ON[part], split[part] ?? ZERO, loanId))

/** Where money for a loan comes from. */
export type Source = 'bank' | 'payrollOfficeReceivable' | 'remittanceClearing' | 'suspense'

/** What happens to a lender's money, each fact as the lines of its entry. */
export const facts = {
  /**
   * The loan is approved for pay-out. A fee that is deducted shrinks the pay-out, one that is capitalised joins the
   * principal, and a top-up first pays what the old loan still owes; the rest waits for the bank's confirmation.
   */
  disbursement(loan: {
    loanId: string
    principal: Kobo
    feeDeducted?: Kobo
    feeCapitalised?: Kobo
    settles?: { loanId: string; split: Split }
  }): Line[] {
    const fee = add(loan.feeDeducted ?? ZERO, loan.feeCapitalised ?? ZERO)
    const settled = loan.settles ? total(loan.settles.split) : ZERO
    const payout = kobo(loan.principal - (loan.feeDeducted ?? ZERO) - settled)
    return [
      debit('loanPrincipal', add(loan.principal, loan.feeCapitalised ?? ZERO), loan.loanId),
      credit('feeIncome', fee),
      ...(loan.settles ? owedLess(loan.settles.loanId, loan.settles.split) : []),
      credit('disbursementClearing', payout, loan.loanId),
    ]
  },
  payout: (paid: { loanId: string; amount: Kobo }): Line[] => [
    debit('disbursementClearing', paid.amount, paid.loanId),
    credit('bank', paid.amount),
  ],
  /** Interest and spread fees are earned when their instalment falls due. */
  instalmentDue: (due: { loanId: string; interest: Kobo; fee?: Kobo }): Line[] => [
    debit('interestReceivable', due.interest, due.loanId),
    debit('feeReceivable', due.fee ?? ZERO, due.loanId),
    credit('interestIncome', due.interest),
    credit('feeIncome', due.fee ?? ZERO),
  ],
  fee: (charged: { loanId: string; amount: Kobo }): Line[] => [
    debit('feeReceivable', charged.amount, charged.loanId),
    credit('feeIncome', charged.amount),
  ],
  penalty: (charged: { loanId: string; amount: Kobo }): Line[] => [
    debit('penaltyReceivable', charged.amount, charged.loanId),
    credit('penaltyIncome', charged.amount),
  ],
  /** Money for a loan, split as the allocation says; what is paid beyond the dues becomes the customer's credit. */
  receipt: (receipt: { loanId: string; from: Source; split: Split }): Line[] => [
    debit(receipt.from, total(receipt.split)),
    ...owedLess(receipt.loanId, receipt.split),
  ],
  /** The payroll office sends what it deducted, for many loans in one sum. */
  remittance: (amount: Kobo): Line[] => [debit('bank', amount), credit('remittanceClearing', amount)],
  /** The sum is found to be for deductions already credited to their loans. */
  remittanceMatch: (amount: Kobo): Line[] => [
    debit('remittanceClearing', amount),
    credit('payrollOfficeReceivable', amount),
  ],
  unknownReceipt: (amount: Kobo): Line[] => [debit('bank', amount), credit('suspense', amount)],
  creditUse: (use: { loanId: string; split: Omit<Split, 'credit'> }): Line[] => [
    debit('customerCredit', total(use.split), use.loanId),
    ...owedLess(use.loanId, use.split),
  ],
  refund: (refund: { loanId: string; amount: Kobo }): Line[] => [
    debit('customerCredit', refund.amount, refund.loanId),
    credit('refundsPayable', refund.amount, refund.loanId),
  ],
  refundPayout: (refund: { loanId: string; amount: Kobo }): Line[] => [
    debit('refundsPayable', refund.amount, refund.loanId),
    credit('bank', refund.amount),
  ],
  waiver: (waiver: { loanId: string; split: Omit<Split, 'credit'> }): Line[] => [
    debit('waivers', total(waiver.split)),
    ...owedLess(waiver.loanId, waiver.split),
  ],
  /** What was set aside for the loan bears the loss first. */
  writeOff(loss: { loanId: string; split: Omit<Split, 'credit'>; provided?: Kobo }): Line[] {
    const provided = loss.provided ?? ZERO
    return [
      debit('provision', provided, loss.loanId),
      debit('writeOffExpense', subtract(total(loss.split), provided)),
      ...owedLess(loss.loanId, loss.split),
    ]
  },
  recovery: (amount: Kobo, from: Source = 'bank'): Line[] => [
    debit(from, amount),
    credit('recoveryIncome', amount),
  ],
  /** A larger provision is an expense; a smaller one gives it back. */
  provision: (change: { amount: Kobo; loanId?: string }): Line[] => [
    debit('provisionExpense', change.amount),
    credit('provision', change.amount, change.loanId),
  ],
  /** A loan taken over from older books. */
  openingBalance: (loan: { loanId: string; split: Split }): Line[] => [
    ...PARTS.map(part =>
      debit(
        OWED_ON[part],
        part === 'credit' ? negate(loan.split.credit ?? ZERO) : (loan.split[part] ?? ZERO),
        loan.loanId,
      ),
    ),
    credit('openingBalances', subtract(total(loan.split), kobo(2n * (loan.split.credit ?? 0n)))),
  ],
} as const
