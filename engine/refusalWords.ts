import { formatDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { formatNaira } from './money.ts'
import type { Refusal, RefusalName } from './refusals.ts'

/** Why an event may not happen to a loan, in words. */
const WHY: Record<RefusalName, string> = {
  'id-taken': 'this act was already recorded',
  'amount-not-positive': 'the amount must be more than zero',
  'in-the-future': 'the day has not come yet',
  'not-disbursed': 'the loan has not been disbursed',
  'before-disbursement': 'the day is before the disbursement',
  'already-disbursed': 'the loan has already been disbursed',
  'above-approved-principal': 'more than was approved',
  'nothing-outstanding': 'nothing is owed',
  'before-settlement': 'the loan was settled on that day or later',
  'above-outstanding': 'more than is owed of that',
  'above-credit': 'more than the customer’s credit',
  'below-quote': 'less than the settlement figure',
  'written-off': 'the loan is written off',
  'not-written-off': 'the loan is not written off',
  'no-periods': 'at least one period',
  'nothing-to-move': 'no instalment is left to move',
  'event-unknown': 'there is no such event on this loan',
  'already-reversed': 'it was reversed already',
  'reversal-reversed': 'a reversal is not reversed: record it again',
  'already-repaid': 'money has been received since the disbursement',
  'built-upon': 'something else was recorded since the disbursement: reverse that first',
  'credit-already-refunded': 'the customer’s credit was refunded',
}

/** With the figure or the refund that decides, and what to do. */
export function whyRefused({ name, limit, refund }: Refusal, type: LoanEvent['type']): string {
  if (refund) {
    const on = formatDate(refund.on)
    const instead = type === 'reversal' ? 'Reverse that refund first' : `Use ${on} or a later date`
    return `${formatNaira(refund.amount)} of the customer’s credit was refunded on ${on} and cannot be used again. ${instead}`
  }
  const bound = name === 'below-quote' ? 'at least' : 'at most'
  return `${WHY[name]}${limit === undefined ? '' : ` (${bound} ${formatNaira(limit)})`}`
}
