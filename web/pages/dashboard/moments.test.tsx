import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import type { Portfolio } from '../../parts/dashboard/dashboardWords.ts'
import { Hint } from '../../ui/Hint.tsx'
import { ExceptionsCard } from './ExceptionsCard.tsx'
import { OpenCard } from './OpenCards.tsx'

afterEach(cleanup)

/** "3 hours ago" means nothing tomorrow, and less on paper. */
const OLDEST = '2026-11-01T09:00:00.000Z'
const exact = (): (string | null)[] =>
  [...document.querySelectorAll('time')].map(time => time.getAttribute('data-exact'))

test('the oldest in suspense has its moment', () => {
  const book: Partial<Portfolio> = {
    askedAt: '2026-11-16T09:03:00.000Z',
    refreshedAt: null,
    bookedTo: null,
    frozen: null,
    from: '2026-11',
    to: '2026-11',
    requests: [],
    suspense: { items: 3, amount: kobo(100n), oldestAt: OLDEST },
    unremitted: null,
    messages: { failed: 0, unknown: 0 },
  }
  render(
    <MemoryRouter>
      {/* of the whole book the card reads no more than this */}
      <OpenCard portfolio={book as Portfolio} />
    </MemoryRouter>,
  )
  expect(exact()).toEqual(['1 Nov 2026, 10:00'])
})

test('the oldest that needs attention has its moment, on a desk and on a phone', () => {
  render(
    <MemoryRouter>
      <ExceptionsCard
        exceptions={[{ name: 'suspenseOld', count: 2, amount: kobo(100n), since: OLDEST, batchId: null }]}
      />
    </MemoryRouter>,
  )
  expect(exact()).toEqual(['1 Nov 2026, 10:00', '1 Nov 2026, 10:00'])
})

test('no question mark is printed, whatever it explains', () => {
  const { getByRole } = render(<Hint label="What it means: Waiting">Queued.</Hint>)
  expect(getByRole('button').className).toContain('print:hidden')
})
