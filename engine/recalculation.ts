/**
 * Rows of a loan whose interest follows the balance day by day: a late instalment keeps bearing interest
 * until it is paid, an early one stops on the day it arrives. Rows are found again from the whole history;
 * what is overdue on the day of asking counts as paid that day, and what is to come as paid on time.
 */

import { type Factors, factors } from './accrual.ts'
import { type AllocationRule, type Component, type Debt, type Debtor, settle } from './allocation.ts'
import type { PlannedRow } from './book.ts'
import { daysBetween, type LocalDate } from './dates.ts'
import type { PrepaymentEffect } from './events.ts'
import { fraction, plus } from './fraction.ts'
import { divide, type Fraction, type Rounding } from './money.ts'
import { remainingTerms } from './replan.ts'
import { buildSchedule } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

export type DailyInterest = {
  /** The level instalment as the schedule finds it, or from the first period's length for every row. */
  readonly level: 'as-scheduled' | 'first-period'
  /** Interest is rounded for each stretch of constant balance, or once for the row. */
  readonly rounds: 'each-stretch' | 'each-row'
  /** A row paid in full ahead of its day earns on, or stops and leaves the rest of its days to the next. */
  readonly paidEarly: 'earns-on' | 'stops'
}

export type Payment = {
  readonly date: LocalDate
  readonly amount: bigint
  /** Straight to principal, past what is due. */
  readonly toPrincipal: boolean
  readonly effect: PrepaymentEffect
  /** Closes the loan when it covers all that is owed that day. */
  readonly settles: boolean
  /** Forgives this component of rows past due instead of bringing money. */
  readonly waives?: Component
}

export type DatedCharge = {
  readonly component: 'fee' | 'penalty'
  readonly dueDate: LocalDate
  readonly amount: bigint
}

export type Recalculation = {
  readonly terms: LoanTerms
  readonly daily: DailyInterest
  readonly allocation: AllocationRule
  /** The pay-out and every due date. */
  readonly boundaries: readonly LocalDate[]
  /** In date order. */
  readonly payments: readonly Payment[]
  readonly charges: readonly DatedCharge[]
  /** What earlier terms left unpaid, which comes first. */
  readonly standing: readonly Debtor[]
  readonly asOf: LocalDate
}

export type RecalculatedRows = {
  readonly rows: readonly PlannedRow[]
  /** Interest of the running row earned by the day of asking. */
  readonly accrued: bigint
}

const NOTHING: Fraction = fraction(0n)

type OpenDebt = Debt & { owed: bigint }
type WalkedRow = { readonly debts: readonly OpenDebt[]; readonly principal: OpenDebt }

type Walk = {
  readonly plan: Recalculation
  readonly factors: Factors
  readonly rounding: Rounding
  /** Fees the schedule itself asks for, row by row. */
  readonly fees: readonly bigint[]
  readonly rows: WalkedRow[]
  level: bigint
  /** Principal the schedule leaves after the rows walked so far. */
  balance: bigint
  /** Principal that bears interest today. */
  bearing: bigint
  /** Paid ahead of the rows walked so far. */
  carried: bigint
  /** Interest that rows paid early left for the next. */
  passedOn: Fraction
}

/** One period on its way. */
type Period = {
  readonly row: number
  readonly start: LocalDate
  readonly due: LocalDate
  readonly fees: bigint
  readonly charges: readonly DatedCharge[]
  chargesLeft: bigint
  /** What the row still asks for; the last row takes whatever comes. */
  instalmentLeft: bigint | undefined
  cursor: LocalDate
  /** Exact, or a sum of rounded stretches. */
  interest: Fraction
  isPaidEarly: boolean
  isClosing: boolean
  paid: bigint
  extra: bigint
  effect: PrepaymentEffect
}

export function recalculate(plan: Recalculation): RecalculatedRows {
  const { boundaries, payments, asOf } = plan
  const walk = begin(plan)
  const rows: PlannedRow[] = []
  let accrued = 0n
  for (let row = 0; row < boundaries.length - 1 && walk.balance > 0n; row += 1) {
    const period = openPeriod(walk, row)
    for (const payment of payments) {
      const earlier = row === 0 ? payment.date < period.start : payment.date <= period.start
      if (!earlier && payment.date <= period.due) takePayment(walk, period, payment)
    }
    // what rows paid early passed on is earned on the first day already
    if (period.start === asOf) accrued = roundedOf(walk, period.interest)
    if (period.start < asOf && asOf < period.due) {
      accrueTo(walk, period, asOf)
      accrued = roundedOf(walk, plus(period.interest, walk.passedOn))
      walk.bearing -= overduePrincipal(walk)
    }
    accrueTo(walk, period, period.due)
    rows.push(closePeriod(walk, period))
    if (period.isClosing) rows.push(...feesToCome(walk, row + 1))
  }
  return { rows, accrued }
}

