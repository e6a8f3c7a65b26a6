/** Cases of kind `rate`: annual percentage rates by each law, and the spreadsheet functions. */

import {
  type Annuity,
  cumulativeInterest,
  cumulativePrincipal,
  futureValue,
  interestPayment,
  modifiedReturn,
  netPresentValue,
  payment,
  periodCount,
  presentValue,
  principalPayment,
} from '../../engine/annuity.ts'
import type { LocalDate } from '../../engine/dates.ts'
import { approximate, fraction, negative } from '../../engine/fraction.ts'
import { divide, type Fraction, type Kobo, kobo } from '../../engine/money.ts'
import {
  actuarialApr,
  type DatedFlow,
  directiveYears,
  effectiveAnnual,
  effectiveRate,
  irr,
  nominalAnnual,
  periodicRate,
  type TimedFlow,
  xirr,
} from '../../engine/rates.ts'
import {
  count,
  date,
  exact,
  type Fields,
  fields,
  isFields,
  list,
  present,
  text,
  Unsupported,
  type VectorCase,
  word,
} from './case.ts'
import { beyond, differsBeyond } from './compare.ts'
import { frequencyOf } from './terms.ts'

const CENTS = 100n

const cents = (value: unknown): Kobo => {
  const { numerator, denominator } = exact(value, 'amount')
  return kobo(divide(numerator * CENTS, denominator, 'half-up'))
}

/** Whole numbers in the proportion of the given fractions: a rate of return knows no currency. */
function inProportion(values: readonly Fraction[]): Kobo[] {
  const common = values.reduce((product, { denominator }) => {
    const { numerator } = fraction(denominator, product)
    return product * numerator
  }, 1n)
  return values.map(({ numerator, denominator }) => kobo((numerator * common) / denominator))
}

type Flow = { readonly amount: Kobo; readonly years?: number; readonly on?: LocalDate }

/** When a flow happens: a date, or so many days, weeks, months or years after the start. */
function timeOf(flow: Fields, yearDays: number): { years?: number; on?: LocalDate } {
  if (present(flow.date)) return { on: date(flow.date, 'date') }
  const steps: readonly (readonly [string, number])[] = [
    ['day', yearDays],
    ['week', 52],
    ['month', 12],
    ['quarter', 4],
    ['year', 1],
  ]
  for (const [unit, perYear] of steps) {
    if (present(flow[unit])) return { years: approximate(exact(flow[unit], unit)) / perYear }
  }
  throw new Unsupported(`a flow without a time: ${JSON.stringify(flow)}`)
}

const RHYTHMS: readonly (readonly [string, number | undefined])[] = [
  ['Month', 12],
  ['Week', 52],
  ['Quarter', 4],
  ['Year', 1],
  ['Day', undefined],
]

/** `{ count: 240, amount, everyMonths: 1 }` is 240 flows, as is `{ firstMonth: 1, lastMonth: 240 }`; else one. */
function expand(flow: Fields, yearDays: number, principal: Kobo): Flow[] {
  if (present(flow.equalPrincipal)) return equalPrincipalFlows(flow, principal)
  const amount = cents(flow.amount)
  const rhythm = RHYTHMS.find(([unit]) => present(flow[`every${unit}s`]) || present(flow[`first${unit}`]))
  if (!rhythm && !present(flow.count)) return [{ amount, ...timeOf(flow, yearDays) }]
  const [unit, perYear = yearDays] = rhythm ?? ['Month', 12]
  const every = count(flow[`every${unit}s`] ?? 1, `every${unit}s`)
  const first = count(flow[`first${unit}`] ?? flow[`from${unit}`] ?? every, `first${unit}`)
  const last = flow[`last${unit}`] ?? flow[`to${unit}`]
  const length = present(flow.count)
    ? count(flow.count, 'count')
    : Math.floor((count(last ?? first, `last${unit}`) - first) / every) + 1
  return Array.from({ length }, (_, i) => ({ amount, years: (first + i * every) / perYear }))
}

/** "900 a month" of principal with "6 % a year on the balance, monthly, rounded to cents". */
function equalPrincipalFlows(flow: Fields, principal: Kobo): Flow[] {
  const [, share] = /([\d.,]+)/.exec(text(flow.equalPrincipal) ?? '') ?? []
  const [, percentage, per] = /([\d.]+)\s*%\s*(?:a|per)\s*(year|month)/i.exec(text(flow.interest) ?? '') ?? []
  if (!share || !percentage) throw new Unsupported(`payments ${JSON.stringify(flow)}`)
  const { numerator, denominator } = exact(percentage, 'interest')
  const periods = per === 'month' ? 1n : 12n
  const flows: Flow[] = []
  let balance: bigint = principal
  for (let month = 1; balance > 0n && month <= count(flow.count, 'count'); month += 1) {
    const part = balance < cents(share) ? balance : cents(share)
    const interest = divide(balance * numerator, denominator * 100n * periods, 'half-up')
    flows.push({ amount: kobo(part + interest), years: month / 12 })
    balance -= part
  }
  return flows
}

