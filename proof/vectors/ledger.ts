/** Cases of interest on the daily balance: how each payment divides, and what would close the loan on a day. */

import { type Component, totalOf } from '../../engine/allocation.ts'
import type { LoanEvent } from '../../engine/events.ts'
import { foldLoan, type LoanAgreement } from '../../engine/loan.ts'
import { agreementFor, quote } from '../../engine/product.ts'
import { SETTLEMENT_RULE, settlementQuote } from '../../engine/settlement.ts'
import { date, fields, list, notOffered, present, text, type VectorCase } from './case.ts'
import { firstDifference, partAmounts } from './checkpoints.ts'
import { loanEvents } from './loanEvents.ts'
import { type Offer, offerOf, toKobo } from './product.ts'

type Loan = Offer & { readonly agreement: LoanAgreement; readonly events: readonly LoanEvent[] }

/** What is left of a payment after charges and interest reduces the principal that day. */
export function runLedger(c: VectorCase, order: readonly Component[]): string | undefined {
  const loan = readLoan(c, order)
  refuseOtherInterest(c, loan)
  const lines = list(c.expected.ledger).map(fields)
  for (const line of lines) {
    const failure = compareLine(loan, line)
    if (failure) return failure
  }
  const last = foldLoan(loan.agreement, loan.events, lastDue(loan)).entries.at(-1)
  return last && firstDifference('payment', fields(c.expected.payment), partAmounts(last.parts), loan.scale)
}

function readLoan(c: VectorCase, order: readonly Component[]): Loan {
  const rows = list(c.input.schedule).map(fields)
  const input = { firstDueDate: rows[0]?.dueDate, ...c.input }
  const offer = offerOf(
    { ...c, input },
    {
      interestBasis: 'daily-balance',
      allocation: { order, beyondDue: 'pay-ahead' },
      prepayment: 'shorter-term',
    },
  )
  const { rows: quoted } = quote(offer.product, offer.wish).schedule
  const isAgreed = rows.some(({ dueDate, total }, n) => {
    const isLast = n === rows.length - 1
    return (
      quoted[n]?.dueDate !== text(dueDate) ||
      (!isLast && quoted[n]?.total !== toKobo(total, offer.scale, 'total'))
    )
  })
  if (isAgreed) notOffered('an instalment agreed beforehand')
  const agreement = agreementFor(offer.product, offer.wish)
  return { ...offer, agreement, events: loanEvents(agreement, c.events, c.events.length, offer.scale) }
}

const lastDue = ({ product, wish }: Offer) => quote(product, wish).lastDueOn

function refuseOtherInterest({ input }: VectorCase, loan: Loan): void {
  const { agreement, events, product, wish } = loan
  if (events.some(event => event.date > lastDue(loan))) notOffered('interest after the last due date')
  const days = quote(product, wish).schedule.rows.map(({ dueDate }) => dueDate)
  const roundsAtPayment = /moment of payment/i.test(text(fields(input.rounding).interest) ?? '')
  for (const event of events) {
    if (event.type !== 'receipt') continue
    if (roundsAtPayment && !days.includes(event.date)) notOffered('interest rounded at every payment')
    const before = foldLoan(
      agreement,
      events.filter(each => each.date < event.date),
      event.date,
    )
    if (before.arrears.total > 0n) notOffered('money that pays all interest before any principal')
  }
}

function compareLine(
  { agreement, events, scale }: Loan,
  line: ReturnType<typeof fields>,
): string | undefined {
  const on = date(line.date, 'date')
  const known = events.filter(event => event.date <= on)
  const { entries, outstanding } = foldLoan(agreement, known, on)
  const payment = entries.findLast(each => each.date === on && ['receipt', 'settlement'].includes(each.type))
  if (present(line.amount) && !payment) return `payment of ${on}: not found`
  const amounts = {
    ...(payment ? { amount: payment.amount, ...partAmounts(payment.parts) } : {}),
    principalBalance: outstanding.principal,
    chargesBalance: outstanding.fee + outstanding.penalty,
    payoff: totalOf(outstanding) === 0n ? 0n : settlementQuote(agreement, known, on, SETTLEMENT_RULE).total,
  }
  return firstDifference(`on ${on}:`, line, amounts, scale)
}
