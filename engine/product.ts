/**
 * What a lender offers, and what one loan of it costs. A product is data; `agreementFor` turns it and an applicant's
 * wish into the terms the engine runs on, and `quote` into the figures a borrower must see before signing.
 */

import { type AllocationRule, type Component, dueOnly, dueThenInAdvance } from './allocation.ts'
import type { AwaitedFiles } from './awaited.ts'
import { type Frequency, firstPayDay, monthsOf, stepBy, type WeekendMove } from './calendar.ts'
import { isByDailyBalance } from './dailyBalance.ts'
import { daysBetween, type LocalDate, localDate, type PayMonth, payMonthOf } from './dates.ts'
import type { PrepaymentEffect } from './events.ts'
import { ppmOf } from './fraction.ts'
import type { LoanAgreement } from './loan.ts'
import { formatNaira, type Kobo, kobo, type Rounding, ZERO } from './money.ts'
import { passedOnOf } from './passedOn.ts'
import type { PenaltyRule } from './penalty.ts'
import { aprOf, type LoanApr } from './rates.ts'
import { type Accrual, buildSchedule, feeAmount } from './schedule.ts'
import type { Fee, LoanTerms, Schedule } from './terms.ts'

/** How often instalments fall due. `one-payment` falls due once, after as many months as the tenor says. */
export type RepaymentFrequency = {
  readonly code: string
  readonly name: string
  readonly rhythm: 'weekly' | 'two-weekly' | 'monthly' | 'quarterly' | 'one-payment'
  /** The day of the month instalments belong to (the pay day); 31 is the last day of any month. */
  readonly anchorDay: number | null
  /** `payroll`: the first pay day that the cut-off allows. `one-period`: one period after the pay-out. */
  readonly firstDue: 'payroll' | 'one-period'
}

export type ProductFee = {
  readonly name: string
  /** `every-instalment` asks for the whole amount again with each row. */
  readonly collected: 'deducted' | 'capitalised' | 'spread' | 'every-instalment'
  readonly flat: Kobo | null
  /** In parts per million; used when `flat` is null. */
  readonly sharePpm: number
  /** What it is a share of; the amount borrowed when absent. Only a fee in the rows can be a share of their interest. */
  readonly of?: 'principal' | 'interest' | 'principal-and-interest' | undefined
  /** Whose it is after VAT; income of the lender when absent. */
  readonly goesTo?: 'income' | 'insurer' | undefined
  /** The rate of the VAT that the fee contains; none when absent. */
  readonly vatPpm?: number | undefined
}

export type ProductTerms = {
  readonly interest: 'flat' | 'reducing'
  readonly repayment: 'equal-instalments' | 'equal-principal'
  /** 4% = 40,000 parts per million. */
  readonly ratePpm: number
  readonly ratePer: 'month' | 'year'
  /** The day counts a lender may choose; the engine knows more, for other books. */
  readonly accrual: Extract<
    Accrual,
    | 'nominal'
    | 'actual/360'
    | 'actual/365'
    | 'actual/actual-isda'
    | 'actual/actual-start'
    | '30/360-us'
    | '30e/360'
  >
  readonly frequency: RepaymentFrequency
  /** What interest is counted on: the balance of the schedule, which is what absent means, or that of each day. */
  readonly interestBasis?: LoanTerms['interestBasis'] | undefined
  /**
   * Interest of a first period that is shorter or longer than the others: that of a `whole` period, as in terms from
   * before there was a choice, or its part `by-days`. Day counts other than `nominal` charge every period by its days.
   */
  readonly firstPeriod?: 'whole' | 'by-days' | undefined
  /** Monthly and quarterly instalments that fall on a weekend: unmoved when absent. */
  readonly weekend?: 'unmoved' | WeekendMove | undefined
  /** Equal instalments on a reducing balance: the last one takes the rest, or is never above the others. */
  readonly lastInstalment?: 'takes-rest' | 'not-above' | undefined
  readonly leastAmount: Kobo
  readonly mostAmount: Kobo
  readonly leastTenor: number
  readonly mostTenor: number
  readonly fees: readonly ProductFee[]
  readonly penalty: {
    readonly sharePpm: number
    readonly each: 'day' | 'once'
    readonly of: PenaltyRule['of']
    readonly graceDays: number
    readonly capPpm: number | null
  } | null
  readonly moratorium: {
    readonly principalRows: number
    readonly interestRows: number
    readonly interestIs: 'deferred' | 'waived'
  }
  readonly allocation: {
    readonly order: readonly Component[]
    readonly beyondDue: 'pay-ahead' | 'keep-as-credit'
  }
  /** Equal instalments are a multiple of this; the last row takes the rest. Equal principal has no instalment to round. */
  readonly roundingUnit: Kobo
  readonly rounding: Rounding
  readonly prepayment: PrepaymentEffect
  /** The most of a month's pay that everything falling due in it may take. */
  readonly shareOfPayPpm: number
  /** A pay-out after this day of the month starts with next month's payroll. */
  readonly cutOffDay: number
}

