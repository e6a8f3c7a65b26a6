import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import { kobo } from '../../../engine/money.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import type { Loan } from '../../parts/loan/loanWords.ts'
import { DisbursementCard } from './DisbursementCard.tsx'

afterEach(cleanup)

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const TO_TRANSFER: Loan['disbursement'] = {
  batchId: ID, number: 'PO-2026-0005', status: 'approved', lineId: ID, lineStatus: 'open', lines: 1,
  amount: kobo(15_520_000n), bankName: 'GTBank', account: '••••••6785', reference: 'PO-2026-0005-0001',
  pendingApprovalId: null, changed: null, results: ['paid', 'failed', 'returned'],
} // biome-ignore format: one card

function show(disbursement: Partial<NonNullable<Loan['disbursement']>>, role: Role = 'Admin') {
  const user = {
    id: ID, email: 'admin@iroko.test', firstName: 'Babatunde', lastName: 'Adeyemi', roles: [role],
    accountOfficerCode: null, totpEnrolled: false, totpRequired: false,
  } // biome-ignore format: one user
  const loan = {
    row: { number: 'L0101996' },
    pendingApprovalId: null,
    disbursement: { ...TO_TRANSFER, ...disbursement },
  } as unknown as Loan
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter>
          <DisbursementCard loan={loan} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

test('an approved disbursement shows amount, account and reference, and records the bank result', async () => {
  show({})
  expect(screen.getByText('To transfer: ₦155,200.00 to GTBank ••••••6785')).toBeTruthy()
  expect(screen.getByText('PO-2026-0005-0001')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Record bank result' }))
  expect(await screen.findByText('Record bank result: L0101996, ₦155,200.00')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Bank statement' } })
  fireEvent.click(screen.getByRole('button', { name: 'Record as paid' }))
  expect(await screen.findByText('Enter the bank’s reference of the transfer')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Bank result'), { target: { value: 'failed' } })
  expect(screen.getByRole('button', { name: 'Submit for approval' })).toBeTruthy()
})

test('warns not to transfer if the loan changed since approval', () => {
  show({ changed: 'The bank account has changed' })
  expect(screen.getByRole('alert').textContent).toContain('Do not transfer')
})

test('a user without permission cannot record the bank result', () => {
  show({}, 'Auditor')
  const button = screen.getByRole('button', { name: /Record bank result/ })
  expect(button.getAttribute('aria-disabled') ?? String((button as HTMLButtonElement).disabled)).toBe('true')
})

test('shows that a paid disbursement is being posted', () => {
  show({ status: 'sent', lineStatus: 'posting', results: [] })
  expect(screen.getByText(/^Paid by the bank: ₦155,200\.00/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
