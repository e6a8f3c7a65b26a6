import { expect, test } from 'vitest'
import { rateOf } from './LoanStep.tsx'

test.each([
  [{ ratePpm: 40_000, ratePer: 'month', interest: 'flat' }, '4 % a month (48 % a year), on the whole amount'],
  [
    { ratePpm: 32_500, ratePer: 'month', interest: 'reducing' },
    '3.25 % a month (39 % a year), on what is still owed',
  ],
  [{ ratePpm: 220_000, ratePer: 'year', interest: 'reducing' }, '22 % a year, on what is still owed'],
] as const)('a rate is told by the year: %j', (terms, says) => {
  expect(rateOf(terms)).toBe(says)
})
