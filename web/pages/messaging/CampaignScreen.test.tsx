import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGE_STATUSES } from '../../../contract/messaging.ts'
import { createQueryClient } from '../../api.ts'
import { type CurrentUser, CurrentUserContext } from '../../parts/currentUser.ts'
import { recordActs } from '../../ui/recordActs.ts'
import { CampaignScreen } from './CampaignScreen.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const CAMPAIGN = {
  id: ID,
  name: 'Salary week',
  templateId: ID,
  templateName: 'Reminder',
  templateVersion: 2,
  purpose: 'request',
  audienceKind: 'segment',
  audienceName: 'In arrears',
  status: 'ready',
  recipients: 41,
  excluded: 3,
  segments: 41,
  cost: '16400',
  scheduledAt: null,
  waitsUntil: null,
  counts: Object.fromEntries(MESSAGE_STATUSES.map(status => [status, 0])),
  needsSecondPerson: false,
  pendingApprovalId: null,
  madeBy: 'Babatunde Adeyemi',
  madeAt: '2026-11-16T09:00:00.000Z',
  startedAt: null,
}

let excluded = 3

beforeEach(() => {
  excluded = 3
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      new URL(address, 'http://iroko.test').pathname.endsWith(ID)
        ? { campaign: { ...CAMPAIGN, excluded }, exclusions: [], sample: [] }
        : { rows: [], total: 0, totalIsExact: true, next: null },
    ),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(...roles: CurrentUser['roles']) {
  const user = {
    id: ID,
    email: 'auditor@iroko.test',
    firstName: 'Amina',
    lastName: 'Sule',
    roles,
    accountOfficerCode: null,
    totpEnrolled: false,
    totpRequired: false,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter>
          <CampaignScreen id={ID} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

test('the figures of a campaign have explanations', async () => {
  show('Auditor')
  expect(await screen.findByRole('button', { name: 'What it means: Recipients' })).toBeTruthy()
  for (const term of ['Excluded', 'Cost', 'Template'])
    expect(screen.getByRole('button', { name: `What it means: ${term}` })).toBeTruthy()
})

test('refers to reasons only if there are exclusions', async () => {
  show('Auditor')
  expect(await screen.findByText('see reasons')).toBeDefined()
  cleanup()
  excluded = 0
  show('Auditor')
  expect(await screen.findByText('none')).toBeDefined()
  expect(screen.queryByText('see reasons')).toBeNull()
})

test('the palette offers the current actions to users with permission', async () => {
  show('Admin')
  await screen.findByRole('button', { name: 'Send' })
  const [offer] = recordActs()
  expect(offer?.title).toBe('Campaign Salary week')
  expect(offer?.commands.map(each => each.title)).toEqual(['Send', 'Cancel campaign'])
  act(() => offer?.commands[1]?.onSelect())
  expect(await screen.findByText('Cancel Salary week?')).toBeDefined()
  cleanup()
  show('Auditor')
  await screen.findByRole('button', { name: /^Send/ })
  expect(recordActs()).toEqual([])
})
