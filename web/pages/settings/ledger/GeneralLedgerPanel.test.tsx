import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api.ts'
import { CurrentUserContext } from '../../../parts/currentUser.ts'
import { GeneralLedgerPanel } from './GeneralLedgerPanel.tsx'

const asked: URL[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://iroko.test'))
    return Response.json({
      rows: [],
      title: 'Bank',
      opening: '0',
      closing: '0',
      total: 0,
      totalIsExact: true,
      next: null,
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('changing the start date of a statement returns to its first page', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/settings?section=ledger&account=1010&cursor=second-page']}>
        <GeneralLedgerPanel section="ledger" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(asked.at(-1)?.searchParams.get('cursor')).toBe('second-page')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('from')).toBe('2026-11-01'))
  expect(asked.at(-1)?.searchParams.get('cursor')).toBeNull()
})

test('a phone shows the balance of an account with its side', async () => {
  const row = { code: 1010, title: 'Bank', kind: 'asset', houseCode: '' }
  const sums = { debits: '5000', credits: '2000' }
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.startsWith('/api/ledger/trial-balance')
        ? {
            asOf: '2026-11-02',
            rows: [{ ...row, ...sums, balance: '3000' }],
            debits: '5000',
            credits: '5000',
          }
        : { rows: [], periods: [], closedThrough: null, total: 0, totalIsExact: true, next: null },
    ),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter initialEntries={['/settings?section=ledger']}>
          <GeneralLedgerPanel section="ledger" />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  const line = (await screen.findByText('Bank')).closest('tr')
  const [debit, credit] = [...(line?.children ?? [])].slice(-2)
  expect(debit?.textContent).toBe('₦30.00 Dr')
  expect(credit?.textContent).toBe('')
  expect(screen.getByText('Dr').className).toBe('md:hidden')
})

const WAITING = {
  id: '0190a8f2-7c1e-4000-8000-000000000009',
  command: 'periodClose',
  title: 'Closing of a period',
  summary: 'Close the books through 31 Oct 2026',
  subjectType: 'period',
  subjectId: '2026-10-31',
  amount: null,
  before: { closedThrough: null },
  after: { closedThrough: '2026-10-31' },
  reason: 'October is reconciled',
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
const ADMIN = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

test('a pending period close is shown to everyone and cannot be submitted again', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://iroko.test')
    if (pathname === `/api/approvals/${WAITING.id}`) return Response.json(WAITING)
    if (pathname === '/api/approvals') {
      expect(searchParams.get('subjectType')).toBe('period')
      return Response.json({ rows: [WAITING], total: 1, totalIsExact: true, next: null })
    }
    if (pathname === '/api/ledger/periods') return Response.json({ periods: [], closedThrough: null })
    return Response.json({ asOf: '2026-11-02', rows: [], debits: '0', credits: '0' })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter initialEntries={['/settings?section=periods']}>
          <GeneralLedgerPanel section="periods" />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  await screen.findByText('Pending approval')
  expect(screen.getByText(/Submitted by Ngozi Eze/).textContent).toContain('October is reconciled')
  const close = screen.getByRole('button', { name: 'Close period' })
  expect(close.getAttribute('aria-disabled')).toBe('true')
})

test('the trial balance explains its columns', () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter initialEntries={['/settings?section=ledger']}>
          <GeneralLedgerPanel section="ledger" />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button', { name: 'Meaning of the trial balance' })).toBeTruthy()
  expect(screen.getByText(/Total debits must equal total credits/)).toBeTruthy()
})
