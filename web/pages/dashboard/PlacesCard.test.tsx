import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import type { Portfolio } from './dashboardWords.ts'
import { PlacesCard } from './PlacesCard.tsx'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const BOOK: Partial<Portfolio> = {
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  to: '2026-11',
  rowsSince: '2026-05',
  frozen: null,
  states: [
    {
      key: 'Katsina',
      title: 'Katsina',
      zone: 'North West',
      loans: 4,
      principal: naira(400n),
      arrears: naira(9n),
      lateLoans: 2,
      par1: 500_000,
      par30: 250_000,
    },
  ],
  zones: [
    {
      key: 'North West',
      title: 'North West',
      loans: 4,
      principal: naira(400n),
      arrears: naira(9n),
      lateLoans: 2,
      par1: 500_000,
      par30: 250_000,
      late30: naira(100n),
    },
  ],
}

function show(book: Partial<Portfolio> = BOOK, address = '/'): void {
  render(
    <MemoryRouter initialEntries={[address]}>
      {/* of the whole book the card reads no more than this */}
      <PlacesCard portfolio={book as Portfolio} />
    </MemoryRouter>,
  )
}
const map = () => within(screen.getByRole('group', { name: 'What the tiles show' }))
const showOnMap = (name: string) => fireEvent.click(map().getByRole('button', { name }))
const tile = () => screen.getByRole('link', { name: /^Katsina: / }).getAttribute('href')

test('a tile opens the rows of the number it shows', () => {
  show()
  expect(tile()).toBe('/?cut=state&key=Katsina&back=')
  showOnMap('PAR 30')
  expect(tile()).toBe('/?cut=state&key=Katsina&part=par30&back=map%3Dpar30')
  showOnMap('Principal')
  expect(tile()).toBe('/?cut=state&key=Katsina&back=')
})

test('what the map shows stands in the address, and a link or the way back opens it so', () => {
  show(BOOK, '/?map=par30')
  expect(map().getByRole('button', { name: 'PAR 30' }).getAttribute('aria-pressed')).toBe('true')
  expect(tile()).toBe('/?cut=state&key=Katsina&part=par30&back=map%3Dpar30')
})

const shadeWith = (par30: number | null): string => {
  show({ ...BOOK, states: BOOK.states?.map(state => ({ ...state, par30 })) ?? [] }, '/?map=par30')
  const { className } = screen.getByRole('link', { name: /^Katsina: / })
  cleanup()
  return className
}

test('a state of which nothing is late has no colour of risk', () => {
  for (const par30 of [0, null]) expect(shadeWith(par30)).toContain('bg-sunken')
  expect(shadeWith(1_000)).toContain('bg-caution')
})

test('of a month-end it opens those that were late then', () => {
  show({ ...BOOK, to: '2026-08', frozen: { on: '2026-08-31', at: '2026-08-31T23:05:00.000Z' } })
  showOnMap('PAR 30')
  expect(tile()).toBe('/?cut=state&key=Katsina&asOf=2026-08&part=par30&back=map%3Dpar30')
})

const zones = () => within(screen.getByRole('table', { name: 'Active loans by geopolitical zone' }))

test('PAR 30 of a zone is its share and its amount, and opens the loans that make it up', () => {
  show()
  const [desk] = zones().getAllByRole('link', { name: /^25\.00%/ })
  expect(desk?.textContent).toBe('25.00%₦100.00')
  expect(desk?.getAttribute('href')).toBe('/?cut=zone&key=North+West&part=par30&back=')
  expect(zones().getByRole('link', { name: 'PAR 30 25.00%' }).getAttribute('href')).toBe(
    '/?cut=zone&key=North+West&part=par30&back=',
  )
})

test('of a month-end that kept no rows it is a figure alone', () => {
  show({ ...BOOK, to: '2026-04', frozen: { on: '2026-04-30', at: '2026-04-30T23:05:00.000Z' } })
  expect(zones().queryByRole('link')).toBeNull()
  expect(zones().getAllByText(/25\.00%/).length).toBeGreaterThan(0)
})

test('the arrears of a zone open its overdue loans', () => {
  show()
  expect(zones().getByRole('link', { name: '₦9.00' }).getAttribute('href')).toBe(
    '/?cut=zone&key=North+West&part=arrears&back=',
  )
})

test('zones and states are sorted by their headings, each by its own, and the address keeps it', () => {
  const [kano, zone] = [BOOK.states?.[0], BOOK.zones?.[0]]
  if (!kano || !zone) throw new Error('the book has both')
  const other = { loans: 9, par1: null, par30: null }
  show({
    ...BOOK,
    states: [kano, { ...kano, ...other, key: 'Kano', title: 'Kano' }],
    zones: [zone, { ...zone, ...other, key: 'South East', title: 'South East' }],
  })
  const states = within(screen.getByRole('table', { name: 'Active loans by state', hidden: true }))
  const names = (table: typeof states) =>
    table.getAllByRole('rowheader', { hidden: true }).map(each => each.textContent)
  fireEvent.click(zones().getByRole('button', { name: 'Loans' }))
  expect([names(zones()), names(states)]).toEqual([
    ['South East', 'North West'],
    ['Katsina', 'Kano'],
  ])
  fireEvent.click(zones().getByRole('button', { name: 'PAR 30' }))
  expect(names(zones())).toEqual(['North West', 'South East'])
  fireEvent.click(states.getByRole('button', { name: 'State', hidden: true }))
  expect(names(states)).toEqual(['Kano', 'Katsina'])
  expect(tile()).toBe('/?cut=state&key=Katsina&back=zoneOrder%3D-PAR%2B30%26stateOrder%3DState')
})
