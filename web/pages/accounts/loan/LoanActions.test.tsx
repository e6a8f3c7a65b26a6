import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LOAN_ACTS } from '../../../../contract/loans.ts'
import { kobo } from '../../../../engine/money.ts'
import { type CurrentUser, CurrentUserContext } from '../../../parts/currentUser.ts'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { LoanActions } from './LoanActions.tsx'

afterEach(cleanup)

const userWith = (role: CurrentUser['roles'][number]): CurrentUser => ({
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03',
  email: 'someone@iroko.test',
  firstName: 'Ibrahim',
  lastName: 'Danjuma',
  roles: [role],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
})
const offers = Object.fromEntries(LOAN_ACTS.map(act => [act, { allowed: true, why: null }]))

function show(role: CurrentUser['roles'][number], status: string, isPast = false) {
  const loan = {
    row: {
      number: 'L0100001',
      status,
      frozen: null,
      credit: kobo(0n),
      disbursedOn: status === 'awaiting disbursement' ? null : '2026-05-04',
    },
    offers,
  } as unknown as Loan
  const onAct = vi.fn<(form: string) => void>()
  render(
    <CurrentUserContext value={userWith(role)}>
      <LoanActions loan={loan} isPast={isPast} onAct={onAct} onQuote={() => undefined} />
    </CurrentUserContext>,
  )
  return onAct
}

test.each([
  ['awaiting disbursement', 'Disburse', 'disburse'],
  ['live', 'Record repayment', 'receipt'],
  ['overpaid', 'Refund credit', 'refund'],
])('a loan that is %s has the button %s', (status, title, form) => {
  const onAct = show('Admin', status)
  screen.getByRole('button', { name: title }).click()
  expect(onAct).toHaveBeenCalledWith(form)
  expect(screen.getByRole('button', { name: 'Actions' })).toBeDefined()
})

test('a user who can only view gets one sentence and no menu', () => {
  show('Auditor', 'live')
  expect(screen.getByText('You can view but not change this.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('at a past date there is no action', () => {
  show('Admin', 'live', true)
  expect(screen.queryByRole('button', { name: 'Record repayment' })).toBeNull()
})
