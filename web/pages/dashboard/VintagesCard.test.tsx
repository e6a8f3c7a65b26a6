import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import type { Portfolio } from './dashboardWords.ts'
import { VintagesCard } from './VintagesCard.tsx'

afterEach(cleanup)

const BOOK: Partial<Portfolio> = {
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  frozen: null,
  to: '2026-11',
  rowsSince: '2026-10',
  vintages: [{ month: '2026-09', loans: 40, lent: kobo(0n), shares: [null, 0, 125_000] }],
}

test('a share that nobody knows is not called none, and one of nothing is a share', () => {
  render(
    <MemoryRouter>
      {/* of the whole book the card reads no more than this */}
      <VintagesCard portfolio={BOOK as Portfolio} />
    </MemoryRouter>,
  )
  const cells = screen.getAllByRole('cell').map(cell => cell.textContent)
  expect(cells).toEqual(['40', '?Not available', '0%', '13%'])
  expect(screen.getByTitle('Not available')).toBeTruthy()
  expect(screen.getByRole('region', { name: /^Vintages, last 12 months: share in arrears/ })).toBeTruthy()
})