export type Wish = {
  readonly amount: Kobo
  readonly tenor: number
  readonly payOutOn: LocalDate
  /** Of a loan that runs: the payroll months whose file is or was awaited. */
  readonly awaited?: AwaitedFiles | undefined
}

export type QuotedFee = {
  readonly name: string
  readonly amount: Kobo
  readonly collected: ProductFee['collected']
  /** Present where it is the insurer's. */
  readonly goesTo?: 'insurer'
  /** The VAT it contains, where it contains any. */
  readonly vat?: Kobo
}

export type Quote = {
  readonly schedule: Schedule
  /** The largest instalment. */
  readonly instalment: Kobo
  /** What pay must bear in the heaviest month: four or five instalments of a weekly loan. */
  readonly mostInMonth: Kobo
  /** What people call the instalment: the most frequent one, without what rounding left for one row. */
  readonly usual: Kobo
  readonly fees: readonly QuotedFee[]
  readonly netPayOut: Kobo
  readonly interest: Kobo
  /** Everything the borrower pays back. */
  readonly total: Kobo
  readonly apr: LoanApr | undefined
  /** How interest is counted, in words, where it is not by whole periods of the schedule. */
  readonly interestNote: string | undefined
  readonly firstDueOn: LocalDate
  readonly firstDeductionMonth: PayMonth
  readonly lastDueOn: LocalDate
}

const RHYTHMS: Record<Exclude<RepaymentFrequency['rhythm'], 'one-payment'>, Frequency> = {
  weekly: { every: 1, unit: 'week' },
  'two-weekly': { every: 2, unit: 'week' },
  monthly: { every: 1, unit: 'month' },
  quarterly: { every: 1, unit: 'quarter' },
}

const frequencyOf = ({ rhythm }: RepaymentFrequency, tenor: number): Frequency =>
  rhythm === 'one-payment' ? { every: tenor, unit: 'month' } : RHYTHMS[rhythm]

const ppm = (parts: number): { ppm: bigint } => ({ ppm: BigInt(parts) })

function firstDue(product: ProductTerms, frequency: Frequency, payOutOn: LocalDate): LocalDate | undefined {
  const { firstDue: rule, anchorDay, rhythm } = product.frequency
  // payrolls run by the month; a weekly loan has no pay day to wait for
  if (rule !== 'payroll' || monthsOf(frequency) === undefined || rhythm === 'one-payment') return undefined
  return firstPayDay(payOutOn, product.cutOffDay, anchorDay ?? 31)
}

const feeOf = (fee: ProductFee): Fee => ({
  amount: fee.flat !== null ? { flat: fee.flat } : { share: ppm(fee.sharePpm), of: fee.of ?? 'principal' },
  collected: fee.collected,
  ...(fee.goesTo === 'insurer' ? { goesTo: fee.goesTo } : {}),
  ...(fee.vatPpm ? { vatPpm: BigInt(fee.vatPpm) } : {}),
})

const isStepped = ({ interest, repayment }: ProductTerms): boolean =>
  interest === 'flat' || repayment === 'equal-instalments'

export function termsFor(product: ProductTerms, wish: Wish): LoanTerms {
  const frequency = frequencyOf(product.frequency, wish.tenor)
  const firstDueOn = firstDue(product, frequency, wish.payOutOn)
  const { principalRows, interestRows, interestIs } = product.moratorium
  return {
    principal: wish.amount,
    disbursedOn: wish.payOutOn,
    tenor: product.frequency.rhythm === 'one-payment' ? 1 : wish.tenor,
    frequency,
    interest: product.interest,
    repayment: product.repayment,
    rate: { value: { numerator: BigInt(product.ratePpm), denominator: 1_000_000n }, per: product.ratePer },
    accrual: product.accrual,
    rounding: product.rounding,
    ...(isStepped(product) ? { instalmentMultiple: product.roundingUnit } : {}),
    fees: product.fees.map(feeOf),
    ...(product.interestBasis === 'daily-balance' ? { interestBasis: product.interestBasis } : {}),
    ...(product.firstPeriod === 'by-days' ? { oddFirstPeriod: 'levelled' as const } : {}),
    ...(product.weekend && product.weekend !== 'unmoved' ? { weekend: product.weekend } : {}),
    ...(product.lastInstalment === 'not-above' ? { levelling: 'smallest-covering' as const } : {}),
    grace: {
      principal: principalRows,
      ...(interestIs === 'deferred' ? { interestDeferred: interestRows } : { interestWaived: interestRows }),
    },
    ...(firstDueOn ? { firstDueOn } : {}),
    ...(product.frequency.anchorDay ? { anchorDay: product.frequency.anchorDay } : {}),
  }
}

