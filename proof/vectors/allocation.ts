/** Cases of kind `allocation` and `arrears`: payments, charges, penalties, payoffs, prepayments, lateness. */

import { totalOf } from '../../engine/allocation.ts'
import { classify, daysLate } from '../../engine/arrears.ts'
import { type DailyState, foldDailyAccount } from '../../engine/daily-account.ts'
import type { LocalDate } from '../../engine/dates.ts'
import type { DayCount } from '../../engine/daycount.ts'
import type { LoanEvent } from '../../engine/events.ts'
import { fraction, plus } from '../../engine/fraction.ts'
import { foldLoan } from '../../engine/loan.ts'
import { type Fraction, kobo } from '../../engine/money.ts'
import { actuarialRebate, periodRateOf } from '../../engine/rebate.ts'
import { buildSchedule } from '../../engine/schedule.ts'
import { instalmentQuote, settlementQuote } from '../../engine/settlement.ts'
import { effectNamed, orderOf, type ReadAgreement, readAgreement } from './agreement.ts'
import {
  count,
  date,
  exact,
  type Fields,
  fields,
  list,
  present,
  rounding,
  text,
  Unsupported,
  type VectorCase,
  word,
} from './case.ts'
import { compareCheckpoint, comparePeriods, firstDifference } from './checkpoints.ts'
import { differs, differsAsPrinted } from './compare.ts'
import { idOf, lastDay, loanEvents, withDisbursement } from './loan-events.ts'
import { frequencyOf, rateOf, toKobo } from './terms.ts'

export function runAllocationCase(c: VectorCase): string | undefined {
  const { input, events, expected } = c
  const named = (pattern: RegExp) => events.some(event => pattern.test(word(event.type)))
  if (present(expected.rebate)) return runRebate(c)
  if (present(expected.checkpoints)) return runCheckpoints(c)
  if (present(expected.ledger)) return runLedger(c)
  if (named(/^quotepayoff|^quotepenalt/)) return runQuotes(c)
  if (events.some(event => word(event.type).startsWith('quote') && present(event.instalment)))
    return runInstalmentQuote(c)
  if (named(/^prepayment|^extraprincipal/)) return runPrepayments(c)
  if (Array.isArray(fields(input.allocation).order)) return runLedger(c)
  throw new Unsupported(`expected ${Object.keys(expected).join(', ')}`)
}

/** `afterEvent: 3` is the loan as it stands once three events have been entered. */
function runCheckpoints(c: VectorCase): string | undefined {
  const { agreement, scale } = readAgreement(c)
  for (const value of list(c.expected.checkpoints)) {
    const checkpoint = fields(value)
    const upTo = count(checkpoint.afterEvent, 'afterEvent')
    const asOf = lastDay(c.events.slice(0, upTo)) ?? agreement.terms.disbursedOn
    const events = withDisbursement(agreement, loanEvents(agreement, c.events, upTo, scale))
    const failure = compareCheckpoint({ state: foldLoan(agreement, events, asOf), scale }, checkpoint)
    if (failure) return failure
  }
  return undefined
}

const inCents = 100n

function runRebate({ input, events, expected }: VectorCase): string | undefined {
  const payoff = fields(events[0])
  const months = count(payoff.afterMonths ?? input.settlementAfterMonths, 'afterMonths')
  const beyond = exact(payoff.plusFraction ?? input.settlementExtraFractionOfMonth ?? '0', 'plusFraction')
  const apr = exact(input.aprPercent, 'aprPercent')
  const rebate = actuarialRebate({
    advance: toKobo(input.principal, inCents, 'principal'),
    instalment: toKobo(input.instalment, inCents, 'instalment'),
    tenor: count(input.term, 'term'),
    paid: months,
    settledAfter: plus(fraction(BigInt(months)), beyond),
    rate: periodRateOf(fraction(apr.numerator, apr.denominator * 100n), periodsPerYear(input.frequency), 6),
  })
  return differs('rebate', expected.rebate, fraction(rebate, inCents))
}

function periodsPerYear(value: unknown): number {
  const { every, unit } = frequencyOf(value ?? 'month')
  return { day: 365, week: 52, semimonth: 24, month: 12, quarter: 4, year: 1 }[unit] / every
}

/** What was paid before the question was asked, as one receipt on the first due date. */
function paidSoFar({ agreement, scale }: ReadAgreement, event: Fields): LoanEvent[] {
  const amount = present(event.paidSoFar) ? toKobo(event.paidSoFar, scale, 'paidSoFar') : kobo(0n)
  const { disbursedOn } = agreement.terms
  const paid: LoanEvent[] = amount > 0n ? [{ id: 'paid', type: 'receipt', date: disbursedOn, amount }] : []
  return withDisbursement(agreement, paid)
}

