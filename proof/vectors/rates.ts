/** Cases of kind `rate`: the APR that quotes and letters state, and the annuities that a quote holds. */

import { type Frequency, stepBy } from '../../engine/calendar.ts'
import { type LocalDate, localDate } from '../../engine/dates.ts'
import { fraction, negative } from '../../engine/fraction.ts'
import { type Fraction, type Kobo, kobo } from '../../engine/money.ts'
import { quote } from '../../engine/product.ts'
import { aprOf, type LoanApr } from '../../engine/rates.ts'
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
import { beyond, differsBeyond } from './compare.ts'
import { rhythmOf } from './frequency.ts'
import { offerOf, rounded } from './product.ts'

type Flow = { readonly amount: Kobo; readonly on: LocalDate }

const MONTHLY: Frequency = { every: 1, unit: 'month' }
const START = localDate('2026-01-01')
const FINE_SCALE = 10n ** 20n

const amountOf = (value: unknown): Kobo => rounded(exact(value, 'amount'), FINE_SCALE)

function flowsOf(value: unknown): Flow[] {
  return (isFields(value) ? [value] : list(value)).map(each => {
    const flow = fields(each)
    return present(flow.date)
      ? { amount: amountOf(flow.amount), on: date(flow.date, 'date') }
      : notOffered('an APR of amounts without dates')
  })
}

/** The APR of one advance and what is paid for it, as of any loan. */
const aprOfFlows = (advance: Flow, payments: readonly Flow[], frequency: Frequency): LoanApr | undefined =>
  aprOf(
    {
      payout: advance.amount,
      rows: payments.map(({ amount, on }) => ({ periodStart: advance.on, dueDate: on, total: amount })),
    },
    frequency,
  )

const FREQUENCIES: Record<string, Frequency> = {
  weekly: { every: 1, unit: 'week' },
  'two-weekly': { every: 2, unit: 'week' },
  monthly: MONTHLY,
  quarterly: { every: 1, unit: 'quarter' },
}

function frequencyOf(unit: unknown, payments: number): Frequency {
  const { rhythm, months = 1 } = rhythmOf(unit, payments)
  return FREQUENCIES[rhythm] ?? { every: months, unit: 'month' }
}

function aprOfCase({ input }: VectorCase): number | undefined {
  const method = text(input.method) ?? ''
  const isNominal = /us actuarial|reg z|appendix j/i.test(method)
  if (!isNominal && !/\b(eu|uk|fca|effective|xirr)\b/i.test(method)) return notOffered(`an APR by ${method}`)
  if (Number(text(input.yearDays) ?? 365) !== 365)
    return notOffered(`an APR in a year of ${text(input.yearDays)} days`)
  if (!isNominal && present(input.unitPeriod ?? input.timePeriod))
    return notOffered('an effective APR that counts in weeks, months or years')
  const lent = flowsOf(input.advances)
  const [advance] = lent
  const charges = flowsOf(input.charges)
  if (!advance || lent.length > 1) return notOffered('a loan disbursed in parts')
  const upfront = charges.filter(({ on }) => on === advance.on).reduce((sum, { amount }) => sum + amount, 0n)
  const later = charges.filter(({ on }) => on !== advance.on)
  const payments = [...flowsOf(input.payments), ...later]
  const frequency = frequencyOf(isNominal ? input.unitPeriod : undefined, payments.length)
  const apr = aprOfFlows({ on: advance.on, amount: kobo(advance.amount - upfront) }, payments, frequency)
  return isNominal ? apr?.nominal : apr?.effective
}

/** What is received one period after another: the nominal APR of monthly amounts is twelve times their rate of return. */
function rateOfReturn(flows: readonly Fraction[]): number | undefined {
  const [lent, ...received] = flows.map(each => rounded(each, FINE_SCALE))
  if (lent === undefined || lent >= 0n)
    return notOffered('a rate of return of amounts that begin with income')
  const payments = received.map((amount, index) => ({ amount, on: stepBy(START, MONTHLY, index + 1) }))
  const apr = aprOfFlows({ amount: kobo(-lent), on: START }, payments, MONTHLY)
  return apr === undefined ? undefined : apr.nominal / 12
}

function datedReturn(input: Fields): number | undefined {
  const [lent, ...received] = flowsOf(input.cashflows)
  if (!lent || lent.amount >= 0n) return notOffered('a rate of return of amounts that begin with income')
  if (Number(text(input.yearDays) ?? 365) !== 365)
    return notOffered(`an APR in a year of ${text(input.yearDays)} days`)
  return aprOfFlows({ on: lent.on, amount: kobo(-lent.amount) }, received, MONTHLY)?.effective
}

