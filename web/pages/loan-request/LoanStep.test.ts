import { expect, test } from 'vitest'
import { rateOf } from './LoanStep.tsx'

test.each([
  [{ ratePpm: 40_000, ratePer: 'month', interest: 'flat' }, '4% a month (48% a year), on the loan amount'],
  [
    { ratePpm: 32_500, ratePer: 'month', interest: 'reducing' },
    '3.25% a month (39% a year), on the outstanding principal',
  ],
  [{ ratePpm: 220_000, ratePer: 'year', interest: 'reducing' }, '22% a year, on the outstanding principal'],
] as const)('includes the yearly rate: %j', (terms, says) => {
  expect(rateOf(terms)).toBe(says)
})
