import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NOT_STORED } from '../../../contract/dashboard.ts'
import { kobo } from '../../../engine/money.ts'
import type { Portfolio } from './dashboardWords.ts'
import { FrozenFlow, FrozenReceived, frozenFlowHint } from './FrozenFlow.tsx'

afterEach(cleanup)

const naira = (amount: bigint) => kobo(amount * 100n)
const THEN = {
  disbursedLoans: 2,
  disbursed: naira(90n),
  collected: naira(20n),
  cash: naira(10n),
  due: naira(40n),
  efficiency: 500_000,
  cashEfficiency: 250_000,
  received: naira(20n),
}
/** Of the whole book the words go by no more than this. */
const octoberWith = (changes: Partial<Portfolio>) =>
  ({
    from: '2026-10',
    to: '2026-10',
    frozen: { on: '2026-10-31', at: '2026-10-31T23:03:00.000Z' },
    period: { ...THEN, collected: naira(25n), received: naira(12n), efficiency: 625_000 },
    frozenFlows: { ...THEN, at: '2026-10-31T23:04:00.000Z' },
    ...changes,
  }) as Portfolio

const AT = '1 Nov 2026, 00:04 Lagos time'
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')
function said(portfolio: Portfolio, of: Parameters<typeof FrozenFlow>[0]['of']) {
  const { container } = render(<FrozenFlow portfolio={portfolio} of={of} />)
  return plain(container.textContent)
}

test('a change since the snapshot is shown beside its figure', () => {
  expect(said(octoberWith({}), 'collected')).toBe(
    `₦20.00 at the month-end snapshot of ${AT}; ₦5.00 more since`,
  )
  expect(said(octoberWith({}), 'efficiency')).toBe(`50.00% at the month-end snapshot of ${AT}`)
  const undone = octoberWith({ period: { ...THEN, disbursed: naira(60n), disbursedLoans: 1 } })
  expect(said(undone, 'disbursed')).toBe(
    `₦90.00 in 2 loans at the month-end snapshot of ${AT}; ₦30.00 less since`,
  )
  expect(plain(frozenFlowHint(octoberWith({}), 'collected'))).toBe(
    `₦20.00 at the month-end snapshot of ${AT}; ₦5.00 more since.`,
  )
})

test('an unchanged figure says so only in its hint', () => {
  expect(said(octoberWith({}), 'due')).toBe('')
  expect(plain(frozenFlowHint(octoberWith({}), 'due'))).toBe(
    `Unchanged since the month-end snapshot of ${AT}.`,
  )
})

test('several months have a snapshot each', () => {
  expect(said(octoberWith({ from: '2026-08' }), 'collected')).toBe(
    `₦20.00 at the month-end snapshots, the last of ${AT}; ₦5.00 more since`,
  )
})

test('a figure that was not saved says so, and a current period says nothing', () => {
  const notStored = octoberWith({ frozenFlows: null })
  expect(said(notStored, 'collected')).toBe('')
  expect(frozenFlowHint(notStored, 'collected')).toContain(`${NOT_STORED}. This is the current amount.`)
  expect(frozenFlowHint(octoberWith({ frozen: null, frozenFlows: null }), 'collected')).toBe('')
})

test('what was received by payroll month stands under its months', () => {
  render(<FrozenReceived portfolio={octoberWith({})} />)
  expect(plain(screen.getByText(/^Deducted or paid/).textContent)).toBe(
    `Deducted or paid, by payroll month, Oct 2026: ₦12.00. It was ₦20.00 at the month-end snapshot of ${AT}; ₦8.00 less since.`,
  )
})
