import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '../../contract/roles.ts'
import { SECTIONS } from '../../contract/settings.ts'
import { createQueryClient } from '../api.ts'
import { CurrentUserContext } from './currentUser.ts'
import { HistoryEntries } from './HistoryEntries.tsx'

const ID = '0192f3a4-5b6c-7d8e-9f00-112233445566'

const entry = (id: number, of: object) => ({
  id: String(id),
  at: '2026-11-16T08:00:00.000Z',
  actorId: null,
  actorName: 'Bayo Adeyemi',
  subjectType: 'request',
  subjectId: ID,
  outcome: 'done',
  before: null,
  after: null,
  reason: null,
  address: '10.0.0.1',
  requestId: 'r-1',
  sealed: true,
  ...of,
})

const ENTRIES = [
  entry(1, { action: 'approvalAsk', after: { rows: 40, approval: ID, command: 'repaymentSubmit' } }),
  entry(2, {
    action: 'requestReject',
    before: { stage: 'reviewer' },
    after: { stage: 'rejected', reasonCode: 'PAY-TOO-LOW' },
  }),
  entry(3, { action: 'loanActDo', after: { act: 'writeOff', owed: '1250000', event: ID } }),
  entry(4, {
    action: 'settingChange',
    subjectType: 'setting',
    subjectId: 'sms',
    before: SECTIONS.sms.initial,
    after: { ...SECTIONS.sms.initial, costPerSegment: '500' },
  }),
]

const setting = {
  section: 'reasonCodes',
  version: 1,
  value: SECTIONS.reasonCodes.initial,
  effectiveOn: '2026-11-01',
  reason: null,
  changedBy: null,
  changedAt: null,
  next: null,
  pendingApprovalId: null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (role: Role) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext
        value={{
          id: ID,
          email: 'bayo@iroko.test',
          firstName: 'Bayo',
          lastName: 'Adeyemi',
          roles: [role],
          accountOfficerCode: null,
          totpEnrolled: false,
          totpRequired: false,
        }}
      >
        <MemoryRouter>
          <HistoryEntries subjectType="request" subjectId={ID} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )

test.each([
  ['Auditor', 1],
  ['superAdmin', 1],
  ['Admin', 0],
] as const)('%s finds %i way from a record to the whole trail', async (role, ways) => {
  vi.stubGlobal('fetch', async () => Response.json({ rows: [], total: 0, totalIsExact: true, next: null }))
  show(role)
  await screen.findByText('Nothing has happened yet.')
  const links = screen.queryAllByRole('link', { name: 'Open it in the audit trail' })
  expect(links.map(link => link.getAttribute('href'))).toEqual(
    Array(ways).fill(`/users?tab=audit&subjectType=request&subjectId=${ID}`),
  )
})

/** Two parts are fetched when they are first shown; on a busy machine that takes its time. */
const PATIENT = { timeout: 15_000 }

test('a history is read in words: no name, code or identifier of the program', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.startsWith('/api/history')
        ? { rows: ENTRIES, total: 4, totalIsExact: true, next: null }
        : { rows: [setting] },
    ),
  )
  const { container } = show('Editor')
  expect(await screen.findByText('Submitted for approval: repayment batch', {}, PATIENT)).toBeTruthy()
  expect(screen.getByText('Loan written off')).toBeTruthy()
  expect(screen.getByText('Pending Reviewer')).toBeTruthy()
  expect(await screen.findByText('Net pay is too low for the instalment', {}, PATIENT)).toBeTruthy()
  expect(await screen.findByText('₦5.00', {}, PATIENT)).toBeTruthy()
  expect(container.textContent).not.toMatch(/repaymentSubmit|writeOff|PAY-TOO-LOW|reviewer\b|[\da-f]{8}-/)
})
