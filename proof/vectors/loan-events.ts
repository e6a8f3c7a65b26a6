/** Reads the events of a case in the order they were entered, as events of a loan. */

import type { LocalDate } from '../../engine/dates.ts'
import type { LoanEvent } from '../../engine/events.ts'
import { fraction } from '../../engine/fraction.ts'
import { foldLoan, type LoanAgreement } from '../../engine/loan.ts'
import { kobo } from '../../engine/money.ts'
import type { FeeAmount } from '../../engine/terms.ts'
import { count, date, exact, type Fields, present, text, Unsupported, word } from './case.ts'
import { toKobo } from './terms.ts'

/** What a case calls an event, and what a loan calls it. */
const TYPES: readonly (readonly [RegExp, LoanEvent['type'] | 'clock'])[] = [
  [/^(endofday|businessdate|closeofbusiness|cob|advance|asof|state)/, 'clock'],
  [/^(disburse|disbursement|drawdown|payout$)/, 'disbursement'],
  [/^(reverse|undo|revert)/, 'reversal'],
  [/^(creditbalancerefund|refundcredit|refundofcredit|cashrefund)/, 'refund'],
  [/^recover/, 'recovery'],
  [/^writeoff/, 'write-off'],
  [/^(waive|waiver)/, 'waiver'],
  [/^(addcharge|charge|addfee|addpenalty|fee$|penalty$)/, 'charge'],
  [
    /^(goodwillcredit|payoutrefund|merchantissuedrefund|refund|repay|payment|receipt|instalment|downpayment)/,
    'receipt',
  ],
  [/^(prepayment|extraprincipal|overpayment|early)/, 'receipt'],
]

export function typeOf(event: Fields): LoanEvent['type'] | 'clock' {
  const name = word(event.type)
  const found = TYPES.find(([pattern]) => pattern.test(name))?.[1]
  if (!found) throw new Unsupported(`event ${text(event.type)}`)
  return found
}

const isMoney = (event: Fields): boolean => typeOf(event) === 'receipt'

/** The business day of entry; the day it takes effect where none is stated. */
const enteredOn = (event: Fields): LocalDate | undefined => {
  const stated = event.enteredOn ?? event.date ?? event.transactionDate ?? event.dueDate
  return present(stated) ? date(stated, 'enteredOn') : undefined
}

const effectiveOn = (event: Fields): LocalDate => date(event.date ?? event.enteredOn ?? event.dueDate, 'date')

export const idOf = (index: number): string => `event-${String(index + 1).padStart(4, '0')}`

/** The last day any of the events knows of, which is the day the source looks at the loan. */
export function lastDay(events: readonly Fields[]): LocalDate | undefined {
  const days = events.flatMap(event => {
    const effective = present(event.date) ? [date(event.date, 'date')] : []
    const entered = enteredOn(event)
    return entered === undefined ? effective : [...effective, entered]
  })
  return days.sort().at(-1)
}

const latest = (days: readonly LocalDate[]): LocalDate | undefined => days.toSorted().at(-1)

/**
 * From which day receipts see a charge. A charge entered before a receipt is there for it, whatever its
 * dates; one dated into the past, or one that a later correction replays, has been there all along.
 */
function chargeableFrom(events: readonly Fields[], index: number): LocalDate {
  const charge = events[index] ?? {}
  const due = present(charge.dueDate) ? date(charge.dueDate, 'dueDate') : undefined
  const entered = enteredOn(charge)
  const paidBefore = latest(events.slice(0, index).filter(isMoney).map(effectiveOn))
  const after = events.slice(index + 1)
  const isBackdated = (event: Fields) =>
    isMoney(event) && paidBefore !== undefined && effectiveOn(event) < paidBefore
  const isReplayed =
    (due !== undefined && paidBefore !== undefined && due < paidBefore) ||
    after.some(event => typeOf(event) === 'reversal' || isBackdated(event))
  const opening = events.find(event => typeOf(event) === 'disbursement')
  if (isReplayed && opening) return effectiveOn(opening)
  const days = [entered, due, ...after.filter(isMoney).map(effectiveOn)].filter(day => day !== undefined)
  const earliest = days.sort().at(0)
  if (earliest === undefined) throw new Unsupported('a charge without a date')
  return earliest
}

