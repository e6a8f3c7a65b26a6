import { expect, test } from 'vitest'
import { type Rhythm, tenorText } from '../../contract/products.ts'
import { type LoanRequest, neighbours, retirementText, shareText } from './requestWords.ts'

test.each<[number, Rhythm, string]>([
  [1, 'monthly', '1 month'],
  [12, 'monthly', '12 months'],
  [8, 'weekly', '8 weeks'],
  [3, 'two-weekly', '3 fortnights'],
  [8, 'quarterly', '8 quarters'],
  [6, 'one-payment', '6 months'],
])('a tenor of %i, %s: %s', (tenor, rhythm, text) => {
  expect(tenorText(tenor, rhythm)).toBe(text)
})

test.each([
  [246_667, '24.67%'],
  [333_300, '33.33%'],
  [10_000_000, 'over 999%'],
  [null, 'Not available'],
])('a share of %s is written %s', (ppm, text) => {
  expect(shareText(ppm)).toBe(text)
})

test.each([
  [220, 'in 18 years 4 months'],
  [12, 'in 1 year'],
  [1, 'in 1 month'],
  [0, 'within a month'],
  [-3, 'already past'],
])('%i months before retirement: %s', (months, text) => {
  expect(retirementText(months)).toBe(text)
})

test('in a queue the next one is the younger, in a list of decided ones the older', () => {
  const request = (stage: string) =>
    ({ row: { stage }, previousId: 'older', nextId: 'younger' }) as LoanRequest
  expect(neighbours(request('reviewer'))).toEqual({ next: 'younger', previous: 'older' })
  expect(neighbours(request('approved'))).toEqual({ next: 'older', previous: 'younger' })
})
