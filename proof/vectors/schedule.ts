/** Cases of kind `schedule`: rows, totals, instalments and the annual rate that follows from them. */

import { daysBetween } from '../../engine/dates.ts'
import { fraction } from '../../engine/fraction.ts'
import { type Fraction, type Kobo, kobo } from '../../engine/money.ts'
import { type Quote, quote } from '../../engine/product.ts'
import type { Schedule, ScheduleRow } from '../../engine/terms.ts'
import { count, type Fields, fields, list, notOffered, present, text, type VectorCase } from './case.ts'
import { differs, differsAsPrinted, differsBeyond } from './compare.ts'
import { type Offer, offerOf, toKobo } from './product.ts'

type Compared = { readonly offer: Offer; readonly quote: Quote; readonly schedule: Schedule }

const AMOUNTS = ['principal', 'interest', 'fees', 'total', 'balance'] as const

const compare = ({ offer }: Compared, name: string, expected: unknown, got: Kobo): string | undefined => {
  if (!present(expected)) return undefined
  const amount: Fraction = fraction(got, offer.scale)
  return offer.isExact ? differsAsPrinted(name, expected, amount) : differs(name, expected, amount)
}

function compareRow(compared: Compared, expected: Fields, row: ScheduleRow | undefined): string | undefined {
  const n = text(expected.n)
  if (!row) return `row ${n}: missing, the schedule has ${compared.schedule.rows.length} rows`
  const { payOutOn } = compared.offer.wish
  const plain = {
    dueDate: row.dueDate,
    day: daysBetween(payOutOn, row.dueDate),
    days: daysBetween(row.periodStart, row.dueDate),
  }
  for (const [key, got] of Object.entries(plain)) {
    const wanted = expected[key]
    if (present(wanted) && text(wanted) !== String(got))
      return `row ${n} ${key}: expected ${String(wanted)}, got ${got}`
  }
  for (const key of AMOUNTS) {
    const failure = compare(compared, `row ${n} ${key}`, expected[key], row[key])
    if (failure) return failure
  }
  return compare(compared, `row ${n} penalties`, expected.penalties, kobo(0n))
}

function comparePeriods(compared: Compared, periods: readonly unknown[], whole: boolean): string | undefined {
  const { rows } = compared.schedule
  for (const [index, value] of periods.entries()) {
    const expected = fields(value)
    const n = present(expected.n) ? count(expected.n, 'n') : index + 1
    if (n === 0) continue
    const failure = compareRow(compared, expected, rows[n - 1])
    if (failure) return failure
  }
  return whole && rows.length !== periods.length
    ? `rows: expected ${periods.length}, got ${rows.length}`
    : undefined
}

function compareTotals(compared: Compared, totals: Fields): string | undefined {
  const known: Record<string, Kobo> = {
    ...compared.schedule.totals,
    repayment: compared.schedule.totals.total,
    penalties: kobo(0n),
  }
  for (const [key, expected] of Object.entries(totals)) {
    const got = known[key]
    if (got === undefined) return notOffered(`not readable: expected.totals.${key}`)
    const failure = compare(compared, `total ${key}`, expected, got)
    if (failure) return failure
  }
  return undefined
}

/** Sums over the first rows, where a source prints those. */
function afterPeriods(compared: Compared, rows: number): Record<string, Kobo> {
  const paid = compared.schedule.rows.slice(0, rows)
  const sumOf = (key: 'interest' | 'principal' | 'total' | 'fees') =>
    kobo(paid.reduce((sum, row) => sum + row[key], 0n))
  return {
    interestPaid: sumOf('interest'),
    principalPaid: sumOf('principal'),
    feesPaid: sumOf('fees'),
    totalPaid: sumOf('total'),
    balance: paid.at(-1)?.balance ?? compared.schedule.financed,
  }
}

/** The APR of the quote that counts as the source's method does, in percent. */
function aprPercent({ offer, quote: { apr, netPayOut } }: Compared, method: string): number | undefined {
  const [, stated] = /\(([\d.,]+)\)/.exec(method) ?? []
  if (stated !== undefined && toKobo(stated, offer.scale, 'advance') !== netPayOut)
    return notOffered('an APR of another amount than reaches the borrower')
  const isNominal = /us actuarial|reg z|appendix j|nominal|periodic|irr/i.test(method)
  if (!isNominal && !/days\/365(?!\.)/.test(method)) return notOffered(`an APR by ${method}`)
  const rate = isNominal ? apr?.nominal : apr?.effective
  return rate === undefined ? undefined : rate * 100
}

type Check = (compared: Compared, expected: unknown, c: VectorCase) => string | undefined

const amount =
  (name: string, got: (schedule: Schedule) => Kobo): Check =>
  (compared, expected) =>
    compare(compared, name, expected, got(compared.schedule))

const paid =
  (key: string): Check =>
  (compared, expected, c) => {
    const rows = afterPeriods(compared, count(c.expected.afterPeriods ?? 0, 'afterPeriods'))
    const got = rows[key.replace(/Exact$/, '')]
    if (got === undefined) return notOffered(`not readable: expected.${key}`)
    // A source that prints cents of an unrounded sum is met when the sum rounds to them.
    return compare(compared, key, expected, got)
  }

const CHECKS: Record<string, Check> = {
  periods: (compared, expected) => {
    const periods = list(expected)
    return comparePeriods(compared, periods, periods.length >= compared.schedule.rows.length)
  },
  totals: (compared, expected) => compareTotals(compared, fields(expected)),
  instalment: amount('instalment', schedule => schedule.instalment),
  firstInstalment: amount('first instalment', schedule => schedule.rows[0]?.total ?? kobo(0n)),
  lastInstalment: amount('last instalment', schedule => schedule.rows.at(-1)?.total ?? kobo(0n)),
  totalInterest: amount('total interest', schedule => schedule.totals.interest),
  totalPayment: amount('total', schedule => schedule.totals.total),
  payout: amount('payout', schedule => schedule.payout),
  netDisbursed: amount('payout', schedule => schedule.payout),
  afterPeriods: () => undefined,
  interestPaid: paid('interestPaid'),
  interestPaidExact: paid('interestPaidExact'),
  principalPaid: paid('principalPaid'),
  totalPaid: paid('totalPaid'),
  balance: paid('balance'),
  term: ({ schedule }, expected) =>
    schedule.rows.length === count(expected, 'term')
      ? undefined
      : `term: expected ${text(expected)}, got ${schedule.rows.length}`,
  aprPercent: (compared, expected) => {
    const stated = fields(expected)
    const method = text(stated.method) ?? ''
    const value = stated.value ?? expected
    return differsBeyond('APR %', value, aprPercent(compared, method), { decimals: stated.decimals })
  },
  precision: () => undefined,
}

export function runScheduleCase(c: VectorCase): string | undefined {
  const offer = offerOf(c)
  const quoted = quote(offer.product, offer.wish)
  const compared = { offer, quote: quoted, schedule: quoted.schedule }
  for (const [key, expected] of Object.entries(c.expected)) {
    if (!present(expected)) continue
    const check = CHECKS[key]
    if (!check) return notOffered(`not readable: expected.${key}`)
    const failure = check(compared, expected, c)
    if (failure) return failure
  }
  return undefined
}
