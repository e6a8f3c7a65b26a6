import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ sections: {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['Payslip', /48 of 55 characters left\.$/],
  ['x'.repeat(55), /0 of 55 characters left\.$/],
  ['x'.repeat(60), /60 of 55 characters: shorten it by 5\.$/],
])('the note for the applicant says how much of it fits into the SMS: %s', (note, hint) => {
  const request = {
    row: {
      id: '0190a8f2-7c1e-4000-8000-000000000001',
      version: 1,
      reference: 'IRK-AAAA-0001',
      applicant: 'Eze',
    },
  } as unknown as LoanRequest
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReasonDialog
        act="return"
        request={request}
        note=""
        onClose={() => undefined}
        onDone={() => undefined}
        onRefused={() => false}
      />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Document requested'), { target: { value: note } })
  expect(screen.getByText(/^Sent to the applicant by SMS\./).textContent).toMatch(hint)
})