const many = (value: unknown): readonly Fields[] => (isFields(value) ? [value] : list(value).map(fields))

function flowsOf(c: VectorCase, yearDays: number): { advances: Flow[]; payments: Flow[] } {
  const read = (value: unknown, principal: Kobo) =>
    many(value).flatMap(flow => expand(flow, yearDays, principal))
  const lent = read(c.input.advances, kobo(0n))
  const principal = kobo(lent.reduce((sum, { amount }) => sum + amount, 0n))
  const charges = read(c.input.charges, principal)
  return {
    advances: netOf(lent, charges),
    payments: [...read(c.input.payments, principal), ...later(lent, charges)],
  }
}

const sameTime = (a: Flow, b: Flow) => a.on === b.on && a.years === b.years

/** A charge at the moment of an advance comes off it; one at another time is a payment. */
const netOf = (advances: Flow[], charges: Flow[]): Flow[] =>
  advances.map(advance => ({
    ...advance,
    amount: kobo(
      charges
        .filter(c => sameTime(c, advance))
        .reduce((left, c) => left - c.amount, advance.amount as bigint),
    ),
  }))

const later = (advances: Flow[], charges: Flow[]): Flow[] =>
  charges.filter(charge => !advances.some(advance => sameTime(advance, charge)))

const dated = (flows: readonly Flow[]): DatedFlow[] =>
  flows.map(({ amount, on }) => {
    if (on === undefined) throw new Unsupported('this method needs dates')
    return { amount, on }
  })

function aprOfCase(c: VectorCase): number | undefined {
  const method = text(c.input.method) ?? ''
  const yearDays = Number(text(c.input.yearDays) ?? 365)
  const { advances, payments } = flowsOf(c, yearDays)
  if (/us actuarial|reg z|appendix j/i.test(method)) return usApr(c, dated(advances), dated(payments))
  if (!/\b(eu|uk|fca|effective|xirr)\b/i.test(method)) throw new Unsupported(`method ${method}`)
  const out = advances.map(flow => ({ ...flow, amount: kobo(-flow.amount) }))
  const all = [...out, ...payments]
  if (all.every(flow => flow.on !== undefined)) return datedRate(c, dated(all), yearDays)
  return effectiveRate(
    all.map(({ amount, years }): TimedFlow => {
      if (years === undefined) throw new Unsupported('dates and periods mixed')
      return { amount, years }
    }),
  )
}

/** By days, or by the whole weeks, months or years the case names. */
function datedRate(c: VectorCase, flows: DatedFlow[], yearDays: number): number | undefined {
  const named = c.input.unitPeriod ?? c.input.timePeriod
  const [start] = flows.map(flow => flow.on).sort()
  if (!present(named) || start === undefined) return xirr(flows, yearDays)
  const { every, unit } = frequencyOf(named)
  if (unit === 'day') return xirr(flows, yearDays)
  if (every !== 1 || (unit !== 'week' && unit !== 'month' && unit !== 'year'))
    throw new Unsupported(`unit ${String(named)}`)
  return effectiveRate(flows.map(({ amount, on }) => ({ amount, years: directiveYears(start, on, unit) })))
}

/** A single payment within a year bears simple interest by days, whatever its unit is called. */
function usApr(c: VectorCase, advances: DatedFlow[], payments: DatedFlow[]): number | undefined {
  const unit = frequencyOf(c.input.unitPeriod ?? 'month')
  const single = advances.length === 1 && payments.length === 1
  return actuarialApr(advances, payments, single && unit.unit === 'day' ? { every: 1, unit: 'year' } : unit)
}

const number = (input: Fields, ...names: string[]): Fraction => {
  const name = names.find(key => present(input[key]))
  return name === undefined ? { numerator: 0n, denominator: 1n } : exact(input[name], name)
}

const dueOf = (input: Fields): 'end' | 'begin' =>
  /^(1|begin|start|advance|due)/.test(word(input.when ?? input.type ?? input.due ?? input.timing)) ||
  input.paymentsInAdvance === true
    ? 'begin'
    : 'end'

const rateIn = (input: Fields): Fraction => number(input, 'ratePerPeriod', 'rate')
const periodsIn = (input: Fields): number => count(input.periods ?? input.nper, 'periods')

const annuityOf = (input: Fields): Annuity => ({
  rate: rateIn(input),
  periods: periodsIn(input),
  present: number(input, 'presentValue', 'pv', 'present'),
  future: number(input, 'futureValue', 'fv', 'future'),
  due: dueOf(input),
})

const paidIn = (input: Fields): Fraction => number(input, 'payment', 'pmt')
const flowList = (input: Fields): Fraction[] =>
  list(input.cashflows ?? input.values).map(flow => exact(flow, 'cashflows'))

type Answer = Fraction | number | undefined

