import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { MissedDeductionsTab } from './MissedDeductionsTab.tsx'
import { SuspenseTab } from './SuspenseTab.tsx'

const ME = '0190a8f2-7c1e-4000-8000-000000000001'
const OTHER = '0190a8f2-7c1e-4000-8000-000000000002'
const [ippis, ...others] = SECTIONS.payroll.initial.sources
const PAYROLL = {
  section: 'payroll',
  version: 2,
  value: {
    ...SECTIONS.payroll.initial,
    sources: [{ ...ippis, status: 'retired' }, ...others],
  },
  effectiveOn: '2026-11-01',
  reason: null,
  changedBy: null,
  changedAt: null,
  next: null,
  pendingApprovalId: null,
}
const PENDING = {
  id: OTHER,
  batchId: OTHER,
  batchNumber: 'RB-000003',
  period: '2026-04',
  bankCode: null,
  bankReference: null,
  staffNumber: '72579596',
  name: 'Kolawole Sade',
  employer: 'National Hospital, Abuja',
  bin: 'notOurs',
  amount: '750000',
  remaining: '750000',
  ownerId: null,
  ownerName: null,
  receivedOn: '2026-05-04',
  openedAt: '2026-05-04T09:00:00.000Z',
  days: 3,
  closedAt: null,
  approvalId: OTHER,
  uses: [],
}
let items: unknown[] = []
const asked: URL[] = []

beforeEach(() => {
  asked.length = 0
  items = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://iroko.test')
    asked.push(url)
    return Response.json(
      url.pathname === '/api/settings'
        ? { rows: [PAYROLL] }
        : { rows: items, total: items.length, totalIsExact: true, next: null, openTotal: '0' },
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (address: string, tab: ReactNode, roles: Role[] = ['Admin']) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext
        value={{
          id: ME,
          email: 'bayo@iroko.test',
          firstName: 'Bayo',
          lastName: 'Adeyemi',
          roles,
          accountOfficerCode: null,
          totpEnrolled: false,
          totpRequired: false,
        }}
      >
        <MemoryRouter initialEntries={[address]}>{tab}</MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
const chosen = (label: string): string | undefined =>
  screen.getByLabelText<HTMLSelectElement>(label, { selector: 'select' }).selectedOptions[0]?.textContent ??
  undefined

test.each([
  ['', []],
  [`&ownerId=${ME}`, ['Assigned to: Mine']],
  [`&ownerId=${OTHER}`, ['Assigned to: Another user']],
])('suspense at ?tab=suspense%s has the chips %j', async (rest, chips) => {
  show(`/repayment-tracker?tab=suspense${rest}`, <SuspenseTab />)
  await screen.findByText('Suspense is empty')
  expect(screen.queryAllByRole('button', { name: /^Assigned to: / }).map(chip => chip.textContent)).toEqual(
    chips,
  )
})

test('an inactive payroll source can be selected for missed deductions and is not the default', async () => {
  show('/repayment-tracker?tab=missing', <MissedDeductionsTab />)
  expect(await screen.findByRole('option', { name: `${ippis?.name} (inactive)` })).toBeDefined()
  expect(chosen('Source')).toBe(others[0]?.name)
  cleanup()
  show(`/repayment-tracker?tab=missing&source=${ippis?.code}`, <MissedDeductionsTab />)
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('source')).toBe(ippis?.code))
})

test('suspense explains its columns', () => {
  show('/repayment-tracker?tab=suspense', <SuspenseTab />)
  expect(screen.getByRole('button', { name: 'Meaning of the columns' })).toBeTruthy()
  expect(screen.getByText(/Payments received whose customer is not identified yet/)).toBeTruthy()
})

test('an Authorizer opens the pending approval of a suspense item and has no other action on it', async () => {
  items = [PENDING]
  show('/repayment-tracker?tab=suspense', <SuspenseTab />, ['Authorizer'])
  expect(await screen.findByRole('button', { name: 'Pending approval' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

test.each<[Role, boolean]>([
  ['Admin', false],
  ['Authorizer', false],
  ['Auditor', true],
])('%s is told to view but not change suspense: %s', (role, isViewOnly) => {
  show('/repayment-tracker?tab=suspense', <SuspenseTab />, [role])
  expect(screen.queryByText(/You can view but not change this\./) !== null).toBe(isViewOnly)
})
