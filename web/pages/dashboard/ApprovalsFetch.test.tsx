import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { ApprovalsList, useApprovals } from './ApprovalsList.tsx'

const dialog = vi.hoisted(() => ({ fetched: 0 }))
vi.mock('../../parts/ApprovalSheet.tsx', () => {
  dialog.fetched += 1
  return {
    ApprovalSheet: ({ items }: { items: { summary: string }[] }) => <p>Opened {items[0]?.summary}</p>,
  }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const ITEM = {
  id: ID,
  command: 'loanActDo',
  title: 'Refund',
  summary: 'the loan of Musa Sule',
  subjectType: 'loan',
  subjectId: ID,
  amount: null,
  before: null,
  after: null,
  reason: null,
  status: 'waiting',
  makerId: ID,
  makerName: 'Babatunde Adeyemi',
  askedAt: '2026-11-16T09:00:00.000Z',
  checkerName: null,
  decidedAt: null,
  note: null,
  blocked: null,
}
const AUTHORIZER = {
  id: ID,
  email: 'authorizer@iroko.test',
  firstName: 'Amina',
  lastName: 'Sule',
  roles: ['Authorizer' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

const List = () => <ApprovalsList view="toDecide" list={useApprovals('toDecide')} />

test('pending items are listed without loading the sheet, which comes with the first press', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ rows: [ITEM], total: 1, totalIsExact: true, next: null }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUTHORIZER}>
        <MemoryRouter>
          <List />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  const approve = await screen.findByRole('button', { name: /^Review/ })
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(dialog.fetched).toBe(0)
  await userEvent.click(approve)
  expect(await screen.findByText('Opened the loan of Musa Sule')).toBeTruthy()
})
