import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { ApprovalsList, useApprovals } from './ApprovalsList.tsx'
import { ApprovalWhat } from './ApprovalWhat.tsx'

const LOAN = '5d7c7a0e-7d2f-4c11-9a53-0d5c6f1b7a01'

const item = (name: string) => ({
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01',
  command: 'loanActDo',
  title: 'Pay out',
  summary: name,
  subjectType: 'loan',
  subjectId: LOAN,
  amount: null,
  before: null,
  after: null,
  reason: null,
  status: 'waiting',
  makerId: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02',
  makerName: 'Babatunde Adeyemi',
  askedAt: '2026-11-16T09:00:00.000Z',
  checkerName: null,
  decidedAt: null,
  note: null,
  blocked: null,
})

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://iroko.test')
    const [view, cursor] = [searchParams.get('view'), searchParams.get('cursor')]
    asked.push(`${view} ${cursor}`)
    const rows = [item(`${view}, ${cursor ?? 'first page'}`)]
    return Response.json({ rows, total: 60, totalIsExact: true, next: cursor ? null : 'second' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AUTHORIZER = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03',
  email: 'authorizer@iroko.test',
  firstName: 'Amina',
  lastName: 'Sule',
  roles: ['Authorizer' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

function Both() {
  return (
    <>
      <ApprovalsList view="toDecide" list={useApprovals('toDecide')} />
      <ApprovalsList view="mine" list={useApprovals('mine')} />
    </>
  )
}

test('each list is paged by itself, and what is asked leads to its record', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUTHORIZER}>
        <MemoryRouter>
          <Both />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  await screen.findByText('toDecide, first page')
  const pages = screen.getByRole('navigation', { name: 'Pages: Pending your approval' })
  await userEvent.click(within(pages).getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('toDecide, second')).toBeDefined()
  expect(screen.getByText('mine, first page')).toBeDefined()
  expect(asked).toEqual(['toDecide null', 'mine null', 'toDecide second'])
  const [link] = screen.getAllByRole('link', { name: 'Pay out' })
  expect(link?.getAttribute('href')).toContain(`/accounts/loan/${LOAN}`)
})

const PRODUCT = { command: 'productChange', subjectType: 'product' }
test.each([
  ['a changed product', { ...PRODUCT, before: { name: 'Public Sector Loan' } }, true],
  ['a new product, which nobody can open yet', PRODUCT, false],
  ['a colleague, whom an Authorizer cannot open', { command: 'userRolesChange', subjectType: 'user' }, false],
])('what was asked leads to a record that can be opened: %s', (_, about, leads) => {
  render(
    <CurrentUserContext value={AUTHORIZER}>
      <MemoryRouter>
        <ApprovalWhat item={{ ...item('Ask'), ...about }} />
      </MemoryRouter>
    </CurrentUserContext>,
  )
  expect(screen.queryAllByRole('link').length > 0).toBe(leads)
})
