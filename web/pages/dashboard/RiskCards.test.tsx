import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import type { Standing } from './dashboardWords.ts'
import { ClassesCard } from './RiskCards.tsx'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const BOOK: Partial<Standing> = {
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  frozen: null,
  outstanding: {
    loans: 2,
    principal: naira(300n),
    interest: naira(0n),
    fee: naira(0n),
    penalty: naira(0n),
    total: naira(300n),
    credit: naira(0n),
    arrears: naira(0n),
    lateLoans: 0,
  },
  classes: [
    {
      name: 'Doubtful',
      fromDays: 180,
      ratePpm: 500_000,
      loans: 2,
      principal: naira(300n),
      provision: naira(150n),
    },
  ],
}

test('a phone opens the provision of a class, and of all, as a desk does', () => {
  render(
    <MemoryRouter>
      {/* of the whole book the card reads no more than this */}
      <ClassesCard portfolio={BOOK as Standing} />
    </MemoryRouter>,
  )
  const opened = (name: string) =>
    screen.getAllByRole('link', { name }).map(link => link.getAttribute('href'))
  const rows = ['/?cut=provision&key=Doubtful&back=', '/?cut=provision&back=']
  expect(opened('Provision ₦150.00')).toEqual(rows)
  expect(opened('₦150.00')).toEqual(rows)
})
