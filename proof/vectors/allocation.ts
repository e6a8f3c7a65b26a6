/** Cases of kind `allocation` and `arrears`: payments, charges, penalties, payoffs, prepayments, lateness. */

import { COMPONENTS, type Component, totalOf } from '../../engine/allocation.ts'
import { classify, daysLate } from '../../engine/arrears.ts'
import type { LoanEvent, PrepaymentEffect } from '../../engine/events.ts'
import { fraction } from '../../engine/fraction.ts'
import { foldLoan, type LoanAgreement, type LoanState } from '../../engine/loan.ts'
import { type Kobo, kobo } from '../../engine/money.ts'
import { agreementFor, type ProductTerms, quote } from '../../engine/product.ts'
import { SETTLEMENT_RULE, settlementQuote } from '../../engine/settlement.ts'
import {
  count,
  date,
  exact,
  type Fields,
  fields,
  isFields,
  list,
  notOffered,
  present,
  text,
  type VectorCase,
  word,
} from './case.ts'
import { compareCheckpoint, comparePeriods, firstDifference } from './checkpoints.ts'
import { differs } from './compare.ts'
import { runLedger } from './ledger.ts'
import { disbursementOf, lastDay, loanEvents } from './loanEvents.ts'
import { type Offer, offerOf, toKobo } from './product.ts'

export function runAllocationCase(c: VectorCase): string | undefined {
  const { input, events, expected } = c
  const named = (pattern: RegExp) => events.some(event => pattern.test(word(event.type)))
  if (present(expected.rebate)) return notOffered('a rebate of interest by another rule than to the day')
  if (present(input.interestCap)) return notOffered('a cap on interest')
  if (present(expected.ledger) || present(expected.payment))
    return runLedger(c, orderOf(fields(input.allocation).order))
  if (isFields(input.interestRecalculation)) return runRecalculation(c, input.interestRecalculation)
  if (present(expected.checkpoints)) return runCheckpoints(c, agreementOf(c))
  if (named(/^quotepayoff|^quotepenalt/)) return runQuotes(c)
  if (named(/^prepayment|^extraprincipal/)) return runPrepayments(c)
  if (named(/^quote/)) return notOffered('an instalment quoted for another day than its own')
  return notOffered(`not readable: expected ${Object.keys(expected).join(', ')}`)
}

function componentOf(value: unknown): Component {
  const name = word(value)
  return (
    COMPONENTS.find(each => name.startsWith(each.slice(0, 3))) ?? notOffered(`the component ${text(value)}`)
  )
}

/** The order that a case names; the components it leaves out are charges and come first. */
function orderOf(value: unknown): Component[] {
  const named = list(value).map(componentOf)
  return [...COMPONENTS.filter(component => !named.includes(component)), ...named]
}

function allocationOf(input: Fields): Pick<ProductTerms, 'allocation'> | undefined {
  const stated = fields(input.allocation)
  const due = stated.due ?? (Array.isArray(stated.order) ? stated.order : undefined)
  if (!Array.isArray(due)) return undefined
  const order = orderOf(due)
  if (/across|component by component|horizontal/i.test(text(stated.order) ?? ''))
    return notOffered('money that pays one component of every instalment first')
  if (stated.dueFirst !== true)
    return notOffered('money that pays one instalment after the other, due or not')
  if (present(stated.inAdvance) && orderOf(stated.inAdvance).join() !== order.join())
    return notOffered('another order of payment for what is not due yet')
  return { allocation: { order, beyondDue: 'pay-ahead' } }
}

const EFFECTS: readonly (readonly [RegExp, PrepaymentEffect])[] = [
  [/reduce(emi|instal|install|payment|amount)|smaller|lower/, 'smaller-instalment'],
  [/reduce(term|number|tenor|period)|shorter|fewer/, 'shorter-term'],
  [/adjustlastunpaid/, 'shorter-term'],
  [/nextrepay|inadvance|nextinstal|none/, 'in-advance'],
]

const effectNamed = (value: unknown): PrepaymentEffect =>
  EFFECTS.find(([pattern]) => pattern.test(word(value)))?.[1] ?? notOffered(`the prepayment ${text(value)}`)

type PenaltyOf = NonNullable<ProductTerms['penalty']>['of']

function penaltyBase(value: unknown): PenaltyOf {
  const base = word(value)
  if (/original|initial|disbursed|loanamount/.test(base)) return 'original-principal'
  if (/outstanding|remaining|olb|balance/.test(base)) return 'outstanding-principal'
  if (/total|instal|all/.test(base)) return 'overdue-total'
  const [principal, interest] = [base.includes('principal') || base === 'amount', base.includes('interest')]
  if (principal && interest) return 'overdue-principal-and-interest'
  if (principal) return 'overdue-principal'
  return interest ? 'overdue-interest' : notOffered(`a penalty on ${text(value)}`)
}

