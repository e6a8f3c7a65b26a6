import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { kobo } from '../../../../engine/money.ts'
import { createQueryClient } from '../../../api.ts'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { LoanActDialog } from './LoanActDialog.tsx'

const LOAN = {
  row: {
    id: '0190a8f2-7c1e-4000-8000-000000000001',
    number: 'L0100001',
    customerName: 'Bello, Musa',
    asOf: '2026-11-16',
    disbursedOn: '2026-05-04',
    outstandingTotal: kobo(50_000_000n),
    nextDueAmount: kobo(6_166_667n),
    credit: kobo(0n),
  },
  current: [],
  happenings: [],
  ratePpm: 40_000,
} as unknown as Loan

/** A busy machine takes its time. */
const PATIENT = { timeout: 15_000 }
vi.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

test('focuses the first field with an error', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <LoanActDialog form="receipt" loan={LOAN} onClose={() => {}} onQuote={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const fieldNamed = (name: string): Element | null => document.querySelector(`[name=${name}]`)
  const look = () => userEvent.click(screen.getByRole('button', { name: 'Preview' }))
  await look()
  await waitFor(() => expect(document.activeElement).toBe(fieldNamed('amount')), PATIENT)
  await userEvent.click(screen.getByRole('button', { name: /^Next instalment/ }))
  await look()
  await waitFor(() => expect(document.activeElement).toBe(fieldNamed('reference')), PATIENT)
})
