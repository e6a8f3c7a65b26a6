/** Translates the words of a case into loan terms. */

import type { Frequency, WorkingDays } from '../../engine/calendar.ts'
import { endOfMonth, type LocalDate, localDate, toCalendar, type Weekday } from '../../engine/dates.ts'
import { fraction } from '../../engine/fraction.ts'
import { divide, type Fraction, type Kobo, kobo, type Rounding } from '../../engine/money.ts'
import { type Accrual, type InterestRate, MOST_ROWS } from '../../engine/schedule.ts'
import type { Fee, Grace, LoanTerms } from '../../engine/terms.ts'
import {
  count,
  date,
  exact,
  type Fields,
  fields,
  isFields,
  list,
  present,
  rounding,
  text,
  Unsupported,
  type VectorCase,
  word,
} from './case.ts'

export type ReadTerms = {
  readonly terms: LoanTerms
  /** Kobo per unit of the case's currency. */
  readonly scale: bigint
  /** Nothing is rounded in the source: compare as far as it prints. */
  readonly exactArithmetic: boolean
}

/** Exact arithmetic is stood in for by cutting the currency finer than any digit a source prints. */
const FINE_DIGITS = 14n

export const toKobo = (value: unknown, scale: bigint, name: string): Kobo => {
  const { numerator, denominator } = exact(value, name)
  if ((numerator * scale) % denominator !== 0n)
    throw new Unsupported(`${name} has too many decimals: ${text(value)}`)
  return kobo(divide(numerator * scale, denominator, 'half-up'))
}

const recipeOf = (c: VectorCase): string => text(c.reproducedBy.recipe) ?? c.assumptions

/** The code of the README's table: A1 to A4, P1, P2, F1 to F3, E1, E2. */
const codeOf = (c: VectorCase): string | undefined =>
  /\b(A[1-4]|P[12]|F[1-3]|E[12])\b/.exec(recipeOf(c))?.[1] ??
  /\b(A[1-4]|P[12]|F[1-3]|E[12])\b/.exec(c.assumptions)?.[1]

export function isExact(c: VectorCase): boolean {
  const stated = text(c.input.rounding) ?? ''
  return codeOf(c) === 'E1' || /^none|exact/i.test(stated) || /unrounded/i.test(c.assumptions)
}

const UNITS: Record<string, Frequency> = {
  day: { every: 1, unit: 'day' },
  week: { every: 1, unit: 'week' },
  fortnight: { every: 2, unit: 'week' },
  biweek: { every: 2, unit: 'week' },
  semimonth: { every: 1, unit: 'semimonth' },
  halfmonth: { every: 1, unit: 'semimonth' },
  month: { every: 1, unit: 'month' },
  quarter: { every: 1, unit: 'quarter' },
  halfyear: { every: 6, unit: 'month' },
  semiyear: { every: 6, unit: 'month' },
  year: { every: 1, unit: 'year' },
}
const ADVERBS: Record<string, string> = {
  daily: 'day',
  weekly: 'week',
  biweekly: 'fortnight',
  fortnightly: 'fortnight',
  semimonthly: 'semimonth',
  monthly: 'month',
  quarterly: 'quarter',
  semiannually: 'halfyear',
  semiannual: 'halfyear',
  halfyearly: 'halfyear',
  yearly: 'year',
  annual: 'year',
  annually: 'year',
  annum: 'year',
  once: 'year',
  single: 'year',
}

export function frequencyOf(value: unknown): Frequency {
  const { every, unit } = isFields(value) ? value : { every: 1, unit: value }
  const name = word(unit).replace(/s$/, '')
  const found = UNITS[ADVERBS[name] ?? name]
  if (!found) throw new Unsupported(`frequency ${JSON.stringify(value)}`)
  return { every: found.every * (present(every) ? count(every, 'frequency.every') : 1), unit: found.unit }
}

export function rateOf(input: Fields): InterestRate {
  const unit = word(input.rateUnit ?? 'percent')
  const divisor = { percent: 100n, basispoints: 10_000n, bps: 10_000n, fraction: 1n, decimal: 1n }[unit]
  if (divisor === undefined) throw new Unsupported(`rateUnit ${unit}`)
  if (/effective annual|compounded/i.test(text(input.rateBasis) ?? ''))
    throw new Unsupported(`rateBasis ${String(input.rateBasis)}`)
  const { numerator, denominator } = exact(input.rate, 'rate')
  const value = fraction(numerator, denominator * divisor)
  const per = word(input.ratePer ?? 'year')
  if (/period|instal/.test(per)) return { value, per: 'period' }
  const { every, unit: length } = frequencyOf(per)
  if (every !== 1 || length === 'quarter' || length === 'semimonth')
    return { value: yearly(value, every, length), per: 'year' }
  return { value, per: length }
}