const allocationOf = ({ order, beyondDue }: ProductTerms['allocation']): AllocationRule =>
  beyondDue === 'pay-ahead' ? dueThenInAdvance(order) : dueOnly(order)

export function agreementFor(product: ProductTerms, wish: Wish): LoanAgreement {
  const { penalty } = product
  return {
    terms: termsFor(product, wish),
    allocation: allocationOf(product.allocation),
    prepayment: product.prepayment,
    ...(penalty
      ? {
          penalty: {
            share: ppm(penalty.sharePpm),
            of: penalty.of,
            each: penalty.each,
            graceDays: penalty.graceDays,
            ...(penalty.capPpm === null ? {} : { cap: ppm(penalty.capPpm) }),
          },
          ...(wish.awaited ? { awaited: wish.awaited } : {}),
        }
      : {}),
  }
}

export function quote(product: ProductTerms, wish: Wish): Quote {
  const terms = termsFor(product, wish)
  const schedule = buildSchedule(terms)
  const first = schedule.rows[0]
  const last = schedule.rows[schedule.rows.length - 1]
  if (!first || !last) throw new RangeError('a schedule has at least one row')
  return {
    schedule,
    instalment: schedule.rows.reduce((most, row) => (row.total > most ? row.total : most), ZERO),
    mostInMonth: mostInMonth(schedule.rows.map(({ dueDate, total }) => ({ dueDate, amount: total }))),
    usual: kobo(schedule.instalment + schedule.rowFee),
    fees: product.fees.map(fee => quotedFee(fee, terms, schedule)),
    netPayOut: schedule.payout,
    interest: schedule.totals.interest,
    total: schedule.totals.total,
    apr: aprOf(schedule, terms.frequency),
    interestNote: isByDailyBalance(terms) ? DAILY_BALANCE : firstPeriodText(terms, first.dueDate),
    firstDueOn: first.dueDate,
    firstDeductionMonth: payMonthOf(first.dueDate),
    lastDueOn: last.dueDate,
  }
}

function quotedFee(product: ProductFee, terms: LoanTerms, { totals }: Schedule): QuotedFee {
  const fee = feeOf(product)
  const amount = feeAmount(fee, terms, totals.interest)
  const { vat } = passedOnOf(fee, amount, terms.rounding ?? 'half-up')
  return {
    name: product.name,
    collected: product.collected,
    amount,
    ...(fee.goesTo ? { goesTo: fee.goesTo } : {}),
    ...(vat > 0n ? { vat } : {}),
  }
}

/** How a fee is collected, and what of it is not the lender's, as people read it beside its amount. */
export function feeNote({ goesTo, vat }: QuotedFee, collected: string): string {
  return [
    collected,
    ...(goesTo === 'insurer' ? ['paid to the insurer'] : []),
    ...(vat ? [`including VAT of ${formatNaira(vat)}`] : []),
  ].join(', ')
}

/** As the borrower reads it in the offer. */
const DAILY_BALANCE =
  'Interest is calculated on the outstanding principal each day: paying early saves interest, paying late costs more.'

function firstPeriodText(
  { disbursedOn, frequency, accrual, oddFirstPeriod }: LoanTerms,
  dueOn: LocalDate,
): string | undefined {
  const days = daysBetween(disbursedOn, dueOn)
  const whole = daysBetween(disbursedOn, stepBy(disbursedOn, frequency, 1))
  if (days === whole || accrual !== 'nominal') return undefined
  return oddFirstPeriod
    ? `The first period charges interest for ${days} of ${whole} days.`
    : `The first period has ${days} days and charges the interest of a whole period (${whole} days).`
}

/** Whether the same falls due in every month. */
export function isEven({ frequency, repayment, fees, moratorium, firstPeriod }: ProductTerms): boolean {
  if (frequency.rhythm !== 'monthly' || repayment === 'equal-principal' || firstPeriod === 'by-days')
    return false
  return (
    moratorium.principalRows + moratorium.interestRows === 0 && fees.every(fee => fee.collected !== 'spread')
  )
}

