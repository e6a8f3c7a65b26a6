import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '../../../../contract/roles.ts'
import { createQueryClient } from '../../../api.ts'
import { CurrentUserContext } from '../../../parts/currentUser.ts'
import type { Stage } from '../../../paths.ts'
import { RequestQueue } from './RequestQueue.tsx'

const uuid = (last: number): string => `0190a8f2-7c1e-4000-8000-00000000000${last}`
const HALIMA = uuid(1)

const row = (last: number, changes: object = {}) => ({
  id: uuid(last),
  reference: `IRK-AAAA-000${last}`,
  applicant: `Okonkwo Adaeze ${last}`,
  ippisNumber: '435478',
  mda: 'Federal Ministry of Health',
  state: 'Lagos',
  amount: '50000000',
  tenor: 12,
  rhythm: 'monthly',
  instalment: '6166667',
  shareOfPayPpm: 246_667,
  payMonth: null,
  statedShareOfPayPpm: 246_667,
  productName: 'Public Servant Loan',
  officerCode: 'AO-014',
  officerName: 'Babatunde Adeyemi',
  channel: 'public',
  stage: 'reviewer',
  version: 1,
  submittedAt: '2026-11-15T09:00:00Z',
  stageSince: '2026-11-15T09:00:00Z',
  sla: 'red',
  flags: ['nubanWarning'],
  claimedBy: null,
  reasonCode: null,
  reasonNote: null,
  ...changes,
})

const asked: string[] = []
let rows: object[] = []

beforeEach(() => {
  asked.length = 0
  rows = [row(2), row(3, { claimedBy: { id: HALIMA, name: 'Halima Bello' } })]
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    asked.push(address + (body ?? ''))
    if (address.startsWith('/api/loan-requests/claim'))
      return new Response(JSON.stringify({ claimed: [uuid(2)], taken: [] }))
    return new Response(JSON.stringify({ rows, total: rows.length, totalIsExact: true, next: null }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(role: Role, stage: Stage = 'reviewer', query = ''): void {
  const user = {
    id: HALIMA,
    email: 'reviewer@iroko.test',
    firstName: 'Halima',
    lastName: 'Bello',
    roles: [role],
    accountOfficerCode: null,
    totpEnrolled: false,
    totpRequired: false,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter initialEntries={[`/loan/requests/${stage}${query}`]}>
          <RequestQueue stage={stage} />
          <Address />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

const Address = () => <output data-testid="address">{useLocation().search}</output>

test('a row shows the figures for the decision and its SLA', async () => {
  show('Reviewer')
  const text = (await screen.findByText('Okonkwo Adaeze 2')).closest('tr')?.textContent
  for (const words of [
    'IRK-AAAA-0002',
    'IPPIS / staff no. 435478',
    '₦500,000.00',
    '₦61,666.67',
    '24.67% of net pay as stated',
    'Overdue',
    'Account check failed',
  ])
    expect(text).toContain(words)
})

test.each<[Role, Stage, boolean]>([
  ['Reviewer', 'reviewer', true],
  ['Reviewer', 'authorizer', false],
  ['Authorizer', 'authorizer', true],
  ['Auditor', 'reviewer', false],
  ['superAdmin', 'reviewer', false],
])('%s in the stage %s selects and claims: %s', async (role, stage, isOwn) => {
  show(role, stage)
  await screen.findByText('Okonkwo Adaeze 2')
  expect(screen.queryByText('Select page') !== null).toBe(isOwn)
  expect(screen.queryByRole('button', { name: 'Claim IRK-AAAA-0002' }) !== null).toBe(isOwn)
})

test('J moves to a row, C claims it and X selects it, but not while the user types', async () => {
  show('Reviewer')
  const first = (await screen.findByText('Okonkwo Adaeze 2')).closest('a')
  const search = screen.getByLabelText('Search requests')
  fireEvent.keyDown(search, { key: 'j' })
  expect(document.activeElement).not.toBe(first)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(await screen.findByText('1 selected')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'c' })
  await waitFor(() => expect(asked).toContain(`/api/loan-requests/claim{"ids":["${uuid(2)}"]}`))
})

test('queues start with the oldest request, decided lists with the newest', async () => {
  show('Reviewer')
  await waitFor(() => expect(asked.join()).toContain('"sort":"age"'))
  cleanup()
  asked.length = 0
  show('Reviewer', 'approved')
  await waitFor(() => expect(asked.join()).toContain('"sort":"-age"'))
})

test('a phone number in the search does not appear in the address', async () => {
  show('Reviewer')
  await screen.findByText('Okonkwo Adaeze 2')
  fireEvent.change(screen.getByLabelText('Search requests'), { target: { value: '0803 123 4567' } })
  await waitFor(() =>
    expect(asked.some(each => /^\/api\/loan-requests\/list\{.*"search":"0803 123 4567"/.test(each))).toBe(
      true,
    ),
  )
  expect(screen.getByTestId('address').textContent).not.toContain('0803')
})

test('an empty queue and an empty filter result have different texts', async () => {
  rows = []
  show('Reviewer')
  expect(await screen.findByText('No requests pending review')).toBeTruthy()
  cleanup()
  show('Reviewer', 'reviewer', '?search=zzzz')
  expect(await screen.findByText('No matching requests')).toBeTruthy()
})
