import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { kobo } from '../../../../engine/money.ts'
import { PAGE } from '../../../../test/publicPage.ts'
import { createQueryClient } from '../../../api.ts'
import type { Check, LoanRequest } from '../../../parts/requestWords.ts'
import { ApproveDialog } from './ApproveDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const LOAN = '0190a8f2-7c1e-4000-8000-000000000007'
const override = { reasonCode: 'OTHER', note: 'Seen', by: 'Halima Sani', at: '2026-11-15T09:00:00Z' }
const failed = (name: string, title: string) => ({ name, title, result: 'red', override }) as unknown as Check

const sent: object[] = []
function show(checklist: Check[]) {
  const request = {
    row: {
      id: '0190a8f2-7c1e-4000-8000-000000000001',
      version: 1,
      reference: 'IRK-AAAA-0001',
      applicant: 'Okonkwo Adaeze',
      productName: 'Public Servant Loan',
      amount: kobo(50_000_000n),
      tenor: 12,
    },
    application: { bankName: 'Guaranty Trust Bank', accountNumber: '••••••6785' },
    productTerms: PAGE.products[0]?.terms,
    topUp: [],
    checklist,
  } as unknown as LoanRequest
  sent.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string))
    return Response.json({ stage: 'approved', loanId: LOAN })
  })
  const onDone = vi.fn<(message: string, link?: { title: string; to: string }) => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApproveDialog
        request={request}
        note=""
        onClose={() => undefined}
        onDone={onDone}
        onRefused={() => false}
      />
    </QueryClientProvider>,
  )
  return onDone
}

const approve = () => screen.getByRole('button', { name: 'Approve', hidden: true })

test('each overridden check must be ticked before the loan is approved', async () => {
  const onDone = show([failed('payrollFound', 'On the payroll'), failed('documents', 'Required documents')])
  expect(screen.getByText('Confirm before you approve')).toBeDefined()
  await userEvent.click(approve())
  expect(onDone).not.toHaveBeenCalled()
  await userEvent.click(screen.getByLabelText('On the payroll. Overridden by Halima Sani: Seen'))
  expect(approve().getAttribute('aria-disabled') ?? String(approve().hasAttribute('disabled'))).toBe('true')
  await userEvent.click(screen.getByLabelText('Required documents. Overridden by Halima Sani: Seen'))
  await userEvent.click(approve())
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ confirmed: ['payrollFound', 'documents'] }])
})

test('the message after approval links to the loan', async () => {
  const onDone = show([])
  await userEvent.click(approve())
  await vi.waitFor(() =>
    expect(onDone).toHaveBeenCalledWith('IRK-AAAA-0001 approved. The loan is awaiting disbursement.', {
      title: 'Open loan',
      to: `/accounts/loan/${LOAN}`,
    }),
  )
})
