import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ROLES, type Role } from '../../../contract/roles.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import UsersPage from './UsersPage.tsx'

const asked: string[] = []
const bodies: unknown[] = []

beforeEach(() => {
  asked.length = 0
  bodies.length = 0
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    asked.push(address.split('?')[0] ?? '')
    if (typeof body === 'string') bodies.push(JSON.parse(body))
    return new Response(JSON.stringify({ rows: [], total: 0, totalIsExact: true, next: null }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const person = (role: Role) => ({
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: [role],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
})

function show(role: Role, address = '/users'): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={person(role)}>
        <MemoryRouter initialEntries={[address]}>
          <UsersPage />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

const TABS: Partial<Record<Role, string[]>> = {
  superAdmin: ['Users', 'Audit trail'],
  Auditor: ['Audit trail'],
}

test.each(ROLES.map(role => [role, TABS[role] ?? []] as const))('%s sees the tabs %j', async (role, tabs) => {
  show(role)
  expect(screen.queryAllByRole('tab').map(tab => tab.textContent)).toEqual(tabs)
  const refused = screen.queryByText('You do not have permission to open this page')
  expect(refused === null).toBe(tabs.length > 0)
  if (tabs.length === 0) expect(asked).toEqual([])
})

test('an Auditor never requests the list of users', async () => {
  show('Auditor', '/users?tab=staff')
  await waitFor(() => expect(asked).toContain('/api/audit/list'))
  expect(asked).not.toContain('/api/users/list')
})

test('an empty filter result differs from an empty list', async () => {
  show('superAdmin', '/users?search=zzzz')
  expect(await screen.findByText('No matching users')).toBeTruthy()
  cleanup()
  show('superAdmin')
  expect(await screen.findByText('No users yet')).toBeTruthy()
})

test('the access log is a view of the audit trail and says what it contains', async () => {
  show('Auditor')
  const view = await screen.findByRole('button', { name: 'Access log' })
  expect(view.getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByText(/Shows who viewed or exported personal data/)).toBeNull()
  fireEvent.click(view)
  await waitFor(() => expect(bodies).toContainEqual(expect.objectContaining({ looks: 'true' })))
  expect(view.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(/Shows who viewed or exported personal data/)).toBeTruthy()
  expect(screen.getByText(/searches by users who can reveal numbers are not logged/)).toBeTruthy()
  expect(screen.getByText(/customer number \(C0100001\)/)).toBeTruthy()
  expect(screen.getByText(/for an erased person all lookups are shown/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'All entries' }))
  await waitFor(() => expect(screen.queryByText(/Shows who viewed or exported/)).toBeNull())
})

test('pending users are listed first, and approved or declined in their row', async () => {
  const waiting = {
    ...person('Auditor'),
    id: '0190a8f2-7c1e-4000-8000-000000000009',
    firstName: 'Zainab',
    lastName: 'Bello',
    roles: [],
    phone: '+2348031234567',
    status: 'waiting',
    signedUpAt: '2026-11-17T08:00:00.000Z',
    signedUpAgainAt: null,
    lastSignInAt: null,
    liveSessions: 0,
    pendingApprovalId: null,
    links: [],
    linkedTo: [],
    viewerIsLinked: false,
    admitted: null,
  }
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address.includes(waiting.id)) return new Response(JSON.stringify(waiting))
    const isPending = typeof body === 'string' && JSON.parse(body).status === 'waiting'
    const rows = isPending ? [waiting] : []
    return new Response(JSON.stringify({ rows, total: rows.length, totalIsExact: true, next: null }))
  })
  show('superAdmin')
  const pending = within(await screen.findByRole('region', { name: 'Pending users' }))
  expect(pending.getByText('Zainab Bello')).toBeTruthy()
  expect(pending.getByRole('button', { name: 'Decline Zainab Bello' })).toBeTruthy()
  fireEvent.click(pending.getByRole('button', { name: 'Approve Zainab Bello' }))
  expect(await screen.findByRole('heading', { name: 'Approve Zainab Bello' })).toBeTruthy()
})
