import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { FailedPostingsTab } from './FailedPostingsTab.tsx'

const id = (end: number): string => `0190a8f2-7c1e-4000-8000-00000000000${end}`

const row = (name: string, batch: number) => ({
  batchId: id(batch),
  batchNumber: `RB-00000${batch}`,
  sourceName: 'IPPIS',
  period: '2026-11',
  rowNumber: 2,
  part: 1,
  receiptId: null,
  line: 3,
  staffNumber: '431517',
  name,
  employer: 'Health',
  element: '',
  beneficiary: '',
  loanNumber: 'L0000012',
  loanId: id(9),
  customerId: id(8),
  customerName: 'Okonkwo Adaeze',
  amount: '100000',
  earlier: '0',
  expected: null,
  bin: 'exact',
  treatment: 'post',
  matchedBy: null,
  nameScore: null,
  status: 'refused',
  problem: `${name}: the loan is closed`,
  balanceAfter: null,
  candidates: [],
})

let refused: ReturnType<typeof row>[]
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search } = new URL(address, 'http://iroko.test')
    asked.push(`${pathname}${search}`)
    return Response.json(
      pathname === '/api/repayments/refused'
        ? { rows: refused, total: refused.length, totalIsExact: true, next: null, amount: '0' }
        : { density: 'comfortable', hidden: {}, views: [] },
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FailedPostingsTab />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('lists failed postings of every batch with reason and link to the batch', async () => {
  refused = [row('Musa', 2), row('Adaeze', 1)]
  show()
  const table = await screen.findByRole('table', { name: 'Failed postings' })
  expect(await within(table).findByText('Musa: the loan is closed')).toBeDefined()
  expect(within(table).getByText('Adaeze: the loan is closed')).toBeDefined()
  expect(within(table).getByText('RB-000001').getAttribute('href')).toBe(
    `/repayment-tracker/${id(1)}?status=refused`,
  )
  expect(screen.getByText('2 total')).toBeDefined()
})

test('failed postings can be displayed and exported like the other lists', async () => {
  refused = [row('Musa', 2)]
  show()
  expect(await screen.findByText('Musa: the loan is closed')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Display' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(asked).toContain('/api/repayment-export/refused?format=csv'))
})

test('says when there are no failed postings', async () => {
  refused = []
  show()
  expect(await screen.findByText('No failed postings')).toBeDefined()
})
