import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localDate } from '../engine/dates.ts'
import { kobo } from '../engine/money.ts'
import { agreementFor, type ProductTerms } from '../engine/product.ts'

/** The engine offers what a product can set, and no option beyond that. */

const PLAIN: ProductTerms = {
  interest: 'reducing',
  repayment: 'equal-instalments',
  ratePpm: 40_000,
  ratePer: 'month',
  accrual: 'nominal',
  frequency: { code: 'payroll', name: 'Monthly', rhythm: 'monthly', anchorDay: 25, firstDue: 'payroll' },
  leastAmount: kobo(1_000_000n),
  mostAmount: kobo(100_000_000n),
  leastTenor: 3,
  mostTenor: 24,
  fees: [{ name: 'Processing fee', collected: 'deducted', flat: null, sharePpm: 20_000 }],
  penalty: { sharePpm: 1_000, each: 'day', of: 'overdue-total', graceDays: 5, capPpm: 200_000 },
  moratorium: { principalRows: 1, interestRows: 1, interestIs: 'deferred' },
  allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'pay-ahead' },
  roundingUnit: kobo(100n),
  rounding: 'half-up',
  prepayment: 'shorter-term',
  shareOfPayPpm: 333_300,
  cutOffDay: 15,
}
const PRODUCTS: readonly ProductTerms[] = [
  PLAIN,
  { ...PLAIN, firstPeriod: 'by-days', weekend: 'next', lastInstalment: 'not-above' },
  { ...PLAIN, moratorium: { principalRows: 0, interestRows: 2, interestIs: 'waived' } },
  {
    ...PLAIN,
    interest: 'reducing',
    accrual: 'actual/365',
    interestBasis: 'daily-balance',
    moratorium: { principalRows: 0, interestRows: 0, interestIs: 'deferred' },
  },
]

/** Agreed by no product: a prepayment that shortens the loan keeps it (`replan`). */
const NOT_AGREED = ['instalment']

const agreements = PRODUCTS.map(product =>
  agreementFor(product, {
    amount: kobo(50_000_000n),
    tenor: 12,
    payOutOn: localDate('2026-11-18'),
    awaited: { since: localDate('2026-11-18'), months: new Map() },
  }),
)

const optionalFields = (path: string, type: string): string[] => {
  const body = new RegExp(`^export type ${type} = \\{\\n(.*?)^\\}`, 'ms').exec(
    readFileSync(path, 'utf8'),
  )?.[1]
  return [...(body ?? '').matchAll(/^ {2}readonly (\w+)\?:/gm)].map(match => match[1] ?? '')
}

test.each([
  ['engine/loanBook.ts', 'LoanAgreement', agreements],
  ['engine/terms.ts', 'LoanTerms', agreements.map(({ terms }) => terms)],
  ['engine/terms.ts', 'Grace', agreements.map(({ terms }) => terms.grace ?? {})],
  ['engine/penalty.ts', 'PenaltyRule', agreements.map(({ penalty }) => penalty ?? {})],
] as const)('every option in %s of %s is set by some product', (path, type, made) => {
  const options = optionalFields(path, type)
  expect(options.length).toBeGreaterThan(0)
  const set = new Set<string>(made.flatMap(each => Object.keys(each)))
  expect(options.filter(option => !set.has(option) && !NOT_AGREED.includes(option))).toEqual([])
})
