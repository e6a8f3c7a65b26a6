import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { EXCEPTION_FORMULAS, EXCEPTIONS } from '../../../contract/dashboard.ts'
import { kobo } from '../../../engine/money.ts'
import { Hint } from '../../ui/Hint.tsx'
import { EXCEPTION_WORDS, type Portfolio } from './dashboardWords.ts'
import { ExceptionsCard } from './ExceptionsCard.tsx'
import { OpenCard } from './OpenCards.tsx'

afterEach(cleanup)

/** "3 hours ago" means nothing tomorrow, and less on paper. */
const OLDEST = '2026-11-01T09:00:00.000Z'
const ASKED = '2026-11-16T09:03:00.000Z'
const exact = (): (string | null)[] =>
  [...document.querySelectorAll('time')].map(time => time.getAttribute('data-exact'))

test('the oldest in suspense has its moment', () => {
  const book: Partial<Portfolio> = {
    askedAt: ASKED,
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

test('the oldest item that needs attention has its date', () => {
  render(
    <MemoryRouter>
      <ExceptionsCard
        askedAt={ASKED}
        exceptions={[
          { name: 'suspenseOld', count: 2, amount: kobo(100n), since: OLDEST, batchId: null, source: null },
        ]}
      />
    </MemoryRouter>,
  )
  expect(exact()).toEqual(['16 Nov 2026, 10:03', '1 Nov 2026, 10:00'])
})

test.each(EXCEPTIONS)('what needs attention says how it is counted, and of which moment it is: %s', name => {
  render(
    <MemoryRouter>
      <ExceptionsCard
        askedAt={ASKED}
        exceptions={[{ name, count: 2, amount: null, since: null, batchId: null, source: null }]}
      />
    </MemoryRouter>,
  )
  const hint = screen.getByRole('button', { name: `How it is counted: ${EXCEPTION_WORDS[name].title(2)}` })
  expect(hint.closest('a')).toBeNull()
  const said = document.getElementById(hint.getAttribute('popovertarget') ?? '')?.textContent
  expect(said).toContain(EXCEPTION_FORMULAS[name])
  expect(said).toContain('At 16 Nov 2026, 10:03 Lagos time.')
})

test('no issues has its time', () => {
  render(
    <MemoryRouter>
      <ExceptionsCard askedAt={ASKED} exceptions={[]} />
    </MemoryRouter>,
  )
  expect(exact()).toEqual(['16 Nov 2026, 10:03'])
})

test('no question mark is printed, whatever it explains', () => {
  const { getByRole } = render(<Hint label="What it means: Waiting">Queued.</Hint>)
  expect(getByRole('button').className).toContain('print:hidden')
})