function penaltyOf(input: Fields): Pick<ProductTerms, 'penalty'> | undefined {
  if (!isFields(input.penaltyRule)) return undefined
  const rule = input.penaltyRule
  const perDay = rule.perDayPercent ?? rule.percentPerDay ?? rule.dailyPercent
  const stated = perDay ?? rule.percent
  if (!present(stated)) return notOffered('a penalty that is no percentage')
  const { numerator, denominator } = exact(stated, 'penalty percent')
  if ((numerator * 10_000n) % denominator !== 0n) return notOffered('a penalty of more than four decimals')
  const grace = rule.graceDays ?? rule.grace ?? rule.gracePeriodDays
  const daily = present(perDay) || /day|daily/.test(word(rule.timing ?? rule.each))
  return {
    penalty: {
      sharePpm: Number((numerator * 10_000n) / denominator),
      of: penaltyBase(rule.base),
      each: daily ? 'day' : 'once',
      graceDays: present(grace) ? count(grace, 'graceDays') : 0,
      capPpm: null,
    },
  }
}

type Read = Offer & { readonly agreement: LoanAgreement }

function agreementOf(
  c: VectorCase,
  prepayment: PrepaymentEffect = 'in-advance',
  interestBasis: ProductTerms['interestBasis'] = 'schedule',
): Read {
  const offer = offerOf(c, { prepayment, interestBasis, ...allocationOf(c.input), ...penaltyOf(c.input) })
  return { ...offer, agreement: agreementFor(offer.product, offer.wish) }
}

/** Interest follows each day's principal, as with a product's interest on the daily balance. */
function runRecalculation(c: VectorCase, rule: Fields): string | undefined {
  if (word(rule.rest) !== 'daily') return notOffered(`interest that follows the balance ${text(rule.rest)}`)
  if (word(rule.compounding ?? 'none') !== 'none') return notOffered('interest on interest')
  const read = agreementOf(c, effectNamed(rule.onPrepayment), 'daily-balance')
  const { agreement, scale } = read
  const events = loanEvents(agreement, c.events, c.events.length, scale)
  for (const event of events) {
    const state = foldLoan(
      agreement,
      events.filter(each => each.date <= event.date && each !== event),
      event.date,
    )
    const rows = state.instalments
    const isDueDate = rows.some(({ dueDate }) => dueDate === event.date)
    const due = rows
      .filter(({ dueDate }) => dueDate <= event.date)
      .reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0n)
    if (event.type === 'receipt' && !isDueDate && event.amount > due)
      return notOffered('money ahead that pays principal before the interest earned')
  }
  const last = lastDay(c.events)
  const { arrears, nextDue } = foldLoan(agreement, events, last ?? agreement.terms.disbursedOn)
  if (arrears.total > 0n && nextDue) return notOffered('rows to come that count arrears as paid today')
  return runCheckpoints(c, read)
}

/** `afterEvent: 3` is the loan as it stands once three events have been entered. */
function runCheckpoints(c: VectorCase, { agreement, scale }: Read): string | undefined {
  for (const value of list(c.expected.checkpoints)) {
    const checkpoint = fields(value)
    const upTo = count(checkpoint.afterEvent, 'afterEvent')
    const asOf = lastDay(c.events.slice(0, upTo)) ?? agreement.terms.disbursedOn
    const state = foldLoan(agreement, loanEvents(agreement, c.events, upTo, scale), asOf)
    const failure = compareCheckpoint({ state, scale }, checkpoint)
    if (failure) return failure
  }
  return undefined
}

/** What was paid before the question was asked, as one receipt on the day of the disbursement. */
function paidSoFar({ agreement, scale }: Read, event: Fields): LoanEvent[] {
  const amount = present(event.paidSoFar) ? toKobo(event.paidSoFar, scale, 'paidSoFar') : kobo(0n)
  const paid = { id: 'paid', type: 'receipt', date: agreement.terms.disbursedOn, amount } as const
  return [disbursementOf(agreement), ...(amount > 0n ? [paid] : [])]
}

const isToDate = (event: Fields): boolean =>
  /to date|accrued|until the payoff/i.test(text(event.interest) ?? '')

