import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { ACCOUNT_COLUMNS, meaningsOf } from './accountColumns.tsx'

afterEach(cleanup)

test('a touch shows the components of the outstanding balance', () => {
  const parts = { principal: kobo(40_000_000n), interest: kobo(1_600_000n), fee: kobo(0n), penalty: kobo(0n) }
  const row = { outstanding: parts, outstandingTotal: kobo(41_600_000n) } as LoanRow
  const column = ACCOUNT_COLUMNS.live.find(({ id }) => id === 'outstanding')
  render(<div>{column?.cell(row)}</div>)
  expect(screen.queryByRole('tooltip')).toBeNull()
  fireEvent.click(screen.getByText('416,000'))
  expect(screen.getByRole('tooltip').textContent).toBe('Principal₦400,000.00Interest₦16,000.00')
})

test.each([
  ['live', null, 'None'],
  ['live', '2026-07-25', 'None since import'],
  ['closed', '2026-07-25', 'None since import'],
  ['closed', null, 'None'],
  ['written off', null, 'None'],
] as const)('of a loan that is %s, last paid %s, no deduction is "%s"', (status, lastReceiptOn, words) => {
  const row = { status, lastReceiptOn, lastDeductionMonth: null } as LoanRow
  const { container } = render(<div>{ACCOUNT_COLUMNS.live.find(({ id }) => id === 'last')?.cell(row)}</div>)
  expect(container.textContent).toBe(words)
})

test.each([
  ['open', false, ''],
  ['open', true, ', overdue'],
  ['broken', false, ', broken'],
] as const)('a promise that is %s, its day passed: %s, shows amount and date%s', (outcome, isLate, state) => {
  const promise = { on: '2026-11-30', amount: kobo(5_920_050n), outcome, isLate }
  const row = { contact: { promise, last: null } } as LoanRow
  const cell = (id: string) => ACCOUNT_COLUMNS.arrears.find(column => column.id === id)?.cell(row)
  const { container } = render(<div>{cell('promise')}</div>)
  expect(container.textContent).toBe(`₦59,200${state} 30 Nov 2026`)
  expect(screen.getByTitle(`Promised ₦59,200.50 for 30 Nov 2026${state}`)).toBeDefined()
  expect(render(<div>{cell('contact')}</div>).container.textContent).toBe('No contact')
})

test.each([
  ['live', ['Outstanding', 'Arrears', 'Class', 'Next due', 'Next amount', 'Last deduction']],
  [
    'arrears',
    [
      'Outstanding',
      'Arrears',
      'Class',
      'By conduct',
      'Promise',
      'Last contact',
      'Next due',
      'Next amount',
      'Last deduction',
      'Last heard',
    ],
  ],
  ['awaiting', ['Amount', 'First deduction']],
  ['overpaid', ['Amount', 'Credit balance', 'Last deduction']],
  ['writtenOff', ['Amount', 'Written off', 'Recovered', 'Last deduction']],
] as const)('every figure of the tab %s is explained, and none that it does not show', (tab, terms) => {
  expect(meaningsOf(tab).map(({ term }) => term)).toEqual(terms)
})
