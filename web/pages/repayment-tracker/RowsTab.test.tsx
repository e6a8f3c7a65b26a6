import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { BINS } from '../../../contract/repayments.ts'
import { createQueryClient } from '../../api.ts'
import { type CurrentUser, CurrentUserContext } from '../../parts/currentUser.ts'
import type { Batch } from '../../parts/repayments/repaymentWords.ts'
import { RowsTab } from './RowsTab.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const ROW = {
  rowNumber: 2,
  part: 1,
  receiptId: ID,
  line: 3,
  staffNumber: '431517',
  name: 'Adaeze Okonkwo',
  employer: 'Health',
  element: '',
  beneficiary: '',
  loanNumber: 'L0000012',
  loanId: ID,
  customerId: ID,
  customerName: 'Okonkwo Adaeze',
  amount: '100000',
  earlier: '0',
  expected: '100000',
  bin: 'exact',
  treatment: 'post',
  matchedBy: 'staff-number',
  nameScore: null,
  status: 'posted',
  problem: null,
  balanceAfter: '0',
  candidates: [],
}
const NO_ROWS = { rows: 0, total: 0n, expected: 0n }
const BATCH = {
  id: ID,
  number: 'RB-000001',
  status: 'posted',
  approvalId: null,
  rowsDone: 1,
  rowsRefused: 0,
  invalidRows: 0,
  undecided: { ambiguous: 0, nameDiffers: 0, unknownElement: 0 },
  bins: Object.fromEntries(BINS.map(bin => [bin, NO_ROWS])),
} as unknown as Batch
const AUTHORIZER: CurrentUser = {
  id: ID,
  email: 'authorizer@iroko.test',
  firstName: 'Ngozi',
  lastName: 'Okafor',
  roles: ['Authorizer'],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a duplicate that is excluded from an open batch is not posted', async () => {
  const duplicate = { ...ROW, bin: 'duplicate', treatment: 'skip', status: 'open' }
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      new URL(address, 'http://iroko.test').pathname.endsWith('/rows')
        ? { rows: [duplicate], total: 1, totalIsExact: true, next: null }
        : { density: 'comfortable', hidden: {}, views: [] },
    ),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUTHORIZER}>
        <MemoryRouter>
          <RowsTab batch={{ ...BATCH, status: 'open' }} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  const row = await screen.findByRole('row', { name: /L0000012/ })
  expect(within(row).getByText('Not posted')).toBeTruthy()
  expect(within(row).queryByText('To post')).toBeNull()
})

test('an open row follows the list when its repayment is reversed', async () => {
  let status = 'posted'
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      new URL(address, 'http://iroko.test').pathname.endsWith('/rows')
        ? { rows: [{ ...ROW, status }], total: 1, totalIsExact: true, next: null }
        : { density: 'comfortable', hidden: {}, views: [] },
    ),
  )
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <CurrentUserContext value={AUTHORIZER}>
        <MemoryRouter>
          <RowsTab batch={BATCH} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Adaeze Okonkwo/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Posted', { exact: true })).toBeDefined()
  status = 'suspense'
  await client.invalidateQueries()
  expect(await dialog.findByText('In suspense', { exact: true })).toBeDefined()
})

test('rows that need attention are counted, shown by one button, and decided one after the other', async () => {
  const asked: string[] = []
  const saved: unknown[] = []
  const first = { ...ROW, status: 'open', bin: 'nameDiffers', treatment: 'suspense' }
  const second = { ...first, rowNumber: 3, line: 4, name: 'Bisi Ade' }
  vi.stubGlobal('fetch', async (address: string, { body, method }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, 'http://iroko.test')
    if (method && method !== 'GET' && pathname.includes('/rows/')) {
      saved.push(JSON.parse(body as string))
      return Response.json({ ...first, matchedBy: 'hand' })
    }
    if (!pathname.endsWith('/rows')) return Response.json({ density: 'comfortable', hidden: {}, views: [] })
    asked.push(search)
    return Response.json({ rows: [first, second], total: 2, totalIsExact: true, next: null })
  })
  const open = {
    ...BATCH,
    status: 'open',
    rowsDone: 0,
    undecided: { ambiguous: 0, nameDiffers: 2, unknownElement: 0 },
  } as Batch
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={{ ...AUTHORIZER, roles: ['Admin'] }}>
        <MemoryRouter>
          <RowsTab batch={open} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  expect(screen.getByText('2 rows need your attention')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show rows' }))
  await waitFor(() => expect(asked.at(-1)).toContain('attention=true'))
  await userEvent.click(await screen.findByRole('button', { name: /Adaeze Okonkwo/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { name: /^Send to suspense/ })).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^Evidence/), 'Letter of the office')
  await userEvent.click(dialog.getByRole('button', { name: 'Save and next' }))
  expect(await screen.findByText('Line 4: Bisi Ade')).toBeDefined()
  expect(saved).toMatchObject([{ treatment: 'suspense', note: 'Letter of the office' }])
})
