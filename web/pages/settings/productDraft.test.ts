import { expect, test } from 'vitest'
import { productTerms } from '../../../contract/products.ts'
import { kobo } from '../../../engine/money.ts'
import type { ProductTerms } from '../../../engine/product.ts'
import { PAGE } from '../../../test/publicPage.ts'
import type { Product } from '../../parts/settings/productFacts.ts'
import { type ProductDraft, productDraftOf, termsOf } from './productDraft.ts'

const [offered] = PAGE.products
if (!offered) throw new Error('the page of the tests offers a loan')

const TERMS: ProductTerms = {
  ...offered.terms,
  interestBasis: 'schedule',
  firstPeriod: 'by-days',
  weekend: 'previous',
  lastInstalment: 'not-above',
  fees: [
    { name: 'Insurance', collected: 'spread', flat: null, sharePpm: 12_500, goesTo: 'insurer' },
    { name: 'Tax', collected: 'every-instalment', flat: null, sharePpm: 5_000, of: 'interest' },
    { name: 'Form', collected: 'deducted', flat: kobo(1_075_00n), sharePpm: 0, vatPpm: 75_000 },
  ],
  penalty: {
    sharePpm: 10_000,
    each: 'day',
    of: 'outstanding-principal',
    graceDays: 7,
    capPpm: null,
  },
}
const draft = productDraftOf({ ...offered, code: 'public-servant', terms: TERMS } as Product)

test('a product is unchanged after a round trip through the form', () => {
  const { terms, problems } = termsOf(draft)
  expect(problems).toEqual({})
  expect(productTerms.parse(terms)).toEqual(TERMS)
})

test('interest on the daily balance goes into the form and comes out the same', () => {
  const daily: ProductTerms = {
    ...TERMS,
    interest: 'reducing',
    accrual: 'actual/365',
    interestBasis: 'daily-balance',
    lastInstalment: 'takes-rest',
  }
  const { terms } = termsOf(productDraftOf({ ...offered, code: 'daily', terms: daily } as Product))
  expect(productTerms.parse(terms)).toEqual(daily)
})

/** No list of the form offers these; a list that grew before the contract did would. */
test.each<[path: string, ProductDraft]>([
  ['terms.interest', { ...draft, typed: { ...draft.typed, 'terms.interest': 'compound' } }],
  ['terms.penalty.each', { ...draft, typed: { ...draft.typed, 'terms.penalty.each': 'week' } }],
  [
    'terms.fees.0.collected',
    { ...draft, fees: draft.fees.slice(0, 1).map(fee => ({ ...fee, collected: 'later' })) },
  ],
  [
    'terms.fees.0.goesTo',
    { ...draft, fees: draft.fees.slice(0, 1).map(fee => ({ ...fee, goesTo: 'the agent' })) },
  ],
])('%s is one of the values of the contract', (path, typed) => {
  const { terms, problems } = termsOf(typed)
  expect(problems).toEqual({ [path]: 'Choose a value from the list' })
  expect(productTerms.safeParse(terms).success).toBe(true)
})
