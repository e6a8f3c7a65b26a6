import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import { SECTIONS, type SectionName } from '../../../contract/settings.ts'
import type { Json } from '../../../contract/trail.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { paths } from '../../paths.ts'
import { OutsideLinks } from './OutsideLinks.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { SectionValue } from './SectionValue.tsx'
import SettingsPage from './SettingsPage.tsx'

const WAITING = '0190a8f2-7c1e-4000-8000-000000000009'
const VERSION = {
  section: 'approvalLimits' as const,
  version: 0,
  value: { manualReceipt: '5000000', campaignRecipients: 100 },
  effectiveOn: '2026-01-01',
  changedBy: null,
  changedAt: null,
  reason: null,
}
const ASKED = {
  id: WAITING,
  command: 'settingChange',
  title: 'Settings change',
  summary: 'Approval limits',
  subjectType: 'setting',
  subjectId: 'approvalLimits',
  amount: null,
  before: null,
  after: null,
  reason: 'More to do',
  status: 'waiting',
  makerId: '0190a8f2-7c1e-4000-8000-000000000002',
  makerName: 'Ngozi Eze',
  askedAt: '2026-11-02T08:00:00.000Z',
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
const LINK = {
  name: 'IPPIS',
  kind: 'payroll',
  source: 'IPPIS',
  state: 'working',
  detail: 'October 2026',
  lastSuccessAt: null,
}

/** A busy machine takes its time. */
const PATIENT = { timeout: 15_000 }
vi.setConfig({ testTimeout: 60_000 })

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.split('?')[0]
    if (path === '/api/settings')
      return Response.json({ rows: [{ ...VERSION, next: null, pendingApprovalId: WAITING }] })
    if (path === '/api/settings/approvalLimits/history')
      return Response.json({ rows: [{ ...VERSION, approvedBy: null }] })
    if (path === '/api/outside-links') return Response.json({ rows: [LINK] })
    return Response.json(path === `/api/approvals/${WAITING}` ? ASKED : { rows: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (part: React.ReactNode, role: Role = 'Admin', at = '/settings') =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext
        value={{
          id: '0190a8f2-7c1e-4000-8000-000000000001',
          email: 'bayo@iroko.test',
          firstName: 'Bayo',
          lastName: 'Adeyemi',
          roles: [role],
          accountOfficerCode: null,
          totpEnrolled: false,
          totpRequired: false,
        }}
      >
        <MemoryRouter initialEntries={[at]}>{part}</MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )

const showValue = (section: SectionName) =>
  show(
    <SectionValue section={section} value={structuredClone(SECTIONS[section].initial) as unknown as Json} />,
  )

test.each(['sms', 'retirement'] as const)('in %s a line parts the fields from the rows below', section => {
  showValue(section)
  expect(screen.getByRole('table').closest('.border-t')).not.toBeNull()
})

test('a section with rows only has no second border', () => {
  showValue('holidays')
  expect(screen.getByRole('table').closest('.border-t')).toBeNull()
})

test('a value that is not set is muted', () => {
  showValue('organisation')
  const unset = screen.getAllByText('None')
  expect(unset.map(word => word.className)).toEqual(unset.map(() => 'text-faint'))
})

test('the version line ends at the first version', () => {
  show(<SectionHistory section="approvalLimits" versions={[VERSION]} inForce={0} />)
  expect(screen.getByRole('listitem').className).toContain('last:border-transparent')
})

test('the notice links to all pending approvals', async () => {
  show(<SectionPanel section="approvalLimits" />)
  const link = await screen.findByRole('link', { name: 'All pending approvals' }, PATIENT)
  expect(link.getAttribute('href')).toBe(paths.dashboard)
  const notice = screen.getByText('Pending approval').parentElement as HTMLElement
  expect(within(notice).getByRole('link')).toBe(link)
})

test('the test button of an external service is right-aligned', async () => {
  show(<OutsideLinks title="Outside links" />)
  const button = await screen.findByRole('button', { name: 'Test IPPIS' }, PATIENT)
  expect(button.closest('td')?.className).toContain('md:text-right')
})

test('a user without permission is told whom to ask for a product', async () => {
  show(<SettingsPage />, 'Auditor', '/settings?section=products&product=new')
  expect(await screen.findByText('You do not have permission to create products', {}, PATIENT)).toBeDefined()
  expect(screen.getByText(/Ask superAdmin or Admin/)).toBeDefined()
  const back = screen.getByRole('link', { name: 'View products' })
  expect(back.getAttribute('href')).toBe('/settings?section=products')
})