/** "annuity at annual/26 per period": a year of so many instalments, whatever its days. */
function dividedRate(c: VectorCase): InterestRate | undefined {
  const [, periods] = /annual\s*\/\s*(\d+) per period/i.exec(c.assumptions) ?? []
  const { value, per } = rateOf(c.input)
  if (periods === undefined || per !== 'year') return undefined
  return { value: fraction(value.numerator, value.denominator * BigInt(periods)), per: 'period' }
}

function yearly(value: Fraction, every: number, unit: Frequency['unit']): Fraction {
  const perYear = { day: 365n, week: 52n, semimonth: 24n, month: 12n, quarter: 4n, year: 1n }[unit]
  return fraction(value.numerator * perYear, value.denominator * BigInt(every))
}

const ACCRUALS: Record<string, Accrual> = {
  nominal: 'nominal',
  perperiod: 'nominal',
  'actual/360': 'actual/360',
  'actual/364': 'actual/364',
  'actual/365': 'actual/365',
  'actual/366': 'actual/366',
  'actual/1': 'actual/365',
  'actual/actual': 'actual/actual-isda',
  'actual/actual-split': 'actual/actual-isda',
  'actual/actual-isda': 'actual/actual-isda',
  'actual/actual-start': 'actual/actual-start',
  '30/360': '30e/360',
  '30e/360': '30e/360',
  '30/360us': '30/360-us',
}

function accrualOf(c: VectorCase, frequency: Frequency): Accrual {
  const stated = text(c.reproducedBy.periodRate)?.toLowerCase().replaceAll(/[\s_]/g, '') ?? ''
  const found = ACCRUALS[stated] ?? ACCRUALS[/actual\/(\d+|actual(-\w+)?)/.exec(stated)?.[0] ?? '']
  if (found) return found
  const dayCount = fields(c.input.dayCount)
  const [year, month] = [word(dayCount.daysInYear), word(dayCount.daysInMonth)]
  const byDays = /daily|actual days/i.test(`${text(dayCount.interestCalculation)} ${text(c.input.rateBasis)}`)
  const countedInDays = frequency.unit === 'day' || frequency.unit === 'week'
  if (!byDays) return year === 'actual' && countedInDays ? 'actual/actual-start' : 'nominal'
  if (month === '30') return '30e/360'
  return ACCRUALS[`actual/${year === '' ? '365' : year}`] ?? unsupported(`daysInYear ${year}`)
}

function unsupported(what: string): never {
  throw new Unsupported(what)
}

function interestOf(input: Fields): LoanTerms['interest'] {
  const method = word(input.interestMethod ?? 'declining')
  if (method.startsWith('flat')) return 'flat'
  return /^(declin|reduc|diminish)/.test(method) ? 'reducing' : unsupported(`interestMethod ${method}`)
}

/** Interest only until the end: all principal in the last row. */
const isBullet = (input: Fields): boolean =>
  /^(bullet|balloon|interestonly|single|atmaturity)/.test(word(input.amortization))

function repaymentOf(input: Fields): LoanTerms['repayment'] {
  const amortization = word(input.amortization ?? 'equalInstallments')
  if (/^(equal|constant|level)principal/.test(amortization) || isBullet(input)) return 'equal-principal'
  if (/^(equalinstal|equalpay|annuity|level)/.test(amortization)) return 'equal-instalments'
  return unsupported(`amortization ${amortization}`)
}

function graceOf(input: Fields, tenor: number): Grace {
  const grace = fields(input.grace)
  const rows = (...names: string[]) => {
    const name = names.find(key => present(grace[key]))
    return name === undefined ? 0 : count(grace[name], `grace.${name}`)
  }
  return {
    principal: isBullet(input) ? tenor - 1 : rows('principal', 'principalPayment'),
    interestDeferred: rows('interestPayment', 'interestDeferred', 'interest'),
    interestWaived: rows('interestFree', 'interestWaived', 'interestCharged'),
  }
}

