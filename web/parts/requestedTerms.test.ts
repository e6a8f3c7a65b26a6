import { expect, test } from 'vitest'
import { kobo } from '../../engine/money.ts'
import type { ProductTerms } from '../../engine/product.ts'
import { PAGE } from '../../test/publicPage.ts'
import { amountLimits, parseTerms, tenorLimits, termsErrors } from './requestedTerms.ts'

const product = {
  leastAmount: kobo(5_000_000n),
  mostAmount: kobo(300_000_000n),
  leastTenor: 3,
  mostTenor: 24,
  frequency: { rhythm: 'monthly' },
  roundingUnit: kobo(1n),
} as ProductTerms

test.each([
  ['500,000', '12', {}],
  ['₦500000', ' 12 ', {}],
  ['', '12', { amount: 'Enter an amount in naira, such as 250,000' }],
  ['5e5', '12', { amount: 'Enter an amount in naira, such as 250,000' }],
  ['49,999', '12', { amount: 'At least ₦50,000.00 for this product' }],
  ['3,000,001', '12', { amount: 'At most ₦3,000,000.00 for this product' }],
  ['500,000.50', '12', { amount: 'Whole naira only' }],
  ['500,000', '2', { tenor: 'At least 3 months for this product' }],
  ['500,000', '25', { tenor: 'At most 24 months for this product' }],
  ['500,000', '1.5', { tenor: 'Enter a whole number' }],
  ['500,000', '', { tenor: 'Enter a whole number' }],
])('₦ %s over %s: %j', (amount, tenor, problems) => {
  expect(termsErrors(product, { amount, tenor })).toEqual(problems)
})

test('explains an amount that is too small for the rounding of its instalments', () => {
  const [offered] = PAGE.products
  const stepped = { ...offered?.terms, roundingUnit: kobo(2_500_000n) } as ProductTerms
  expect(termsErrors(stepped, { amount: '120,000', tenor: '12' })).toEqual({
    amount: 'Too small: instalments are rounded to ₦25,000.00. Enter a larger amount or a shorter tenor',
  })
})

test('what the product would lend is read; what it would not is nothing', () => {
  expect(parseTerms(product, { amount: '500,000', tenor: '12' })).toEqual({ amount: 50_000_000n, tenor: 12 })
  expect(parseTerms(product, { amount: '500,000', tenor: '25' })).toBeUndefined()
  expect([amountLimits(product), tenorLimits(product)]).toEqual([
    '₦50,000.00 to ₦3,000,000.00',
    '3 to 24 months',
  ])
})
