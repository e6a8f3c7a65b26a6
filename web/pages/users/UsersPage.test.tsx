import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

test('D5 one press shows who saw what, says what that is and what not, and another press the whole trail', async () => {
  show('Auditor')
  const button = await screen.findByRole('button', { name: 'Who saw what' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByText('Who saw or took personal data')).toBeNull()
  fireEvent.click(button)
  await waitFor(() => expect(bodies).toContainEqual(expect.objectContaining({ looks: 'true' })))
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('Who saw or took personal data')).toBeTruthy()
  expect(
    screen.getByText(/leaves no line when it is opened, nor does a search by a number by who may/),
  ).toBeTruthy()
  expect(screen.getByText(/customer C0100001, a loan L… or a request IRK-…/)).toBeTruthy()
  expect(screen.getByText(/for somebody erased every lookup/)).toBeTruthy()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByText('Who saw or took personal data')).toBeNull())
})
