/** What closes a loan on a day: everything owed, less the interest that will then never be earned. */

import { totalOf } from './allocation.ts'
import { addDays, type LocalDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { type Kobo, kobo, type Rounding, share, ZERO } from './money.ts'
import { rebates, type SettlementRule } from './rebate.ts'

export type { SettlementRule } from './rebate.ts'

/** Interest to the day of payment; the rest of the schedule's interest is waived. */
export const SETTLEMENT_RULE = { interest: 'to-date' } as const satisfies SettlementRule

export type SettlementQuote = {
  readonly date: LocalDate
  readonly principal: Kobo
  /** Interest still to pay under the rule; negative when more was paid ahead than is earned. */
  readonly interest: Kobo
  readonly fees: Kobo
  readonly penalties: Kobo
  readonly settlementFee: Kobo
  /** Credit the customer already has, taken off the total. */
  readonly credit: Kobo
  readonly total: Kobo
  /** Interest of the schedule that settling saves. */
  readonly rebate: Kobo
  /** By how much the total grows until the next day. */
  readonly perDay: Kobo
}

/** Interest of each row as it stands, with what it has earned so far. */
const interestRows = ({ instalments }: LoanState) =>
  instalments.map(({ dueDate, due, paid, outstanding, interestEarned }) => ({
    dueDate,
    interestDue: due.interest,
    interestEarned,
    interestCollectable: paid.interest + outstanding.interest,
  }))

function quoteOf(
  state: LoanState,
  rule: SettlementRule,
  rounding: Rounding,
): Omit<SettlementQuote, 'perDay'> {
  const { asOf: date, outstanding, credit, feesToCome } = state
  const rebate = rebates(interestRows(state), date).reduce((sum, part) => sum + part, 0n)
  const interest = outstanding.interest - rebate
  // interest paid ahead may exceed what is left of the principal; nobody is paid for settling
  const settled = outstanding.principal + interest
  const fee = rule.fee && settled > 0n ? share(kobo(settled), rule.fee, rounding) : ZERO
  const total = totalOf(outstanding) - feesToCome - rebate + fee - credit
  return {
    date,
    principal: outstanding.principal,
    interest: kobo(interest),
    fees: kobo(outstanding.fee - feesToCome),
    penalties: outstanding.penalty,
    settlementFee: fee,
    credit,
    total: total > 0n ? kobo(total) : ZERO,
    rebate: kobo(rebate),
  }
}

/** A settlement event of this total and fee on this date closes the loan. */
export function settlementQuote(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  date: LocalDate,
  rule: SettlementRule,
): SettlementQuote {
  const rounding = agreement.terms.rounding ?? 'half-up'
  const known = events.filter(event => event.date <= date)
  const quote = quoteOf(foldLoan(agreement, known, date), rule, rounding)
  const nextDay = quoteOf(foldLoan(agreement, known, addDays(date, 1)), rule, rounding)
  return { ...quote, perDay: kobo(nextDay.total - quote.total) }
}