const FEE_TIMES: readonly (readonly [RegExp, Fee['collected']])[] = [
  [/every|each|periodic|perinstal/, 'every-instalment'],
  [/first/, 'first-instalment'],
  [/spread|overallrows|amortis/, 'spread'],
  [/capital|financed|added/, 'capitalised'],
  [/deduct|upfront|disburs|withheld|net/, 'deducted'],
]

function feeOf(value: unknown, scale: bigint): Fee {
  const fee = fields(value)
  const when = word(fee.when ?? fee.collected ?? 'deducted')
  const collected =
    FEE_TIMES.find(([pattern]) => pattern.test(when))?.[1] ?? unsupported(`fee collected ${when}`)
  if (!present(fee.percent)) return { collected, amount: { flat: toKobo(fee.amount, scale, 'fee.amount') } }
  const { numerator, denominator } = exact(fee.percent, 'fee.percent')
  const base = word(fee.base ?? 'principal')
  const ofInterest = base.includes('interest')
  const ofPrincipal = /principal|loan|amount/.test(base)
  if (!ofInterest && !ofPrincipal) throw new Unsupported(`fee base ${String(fee.base)}`)
  const of = ofInterest ? (ofPrincipal ? 'principal-and-interest' : 'interest') : 'principal'
  return { collected, amount: { share: fraction(numerator, denominator * 100n), of } }
}

const MOVES: readonly (readonly [RegExp, WorkingDays['move']])[] = [
  [/modifiedfollowing|nextinmonth|nextwithin/, 'next-in-month'],
  [/modifiedpreced|previousinmonth|previouswithin/, 'previous-in-month'],
  [/next|following|after/, 'next'],
  [/previous|preced|before/, 'previous'],
  [/near|closest/, 'nearest'],
]

export function workingDaysOf(value: unknown): WorkingDays | undefined {
  const days = fields(value)
  const move = word(days.move ?? 'none')
  if (!isFields(value) || /^(none|no|sameday|unmoved)/.test(move)) return undefined
  return {
    weekend: list(days.weekend).map(day => word(day) as Weekday),
    holidays: list(days.holidays).map(day => date(day, 'holiday')),
    move: MOVES.find(([pattern]) => pattern.test(move))?.[1] ?? unsupported(`move ${move}`),
  }
}

/** The stated mode unless the case says that only others give its numbers. */
function modesOf(c: VectorCase): { readonly rounding: Rounding; readonly instalmentRounding: Rounding } {
  const stated = fields(c.input.rounding)
  const wanted = rounding(stated.interest) ?? rounding(stated.mode) ?? rounding(c.input.rounding) ?? 'half-up'
  const working = list(c.reproducedBy.modes)
    .map(rounding)
    .filter(mode => mode !== undefined)
  const fits = working.length === 0 || working.includes(wanted) || isEvened(c)
  const mode = fits ? wanted : (working[0] ?? wanted)
  const named = /\blevel (HALF_UP|HALF_EVEN|UP|DOWN)\b/.exec(c.assumptions)?.[1]
  const level = rounding(stated.levelPayment) ?? rounding(stated.instalment) ?? rounding(named)
  return { rounding: mode, instalmentRounding: level ?? mode }
}

const isEvened = (c: VectorCase): boolean => /even out|evened/i.test(c.assumptions)

/** Which of the named ways of keeping instalments level the case's recipe stands for. */
function levellingOf(c: VectorCase): Partial<LoanTerms> {
  const [code, recipe] = [codeOf(c), `${recipeOf(c)} ${c.assumptions}`]
  const level = `${text(fields(c.input.rounding).levelPayment)} ${c.assumptions}`
  const everyRow = code === 'A2' || code === 'P2' || code === 'F2' || code === 'F3'
  const remainder = everyRow ? 'every-row' : code === 'A3' ? 'first-row' : 'last-row'
  const covering = /smallest/i.test(level) || /goal seek/i.test(level)
  return {
    remainder,
    levelling: isEvened(c) ? 'evened' : covering ? 'smallest-covering' : 'rounded',
    ...(code === 'A4' ? { levelAccrual: 'nominal' } : {}),
    ...(code === 'F3' ? { flatInterest: 'redivided' } : {}),
    ...(code === 'E2' ? { lastRow: 'completes-total' } : {}),
    ...(/first interest by (actual )?days/i.test(recipe) ? { oddFirstPeriod: 'added' } : {}),
  }
}