function runQuotes(c: VectorCase): string | undefined {
  const read = agreementOf(c)
  const { agreement, scale } = read
  for (const event of c.events) {
    const on = date(event.date, 'date')
    const events = paidSoFar(read, event)
    if (word(event.type).startsWith('quotepenalt')) {
      const state = foldLoan(agreement, events, on)
      const row = present(event.instalment)
        ? state.instalments[count(event.instalment, 'instalment') - 1]
        : undefined
      const got = (row ?? state).outstanding.penalty
      const failure = differs('penalties', c.expected.penalties, fraction(got, scale))
      if (failure) return failure
      continue
    }
    if (!isToDate(event)) return notOffered('a payoff with interest beyond the day of payment')
    const quoted = settlementQuote(agreement, events, on, SETTLEMENT_RULE)
    const { principal, interest, fees, penalties, total } = quoted
    const amounts = { principal, interest, fees, penalties, total }
    const failure = firstDifference('payoff', fields(c.expected.payoff), amounts, scale)
    if (failure) return failure
  }
  return undefined
}

/** What is paid above the instalments, by the number of the instalment it is paid with. */
function extraWith(c: VectorCase, n: number, scale: bigint): bigint {
  return c.events.reduce((sum, event) => {
    if (present(event.date)) return notOffered('a prepayment between two due dates')
    const single = event.atInstalment ?? event.instalment
    const number = (value: unknown, otherwise: number) =>
      present(value) ? count(value, 'instalment') : otherwise
    const first = number(single ?? event.fromInstalment ?? event.from, 1)
    const last = number(single ?? event.toInstalment ?? event.to, Number.MAX_SAFE_INTEGER)
    return n >= first && n <= last ? sum + toKobo(event.amount, scale, 'prepayment amount') : sum
  }, 0n)
}

function effectOf(c: VectorCase): PrepaymentEffect {
  const effects = new Set(
    c.events.map(event => effectNamed(event.mode ?? event.effect ?? c.input.onPrepayment)),
  )
  const [effect, ...others] = effects
  return effect && others.length === 0 ? effect : notOffered('not readable: the effect of a prepayment')
}

/** Every instalment is paid on its day, together with what is paid above it. */
function payAll(c: VectorCase, { agreement, wish, product, scale }: Read): LoanState {
  const events = [disbursementOf(agreement)]
  const dates = quote(product, wish).schedule.rows.map(({ dueDate }) => dueDate)
  let state = foldLoan(agreement, events, wish.payOutOn)
  for (const [index, dueDate] of dates.entries()) {
    const before = foldLoan(agreement, events, dueDate)
    const row = before.instalments.find(each => each.dueDate === dueDate)
    if (!row) break
    const amount = kobo(totalOf(row.outstanding) + extraWith(c, index + 1, scale))
    const owed = before.outstandingTotal
    events.push({ id: `receipt-${index + 1}`, type: 'receipt', date: dueDate, amount: least(amount, owed) })
    state = foldLoan(agreement, events, dueDate)
  }
  return state
}

const least = (a: Kobo, b: Kobo): Kobo => (a < b ? a : b)

function runPrepayments(c: VectorCase): string | undefined {
  const read = agreementOf(c, effectOf(c))
  const { scale, product, wish } = read
  const state = payAll(c, read)
  const last = state.instalments.at(-1)
  const { expected } = c
  if (
    present(expected.instalments) &&
    count(expected.instalments, 'instalments') !== state.instalments.length
  )
    return `instalments: expected ${text(expected.instalments)}, got ${state.instalments.length}`
  const amounts = {
    instalment: quote(product, wish).schedule.instalment,
    lastInstalment: last ? totalOf(last.due) : 0n,
  }
  const totals = { principal: state.due.principal, interest: state.due.interest, total: totalOf(state.due) }
  return (
    firstDifference('loan', expected, amounts, scale) ??
    comparePeriods({ state, scale }, list(expected.periods)) ??
    firstDifference('total', fields(expected.totals), totals, scale)
  )
}

/** Days past due from dates, and the class where one is asked for. */
export function runArrearsCase({ input, expected }: VectorCase): string | undefined {
  const asOf = date(input.asOf ?? input.date, 'asOf')
  const oldest = input.oldestUnpaidDueDate ?? input.oldestUnpaid ?? input.dueDate
  const got = daysLate(present(oldest) ? date(oldest, 'oldestUnpaidDueDate') : undefined, asOf)
  if (present(expected.daysPastDue) && count(expected.daysPastDue, 'daysPastDue') !== got)
    return `daysPastDue: expected ${text(expected.daysPastDue)}, got ${got}`
  const name = classify(got).name
  return present(expected.classification) && word(expected.classification) !== word(name)
    ? `classification: expected ${text(expected.classification)}, got ${name}`
    : undefined
}
