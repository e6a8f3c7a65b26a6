import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PeriodPicker, usePeriod } from './PeriodPicker.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-17T09:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Screen() {
  return (
    <>
      <PeriodPicker {...usePeriod()} firstMonth="2024-11" />
      <p data-testid="address">{useLocation().search}</p>
    </>
  )
}

const show = (search: string) =>
  render(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <Screen />
    </MemoryRouter>,
  )
const select = (name: string): HTMLSelectElement => screen.getByLabelText(name)
const choose = (name: string, value: string) => fireEvent.change(select(name), { target: { value } })
const address = () => screen.getByTestId('address').textContent

test('a usual period is one choice', () => {
  show('')
  expect([...select('Period').options].map(option => option.text).slice(0, 8)).toEqual([
    'This month, Nov 2026',
    'Last 3 months',
    'Last 6 months',
    'Last 12 months',
    'This year',
    'Last year',
    'Oct 2026',
    'Sep 2026',
  ])
  expect(screen.queryByLabelText('First month')).toBeNull()
  choose('Period', '2025-01 2025-12')
  expect(address()).toBe('?from=2025-01&to=2025-12')
  choose('Period', '2026-11 2026-11')
  expect(address()).toBe('')
})

test('any other goes from month to month, back to the first that was written down', () => {
  show('')
  choose('Period', 'own')
  expect(select('First month').options).toHaveLength(25)
  expect([...select('Last month').options].at(-1)?.text).toBe('Nov 2024')
  choose('First month', '2025-02')
  expect(address()).toBe('?from=2025-02&to=2026-11')
  choose('Last month', '2025-04')
  expect(address()).toBe('?from=2025-02&to=2025-04')
  choose('First month', '2025-08')
  expect(address(), 'the last month gives way').toBe('?from=2025-08&to=2025-08')
})

test('a period that came with the address is shown month by month', () => {
  show('?from=2025-01&to=2025-03')
  expect([select('First month').value, select('Last month').value]).toEqual(['2025-01', '2025-03'])
  choose('Last month', '2026-11')
  choose('First month', '2026-11')
  expect(address(), 'this month needs no words').toBe('')
})