/** Rows after an early settlement ask for nothing but their fees, which outlive it. */
function feesToCome({ fees, plan: { boundaries } }: Walk, from: number): PlannedRow[] {
  return fees.slice(from).map((part, index) => ({
    periodStart: boundaries[from + index] as LocalDate,
    dueDate: boundaries[from + index + 1] as LocalDate,
    principal: 0n,
    interest: 0n,
    fees: part,
    balance: 0n,
  }))
}

function begin(plan: Recalculation): Walk {
  const { terms, boundaries } = plan
  const { rate, frequency, accrual = 'nominal', nominalYearDays = 365, rounding = 'half-up' } = terms
  const charged = factors({ rate, frequency, accrual, nominalYearDays }, boundaries)
  const { financed, rows } = buildSchedule(terms)
  const fees = rows.map(row => row.fees)
  const standing = plan.standing.map(({ debts }) => ({
    debts: debts.map(debt => ({ ...debt })),
    principal: { component: 'principal' as const, dueDate: terms.disbursedOn, owed: 0n },
  }))
  const walk = { plan, factors: charged, rounding, fees, rows: standing, level: 0n }
  const begun: Walk = { ...walk, balance: financed, bearing: financed, carried: 0n, passedOn: NOTHING }
  begun.level = terms.instalment ?? levelFrom(begun, 0)
  return begun
}

/** The level instalment that repays the balance from a row on. */
function levelFrom({ plan, factors: { base, parts }, balance }: Walk, row: number): bigint {
  const { terms, boundaries, daily } = plan
  const [from, firstDueOn] = [boundaries[row], boundaries[row + 1]]
  if (from === undefined || firstDueOn === undefined || balance <= 0n) return 0n
  const left = remainingTerms(terms, balance, from, firstDueOn, boundaries.length - 1 - row)
  if (daily.level === 'as-scheduled') return buildSchedule(left).instalment
  const value = { numerator: parts[0] ?? 0n, denominator: base }
  return buildSchedule({ ...left, rate: { value, per: 'period' } }).instalment
}

function openPeriod(walk: Walk, row: number): Period {
  const { boundaries, charges } = walk.plan
  const [start, due] = [boundaries[row] as LocalDate, boundaries[row + 1] as LocalDate]
  const ofRow = charges.filter(({ dueDate }) => dueDate <= due && (row === 0 || dueDate > start))
  const fees = walk.fees[row] ?? 0n
  const chargesLeft = ofRow.reduce((sum, { amount }) => sum + amount, fees)
  const last = row === boundaries.length - 2
  const period: Period = {
    row,
    start,
    due,
    fees,
    charges: ofRow,
    chargesLeft,
    instalmentLeft: last ? undefined : walk.level,
    cursor: start,
    interest: walk.passedOn,
    isPaidEarly: false,
    isClosing: false,
    paid: 0n,
    extra: 0n,
    effect: 'in-advance',
  }
  walk.passedOn = NOTHING
  walk.carried -= toward(walk, period, walk.carried)
  return period
}

/** Gives an amount to the running row, charges first, and returns how much the row took. */
function toward({ plan }: Walk, period: Period, amount: bigint): bigint {
  const charges = amount < period.chargesLeft ? amount : period.chargesLeft
  const rest = amount - charges
  const { instalmentLeft } = period
  const instalment = instalmentLeft === undefined || rest < instalmentLeft ? rest : instalmentLeft
  period.chargesLeft -= charges
  if (instalmentLeft !== undefined) period.instalmentLeft = instalmentLeft - instalment
  period.paid += charges + instalment
  period.isPaidEarly =
    plan.daily.paidEarly === 'stops' && period.instalmentLeft === 0n && period.chargesLeft === 0n
  return charges + instalment
}

/** Interest of a row still running follows the balance; only what is past due can be forgiven. */
export const waiverOfPastDue = (component: Component): AllocationRule => [
  { settles: ['past-due'], order: [component], by: 'instalment' },
]

function forgive(walk: Walk, { date, amount }: Payment, component: Component): void {
  settle(walk.rows, amount, date, waiverOfPastDue(component), (debt: OpenDebt, part) => {
    debt.owed -= part
    if (component === 'principal') walk.bearing -= part
  })
}

