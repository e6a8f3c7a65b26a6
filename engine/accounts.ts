import type { Component } from './allocation.ts'
import { MONEY_IN } from './events.ts'
import type { LoanState } from './loan.ts'
import { ALL_OURS } from './passedOn.ts'
import type { Schedule } from './terms.ts'

/**
 * What a loan has posted so far, account by account, read from its state alone. An act is posted as the difference
 * between two such readings, so a backdated receipt that reallocates a year is one balanced entry, and the sub-ledger
 * equals the engine's state. Interest, fees and penalties become receivable when due; prepaid, when paid.
 */
export type BookAccount =
  | 'loanPrincipal'
  | 'interestReceivable'
  | 'feeReceivable'
  | 'penaltyReceivable'
  | 'customerCredit'
  | 'premiumsPayable'
  | 'vatPayable'
  | 'interestIncome'
  | 'feeIncome'
  | 'penaltyIncome'
  | 'recoveryIncome'
  | 'waivers'
  | 'writeOffExpense'
export type Reading = { readonly accounts: Record<BookAccount, bigint>; readonly cash: bigint }

/** Lines of these belong to the loan; the rest to the lender. */
export const OF_THE_LOAN: readonly BookAccount[] = [
  'loanPrincipal',
  'interestReceivable',
  'feeReceivable',
  'penaltyReceivable',
  'customerCredit',
]
const EARNED = [
  ['interest', 'interestReceivable', 'interestIncome'],
  ['fee', 'feeReceivable', 'feeIncome'],
  ['penalty', 'penaltyReceivable', 'penaltyIncome'],
] as const satisfies [Component, BookAccount, BookAccount][]

export const NOTHING: Reading = {
  accounts: {
    loanPrincipal: 0n,
    interestReceivable: 0n,
    feeReceivable: 0n,
    penaltyReceivable: 0n,
    customerCredit: 0n,
    premiumsPayable: 0n,
    vatPayable: 0n,
    interestIncome: 0n,
    feeIncome: 0n,
    penaltyIncome: 0n,
    recoveryIncome: 0n,
    waivers: 0n,
    writeOffExpense: 0n,
  },
  cash: 0n,
}

/** `upfrontFees` are deducted from the pay-out, `financed` is the principal with capitalised fees on top. */
export type PaidOut = Pick<Schedule, 'financed' | 'upfrontFees' | 'payout' | 'passedOn'>

export function readBook(state: LoanState, paidOut: PaidOut): Reading {
  if (state.disbursed === 0n && state.credit === 0n) return NOTHING
  const accounts = { ...NOTHING.accounts }
  const used = usedBy(state)
  accounts.loanPrincipal = state.outstanding.principal
  accounts.customerCredit = -state.credit
  for (const [component, receivable, income] of EARNED) {
    const owed = state.instalments
      .filter(row => row.dueDate <= state.asOf)
      .reduce((sum, row) => sum + row.outstanding[component], 0n)
    accounts[receivable] = owed
    accounts[income] = -(
      owed +
      used.paid[component] +
      used.waived[component] +
      used.writtenOff[component] +
      used.moved[component]
    )
  }
  accounts.waivers = used.waived.principal + used.waived.interest + used.waived.fee + used.waived.penalty
  // the amount, not the parts: these also hold prepaid interest that was released and paid other debts
  accounts.writeOffExpense = used.lost
  accounts.recoveryIncome = -state.recovered
  const isPaidOut = state.disbursed > 0n
  if (isPaidOut) accounts.feeIncome -= paidOut.upfrontFees + (paidOut.financed - state.disbursed)
  const upfront = (isPaidOut && paidOut.passedOn?.upfront) || ALL_OURS
  accounts.premiumsPayable = -(upfront.insurer + state.passedOn.insurer)
  accounts.vatPayable = -(upfront.vat + state.passedOn.vat)
  accounts.feeIncome -= accounts.premiumsPayable + accounts.vatPayable
  const cash = used.received - used.refunded - (isPaidOut ? paidOut.payout : 0n)
  assertBalanced(accounts, cash)
  return { accounts, cash }
}

type Sums = Record<Component, bigint>
const noSums = (): Sums => ({ principal: 0n, interest: 0n, fee: 0n, penalty: 0n })

/** What the events of a state did, summed by what they did it to. */
function usedBy(state: LoanState) {
  const used = {
    paid: noSums(),
    waived: noSums(),
    writtenOff: noSums(),
    moved: noSums(),
    received: 0n,
    refunded: 0n,
    lost: 0n,
  }
  for (const entry of state.entries) {
    if (entry.undone) continue
    const target = TARGETS[entry.type]
    if (target)
      for (const [component, part] of Object.entries(entry.parts))
        used[target][component as Component] += part
    if (MONEY_IN.has(entry.type)) used.received += entry.amount
    if (entry.type === 'refund') used.refunded += entry.amount
    if (entry.type === 'write-off') used.lost += entry.amount
  }
  return used
}

const TARGETS: Partial<
  Record<LoanState['entries'][number]['type'], 'paid' | 'waived' | 'writtenOff' | 'moved'>
> = {
  receipt: 'paid',
  settlement: 'paid',
  recovery: 'paid',
  'credit-used': 'paid',
  waiver: 'waived',
  'write-off': 'writtenOff',
  restructure: 'moved',
}

function assertBalanced(accounts: Record<BookAccount, bigint>, cash: bigint): void {
  const total = Object.values(accounts).reduce((sum, amount) => sum + amount, cash)
  if (total !== 0n) throw new RangeError(`the ledger of a loan is off by ${total} kobo`)
}
