/** Cases of kind `dates`, `dayCount` and `rateFactor`. */

import { factorBetween } from '../../engine/accrual.ts'
import { dueDates } from '../../engine/calendar.ts'
import { addMonths, endOfMonth, type LocalDate, localDate } from '../../engine/dates.ts'
import { type DayCount, yearFraction } from '../../engine/daycount.ts'
import { minus, ONE, plus, timesFraction } from '../../engine/fraction.ts'
import type { Fraction } from '../../engine/money.ts'
import {
  count,
  date,
  exact,
  type Fields,
  fields,
  list,
  present,
  text,
  Unsupported,
  type VectorCase,
  word,
} from './case.ts'
import { differsAsPrinted, show } from './compare.ts'
import { dayOf, frequencyOf, rateOf, workingDaysOf } from './terms.ts'

/** `end of the current month` and its like fix both the first date and the day all others keep. */
function ruled(start: LocalDate, rule: string): { firstDueOn: LocalDate; anchorDay: number } | undefined {
  const months = /next month/i.test(rule) ? 1 : 0
  const month = addMonths(localDate(`${start.slice(0, 7)}-01`), months)
  if (/end of/i.test(rule)) return { firstDueOn: endOfMonth(month), anchorDay: 31 }
  if (/(start|beginning|first day) of/i.test(rule)) return { firstDueOn: month, anchorDay: 1 }
  return undefined
}

export function runDatesCase(c: VectorCase): string | undefined {
  const { disbursementDate, firstDueDate, repaymentStartDate, term, frequency, seedDay, rule } = c.input
  const start = date(disbursementDate ?? repaymentStartDate ?? firstDueDate, 'disbursementDate')
  const first = firstDueDate ?? repaymentStartDate
  const byRule = present(rule) ? ruled(date(first ?? disbursementDate, 'start'), text(rule) ?? '') : undefined
  if (present(rule) && !byRule && !/same|anniversar|day of/i.test(text(rule) ?? ''))
    throw new Unsupported(`rule ${String(rule)}`)
  const dates = dueDates({
    disbursedOn: start,
    firstDueOn: byRule?.firstDueOn ?? (present(first) ? date(first, 'firstDueDate') : undefined),
    frequency: frequencyOf(frequency ?? 'month'),
    tenor: count(term, 'term'),
    anchorDay: byRule?.anchorDay ?? (present(seedDay) ? dayOf(seedDay) : undefined),
    workingDays: workingDaysOf(c.input.nonWorkingDays),
  })
  const rows = present(c.expected.dueDates)
    ? list(c.expected.dueDates).map((day, row) => [row + 1, day] as const)
    : Object.entries(fields(c.expected.dueDatesByRow)).map(([row, day]) => [Number(row), day] as const)
  if (rows.length === 0) throw new Unsupported('no dueDates expected')
  const wrong = rows.find(([row, day]) => dates[row - 1] !== day)
  return wrong && `row ${wrong[0]} dueDate: expected ${text(wrong[1])}, got ${dates[wrong[0] - 1]}`
}

const CONVENTIONS: readonly (readonly [RegExp, DayCount])[] = [
  [/^(30e360|eu(ro)?30360|30360(e|eu|european|eurobond))/, '30e/360'],
  [/^(us)?30u360/, '30u/360'],
  [/^(us)?30360/, '30/360-us'],
  [/^(actual|act)360/, 'actual/360'],
  [/^(actual|act)364/, 'actual/364'],
  [/^(actual|act)365/, 'actual/365'],
  [/^(actual|act)366/, 'actual/366'],
  [/^(actualactual|actact).*start/, 'actual/actual-start'],
  [/^(actualactual|actact)/, 'actual/actual-isda'],
]

function conventionOf(value: unknown): DayCount {
  const found = CONVENTIONS.find(([pattern]) => pattern.test(word(value)))?.[1]
  if (!found) throw new Unsupported(`convention ${text(value)}`)
  return found
}

/** `185/365 + 366/366` adds up exactly. */
const sumOf = (printed: string): Fraction =>
  printed
    .split('+')
    .map(part => exact(part, 'yearFraction'))
    .reduce(plus)

function expectedFraction({ yearFraction: printed, numerator, denominator }: Fields): Fraction {
  if (present(printed)) return sumOf(text(printed) ?? '')
  return exact(`${text(numerator)}/${text(denominator)}`, 'yearFraction')
}

export function runDayCountCase(c: VectorCase): string | undefined {
  const [from, to] = [date(c.input.from, 'from'), date(c.input.to, 'to')]
  const got = yearFraction(from, to, conventionOf(c.input.convention))
  const expected = expectedFraction(c.expected)
  const printed = text(c.expected.yearFraction) ?? ''
  if (/^\d*\.\d+$/.test(printed)) return differsAsPrinted('year fraction', printed, got)
  return minus(expected, got).numerator === 0n
    ? undefined
    : `year fraction: expected ${expected.numerator}/${expected.denominator}, got ${show(got, 12)}`
}

export function runRateFactorCase(c: VectorCase): string | undefined {
  const dates = list(c.input.dates).map(day => date(day, 'dates'))
  const dayCount = fields(c.input.dayCount)
  const inMonth = word(dayCount.daysInMonth ?? 'actual')
  const year = word(dayCount.daysInYear ?? '365')
  // Thirty days a month over any other year than 360 days only changes the divisor.
  const thirty = inMonth === '30'
  const convention = conventionOf(thirty ? '30e360' : `actual${year}`)
  const stretch = thirty ? exact(`360/${year === 'actual' ? '365' : year}`, 'daysInYear') : ONE
  const rate = rateOf(c.input)
  for (const [row, expected] of list(c.expected.factors).entries()) {
    const [from, to] = [dates[row], dates[row + 1]]
    if (from === undefined || to === undefined) return `row ${row + 1}: no such period`
    const failure = differsAsPrinted(
      `row ${row + 1} factor`,
      expected,
      timesFraction(factorBetween(from, to, rate, convention), stretch),
    )
    if (failure) return failure
  }
  return undefined
}
