/**
 * Reads a case as a lender would: as a product of the settings and an applicant's wish. Only the terms of a case are read,
 * never its expected figures. Its recipe and rounding modes only say that its lender follows a rule that no product has.
 */

import { productChange } from '../../contract/products.ts'
import { dueDates } from '../../engine/calendar.ts'
import { type LocalDate, weekday } from '../../engine/dates.ts'
import { fraction } from '../../engine/fraction.ts'
import { divide, type Fraction, type Kobo, kobo } from '../../engine/money.ts'
import {
  type ProductFee,
  type ProductTerms,
  type RepaymentFrequency,
  termsFor,
  type Wish,
} from '../../engine/product.ts'
import {
  count,
  exact,
  type Fields,
  fields,
  isFields,
  list,
  notOffered,
  present,
  rounding,
  text,
  type VectorCase,
  word,
} from './case.ts'
import { datesOf, rhythmOf, SOME_TERMS } from './frequency.ts'

export type Offer = {
  readonly product: ProductTerms
  readonly wish: Wish
  /** Kobo per unit of the case's currency. */
  readonly scale: bigint
  /** The source rounds nothing: compare as far as it prints. */
  readonly isExact: boolean
}

/** A source that rounds nothing is met in a currency cut finer than any digit that it prints. */
const FINE_SCALE = 10n ** 30n

export const toKobo = (value: unknown, scale: bigint, name: string): Kobo => {
  const { numerator, denominator } = exact(value, name)
  return (numerator * scale) % denominator === 0n
    ? kobo((numerator * scale) / denominator)
    : notOffered(`not readable: ${name} has more decimals than its currency`)
}

/** A rate a month or a year, as products state it, in parts per million. */
function rateOf(
  input: Fields,
  rhythm: RepaymentFrequency['rhythm'],
): Pick<ProductTerms, 'ratePpm' | 'ratePer'> {
  const divisor = { percent: 100n, basispoints: 10_000n, bps: 10_000n, fraction: 1n, decimal: 1n }[
    word(input.rateUnit ?? 'percent')
  ]
  if (divisor === undefined) return notOffered(`a rate in ${text(input.rateUnit)}`)
  if (/effective annual|compounded/i.test(text(input.rateBasis) ?? ''))
    return notOffered('an effective annual rate as the rate of a loan')
  const { numerator, denominator } = exact(input.rate, 'rate')
  const rate = fraction(numerator, denominator * divisor)
  const per = word(input.ratePer ?? 'year')
  if (/^(year|annum|annual)/.test(per)) return { ratePpm: inPpm(rate), ratePer: 'year' }
  if (per.startsWith('month')) return { ratePpm: inPpm(rate), ratePer: 'month' }
  if (/period|instal/.test(per) && rhythm === 'monthly') return { ratePpm: inPpm(rate), ratePer: 'month' }
  // so many days of a year of 365 bear so many times the rate of a day
  if (per.startsWith('day') && isByDays(input))
    return { ratePpm: inPpm(fraction(rate.numerator * 365n, rate.denominator)), ratePer: 'year' }
  return notOffered(`a rate for each ${/period|instal/.test(per) ? `${rhythm} instalment` : per}`)
}

const inPpm = ({ numerator, denominator }: Fraction): number =>
  (numerator * 1_000_000n) % denominator === 0n
    ? Number((numerator * 1_000_000n) / denominator)
    : notOffered('a rate of more than four decimals')

const isByDays = (input: Fields): boolean =>
  /daily|actual days/i.test(
    `${text(fields(input.dayCount).interestCalculation)} ${text(input.rateBasis) ?? ''}`,
  )

const DAY_COUNTS: Record<string, ProductTerms['accrual']> = {
  '360': 'actual/360',
  '365': 'actual/365',
  actual: 'actual/actual-isda',
}

