import type { Fee, LoanTerms, PassedOn, Schedule, ScheduleRow } from './terms.ts'
/**
 * The repayment schedule of a loan, from its terms alone. Everything is exact: rates are fractions,
 * amounts are kobo, and each rounding is one the terms name.
 */

import { type Factors, factors, firstPeriodLength, nominalFactor } from './accrual.ts'
import { type Amortisation, amortise } from './amortisation.ts'
import { dueDates } from './calendar.ts'
import type { LocalDate } from './dates.ts'
import { fraction, minus, ONE, timesFraction } from './fraction.ts'
import { divide, type Fraction, type Kobo, kobo, mostFrequent, split, sum, ZERO } from './money.ts'
import { ALL_OURS, isPassedOn, passedOnByRow, passedOnOf, plus } from './passedOn.ts'

export type { Accrual } from './accrual.ts'

/** A hundred years of months, or three of days. More is a mistake, not a loan. */
export const ROWS_MAX = 1200

const built = new WeakMap<LoanTerms, Schedule>()

/** Of the same terms it is the same schedule: a loan that is folded to several days builds it once. */
export function buildSchedule(terms: LoanTerms): Schedule {
  const known = built.get(terms)
  if (known) return known
  const schedule = scheduleOf(terms)
  built.set(terms, schedule)
  return schedule
}

function scheduleOf(terms: LoanTerms): Schedule {
  refuseImpossible(terms)
  const financed = kobo(terms.principal + feesOf(terms, 'capitalised', ZERO))
  const dates = dueDates(terms)
  const columns = amortise(amortisation(terms, financed, dates))
  deferInterest(columns.interest, terms.grace?.interestDeferred ?? 0)
  let interest = 0n
  for (const part of columns.interest) interest += part
  const fees = terms.fees ? feeColumn(terms, columns.principal.length, kobo(interest)) : undefined
  const upfrontFees = feesOf(terms, 'deducted', kobo(interest))
  const feeTotal = fees ? sum(fees) : ZERO
  return {
    rows: assemble(terms.disbursedOn, financed, dates, columns.principal, columns.interest, fees),
    instalment: kobo(columns.level),
    rowFee: fees ? kobo(mostFrequent(fees)) : ZERO,
    recurringFee: feesOf(terms, 'every-instalment', kobo(interest)),
    financed,
    payout: kobo(terms.principal - upfrontFees),
    upfrontFees,
    ...passedOnBy(terms, columns.principal.length, kobo(interest)),
    totals: {
      principal: financed,
      interest: kobo(interest),
      fees: feeTotal,
      total: kobo(financed + interest + feeTotal),
    },
  }
}

function refuseImpossible(terms: LoanTerms): void {
  const { principal, tenor, frequency, rate, grace } = terms
  const whole = (count: number) => Number.isInteger(count) && count >= 0
  if (principal <= 0n) throw new RangeError('the principal must be positive')
  if (!whole(tenor) || tenor < 1 || tenor > ROWS_MAX) throw new RangeError(`tenor out of range: ${tenor}`)
  if (!whole(frequency.every) || frequency.every < 1)
    throw new RangeError(`every ${frequency.every} ${frequency.unit}`)
  if (rate.value.numerator < 0n || rate.value.denominator <= 0n)
    throw new RangeError('the rate must not be negative')
  if (terms.firstDueOn !== undefined && terms.firstDueOn < terms.disbursedOn) {
    throw new RangeError('the first instalment is due before the pay-out')
  }
  if (terms.interestBasis === 'daily-balance') {
    const hasDays = (terms.accrual ?? 'nominal') !== 'nominal'
    if (!hasDays || terms.interest === 'flat' || grace?.interestDeferred || grace?.interestWaived)
      throw new RangeError(
        'interest on the daily balance needs a day count, a reducing balance and every row',
      )
  }
  for (const rows of [grace?.principal, grace?.interestDeferred, grace?.interestWaived]) {
    if (rows !== undefined && (!whole(rows) || rows >= tenor))
      throw new RangeError(`grace out of range: ${rows}`)
  }
}

function amortisation(terms: LoanTerms, financed: Kobo, dates: readonly LocalDate[]): Amortisation {
  const { rate, frequency, accrual = 'nominal' } = terms
  const regular = factors({ rate, frequency, accrual }, [terms.disbursedOn, ...dates])
  const odd = oddDays(terms, dates)
  return {
    principal: financed,
    interest: terms.interest,
    repayment: terms.repayment,
    factors: waive(odd ? lengthen(regular, odd) : regular, terms),
    principalGrace: terms.grace?.principal ?? 0,
    rounding: terms.rounding ?? 'half-up',
    instalmentMultiple: terms.instalmentMultiple,
    levelling: terms.levelling ?? 'rounded',
    instalment: terms.instalment,
  }
}

