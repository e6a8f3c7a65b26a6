import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import SettingChanges from './SettingChanges.tsx'

const terms = {
  interest: 'flat',
  repayment: 'equal-instalments',
  ratePpm: 40_000,
  ratePer: 'month',
  accrual: 'nominal',
  frequency: { code: 'monthly', name: 'Monthly', rhythm: 'monthly', anchorDay: 25, firstDue: 'payroll' },
  leastAmount: '5000000',
  mostAmount: '300000000',
  leastTenor: 3,
  mostTenor: 24,
  fees: [],
  penalty: null,
  moratorium: { principalRows: 0, interestRows: 0, interestIs: 'deferred' },
  allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'pay-ahead' },
  roundingUnit: '1',
  rounding: 'half-up',
  prepayment: 'in-advance',
  shareOfPayPpm: 333_300,
  cutOffDay: 10,
}
const product = { code: 'PSL', name: 'Public Servant Loan', description: '', terms }
const cheaper = { ...product, terms: { ...terms, ratePpm: 35_000 } }

afterEach(cleanup)

const rows = (before: object, after: object): (string | null)[][] => {
  const of = { command: 'productChange', subjectId: 'psl', before, after } as never
  render(<SettingChanges of={of} caption="What changed" />)
  return screen
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(cell => cell.textContent))
}

test('a product change shows version and effective date', () => {
  expect(
    rows(
      { version: 1, effectiveOn: '2026-11-01', ...product },
      { version: 2, effectiveOn: '2026-12-01', ...cheaper },
    ),
  ).toEqual([
    ['Rate', '4% per month', '3.5% per month'],
    ['Version', '1', '2'],
    ['Effective from', '1 Nov 2026', '1 Dec 2026'],
  ])
})

test('an older entry without a date says Not available', () => {
  expect(
    rows({ version: 1, ...product }, { version: 2, effectiveOn: '2026-12-01', ...cheaper }),
  ).toContainEqual(['Effective from', 'Not available', '1 Dec 2026'])
})

test('a pending change has no version', () => {
  expect(rows(product, cheaper)).toEqual([['Rate', '4% per month', '3.5% per month']])
})