/** The instalment agreed beforehand: stated, or the source's own where the recipe says so. */
function givenLevel(c: VectorCase, covering: boolean): unknown {
  if (present(c.input.instalment)) return c.input.instalment
  return /given level/i.test(recipeOf(c)) && !covering ? c.expected.instalment : undefined
}

function unitsOf(c: VectorCase, scale: bigint): Partial<LoanTerms> {
  const stated = fields(c.input.rounding)
  const unit = stated.unit ?? c.input.currencyMultiple
  const multiple = stated.instalmentMultiple ?? stated.multiple ?? c.input.instalmentMultiple
  const whole = /whole units/i.test(`${text(stated.instalment)} ${text(stated.interest)}`)
  if (!present(multiple)) return unit || whole ? { unit: toKobo(unit ?? 1, scale, 'unit') } : {}
  const instalmentMultiple = toKobo(multiple, scale, 'instalmentMultiple')
  if (instalmentMultiple === 0n) return {}
  // The README: instalments in multiples beyond one unit are rounded up, whole units to the nearest.
  const up: Partial<LoanTerms> =
    instalmentMultiple > scale && codeOf(c) !== 'E2' ? { instalmentRounding: 'up' } : {}
  return { instalmentMultiple, ...up, ...(unit ? { unit: toKobo(unit, scale, 'unit') } : {}) }
}

/** A day of the month, or the date whose day the series keeps. */
export const dayOf = (value: unknown): number =>
  /^\d{1,2}$/.test(text(value) ?? '') ? count(value, 'seedDay') : toCalendar(date(value, 'seedDay')).day

/** Cases without dates still need some: any will do for nominal rates. */
const SOME_DAY: LocalDate = localDate('2026-01-01')

function datesOf(c: VectorCase): Pick<LoanTerms, 'disbursedOn' | 'firstDueOn' | 'anchorDay'> {
  const { disbursementDate, firstDueDate, seedDay } = c.input
  const first = present(firstDueDate) ? date(firstDueDate, 'firstDueDate') : undefined
  const disbursedOn = present(disbursementDate)
    ? date(disbursementDate, 'disbursementDate')
    : (first ?? SOME_DAY)
  const anchor = present(seedDay) ? dayOf(seedDay) : c.tags.includes('monthEnd') ? monthEnd(first) : undefined
  return {
    disbursedOn,
    ...(first === undefined ? {} : { firstDueOn: first }),
    ...(anchor === undefined ? {} : { anchorDay: anchor }),
  }
}

/** A schedule marked as running on month ends stays on them, although its first month may be short. */
const monthEnd = (first: LocalDate | undefined): number | undefined =>
  first !== undefined && first === endOfMonth(first) ? 31 : undefined

export function readTerms(c: VectorCase): ReadTerms {
  const { input } = c
  const exactArithmetic = isExact(c)
  const decimals = present(input.currencyDecimals)
    ? BigInt(count(input.currencyDecimals, 'currencyDecimals'))
    : 2n
  const scale = 10n ** (exactArithmetic ? FINE_DIGITS : decimals)
  const frequency = frequencyOf(input.frequency ?? 'month')
  const yearDays = Number(text(fields(input.dayCount).daysInYear))
  const levelling = levellingOf(c)
  const instalment = givenLevel(c, levelling.levelling === 'smallest-covering')
  const untilRepaid = !present(input.term) && present(instalment)
  const tenor = untilRepaid ? MOST_ROWS : count(input.term, 'term')
  const workingDays = workingDaysOf(input.nonWorkingDays)
  const terms: LoanTerms = {
    principal: toKobo(input.principal, scale, 'principal'),
    tenor,
    frequency,
    interest: interestOf(input),
    repayment: repaymentOf(input),
    rate: dividedRate(c) ?? rateOf(input),
    accrual: accrualOf(c, frequency),
    grace: graceOf(input, tenor),
    fees: list(input.fees).map(fee => feeOf(fee, scale)),
    ...datesOf(c),
    ...(yearDays > 0 ? { nominalYearDays: yearDays } : {}),
    ...(workingDays ? { workingDays } : {}),
    ...(exactArithmetic ? {} : { ...modesOf(c), ...unitsOf(c, scale) }),
    ...levelling,
    ...(present(instalment) ? { instalment: toKobo(instalment, scale, 'instalment') } : {}),
    untilRepaid,
  }
  return { terms, scale, exactArithmetic }
}