function accrualOf(input: Fields, rhythm: RepaymentFrequency['rhythm']): ProductTerms['accrual'] {
  const stated = fields(input.dayCount)
  const [year, month] = [word(stated.daysInYear), word(stated.daysInMonth)]
  if (isByDays(input)) {
    if (word(input.ratePer).startsWith('day')) return 'actual/365'
    if (month === '30' && year === '360') return '30e/360'
    if (month === '30') return notOffered(`months of 30 days in a year of ${year}`)
    return DAY_COUNTS[year === '' ? '365' : year] ?? notOffered(`a year of ${year} days`)
  }
  // months are twelfths of any year; weeks count their seven days
  if (rhythm !== 'weekly' && rhythm !== 'two-weekly') return 'nominal'
  if (year === '' || year === '365') return 'nominal'
  return year === '360' ? 'actual/360' : notOffered(`a year of ${year} days`)
}

const isBullet = (input: Fields): boolean =>
  /^(bullet|balloon|interestonly|single|atmaturity)/.test(word(input.amortization))

function methodOf(input: Fields): Pick<ProductTerms, 'interest' | 'repayment'> {
  const [method, repaid] = [
    word(input.interestMethod ?? 'declining'),
    word(input.amortization ?? 'equalInstalments'),
  ]
  const interest = method.startsWith('flat')
    ? 'flat'
    : /^(declin|reduc|diminish)/.test(method)
      ? 'reducing'
      : notOffered(`interest by the method ${method}`)
  if (/^(equal|constant|level)principal/.test(repaid) || isBullet(input))
    return { interest, repayment: 'equal-principal' }
  return /^(equalinstal|equalpay|annuity|level)/.test(repaid)
    ? { interest, repayment: 'equal-instalments' }
    : notOffered(`repayment by ${repaid}`)
}

function moratoriumOf(input: Fields, tenor: number): ProductTerms['moratorium'] {
  const grace = fields(input.grace)
  const rows = (...names: string[]): number => {
    const name = names.find(key => present(grace[key]))
    return name === undefined ? 0 : count(grace[name], `grace.${name}`)
  }
  if (rows('skipPayments') > 0) return notOffered('a first instalment some periods later')
  const [deferred, waived] = [
    rows('interestPayment', 'interestDeferred', 'interest'),
    rows('interestFree', 'interestWaived', 'interestCharged'),
  ]
  if (deferred > 0 && waived > 0) return notOffered('a moratorium that defers interest and waives interest')
  return {
    principalRows: isBullet(input) ? tenor - 1 : rows('principal', 'principalPayment'),
    interestRows: deferred + waived,
    interestIs: waived > 0 ? 'waived' : 'deferred',
  }
}

const FEE_TIMES: readonly (readonly [RegExp, ProductFee['collected'] | undefined])[] = [
  [/every|each|periodic|perinstal/, 'every-instalment'],
  [/first/, undefined],
  [/spread|overallrows|amortis/, 'spread'],
  [/capital|financed|added/, 'capitalised'],
  [/deduct|upfront|disburs|withheld|net/, 'deducted'],
]

function feeOf(value: unknown, scale: bigint): ProductFee {
  const fee = fields(value)
  const when = word(fee.when ?? fee.collected ?? 'deducted')
  const collected = FEE_TIMES.find(([pattern]) => pattern.test(when))?.[1]
  if (!collected) return notOffered(`a fee collected ${text(fee.when ?? fee.collected)}`)
  const named = { name: 'Fee', collected }
  if (!present(fee.percent)) return { ...named, flat: toKobo(fee.amount, scale, 'fee.amount'), sharePpm: 0 }
  const base = word(fee.base ?? 'principal')
  const [ofInterest, ofPrincipal] = [base.includes('interest'), /principal|loan|amount/.test(base)]
  if (!ofInterest && !ofPrincipal) return notOffered(`a fee as a share of ${text(fee.base)}`)
  const { numerator, denominator } = exact(fee.percent, 'fee.percent')
  return {
    ...named,
    flat: null,
    sharePpm: inPpm(fraction(numerator, denominator * 100n)),
    of: ofInterest ? (ofPrincipal ? 'principal-and-interest' : 'interest') : 'principal',
  }
}

