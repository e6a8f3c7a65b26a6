/** Cases of kind `dates`, `dayCount` and `rateFactor`. */

import { factorBetween } from '../../engine/accrual.ts'
import { addMonths, endOfMonth, type LocalDate, localDate } from '../../engine/dates.ts'
import { type DayCount, yearFraction } from '../../engine/daycount.ts'
import { fraction, minus, plus } from '../../engine/fraction.ts'
import type { Fraction } from '../../engine/money.ts'
import { type ProductTerms, quote } from '../../engine/product.ts'
import {
  date,
  exact,
  type Fields,
  fields,
  list,
  notOffered,
  present,
  text,
  type VectorCase,
  word,
} from './case.ts'
import { differsAsPrinted, show } from './compare.ts'
import { offerOf } from './product.ts'

/** `end of the current month` and its like fix both the first date and the day that all others keep to. */
function ruled(start: LocalDate, rule: string): { firstDueDate: LocalDate; seedDay: number } | undefined {
  const months = /next month/i.test(rule) ? 1 : 0
  const month = addMonths(localDate(`${start.slice(0, 7)}-01`), months)
  if (/end of/i.test(rule)) return { firstDueDate: endOfMonth(month), seedDay: 31 }
  if (/(start|beginning|first day) of/i.test(rule)) return { firstDueDate: month, seedDay: 1 }
  return /same|anniversar|day of/i.test(rule) ? undefined : notOffered(`due dates by the rule ${rule}`)
}

/** Due dates as a quote has them. */
export function runDatesCase(c: VectorCase): string | undefined {
  const { disbursementDate, firstDueDate, repaymentStartDate, rule } = c.input
  const first = firstDueDate ?? repaymentStartDate
  const byRule = present(rule) ? ruled(date(first ?? disbursementDate, 'start'), text(rule) ?? '') : undefined
  const start = byRule ? (disbursementDate ?? first) : disbursementDate
  const { product, wish } = offerOf({
    ...c,
    input: {
      principal: '1000',
      rate: '0',
      firstDueDate: first,
      ...c.input,
      disbursementDate: start,
      ...byRule,
    },
  })
  const dates = quote(product, wish).schedule.rows.map(({ dueDate }) => dueDate)
  const rows = present(c.expected.dueDates)
    ? list(c.expected.dueDates).map((day, row) => [row + 1, day] as const)
    : Object.entries(fields(c.expected.dueDatesByRow)).map(([row, day]) => [Number(row), day] as const)
  if (rows.length === 0) return notOffered('not readable: no dueDates expected')
  const wrong = rows.find(([row, day]) => dates[row - 1] !== day)
  return wrong && `row ${wrong[0]} dueDate: expected ${text(wrong[1])}, got ${dates[wrong[0] - 1]}`
}

const CONVENTIONS: readonly (readonly [RegExp, ProductTerms['accrual']])[] = [
  [/^(30e360|eu(ro)?30360|30360(e|eu|european|eurobond))$/, '30e/360'],
  [/^(us)?30360(us)?$/, '30/360-us'],
  [/^(actual|act)360$/, 'actual/360'],
  [/^(actual|act)365$/, 'actual/365'],
  [/^(actualactual|actact)start$/, 'actual/actual-start'],
  [/^(actualactual|actact)(isda|split)?$/, 'actual/actual-isda'],
]

/** The day count that a product can be set to. */
function conventionOf(value: unknown): DayCount {
  const found = CONVENTIONS.find(([pattern]) => pattern.test(word(value)))?.[1]
  return found === undefined || found === 'nominal' ? notOffered(`the day count ${text(value)}`) : found
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
  const [year, month] = [word(dayCount.daysInYear ?? '365'), word(dayCount.daysInMonth ?? 'actual')]
  if (month === '30' && year !== '360') return notOffered(`months of 30 days in a year of ${year}`)
  const convention = conventionOf(month === '30' ? '30e360' : `actual${year}`)
  const { numerator, denominator } = exact(c.input.rate, 'rate')
  if (!/^(year|annum)/.test(word(c.input.ratePer ?? 'year')))
    return notOffered(`a factor of a rate a ${text(c.input.ratePer)}`)
  const rate = { value: fraction(numerator, denominator * 100n), per: 'year' } as const
  for (const [row, expected] of list(c.expected.factors).entries()) {
    const [from, to] = [dates[row], dates[row + 1]]
    if (from === undefined || to === undefined) return `row ${row + 1}: no such period`
    const got = factorBetween(from, to, rate, convention)
    const failure = differsAsPrinted(`row ${row + 1} factor`, expected, got)
    if (failure) return failure
  }
  return undefined
}