/** The most that falls due in any one payroll month: pay comes by the month, whatever the rhythm of the loan. */
export function mostInMonth(dues: readonly { readonly dueDate: LocalDate; readonly amount: Kobo }[]): Kobo {
  const months = new Map<PayMonth, bigint>()
  for (const { dueDate, amount } of dues) {
    const month = payMonthOf(dueDate)
    months.set(month, (months.get(month) ?? 0n) + amount)
  }
  return kobo([...months.values()].reduce((most, due) => (due > most ? due : most), 0n))
}

/** Rows that repay nothing, or a last one above two instalments. */
function isLopsided({ rows, instalment }: Schedule, { moratorium }: ProductTerms): boolean {
  const last = rows.at(-1)
  // interest that waited for the last row is no fault of the step
  const interest = moratorium.interestRows < rows.length - 1 ? last?.interest : ZERO
  return (
    rows.slice(moratorium.principalRows).some(row => row.principal === 0n) ||
    (last?.principal ?? 0n) + (interest ?? 0n) > 2n * instalment
  )
}

/** The step does not depend on the day, so any will do. */
const ANY_DAY = localDate('2026-01-01')

/** Whether the step of the instalments is too large for one loan of the product. */
export function isStepTooLarge(
  product: ProductTerms,
  { amount, tenor }: Pick<Wish, 'amount' | 'tenor'>,
): boolean {
  if (product.roundingUnit === 1n || !isStepped(product)) return false
  return isLopsided(buildSchedule(termsFor(product, { amount, tenor, payOutOn: ANY_DAY })), product)
}

/** Whether it can be too large for some loan: the smallest amount over the longest tenor, rounded as far as it goes. */
export function canStepBeTooLarge(product: ProductTerms): boolean {
  const { roundingUnit, rounding, leastAmount, mostTenor } = product
  if (roundingUnit === 1n || !isStepped(product)) return false
  const wish = { amount: leastAmount, tenor: mostTenor, payOutOn: ANY_DAY }
  // rows alike, so that only the step tells them apart
  const moratorium = { ...product.moratorium, interestRows: 0 }
  const even = {
    ...product,
    moratorium,
    accrual: 'nominal',
    interestBasis: 'schedule',
    firstPeriod: 'whole',
    roundingUnit: kobo(1n),
  } as const
  const terms = termsFor(even, wish)
  const { instalment, rows } = buildSchedule(terms)
  const farthest = rounding === 'up' || rounding === 'down' ? roundingUnit : roundingUnit / 2n
  const rounded = [
    ...(rounding === 'up' ? [] : [instalment - farthest]),
    ...(rounding === 'down' ? [] : [instalment + farthest]),
  ]
  return (
    rows.length > 1 &&
    rounded.some(
      each => each <= 0n || isLopsided(buildSchedule({ ...terms, instalment: kobo(each) }), product),
    )
  )
}

const STEPS = [500_000n, 100_000n, 50_000n, 10_000n, 5_000n, 1_000n, 500n, 100n].map(kobo)

/** The largest usual step that is never too large. */
export const largestStep = (product: ProductTerms): Kobo =>
  STEPS.find(roundingUnit => !canStepBeTooLarge({ ...product, roundingUnit })) ?? kobo(1n)

export type WishProblem =
  | 'amount-too-small'
  | 'amount-too-large'
  | 'tenor-too-short'
  | 'tenor-too-long'
  | 'not-whole-naira'
  | 'instalments-too-small-for-their-step'

/** What the product does not allow; undefined when the wish can be quoted. */
export function validateTerms(
  product: ProductTerms,
  { amount, tenor }: Pick<Wish, 'amount' | 'tenor'>,
): WishProblem | undefined {
  if (amount < product.leastAmount) return 'amount-too-small'
  if (amount > product.mostAmount) return 'amount-too-large'
  if (amount % 100n !== 0n) return 'not-whole-naira'
  if (!Number.isInteger(tenor) || tenor < product.leastTenor) return 'tenor-too-short'
  if (tenor > product.mostTenor) return 'tenor-too-long'
  return isStepTooLarge(product, { amount, tenor }) ? 'instalments-too-small-for-their-step' : undefined
}

/**
 * The share of a month's pay that is taken by what falls due in a month and by what is deducted already, in parts per
 * million; null without pay. Net pay is what those deductions left, so that both together are what it is a share of.
 */
export function shareOfPay(inMonth: Kobo, otherDeductions: Kobo, netPay: Kobo): number | null {
  const payBefore = kobo(netPay + otherDeductions)
  if (payBefore <= 0n) return null
  // up, so that a share just past the limit is past it; far past any limit the exact figure says nothing more
  return Math.min(ppmOf(inMonth + otherDeductions, payBefore, 'up'), 10_000_000)
}
