import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api.ts'
import { CurrentUserContext } from '../../../parts/currentUser.ts'
import { OfficesTab } from './OfficesTab.tsx'

const ME = '0190a8f2-7c1e-4000-8000-000000000001'
const FIRST = '0190a8f2-7c1e-4000-8000-00000000000a'
const SECOND = '0190a8f2-7c1e-4000-8000-00000000000b'

const OFFICE = {
  source: 'IPPIS',
  sourceName: 'IPPIS (federal)',
  kind: 'payroll',
  owed: '3000000',
  batches: 2,
  oldestOn: '2026-10-19',
  ageing: ['2000000', '1000000', '0', '0', '0'],
  credit: '0',
  provision: '50000',
  nextPromise: null,
  lastReceivedOn: null,
}
const batch = (batchId: string, number: string, period: string, owed: string) => ({
  batchId,
  number,
  source: 'IPPIS',
  period,
  deductions: 10,
  due: owed,
  allocated: '0',
  charged: '0',
  writtenDown: '0',
  owed,
  expectedOn: '2026-10-19',
  daysLate: 30,
})
const page = (rows: unknown[], more: object = {}) => ({
  rows,
  total: rows.length,
  totalIsExact: true,
  next: null,
  ...more,
})
const REPLIES: Record<string, unknown> = {
  '/api/offices': page([OFFICE], { owed: '3000000', credit: '0', provision: '50000', ageing: OFFICE.ageing }),
  '/api/offices/IPPIS': {
    ...OFFICE,
    charge: { kind: 'share', ppm: 10_000, each: '0' },
    contact: 'Mrs Bello, Director',
    promises: [],
    corrections: [],
  },
  '/api/offices/IPPIS/batches': page(
    [batch(FIRST, 'RB-000001', '2026-09', '1000000'), batch(SECOND, 'RB-000002', '2026-10', '2000000')],
    { owed: '3000000' },
  ),
}
const sent: { path: string; body: unknown }[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://iroko.test')
    if (init?.method === 'POST') {
      sent.push({ path: pathname, body: JSON.parse(init.body as string) })
      return Response.json({ approvalId: ME })
    }
    return Response.json(REPLIES[pathname] ?? page([]))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={createQueryClient()}>
        <CurrentUserContext value={{ id: ME, roles: ['Admin'] } as never}>
          <OfficesTab />
        </CurrentUserContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )

test('the list shows what each office owes and leads to its account', async () => {
  show('/repayment-tracker?tab=offices')
  const link = await screen.findByRole('link', { name: /IPPIS \(federal\)/ })
  expect(link.getAttribute('href')).toBe('/repayment-tracker?tab=offices&source=IPPIS')
  expect(screen.getByRole('img', { name: /31–60 days: ₦10,000.00/ })).toBeTruthy()
})

test('a receipt fills the oldest batches with their agreed charges and is submitted', async () => {
  show('/repayment-tracker?tab=offices&source=IPPIS')
  fireEvent.click(await screen.findByRole('button', { name: 'Record receipt' }))
  const amount = await screen.findByLabelText('Amount received')
  fireEvent.change(amount, { target: { value: '19800' } })
  expect(screen.getByLabelText<HTMLInputElement>('Received for RB-000001').value).toBe('9,900')
  expect(screen.getByLabelText<HTMLInputElement>('Received for RB-000002').value).toBe('9,900')
  expect(screen.getByText(/₦19,800.00 allocated, ₦200.00 charges/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Bank reference'), { target: { value: 'CBN-1' } })
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'On the statement' } })
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    path: '/api/office-receipts',
    body: {
      source: 'IPPIS',
      amount: '1980000',
      reference: 'CBN-1',
      lines: [
        { batchId: FIRST, amount: '990000', charge: '10000' },
        { batchId: SECOND, amount: '990000', charge: '10000' },
      ],
    },
  })
})
