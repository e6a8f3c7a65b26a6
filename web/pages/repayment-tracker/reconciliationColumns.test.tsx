import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Verdict } from '../../../contract/reconciliation.ts'
import { MONTH_COLUMNS, type MonthRow } from './reconciliationColumns.tsx'

afterEach(cleanup)

function showExceptions(open: Partial<Record<Verdict, number>>, instructed: bigint | null = 1n): void {
  const verdicts = Object.entries(open).map(([verdict, count]) => ({ verdict, open: count }))
  const row = { source: 'IPPIS', month: '2026-10', instructed, verdicts } as MonthRow
  render(<MemoryRouter>{MONTH_COLUMNS.find(({ id }) => id === 'exceptions')?.cell(row)}</MemoryRouter>)
}

test('a month names its largest verdict and opens the others together', () => {
  showExceptions({ agrees: 0, over: 3, short: 12, notInstructed: 1, deductedNotRemitted: 40 })
  expect(screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Deducted, not remitted 40', expect.stringContaining('verdict=deductedNotRemitted')],
    ['16 more', expect.stringMatching(/month=2026-10&view=persons&state=open$/)],
  ])
})

test('a month with two verdicts has no others, and one without says so', () => {
  showExceptions({ over: 3, short: 12 })
  expect(screen.getAllByRole('link').map(link => link.textContent)).toEqual(['Short 12', 'Over 3'])
  cleanup()
  showExceptions({})
  expect(screen.getByText('No exceptions')).toBeTruthy()
})

test('a month without instructions is measured by what was expected', () => {
  showExceptions({ notInstructed: 3, deductedNotInstructed: 2 }, null)
  expect(screen.getAllByRole('link').map(link => link.textContent)).toEqual([
    'Expected, not deducted 3',
    'Deducted, not expected 2',
  ])
})