/** Overdue rows first, then the running row, then beyond; only charges and old interest spare the balance. */
function takePayment(walk: Walk, period: Period, payment: Payment): void {
  accrueTo(walk, period, payment.date)
  if (payment.waives) {
    forgive(walk, payment, payment.waives)
    return
  }
  if (payment.settles && payment.amount >= toSettle(walk, period)) {
    period.interest = plus(period.interest, walk.passedOn)
    period.isClosing = true
    walk.passedOn = NOTHING
    walk.bearing = 0n
  }
  let left = payment.amount
  if (!payment.toPrincipal) {
    left = settle(walk.rows, left, payment.date, walk.plan.allocation, (debt: OpenDebt, paid) => {
      debt.owed -= paid
      if (debt.component === 'principal') walk.bearing -= paid
    })
    const chargesBefore = period.chargesLeft
    const taken = toward(walk, period, left)
    walk.bearing -= taken - (chargesBefore - period.chargesLeft)
    left -= taken
  }
  if (left === 0n) return
  walk.bearing -= left
  if (payment.effect === 'in-advance' && !payment.toPrincipal) {
    walk.carried += left
    return
  }
  period.extra += left
  period.effect = payment.effect
}

/** All that is owed on a day of the running period, charges to come included. */
function toSettle(walk: Walk, period: Period): bigint {
  const { rows, balance, carried, fees, plan } = walk
  const overdue = rows.reduce((sum, { debts }) => debts.reduce((each, { owed }) => each + owed, sum), 0n)
  const laterCharges = plan.charges.reduce(
    (sum, each) => (each.dueDate > period.due ? sum + each.amount : sum),
    0n,
  )
  const laterFees = fees.slice(period.row + 1).reduce((sum, fee) => sum + fee, 0n)
  const charged = period.charges.reduce((sum, { amount }) => sum + amount, period.fees)
  const interest = roundedOf(walk, plus(period.interest, walk.passedOn))
  return (
    overdue + charged + balance + interest - period.paid - period.extra - carried + laterCharges + laterFees
  )
}

/** Interest of the days since the last change of balance. */
function accrueTo(walk: Walk, period: Period, date: LocalDate): void {
  const { base, parts } = walk.factors
  const days = daysBetween(period.start, period.due)
  const elapsed = daysBetween(period.cursor, date)
  period.cursor = date
  if (elapsed <= 0 || walk.bearing <= 0n) return
  const exact = {
    numerator: walk.bearing * (parts[period.row] ?? 0n) * BigInt(elapsed),
    denominator: base * BigInt(days),
  }
  const earned = walk.plan.daily.rounds === 'each-row' ? exact : fraction(roundedOf(walk, exact))
  if (period.isPaidEarly) walk.passedOn = plus(walk.passedOn, earned)
  else period.interest = plus(period.interest, earned)
}

const roundedOf = ({ rounding }: Walk, { numerator, denominator }: Fraction): bigint =>
  divide(numerator, denominator, rounding)

const overduePrincipal = ({ rows }: Walk): bigint =>
  rows.reduce((sum, { principal }) => sum + principal.owed, 0n)

const atMost = (amount: bigint, limit: bigint): bigint => (amount < limit ? amount : limit)

function closePeriod(walk: Walk, period: Period): PlannedRow {
  const { plan, balance } = walk
  const interest = roundedOf(walk, period.interest)
  const last = period.instalmentLeft === undefined || period.isClosing
  const regular = walk.level > interest ? atMost(walk.level - interest, balance) : 0n
  const extra = atMost(period.extra, balance - regular)
  const principal = last ? balance : regular + extra
  walk.balance -= principal
  walk.rows.push(openRow(period, principal, interest))
  settle(
    walk.rows.slice(-1),
    period.paid + period.extra,
    period.due,
    plan.allocation,
    (debt: OpenDebt, paid) => {
      debt.owed -= paid
    },
  )
  const stillOverdue = period.due < plan.asOf ? overduePrincipal(walk) : 0n
  walk.bearing = walk.balance + stillOverdue - walk.carried
  if (extra > 0n && period.effect === 'smaller-instalment') walk.level = levelFrom(walk, period.row + 1)
  return {
    periodStart: period.start,
    dueDate: period.due,
    principal,
    interest,
    fees: period.fees,
    balance: walk.balance,
  }
}

function openRow({ due, fees, charges }: Period, principal: bigint, interest: bigint): WalkedRow {
  const owed = { component: 'principal' as const, dueDate: due, owed: principal }
  const debts: OpenDebt[] = [owed, { component: 'interest', dueDate: due, owed: interest }]
  if (fees > 0n) debts.push({ component: 'fee', dueDate: due, owed: fees })
  for (const { component, dueDate, amount } of charges) debts.push({ component, dueDate, owed: amount })
  return { debts, principal: owed }
}
