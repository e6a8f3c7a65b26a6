/** Reads the events of a case in the order of their entry, as the server would record them. */

import type { LocalDate } from '../../engine/dates.ts'
import type { LoanEvent } from '../../engine/events.ts'
import { foldLoan, type LoanAgreement } from '../../engine/loan.ts'
import { refusalOf } from '../../engine/refusals.ts'
import { SETTLEMENT_RULE, settlementQuote } from '../../engine/settlement.ts'
import { count, date, type Fields, notOffered, present, text, word } from './case.ts'
import { toKobo } from './product.ts'

/** What a case calls an event, and what a loan calls it. */
const TYPES: readonly (readonly [RegExp, LoanEvent['type'] | 'none'])[] = [
  [/^(endofday|businessdate|closeofbusiness|cob|advance|asof|state|failedrepayment|failedpayment)/, 'none'],
  [/^(disburse|disbursement|drawdown|payout$)/, 'disbursement'],
  [/^(reverse|undo|revert)/, 'reversal'],
  [/^(creditbalancerefund|refundcredit|refundofcredit|cashrefund)/, 'refund'],
  [/^recover/, 'recovery'],
  [/^writeoff/, 'write-off'],
  [/^(waive|waiver)/, 'waiver'],
  [/^(payoff|settle)/, 'settlement'],
  [/^(addcharge|charge|addfee|addpenalty|fee$|penalty$)/, 'charge'],
  [
    /^(goodwillcredit|payoutrefund|merchantissuedrefund|refund|repay|payment|receipt|instalment|downpayment)/,
    'receipt',
  ],
]

export function typeOf(event: Fields): LoanEvent['type'] | 'none' {
  const name = word(event.type)
  return TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? notOffered(`the event ${text(event.type)}`)
}

/** The business day of entry; the day it takes effect where none is stated. */
const enteredOn = (event: Fields): LocalDate =>
  date(event.enteredOn ?? event.date ?? event.transactionDate ?? event.dueDate, 'enteredOn')

const effectiveOn = (event: Fields): LocalDate => date(event.date ?? event.enteredOn ?? event.dueDate, 'date')

export const idOf = (index: number): string => `event-${String(index + 1).padStart(4, '0')}`

/** The last day that any of the events knows of, which is the day of the source's figures. */
export function lastDay(events: readonly Fields[]): LocalDate | undefined {
  const days = events.flatMap(event => [
    ...(present(event.date) ? [date(event.date, 'date')] : []),
    enteredOn(event),
  ])
  return days.sort().at(-1)
}

/** The n-th payment on a day, in the order of entry. */
function reversed(events: readonly Fields[], index: number): string {
  const event = events[index] ?? {}
  const day = event.transactionDate ?? event.of ?? event.date
  const nth = present(event.nthOnDate) ? count(event.nthOnDate, 'nthOnDate') : 1
  const candidates = events
    .slice(0, index)
    .flatMap((each, at) => (typeOf(each) === 'receipt' && text(each.date) === text(day) ? [at] : []))
  const found = candidates[nth - 1]
  return found === undefined ? notOffered('not readable: a reversal of no payment') : idOf(found)
}

function chargeOf(
  event: Fields,
  scale: bigint,
): Pick<LoanEvent & { type: 'charge' }, 'component' | 'amount' | 'due'> {
  if (present(event.percent)) return notOffered('a charge as a share of the loan')
  if (present(event.when)) return notOffered(`a charge collected ${text(event.when)}`)
  const due = date(event.dueDate ?? event.date ?? event.enteredOn, 'dueDate')
  if (due > enteredOn(event)) return notOffered('a charge that falls due after it is entered')
  const isPenalty = event.penalty === true || /penalty/.test(word(event.type))
  return {
    due,
    component: isPenalty ? 'penalty' : 'fee',
    amount: { flat: toKobo(event.amount, scale, 'charge amount') },
  }
}

function eventOf(
  agreement: LoanAgreement,
  before: readonly LoanEvent[],
  events: readonly Fields[],
  index: number,
  scale: bigint,
): LoanEvent | undefined {
  const event = events[index] ?? {}
  const base = { id: idOf(index), sequence: index + 1, enteredOn: enteredOn(event) }
  const amount = () => toKobo(event.amount, scale, 'amount')
  const type = typeOf(event)
  switch (type) {
    case 'none':
      return undefined
    case 'charge': {
      const charge = chargeOf(event, scale)
      return typeof charge.due === 'string' ? { ...base, type, date: charge.due, ...charge } : undefined
    }
    case 'reversal':
      return { ...base, type, date: base.enteredOn, of: reversed(events, index) }
    case 'waiver': {
      if (!word(event.type).includes('interest')) return notOffered('a waiver of one charge')
      const { outstanding } = foldLoan(agreement, before, base.enteredOn)
      return {
        ...base,
        type,
        date: base.enteredOn,
        of: { component: 'interest' },
        amount: present(event.amount) ? amount() : outstanding.interest,
      }
    }
    case 'write-off':
      return { ...base, type, date: base.enteredOn }
    case 'disbursement':
    case 'receipt':
    case 'recovery':
      return { ...base, type, date: effectiveOn(event), amount: amount() }
    case 'settlement': {
      if (present(event.amount)) return notOffered('a payoff of a stated amount')
      const day = effectiveOn(event)
      const { total, settlementFee } = settlementQuote(agreement, before, day, SETTLEMENT_RULE)
      return { ...base, type, date: day, amount: total, fee: settlementFee, rule: SETTLEMENT_RULE }
    }
    case 'refund':
      return { ...base, type, date: base.enteredOn, amount: amount() }
    default:
      return notOffered(`the event ${text(event.type)}`)
  }
}

/** The first `upTo` events of a case. */
export function loanEvents(
  agreement: LoanAgreement,
  events: readonly Fields[],
  upTo: number,
  scale: bigint,
): LoanEvent[] {
  const result = events.some(event => typeOf(event) === 'disbursement') ? [] : [disbursementOf(agreement)]
  for (const index of events.slice(0, upTo).keys()) {
    const event = eventOf(agreement, result, events, index, scale)
    if (!event) continue
    const refusal = refusalOf(agreement, result, event, event.enteredOn ?? event.date)
    if (refusal) notOffered(`a ${event.type} that the server refuses: ${refusal.name}`)
    result.push(event)
  }
  return result
}

/** A case that only says when the loan was disbursed has no event for it. */
export const disbursementOf = ({ terms: { disbursedOn, principal } }: LoanAgreement): LoanEvent => ({
  id: 'event-0000',
  type: 'disbursement',
  date: disbursedOn,
  amount: principal,
})
