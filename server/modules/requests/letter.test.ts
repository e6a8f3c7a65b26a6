import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { application } from '../../../contract/application.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import { localDate } from '../../../engine/dates.ts'
import { type Kobo, kobo, parseNaira, ZERO } from '../../../engine/money.ts'
import { type ProductTerms, quote } from '../../../engine/product.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import type { Fee } from '../../../engine/terms.ts'
import { adaeze } from '../../../test/applicants.ts'
import { PAGE } from '../../../test/publicPage.ts'
import { instalmentsText, offerLetter, penaltyText, rightsOf, scheduleTable } from './letter.ts'

const once = { each: 'once', of: 'overdue-principal-and-interest' } as const
const daily = { each: 'day', of: 'outstanding-principal' } as const

test.each([
  [null, 'We charge no penalty for late payment.'],
  [
    { ...once, sharePpm: 10_000, graceDays: 14, capPpm: 50_000 },
    'If an instalment is more than 14 days overdue, we charge a one-off penalty of 1% of its overdue principal and interest, at most 5% of that instalment’s principal and interest.',
  ],
  [
    { ...daily, sharePpm: 500, graceDays: 0, capPpm: null },
    'If an instalment is overdue, we charge a penalty of 0.05% of your outstanding principal for each day since its due date.',
  ],
  [
    { ...daily, sharePpm: 1_000, graceDays: 1, capPpm: null },
    'If an instalment is more than 1 day overdue, we charge a penalty of 0.1% of your outstanding principal for each day since its due date.',
  ],
])('the letter says of the penalty what the product does', (penalty, says) => {
  expect(penaltyText(penalty)).toBe(says)
})

test.each([
  [[61_667n, 61_667n, 61_667n], '3 of ₦616.67'],
  [[833_333n, 833_333n, 833_334n], '2 of ₦8,333.33, the last ₦8,333.34'],
  [[120_000n], 'one of ₦1,200.00'],
  [[50_000n, 90_000n, 80_000n], '3, the first ₦500.00, the largest ₦900.00, the last ₦800.00'],
])('instalments of %s kobo: %s', (totals, says) => {
  expect(instalmentsText(totals.map(total => ({ total: kobo(total) })))).toBe(says)
})

describe('the schedule in the letter', () => {
  const scheduleWith = (fees: Fee[]) =>
    scheduleTable(
      buildSchedule({
        principal: kobo(50_000_000n),
        disbursedOn: localDate('2026-11-14'),
        tenor: 12,
        frequency: { every: 1, unit: 'month' },
        interest: 'flat',
        repayment: 'equal-instalments',
        rate: { value: { numerator: 40_000n, denominator: 1_000_000n }, per: 'month' },
        fees,
      }),
    )
  const fee = (collected: Fee['collected']): Fee => ({ amount: { flat: kobo(1_000_000n) }, collected })
  const amount = (text: string | undefined): Kobo => parseNaira((text ?? '').replace('₦', '')) ?? ZERO

  test.each(['spread', 'every-instalment'] as const)('adds up where a fee is collected: %s', collected => {
    const { columns, rows, total } = scheduleWith([fee(collected)])
    expect(columns.map(({ label }) => label)).toEqual([
      'No.',
      'Due',
      'Principal',
      'Interest',
      'Fees',
      'Instalment',
      'Outstanding principal',
    ])
    for (const [, , principal, interest, fees, instalment] of [...rows, total])
      expect(amount(principal) + amount(interest) + amount(fees)).toBe(amount(instalment))
    expect(amount(total[4])).toBeGreaterThan(0n)
  })

  test('has no column of fees where none comes with an instalment', () => {
    const { columns, rows, total } = scheduleWith([fee('deducted')])
    expect(columns).toHaveLength(6)
    for (const line of [...rows, total]) expect(line).toHaveLength(6)
  })
})

describe('the whole letter', () => {
  const lender = {
    ...SECTIONS.organisation.initial,
    operatingCompany: 'Iroko Lending Ltd',
    phone: '0700 000 0000',
  }
  const penalty = { ...once, sharePpm: 10_000, graceDays: 14, capPpm: 50_000 }
  const [product] = PAGE.products

  async function pagesOf(tenor: number, terms?: Partial<ProductTerms>): Promise<string[]> {
    if (!product) throw new Error('the page of the tests offers a loan')
    const wish = { amount: kobo(12_000_000n), tenor, payOutOn: localDate('2027-01-10') }
    const pdf = await offerLetter({
      loanNumber: 'L000123',
      reference: 'IRK-AAAA-BBBB',
      on: wish.payOutOn,
      productName: product.name,
      application: z.decode(application, adaeze()),
      payTo: { bankCode: '058', accountNumber: '0123456789' },
      rate: '4% a month, flat',
      penalty,
      quote: quote({ ...product.terms, ...terms }, wish),
      settled: [],
      lender,
    })
    const document = await getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
      .promise
    const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1))
    const contents = await Promise.all(pages.map(async page => (await page).getTextContent()))
    return contents.map(({ items }) => items.map(item => ('str' in item ? item.str : '')).join(' '))
  }

  test('states the dated APR, how it counts, the first period and what may be charged later', async () => {
    const [first] = await pagesOf(3)
    expect(first).toContain('Dear Mrs Okonkwo,')
    expect(first).toContain('95.22% (effective 154.64%)')
    expect(first).toContain('The APR counts every amount on the day it is paid')
    expect(first).toContain(
      'The first period has 15 days and charges the interest of a whole period (31 days).',
    )
    expect(first).toContain('any charge you have agreed to in writing')
    expect(first).not.toContain('No fee other')
  })

  test('says so where interest is calculated on the daily balance', async () => {
    const [first] = await pagesOf(3, {
      interest: 'reducing',
      accrual: 'actual/365',
      interestBasis: 'daily-balance',
    })
    expect(first).toContain('Interest is calculated on the outstanding principal each day')
    expect((await pagesOf(3))[0]).not.toContain('each day:')
  })

  test.each([3, 24])('ends with room for both parties to sign, after %i instalments', async tenor => {
    const last = (await pagesOf(tenor)).at(-1)
    expect(last).toMatch(/Acceptance\s+I accept this offer/)
    expect(last).toContain('For Iroko Lending Ltd')
    for (const label of ['Name', 'Signature', 'Date'])
      expect(last?.split(new RegExp(`\\b${label}\\b`)), label).toHaveLength(3)
  })
})

test('without a penalty none is promised', () => {
  const [, , , charges, penalty] = rightsOf({ lender: SECTIONS.organisation.initial, penalty: null })
  expect(charges).toMatch(/we charge only charges you have agreed to in writing\.$/)
  expect(penalty).toBe('We charge no penalty for late payment.')
})