const FUNCTIONS: Record<string, (input: Fields) => Answer> = {
  pmt: input => payment(annuityOf(input)),
  ipmt: input => interestPayment(annuityOf(input), count(input.period, 'period')),
  ppmt: input => principalPayment(annuityOf(input), count(input.period, 'period')),
  cumipmt: input => cumulativeInterest(annuityOf(input), count(input.from, 'from'), count(input.to, 'to')),
  cumprinc: input => cumulativePrincipal(annuityOf(input), count(input.from, 'from'), count(input.to, 'to')),
  fv: input =>
    futureValue(
      rateIn(input),
      periodsIn(input),
      paidIn(input),
      number(input, 'presentValue', 'pv', 'present'),
      dueOf(input),
    ),
  pv: input =>
    presentValue(
      rateIn(input),
      periodsIn(input),
      paidIn(input),
      number(input, 'futureValue', 'fv', 'future'),
      dueOf(input),
    ),
  nper: input =>
    periodCount(
      rateIn(input),
      paidIn(input),
      number(input, 'presentValue', 'pv', 'present'),
      number(input, 'futureValue', 'fv', 'future'),
      dueOf(input),
    ),
  rate: input => {
    const amounts = inProportion([
      paidIn(input),
      number(input, 'presentValue', 'pv', 'present'),
      number(input, 'futureValue', 'fv', 'future'),
    ])
    const [paid = kobo(0n), lent = kobo(0n), left = kobo(0n)] = amounts
    return periodicRate(periodsIn(input), paid, lent, left, dueOf(input))
  },
  mirr: input =>
    modifiedReturn(
      flowList(input),
      number(input, 'financeRate'),
      number(input, 'reinvestRate', 'reinvestmentRate'),
    ),
  npv: input => netPresentValue(rateIn(input), flowList(input), Number(text(input.firstPeriod) ?? 0)),
  irr: input => irr(inProportion(flowList(input))),
  xirr: input => {
    const flows = list(input.cashflows).map(fields)
    const amounts = inProportion(flows.map(flow => exact(flow.amount, 'amount')))
    const days = flows.map(
      (flow, i): DatedFlow => ({ amount: amounts[i] ?? kobo(0n), on: date(flow.date, 'date') }),
    )
    return xirr(days, Number(text(input.yearDays) ?? 365))
  },
  effectiverate: input =>
    effectiveAnnual(
      number(input, 'nominal', 'nominalRate', 'rate'),
      count(input.periodsPerYear, 'periodsPerYear'),
    ),
  nominalrate: input =>
    nominalAnnual(
      approximate(number(input, 'effective', 'effectiveRate', 'rate')),
      count(input.periodsPerYear, 'periodsPerYear'),
    ),
}
const ALIASES: Record<string, string> = {
  effect: 'effectiverate',
  nominal: 'nominalrate',
  effective: 'effectiverate',
}

/** Sources disagree on whether a payment on a loan is negative; its size is what they agree on. */
const SIGN_VARIES = new Set(['pmt', 'ipmt', 'ppmt', 'cumipmt', 'cumprinc', 'pv', 'fv', 'nper'])

function compareFunction(c: VectorCase, name: string): string | undefined {
  const run = FUNCTIONS[ALIASES[name] ?? name]
  if (!run) throw new Unsupported(`function ${name}`)
  const got = run(c.input)
  const expected = c.expected.value ?? c.expected[name]
  if (got === undefined || (typeof got === 'number' && !Number.isFinite(got)))
    return `${name}: expected ${text(expected)}, got none`
  const value = typeof got === 'number' ? exact(got.toPrecision(17), name) : got
  const failure = beyond(name, expected, value, c.expected)
  if (failure && name === 'npv' && !present(c.input.firstPeriod)) {
    // Spreadsheets discount the first flow by a period, textbooks do not; a case that is silent means either.
    const later = netPresentValue(rateIn(c.input), flowList(c.input), 1)
    return beyond(name, expected, later, c.expected) && failure
  }
  return failure && SIGN_VARIES.has(name) && !beyond(name, expected, negative(value), c.expected)
    ? undefined
    : failure
}

/** Some sources cut a rate off instead of rounding it: allow the whole last digit. */
const lastDigit = (printed: unknown): string => `1e-${/\.(\d+)/.exec(text(printed) ?? '')?.[1]?.length ?? 0}`

export function runRateCase(c: VectorCase): string | undefined {
  const name = word(c.input.function ?? (present(c.input.cashflows) ? 'irr' : ''))
  if (name !== '') return compareFunction(c, name)
  const apr = aprOfCase(c)
  const { aprPercent, rate, apr: fractional, decimals, tolerance } = c.expected
  const checks = [
    present(aprPercent) &&
      differsBeyond('APR %', aprPercent, apr === undefined ? apr : apr * 100, { decimals, tolerance }),
    present(rate) && differsBeyond('rate', rate, apr, { tolerance: lastDigit(rate) }),
    present(fractional) && differsBeyond('APR', fractional, apr, { tolerance }),
  ]
  if (checks.every(check => check === false)) throw new Unsupported('no rate expected')
  return checks.find(check => typeof check === 'string') || undefined
}