const isInAdvance = (input: Fields): boolean =>
  /^(1|begin|start|advance|due)/.test(word(input.when ?? input.type ?? input.due ?? input.timing)) ||
  input.paymentsInAdvance === true

const zero = (value: unknown): boolean => !present(value) || exact(value, 'futureValue').numerator === 0n

/** A loan at the end of whose months an equal instalment is paid, until nothing is left. */
function annuityOf(input: Fields) {
  if (isInAdvance(input)) return notOffered('instalments at the start of their period')
  if (!zero(input.futureValue ?? input.fv ?? input.future)) return notOffered('a loan that leaves a balance')
  const perPeriod = exact(input.ratePerPeriod ?? input.rate, 'rate')
  const { numerator, denominator } = exact(input.presentValue ?? input.pv ?? input.present, 'presentValue')
  const yearly = (perPeriod.numerator * 12_000_000n) % perPeriod.denominator === 0n
  const size = numerator < 0n ? -numerator : numerator
  const { product, wish, scale } = offerOf({
    id: '',
    kind: 'schedule',
    tags: [],
    events: [],
    expected: {},
    reproducedBy: {},
    assumptions: '',
    input: {
      principal: `${size}/${denominator}`,
      term: text(input.periods ?? input.nper),
      frequency: 'month',
      rateUnit: 'fraction',
      ...((perPeriod.numerator * 1_000_000n) % perPeriod.denominator === 0n
        ? { rate: `${perPeriod.numerator}/${perPeriod.denominator}`, ratePer: 'month' }
        : yearly
          ? { rate: `${perPeriod.numerator * 12n}/${perPeriod.denominator}`, ratePer: 'year' }
          : notOffered('a rate of more than four decimals')),
      rounding: 'none (exact arithmetic)',
    },
  })
  const { schedule } = quote(product, wish)
  const sumOf = (part: 'interest' | 'principal', from: number, to: number): Fraction =>
    fraction(
      schedule.rows.filter(({ n }) => n >= from && n <= to).reduce((sum, row) => sum + row[part], 0n),
      scale,
    )
  return { instalment: fraction(schedule.instalment, scale), sumOf }
}

const period = (input: Fields): number => count(input.period, 'period')
const flowList = (input: Fields): Fraction[] =>
  list(input.cashflows ?? input.values).map(flow => exact(flow, 'cashflows'))

const FUNCTIONS: Record<string, (input: Fields) => Fraction | number | undefined> = {
  pmt: input => annuityOf(input).instalment,
  ipmt: input => annuityOf(input).sumOf('interest', period(input), period(input)),
  ppmt: input => annuityOf(input).sumOf('principal', period(input), period(input)),
  cumipmt: input => annuityOf(input).sumOf('interest', count(input.from, 'from'), count(input.to, 'to')),
  cumprinc: input => annuityOf(input).sumOf('principal', count(input.from, 'from'), count(input.to, 'to')),
  irr: input => rateOfReturn(flowList(input)),
  rate: input => {
    if (isInAdvance(input)) return notOffered('instalments at the start of their period')
    if (!zero(input.futureValue ?? input.fv ?? input.future))
      return notOffered('a loan that leaves a balance')
    const [paid, lent] = [
      exact(input.payment ?? input.pmt, 'payment'),
      exact(input.presentValue ?? input.pv, 'pv'),
    ]
    const periods = count(input.periods ?? input.nper, 'periods')
    // the two have opposite signs, whichever of them is the loan
    const signed = lent.numerator < 0n ? [lent, paid] : [negative(lent), negative(paid)]
    const [first = lent, each = paid] = signed
    return rateOfReturn([first, ...new Array<Fraction>(periods).fill(each)])
  },
  xirr: datedReturn,
}

/** Sources disagree on whether a payment on a loan is negative; its size is what they agree on. */
const SIGN_VARIES = new Set(['pmt', 'ipmt', 'ppmt', 'cumipmt', 'cumprinc'])

function compareFunction(c: VectorCase, name: string): string | undefined {
  const run = FUNCTIONS[name] ?? notOffered(`the spreadsheet function ${name}`)
  const got = run(c.input)
  const expected = c.expected.value ?? c.expected[name]
  if (typeof got === 'number' || got === undefined) return differsBeyond(name, expected, got, c.expected)
  const failure = beyond(name, expected, got, c.expected)
  const isMirrored = SIGN_VARIES.has(name) && !beyond(name, expected, negative(got), c.expected)
  return isMirrored ? undefined : failure
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
  if (checks.every(check => check === false)) return notOffered('not readable: no rate expected')
  return checks.find(check => typeof check === 'string') || undefined
}