type Roundings = Pick<ProductTerms, 'rounding' | 'roundingUnit' | 'lastInstalment'>

const isSmallestCovering = (value: unknown): boolean =>
  /^smallest .*(final|last) (payment|instalment) is not higher/i.test(text(value) ?? '')

function roundingsOf(c: VectorCase, scale: bigint): Roundings {
  const stated = fields(c.input.rounding)
  const modes = ['interest', 'mode', 'levelPayment', 'instalment'].flatMap(name => {
    if (!present(stated[name]) || isSmallestCovering(stated[name])) return []
    return [rounding(stated[name]) ?? notOffered(`an instalment found as ${text(stated[name])}`)]
  })
  const mode = modes[0] ?? rounding(c.input.rounding) ?? 'half-up'
  if (modes.some(other => other !== mode)) return notOffered('two roundings in one loan')
  const working = list(c.reproducedBy.modes).flatMap(name => rounding(name) ?? [])
  if (working.length > 0 && !working.includes(mode))
    return notOffered('a source that does not round as it states')
  const last = word(stated.lastInstalment)
  if (last !== '' && !last.startsWith('absorbs')) return notOffered(`a last instalment that ${last}`)
  const unit = stated.unit ?? c.input.currencyMultiple
  if (present(unit) && toKobo(unit, scale, 'unit') !== 1n) return notOffered('amounts in whole units')
  if (/whole units/i.test(`${text(stated.instalment)} ${text(stated.interest)}`) && scale !== 1n)
    return notOffered('amounts in whole units')
  const multiple = stated.instalmentMultiple ?? stated.multiple ?? c.input.instalmentMultiple
  const roundingUnit = present(multiple) ? toKobo(multiple, scale, 'instalmentMultiple') : kobo(1n)
  if (roundingUnit > scale && mode !== 'up') return notOffered('two roundings in one loan')
  return {
    rounding: mode,
    roundingUnit: roundingUnit === 0n ? kobo(1n) : roundingUnit,
    ...(isSmallestCovering(stated.levelPayment) ? { lastInstalment: 'not-above' } : {}),
  }
}

/** Rules of the sources' lenders, by the code of their recipe. */
const OTHER_RULES: readonly (readonly [RegExp, string])[] = [
  [/given level/i, 'an instalment agreed beforehand'],
  [/\b(A2|P2|F2|F3)\b/, 'a remainder divided again in every row'],
  [/\bA3\b/, 'a remainder in the first row'],
  [/\bA4\b/, 'an instalment found from other interest than is charged'],
  [/\bE2\b/, 'instalments that complete a rounded total'],
  [/first interest by/i, 'a first period by days that only a remark states'],
]

function refuseOtherRules(c: VectorCase): void {
  const recipe = text(c.reproducedBy.recipe) ?? ''
  const other = OTHER_RULES.find(([pattern]) => pattern.test(recipe))
  if (other) notOffered(other[1])
  if (present(c.input.instalment)) notOffered('an instalment agreed beforehand')
}

const MOVES: readonly (readonly [RegExp, 'next' | 'previous'])[] = [
  [/next|following|after/, 'next'],
  [/previous|preced|before/, 'previous'],
]

/** Where instalments on a weekend go. */
function weekendOf(input: Fields): Pick<ProductTerms, 'weekend'> {
  const days = fields(input.nonWorkingDays)
  const move = word(days.move ?? 'none')
  if (!isFields(input.nonWorkingDays) || /^(none|no|sameday|unmoved)/.test(move)) return {}
  if (list(days.weekend).map(word).sort().join() !== 'saturday,sunday')
    return notOffered('a weekend that is not Saturday and Sunday')
  return {
    weekend: MOVES.find(([pattern]) => pattern.test(move))?.[1] ?? notOffered(`instalments moved ${move}`),
  }
}