function chargeAmount(event: Fields, scale: bigint): FeeAmount {
  if (!present(event.percent)) return { flat: toKobo(event.amount, scale, 'charge amount') }
  const { numerator, denominator } = exact(event.percent, 'percent')
  const base = word(event.base ?? 'principal')
  const [ofPrincipal, ofInterest] = [/principal|loan|amount|disburs/.test(base), base.includes('interest')]
  if (!ofPrincipal && !ofInterest) throw new Unsupported(`charge base ${text(event.base)}`)
  const of = ofInterest ? (ofPrincipal ? 'principal-and-interest' : 'interest') : 'principal'
  return { share: fraction(numerator, denominator * 100n), of }
}

function dueOf(event: Fields): LocalDate | 'every-instalment' | 'pay-out' {
  const when = word(event.when)
  if (/disburs|payout|upfront/.test(when)) return 'pay-out'
  if (/every|each|instal/.test(when)) return 'every-instalment'
  return date(event.dueDate ?? event.date ?? event.enteredOn, 'dueDate')
}

/** The n-th payment on a day, in the order they were entered. */
function reversed(events: readonly Fields[], index: number): string {
  const event = events[index] ?? {}
  const day = event.transactionDate ?? event.of ?? event.date
  const nth = present(event.nthOnDate) ? count(event.nthOnDate, 'nthOnDate') : 1
  const candidates = events
    .slice(0, index)
    .flatMap((each, at) => (isMoney(each) && text(each.date) === text(day) ? [at] : []))
  const found = candidates[nth - 1]
  if (found === undefined) throw new Unsupported(`reversal of payment ${nth} on ${text(day)}`)
  return idOf(found)
}

function waiver(
  agreement: LoanAgreement,
  before: readonly LoanEvent[],
  event: Fields,
  id: string,
  scale: bigint,
): LoanEvent {
  const on = effectiveOn(event)
  const given = present(event.amount) ? toKobo(event.amount, scale, 'waiver amount') : undefined
  const name = word(event.type)
  const state = foldLoan(agreement, before, on)
  if (name.includes('interest'))
    return {
      type: 'waiver',
      id,
      date: on,
      of: { component: 'interest' },
      amount: given ?? state.outstanding.interest,
    }
  const open = state.charges.filter(
    charge =>
      charge.outstanding > 0n &&
      (!present(event.dueDate) || charge.dueDate === event.dueDate) &&
      (typeof event.penalty !== 'boolean' || (charge.component === 'penalty') === event.penalty),
  )
  const charge = open.at(-1)
  if (!charge) throw new Unsupported('a waiver without an open charge')
  return { type: 'waiver', id, date: on, of: { charge: charge.id }, amount: given ?? charge.outstanding }
}

/** The first `upTo` events, as the loan sees them. */
export function loanEvents(
  agreement: LoanAgreement,
  all: readonly Fields[],
  upTo: number,
  scale: bigint,
): LoanEvent[] {
  const events = all.slice(0, upTo)
  const result: LoanEvent[] = []
  for (const [index, event] of events.entries()) {
    const id = idOf(index)
    const type = typeOf(event)
    if (type === 'clock') continue
    const base = { id, sequence: index }
    const amount = () => toKobo(event.amount, scale, 'amount')
    if (type === 'charge') {
      const due = dueOf(event)
      const component = event.penalty === true || /penalty/.test(word(event.type)) ? 'penalty' : 'fee'
      const from = chargeableFrom(events, index)
      result.push({ ...base, type, date: from, due, component, amount: chargeAmount(event, scale) })
    } else if (type === 'reversal') {
      const on = date(event.enteredOn ?? event.date ?? event.transactionDate, 'reversal date')
      result.push({ ...base, type, date: on, of: reversed(events, index) })
    } else if (type === 'waiver') result.push(waiver(agreement, result, event, id, scale))
    else if (type === 'write-off') result.push({ ...base, type, date: effectiveOn(event), interest: 'whole' })
    else if (type === 'disbursement' || type === 'receipt' || type === 'recovery' || type === 'refund')
      result.push({ ...base, type, date: effectiveOn(event), amount: amount() })
    else throw new Unsupported(`event ${type}`)
  }
  return result.length === 0 ? [] : withDisbursement(agreement, result)
}

/** A case that only says when the loan was paid out has no event for it. */
export function withDisbursement(agreement: LoanAgreement, events: readonly LoanEvent[]): LoanEvent[] {
  const { disbursedOn, principal } = agreement.terms
  if (events.some(({ type }) => type === 'disbursement')) return [...events]
  return [{ id: 'event-0000', type: 'disbursement', date: disbursedOn, amount: kobo(principal) }, ...events]
}