function runQuotes(c: VectorCase): string | undefined {
  const read = readAgreement(c)
  const { agreement, scale } = read
  for (const event of c.events) {
    const on = date(event.date, 'date')
    const events = paidSoFar(read, event)
    if (word(event.type).startsWith('quotepenalt')) {
      const state = foldLoan(agreement, events, on)
      const row = present(event.instalment)
        ? state.instalments[count(event.instalment, 'instalment') - 1]
        : undefined
      const got = row ? row.outstanding.penalty : state.outstanding.penalty
      const failure = differs('penalties', c.expected.penalties, fraction(got, scale))
      if (failure) return failure
      continue
    }
    const keepsInterest = !/to date|accrued|until the payoff/i.test(text(event.interest) ?? '')
    const quote = settlementQuote(agreement, events, on, { interest: keepsInterest ? 'whole' : 'to-date' })
    const expected = fields(c.expected.payoff)
    const { principal, interest, fees, penalties, total } = quote
    const failure = firstDifference(
      'payoff',
      expected,
      { principal, interest, fees, penalties, total },
      scale,
    )
    if (failure) return failure
  }
  return undefined
}

function runInstalmentQuote(c: VectorCase): string | undefined {
  const { agreement, scale } = readAgreement(c)
  const schedule = buildSchedule(agreement.terms)
  for (const event of c.events) {
    const n = count(event.instalment, 'instalment')
    const { balance, principal } = schedule.rows[n - 1] ?? { balance: 0n, principal: 0n }
    const quote = instalmentQuote(agreement.terms, schedule, n, date(event.date, 'date'))
    const amounts = { ...quote, outstandingPrincipal: balance + principal }
    const failure =
      firstDifference('quote', c.expected, amounts, scale) ??
      firstDifference('payable', fields(c.expected.payable), amounts, scale)
    if (failure) return failure
  }
  return undefined
}

/** Sums to principal on due dates, once or with every instalment. */
function prepayments(c: VectorCase, { agreement, scale }: ReadAgreement): LoanEvent[] {
  const { rows } = buildSchedule(agreement.terms)
  const tagged = c.tags.find(tag => /^reduce/i.test(tag)) ?? 'reduceTerm'
  return c.events.flatMap((event, index) => {
    const effect = effectNamed(event.mode ?? event.effect ?? tagged)
    const amount = toKobo(event.amount, scale, 'prepayment amount')
    const at = (on: LocalDate, part = 0): LoanEvent => ({
      id: `${idOf(index)}-${String(part).padStart(4, '0')}`,
      type: 'receipt',
      date: on,
      toward: 'principal',
      amount,
      effect,
    })
    if (present(event.date)) return [at(date(event.date, 'date'))]
    const single = event.atInstalment ?? event.instalment
    const number = (value: unknown, otherwise: number) =>
      present(value) ? count(value, 'instalment') : otherwise
    const first = number(single ?? event.fromInstalment ?? event.from, 1)
    const last = number(single ?? event.toInstalment ?? event.to, rows.length)
    return rows.filter(({ n }) => n >= first && n <= last).map(row => at(row.dueDate, row.n))
  })
}

function runPrepayments(c: VectorCase): string | undefined {
  const read = readAgreement(c)
  const { agreement, scale } = read
  const events = withDisbursement(agreement, prepayments(c, read))
  const asOf = buildSchedule(agreement.terms).rows.at(-1)?.dueDate ?? agreement.terms.disbursedOn
  const state = foldLoan(agreement, events, asOf)
  const last = state.instalments.at(-1)
  const { expected } = c
  if (
    present(expected.instalments) &&
    count(expected.instalments, 'instalments') !== state.instalments.length
  )
    return `instalments: expected ${text(expected.instalments)}, got ${state.instalments.length}`
  const amounts = {
    instalment: buildSchedule(agreement.terms).instalment,
    lastInstalment: last ? totalOf(last.due) : 0n,
  }
  const totals = { principal: state.due.principal, interest: state.due.interest, total: totalOf(state.due) }
  return (
    firstDifference('loan', expected, amounts, scale) ??
    comparePeriods({ state, scale }, list(expected.periods)) ??
    firstDifference('total', fields(expected.totals), totals, scale)
  )
}

function dailyDayCount(input: Fields): DayCount {
  const year = word(fields(input.dayCount).daysInYear ?? '365')
  if (word(fields(input.dayCount).daysInMonth) === '30') return '30e/360'
  if (year === 'actual') return 'actual/actual-isda'
  const found = (['actual/360', 'actual/364', 'actual/365', 'actual/366'] as const).find(name =>
    name.endsWith(year),
  )
  if (!found) throw new Unsupported(`daysInYear ${year}`)
  return found
}

