import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { kobo, ZERO } from '../../../../engine/money.ts'
import type { Instalment } from '../../../parts/loan/loanWords.ts'
import { InstalmentTable } from './InstalmentTable.tsx'

afterEach(cleanup)

const NOTHING = { principal: ZERO, interest: ZERO, fee: ZERO, penalty: ZERO }
const due = { ...NOTHING, principal: kobo(1_000_000n) }
const row: Instalment = {
  n: 1,
  dueOn: '2026-11-25',
  due,
  paid: NOTHING,
  outstanding: due,
  total: kobo(1_000_000n),
  balance: ZERO,
  paidOn: null,
}

test('on a phone without the status column, the last figure keeps the card padding', () => {
  render(<InstalmentTable caption="Schedule" rows={[row]} on="2026-11-16" />)
  const ends = screen.getAllByRole('columnheader').filter(each => each.classList.contains('max-sm:pr-5'))
  expect(ends.map(each => each.textContent)).toEqual(['Outstanding'])
})
