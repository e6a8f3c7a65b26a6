import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import { CurrentUserContext } from './currentUser.ts'
import { PendingApprovalCard } from './PendingApprovalCard.tsx'

const ADMIN = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03',
  email: 'admin@iroko.test',
  firstName: 'Babatunde',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

const SUBMITTED = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01',
  command: 'loanActDo',
  title: 'Write-off',
  summary: 'L0100001',
  subjectType: 'loan',
  subjectId: '5d7c7a0e-7d2f-4c11-9a53-0d5c6f1b7a01',
  amount: null,
  before: null,
  after: null,
  reason: null,
  status: 'waiting',
  makerId: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02',
  makerName: 'Halima Bello',
  askedAt: '2026-11-16T09:00:00.000Z',
  checkerName: null,
  decidedAt: null,
  note: null,
  blocked: null,
  changes: [],
  refusal: null,
  effect: 'e1',
  makerAdmitted: null,
  warnings: [],
  evidence: [],
  sameAddress: false,
}

let answer: () => Response
beforeEach(() => {
  answer = () => Response.json(SUBMITTED)
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  onlineManager.setOnline(true)
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <PendingApprovalCard approvalId={SUBMITTED.id} />
      </CurrentUserContext>
    </QueryClientProvider>,
  )

const title = 'Pending approval'
const failed = 'An item pending approval could not be loaded'

test('a record does not look free because its pending item could not be loaded', async () => {
  answer = () =>
    Response.json({ code: 'rate.limited', message: 'Too many requests. Wait a moment.' }, { status: 429 })
  show()
  expect(await screen.findByText(failed)).toBeDefined()
  expect(screen.getByText('Too many requests. Wait a moment.')).toBeDefined()
  answer = () => Response.json(SUBMITTED)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.queryByText(failed)).toBeNull()
})

test('offline it still says that an item is pending', async () => {
  onlineManager.setOnline(false)
  show()
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  onlineManager.setOnline(true)
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeDefined()
})

test('a decided item is not shown', async () => {
  answer = () => Response.json({ ...SUBMITTED, status: 'approved' })
  const { container } = show()
  await waitFor(() => expect(container.childElementCount).toBe(0))
})