/** The factor of the first period's days beyond a full one (negative when it is short). */
function oddDays(terms: LoanTerms, dates: readonly LocalDate[]): Fraction | undefined {
  const { oddFirstPeriod = 'ignored', accrual = 'nominal', rate, frequency } = terms
  const [first] = dates
  const byDays = accrual !== 'nominal'
  if (oddFirstPeriod === 'ignored' || byDays || first === undefined) return undefined
  const beyond = minus(firstPeriodLength(terms.disbursedOn, first, frequency), ONE)
  if (beyond.numerator === 0n) return undefined
  return timesFraction(beyond, nominalFactor({ rate, frequency, accrual }))
}

function lengthen({ base, parts }: Factors, odd: Fraction): Factors {
  const [first = 0n, ...rest] = parts.map(part => part * odd.denominator)
  return { base: base * odd.denominator, parts: [first + odd.numerator * base, ...rest] }
}

function waive(charged: Factors, { grace }: LoanTerms): Factors {
  const waived = grace?.interestWaived ?? 0
  if (waived === 0) return charged
  return { base: charged.base, parts: charged.parts.map((part, row) => (row < waived ? 0n : part)) }
}

/** Interest of the first rows waits for the row after them, at the latest for the last. */
function deferInterest(interest: bigint[], deferred: number): void {
  const rows = Math.min(deferred, interest.length - 1)
  let waiting = 0n
  for (let row = 0; row < rows; row += 1) {
    waiting += interest[row] ?? 0n
    interest[row] = 0n
  }
  interest[rows] = (interest[rows] ?? 0n) + waiting
}

/** What a fee asks for, each time that it does. */
export function feeAmount({ amount, collected }: Fee, terms: LoanTerms, interest: Kobo): Kobo {
  if ('flat' in amount) return amount.flat
  if (collected === 'capitalised' && amount.of !== 'principal') {
    throw new RangeError('a capitalised fee cannot depend on the interest it causes')
  }
  const bases = {
    principal: terms.principal,
    interest,
    'principal-and-interest': terms.principal + interest,
  }
  const part = 'ppm' in amount.share ? fraction(amount.share.ppm, 1_000_000n) : amount.share
  const { numerator, denominator } = part
  return kobo(divide(bases[amount.of] * numerator, denominator, terms.rounding ?? 'half-up'))
}

function feesOf(terms: LoanTerms, collected: Fee['collected'], interest: Kobo): Kobo {
  let total = 0n
  for (const fee of terms.fees ?? [])
    if (fee.collected === collected) total += feeAmount(fee, terms, interest)
  return kobo(total)
}

function passedOnBy(terms: LoanTerms, rows: number, interest: Kobo): Pick<Schedule, 'passedOn'> {
  const of = (collected: Fee['collected']): PassedOn => {
    let total = ALL_OURS
    for (const fee of terms.fees ?? [])
      if (fee.collected === collected)
        total = plus(total, passedOnOf(fee, feeAmount(fee, terms, interest), terms.rounding ?? 'half-up'))
    return total
  }
  const upfront = plus(of('deducted'), of('capitalised'))
  const [once, recurring] = [of('spread'), of('every-instalment')]
  if (![upfront, once, recurring].some(isPassedOn)) return {}
  const spread = passedOnByRow(once, split(feesOf(terms, 'spread', interest), rows))
  return { passedOn: { upfront, spread, recurring } }
}

function feeColumn(terms: LoanTerms, rows: number, interest: Kobo): Kobo[] {
  const every = feesOf(terms, 'every-instalment', interest)
  const spread = split(feesOf(terms, 'spread', interest), rows)
  return spread.map(part => kobo(every + part))
}

function assemble(
  disbursedOn: LocalDate,
  financed: Kobo,
  dates: readonly LocalDate[],
  principals: readonly bigint[],
  interests: readonly bigint[],
  feeParts: readonly Kobo[] | undefined,
): ScheduleRow[] {
  const rows: ScheduleRow[] = []
  let balance: bigint = financed
  let periodStart = disbursedOn
  for (let row = 0; row < principals.length; row += 1) {
    const dueDate = dates[row] ?? periodStart
    const principal = principals[row] ?? 0n
    const interest = interests[row] ?? 0n
    const fees = feeParts?.[row] ?? ZERO
    balance -= principal
    rows.push({
      n: row + 1,
      periodStart,
      dueDate,
      principal: kobo(principal),
      interest: kobo(interest),
      fees,
      total: kobo(principal + interest + fees),
      balance: kobo(balance),
    })
    periodStart = dueDate
  }
  return rows
}