/** Events of an account without rows. A payoff pays whatever closes the account that day. */
function accountEvents(events: readonly Fields[], scale: bigint): LoanEvent[] {
  return events.flatMap((event, index): LoanEvent[] => {
    const base = { id: idOf(index), sequence: index }
    const amount = () => toKobo(event.amount, scale, 'amount')
    const on = () => date(event.date ?? event.dueDate ?? event.enteredOn, 'date')
    const type = word(event.type)
    if (/^(payoff|settle)/.test(type))
      return [{ ...base, type: 'settlement', date: on(), amount: kobo(0n), rule: { interest: 'to-date' } }]
    if (type.startsWith('disburse')) return [{ ...base, type: 'disbursement', date: on(), amount: amount() }]
    if (/charge|fee$|penalty$/.test(type)) {
      const component = event.penalty === true || type === 'penalty' ? 'penalty' : 'fee'
      const due = date(event.dueDate ?? event.date, 'dueDate')
      return [{ ...base, type: 'charge', date: due, due, component, amount: { flat: amount() } }]
    }
    if (/^(repay|payment|receipt|goodwill|merchant|payoutrefund|refund)/.test(type))
      return [{ ...base, type: 'receipt', date: on(), amount: amount() }]
    if (/^(quote|endofday)/.test(type)) return []
    throw new Unsupported(`event ${text(event.type)}`)
  })
}

function runLedger(c: VectorCase): string | undefined {
  const { input, expected } = c
  const decimals = present(input.currencyDecimals) ? count(input.currencyDecimals, 'currencyDecimals') : 2
  const scale = 10n ** BigInt(decimals)
  const stated = fields(input.rounding)
  const terms = {
    rate: rateOf(input),
    dayCount: dailyDayCount(input),
    ...interestCapOf(input),
    order: orderOf(fields(input.allocation).order ?? fields(input.allocation).due),
    rounding:
      rounding(stated.interest) ??
      rounding(stated.mode) ??
      rounding(list(c.reproducedBy.modes)[0]) ??
      'half-up',
  }
  const events = accountEvents(c.events, scale)
  const stateOn = (on: LocalDate) => foldDailyAccount(terms, events, on)
  for (const value of list(expected.ledger)) {
    const line = fields(value)
    const on = date(line.date, 'ledger date')
    const failure = compareLine(line, on, stateOn(on), scale)
    if (failure) return failure
  }
  const closing = stateOn(lastDay(c.events) ?? date(input.disbursementDate, 'disbursementDate'))
  return comparePayoff(c, closing, scale) ?? comparePayment(c, closing, scale)
}

/** What the last question was answered with: the sum a payoff took, or the figure of the day. */
function comparePayoff(
  { events, expected }: VectorCase,
  state: DailyState,
  scale: bigint,
): string | undefined {
  if (typeof expected.payoff !== 'string') return undefined
  const isPaid = events.some(event => /^(payoff|settle)/.test(word(event.type)))
  const got = isPaid ? (state.entries.at(-1)?.amount ?? 0n) : state.payoff
  return differs('payoff', expected.payoff, fraction(got, scale))
}

function comparePayment({ expected }: VectorCase, state: DailyState, scale: bigint): string | undefined {
  const last = state.entries.at(-1)
  const { interest = 0n, principal = 0n, fee = 0n, penalty = 0n } = last?.parts ?? {}
  const amounts = { interest, principal: principal + (last?.credit ?? 0n), fees: fee, penalties: penalty }
  return firstDifference('payment', fields(expected.payment), amounts, scale)
}

/** A cap on all interest, as a share of the principal. */
function interestCapOf(input: Fields): { readonly interestCap?: Fraction } {
  const cap = fields(input.interestCap)
  const stated = cap.totalPercent ?? cap.percent ?? cap.total ?? text(input.interestCap)
  if (!present(stated)) return {}
  const { numerator, denominator } = exact(stated, 'interestCap')
  return { interestCap: fraction(numerator, denominator * 100n) }
}

/** The source lets principal run negative where the engine shows a credit. */
function compareLine(line: Fields, on: LocalDate, state: DailyState, scale: bigint): string | undefined {
  const paid = state.entries.filter(entry => entry.date === on)
  const sumOf = (read: (entry: DailyState['entries'][number]) => bigint) =>
    paid.reduce((sum, entry) => sum + read(entry), 0n)
  const amounts = {
    amount: sumOf(({ amount }) => amount),
    fees: sumOf(({ parts }) => parts.fee),
    penalties: sumOf(({ parts }) => parts.penalty),
    interest: sumOf(({ parts }) => parts.interest),
    principal: sumOf(({ parts, credit }) => parts.principal + credit),
    principalBalance: state.principal - state.credit,
    chargesBalance: state.fees + state.penalties,
    payoff: state.payoff,
  }
  const { numerator, denominator } = state.accrued
  const accrued = present(line.accruedInterest)
    ? differsAsPrinted(
        `${on} accruedInterest`,
        line.accruedInterest,
        fraction(numerator, denominator * scale),
      )
    : undefined
  return firstDifference(`ledger ${on}`, line, amounts, scale) ?? accrued
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