const isWeekend = (day: LocalDate): boolean => ['saturday', 'sunday'].includes(weekday(day))

/** A product knows no public holidays, and moves no instalment into another month. */
function refuseOtherDays(input: Fields, unmoved: readonly LocalDate[], moved: readonly LocalDate[]): void {
  const days = fields(input.nonWorkingDays)
  const holidays = list(days.holidays).map(text)
  if ([...unmoved, ...moved].some(day => holidays.includes(day) && !isWeekend(day)))
    notOffered('instalments moved off public holidays')
  const forward = /next|following|after/.test(word(days.move))
  const staysInMonth = /modified|within|inmonth/.test(word(days.move))
  const isTurned = (day: LocalDate, index: number) =>
    isWeekend(day) && (moved[index] ?? day) < day === forward
  if (!staysInMonth && unmoved.some(isTurned)) notOffered('instalments moved into another month')
}

/** The product that the settings take, or the setting that is missing. */
function checked(product: ProductTerms): void {
  const found = productChange.shape.terms.safeParse(onTheWire(product))
  if (found.success) return
  const [issue] = found.error.issues
  notOffered(`product setting ${issue?.path.join('.')}: ${issue?.message}`)
}

const onTheWire = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each)))

const isExact = ({ input }: VectorCase): boolean => /^none|exact/i.test(text(input.rounding) ?? '')

/** What a case settles beyond the schedule: allocation, penalty, prepayment. */
export type Rules = Partial<Pick<ProductTerms, 'allocation' | 'penalty' | 'prepayment' | 'interestBasis'>>

export function offerOf(c: VectorCase, rules: Rules = {}): Offer {
  const { input } = c
  refuseOtherRules(c)
  const decimals = present(input.currencyDecimals) ? count(input.currencyDecimals, 'currencyDecimals') : 2
  const [currency, exactly] = [10n ** BigInt(decimals), isExact(c)]
  const scale = exactly ? FINE_SCALE : currency
  const term = present(input.term) ? count(input.term, 'term') : notOffered('a loan without a tenor')
  const rhythm = rhythmOf(input.frequency, term)
  const tenor = rhythm.months ?? term
  const { payOutOn, ...dates } = datesOf(input, c.tags, rhythm)
  const at = (unit: bigint): ProductTerms => {
    const principal = toKobo(input.principal, unit, 'principal')
    return {
      ...SOME_TERMS,
      ...methodOf(input),
      ...rateOf(input, rhythm.rhythm),
      accrual: accrualOf(input, rhythm.rhythm),
      ...dates,
      leastAmount: principal,
      mostAmount: principal,
      leastTenor: tenor,
      mostTenor: tenor,
      fees: list(input.fees).map(fee => feeOf(fee, unit)),
      moratorium: moratoriumOf(input, term),
      ...(exactly ? {} : roundingsOf(c, unit)),
      ...weekendOf(input),
      ...rules,
    }
  }
  const product = at(scale)
  // the currency may be cut finer than kobo, and the limits of the settings are in naira
  checked(exactly ? at(currency) : product)
  const wish = { amount: product.leastAmount, tenor, payOutOn }
  if (!exactly && wish.amount % scale !== 0n) notOffered('an amount that is not whole')
  const datesOn = (weekend: ProductTerms['weekend']) => dueDates(termsFor({ ...product, weekend }, wish))
  if (product.weekend) refuseOtherDays(input, datesOn('unmoved'), datesOn(product.weekend))
  return { product, wish, scale, isExact: exactly }
}

export const rounded = ({ numerator, denominator }: Fraction, scale: bigint): Kobo =>
  kobo(divide(numerator * scale, denominator, 'half-up'))
