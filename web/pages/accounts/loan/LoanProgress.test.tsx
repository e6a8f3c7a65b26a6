import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { kobo } from '../../../../engine/money.ts'
import type { Instalment } from '../../../parts/loan/loanWords.ts'
import { LoanProgress } from './LoanProgress.tsx'

const parts = (principal: bigint) => ({
  principal: kobo(principal),
  interest: kobo(0n),
  fee: kobo(0n),
  penalty: kobo(0n),
})
const instalment = (n: number, dueOn: string, left: bigint): Instalment => ({
  n,
  dueOn,
  due: parts(100n),
  paid: parts(100n - left),
  outstanding: parts(left),
  total: kobo(100n),
  balance: kobo(0n),
  paidOn: null,
})

test('counts paid, overdue and upcoming instalments in one segment each', () => {
  render(
    <LoanProgress
      on="2026-11-16"
      instalments={[
        instalment(1, '2026-09-25', 0n),
        instalment(2, '2026-10-25', 60n),
        instalment(3, '2026-11-25', 100n),
        instalment(4, '2026-12-25', 100n),
      ]}
    />,
  )
  const bar = screen.getByRole('img', { name: '1 of 4 instalments paid, 1 overdue, 2 to come' })
  expect(bar.children).toHaveLength(4)
})
