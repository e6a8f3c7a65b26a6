import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { GeopoliticalZone } from '../../../contract/vocabulary.ts'
import { kobo } from '../../../engine/money.ts'
import type { Portfolio } from './dashboardWords.ts'
import { PlacesCard } from './PlacesCard.tsx'

afterEach(cleanup)

const state = (key: string, zone: GeopoliticalZone | null, loans: number) => ({
  key,
  title: key,
  zone,
  loans,
  principal: kobo(BigInt(loans) * 100n),
  arrears: kobo(0n),
  lateLoans: 0,
  par1: 0,
  par30: 20_000,
})

const BOOK: Partial<Portfolio> = {
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  frozen: null,
  to: '2026-11',
  rowsSince: null,
  states: [state('Jigawa', 'North West', 12_345), state('Yobe', 'North East', 7)],
  zones: [],
}

const show = (more: ReturnType<typeof state>[] = []) =>
  render(
    <MemoryRouter>
      {/* of the whole book the card reads no more than this */}
      <PlacesCard portfolio={{ ...BOOK, states: [...(BOOK.states ?? []), ...more] } as Portfolio} />
    </MemoryRouter>,
  )
const tile = (name: RegExp): HTMLElement => screen.getByRole('link', { name })

test('a tile says its number on a phone too, as short as its room', () => {
  show()
  expect(tile(/^Jigawa:/).querySelector('.sm\\:hidden')?.textContent).toBe('12k')
  expect(tile(/^Jigawa:/).querySelector('.max-sm\\:hidden')?.textContent).toBe('12,345')
  expect(tile(/^Yobe:/).querySelector('.sm\\:hidden')?.textContent).toBe('7')
})

test('a tile says its zone, and the map where one ends', () => {
  show()
  expect(tile(/^Jigawa:.*, North West$/).closest('li')?.className).toContain('after:w-0.5')
  expect(tile(/^Yobe:.*, North East$/).closest('li')?.className).not.toContain('after:w-0.5')
  expect(screen.getByTitle('North West').textContent).toBe('NW')
})

test('loans of no known state are said to be in no zone, and nothing is said without any', () => {
  show()
  expect(screen.queryByText(/Not in a zone/)).toBeNull()
  cleanup()
  show([state('No state', null, 2), state('Accra', null, 1)])
  expect(screen.getByText(/Not in a zone: 3 loans of customers without a known state\./)).toBeTruthy()
})
