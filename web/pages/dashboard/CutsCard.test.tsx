import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { CutsCard } from './CutsCard.tsx'
import type { Standing } from './dashboardWords.ts'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const employer = (key: string, others = 0, title = key) => ({
  key,
  title,
  loans: 2,
  principal: naira(100n),
  arrears: naira(7n),
  lateLoans: 1,
  par1: 70_000,
  par30: 20_000,
  others,
})

const BOOK: Partial<Standing> = {
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  frozen: null,
  outstanding: {
    loans: 6,
    principal: naira(300n),
    interest: naira(0n),
    fee: naira(0n),
    penalty: naira(0n),
    total: naira(300n),
    credit: naira(0n),
    arrears: naira(21n),
    lateLoans: 3,
  },
  employers: [employer('Ministry of Health'), employer('', 19, '19 other employers')],
  officers: [
    { ...employer('AO-2', 0, 'Babatunde Adeyemi'), loans: 9, par30: null },
    { ...employer('AO-1', 0, 'Amina Sule'), loans: 3, par30: 90_000 },
    { ...employer('AO-3', 0, 'Chidi Obi'), loans: 5, par30: 10_000 },
  ],
  products: [],
}

function Screen() {
  return (
    <>
      {/* of the whole book the card reads no more than this */}
      <CutsCard portfolio={BOOK as Standing} />
      <p data-testid="address">{useLocation().search}</p>
    </>
  )
}

const show = (search = '') =>
  render(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <Screen />
    </MemoryRouter>,
  )
const address = () => screen.getByTestId('address').textContent

test('the others are opened employer by employer, and the period stays', () => {
  show('?from=2026-10&to=2026-10')
  const others = screen.getByRole('link', { name: '19 other employers' })
  expect(others.getAttribute('href')).toBe('/?from=2026-10&to=2026-10&employers=all')
  fireEvent.click(screen.getByRole('button', { name: 'Show all 20 employers' }))
  expect(address()).toBe('?from=2026-10&to=2026-10&employers=all')
  fireEvent.click(screen.getByRole('button', { name: 'Show the largest only' }))
  expect(address()).toBe('?from=2026-10&to=2026-10')
})

test('a phone is told arrears and risk too, and every column how it is measured', () => {
  show()
  expect(screen.getAllByText('PAR 1 7.00%')).toHaveLength(2)
  expect(screen.getAllByText('PAR 30 2.00%')).toHaveLength(2)
  expect(screen.getByText(/^Outstanding principal of active loans/)).toBeTruthy()
  expect(screen.getByText(/^Amounts of active loans that were due before today/)).toBeTruthy()
})

/** Of a link that is on a desk or on a phone, where it leads. */
const leadsTo = (name: string) => screen.getAllByRole('link', { name }).map(link => link.getAttribute('href'))

test('arrears and risk open their overdue loans, on a desk and on a phone; the others each of them', () => {
  show('?from=2026-06&to=2026-11')
  const health = (part: string) =>
    `/?cut=employer&key=Ministry+of+Health&part=${part}&back=from%3D2026-06%26to%3D2026-11`
  const all = '/?from=2026-06&to=2026-11&employers=all'
  expect([leadsTo('₦7.00'), leadsTo('Arrears ₦7.00')]).toEqual([
    [health('arrears'), all],
    [health('arrears'), all],
  ])
  expect([leadsTo('7.00%'), leadsTo('PAR 1 7.00%')]).toEqual([
    [health('par1'), all],
    [health('par1'), all],
  ])
  expect([leadsTo('2.00%'), leadsTo('PAR 30 2.00%')]).toEqual([
    [health('par30'), all],
    [health('par30'), all],
  ])
})

const names = () => screen.getAllByRole('rowheader').map(each => each.textContent)
const press = (title: string) => fireEvent.click(screen.getByRole('button', { name: title }))
const CAME = ['Babatunde Adeyemi', 'Amina Sule', 'Chidi Obi']

test('officers are sorted by what is pressed: largest first, then smallest, then as they came', () => {
  show('?by=officer')
  expect(names()).toEqual(CAME)
  press('Loans')
  expect([names(), address()]).toEqual([
    ['Babatunde Adeyemi', 'Chidi Obi', 'Amina Sule'],
    '?by=officer&order=-Loans',
  ])
  expect(screen.getByRole('columnheader', { name: 'Loans' }).getAttribute('aria-sort')).toBe('descending')
  press('Loans')
  expect(names()).toEqual(['Amina Sule', 'Chidi Obi', 'Babatunde Adeyemi'])
  press('Loans')
  expect([names(), address()]).toEqual([CAME, '?by=officer'])
  press('Account officer')
  expect(names()).toEqual(['Amina Sule', 'Babatunde Adeyemi', 'Chidi Obi'])
})

test('sorted are all employers: the worst need not be among the largest', () => {
  show('?from=2026-10&to=2026-10')
  press('PAR 30')
  expect(address()).toBe('?from=2026-10&to=2026-10&order=-PAR+30&employers=all')
})

test('what nobody knows comes last, and so does the row that stands for all others', () => {
  show('?by=officer&order=PAR 30')
  expect(names()).toEqual(['Chidi Obi', 'Amina Sule', 'Babatunde Adeyemi'])
  cleanup()
  show('?order=Employer')
  expect(names()).toEqual(['Ministry of Health', '19 other employers'])
  press('Employer')
  expect(names()).toEqual(['Ministry of Health', '19 other employers'])
})

test('an officer’s code stays whole, and the name with it is one link', () => {
  const officers = [employer('AO-021', 0, 'Chinonso Umeh (AO-021)')]
  render(
    <MemoryRouter initialEntries={['/?by=officer']}>
      <CutsCard portfolio={{ ...BOOK, officers } as Standing} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Chinonso Umeh (AO-021)' })).toBeTruthy()
  expect(screen.getByText('(AO-021)').className).toBe('whitespace-nowrap')
})
