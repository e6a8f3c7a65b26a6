import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { recordActs } from '../../ui/recordActs.ts'
import { PayoutBatch } from './PayoutBatch.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
type Offer = { allowed: boolean; why: string | null }
const NO: Offer = { allowed: false, why: 'Not now.' }
const BATCH = {
  id: ID,
  number: 'P1001',
  status: 'sent',
  valueOn: '2026-11-16',
  payingAccount: 'GTBank 0123456789',
  lines: 3,
  total: '30000',
  paidLines: 1,
  paidTotal: '10000',
  madeAt: '2026-11-16T09:00:00.000Z',
  madeBy: 'Babatunde Adeyemi',
  approvedAt: null,
  approvedBy: null,
  sentAt: null,
  sentBy: null,
  endedAt: null,
  pendingApprovalId: null,
  tallies: [
    { status: 'open', lines: 2, total: '20000' },
    { status: 'paid', lines: 1, total: '10000' },
  ],
  problems: 0,
  control: { lines: 2, total: '20000', hashTotal: '246913578', sha256: 'a1b2c3' },
  bankFiles: [] as object[],
  offers: { ask: NO, cancel: NO, export: NO, result: NO, retry: NO },
}

beforeEach(() =>
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      new URL(address, 'http://iroko.test').pathname.endsWith(ID)
        ? answered
        : { rows: [], total: 0, totalIsExact: true, next: null },
    ),
  ),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let answered = BATCH
beforeEach(() => {
  answered = BATCH
})

function show() {
  const user = {
    id: ID,
    email: 'auditor@iroko.test',
    firstName: 'Amina',
    lastName: 'Sule',
    roles: ['Auditor' as const],
    accountOfficerCode: null,
    totpEnrolled: false,
    totpRequired: false,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter>
          <PayoutBatch id={ID} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

test('explains the figures of a batch and the statuses of its lines', async () => {
  show()
  expect(await screen.findByRole('button', { name: 'What it means: Net disbursement' })).toBeTruthy()
  for (const term of ['Paid', 'Value date'])
    expect(screen.getByRole('button', { name: `What it means: ${term}` })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Statuses of a line' })).toBeTruthy()
  expect(screen.getByText('No bank result recorded yet.')).toBeTruthy()
})

test('the palette offers the available actions, the primary one first', async () => {
  const yes = { allowed: true, why: null }
  answered = { ...BATCH, status: 'approved', offers: { ...BATCH.offers, cancel: yes, export: yes } }
  show()
  await screen.findByRole('button', { name: 'Export bank file' })
  expect(recordActs().map(({ title, commands }) => [title, commands.map(each => each.title)])).toEqual([
    ['Disbursement batch P1001', ['Export bank file', 'Cancel batch']],
  ])
})

test('the first export states its effect, and a copy asks for a reason', async () => {
  const yes = { allowed: true, why: null }
  answered = { ...BATCH, status: 'approved', offers: { ...BATCH.offers, export: yes } }
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Export bank file' }))
  expect(await screen.findByText(/^Marks 2 payments totalling ₦200\.00 as sent to the bank/)).toBeTruthy()
  expect(screen.queryByLabelText('Reason')).toBeNull()
  cleanup()

  const file = {
    copy: 1, fileName: 'P1001.csv', takenAt: '2026-11-16T01:18:00.000Z', takenBy: 'Babatunde Adeyemi', reason: null,
    lines: 2, total: '20000', hashTotal: '246913578', sha256: 'a1b2c3',
  } // biome-ignore format: one file
  answered = { ...BATCH, status: 'sent', bankFiles: [file], offers: { ...BATCH.offers, export: yes } }
  show()
  const again = 'Download again (downloaded by Babatunde Adeyemi, 16 Nov 2026, 02:18)'
  fireEvent.click(await screen.findByRole('button', { name: again }))
  expect(await screen.findByLabelText(/^Reason/)).toBeTruthy()
  for (const figure of ['246913578', 'a1b2c3']) expect(screen.getByText(figure)).toBeTruthy()
})

test('an action without permission shows the reason on its button', async () => {
  show()
  await screen.findByRole('button', { name: /Import bank result/ })
  const sheet = screen.getByRole('button', { name: /Download result sheet/ })
  expect(sheet.getAttribute('aria-disabled')).toBe('true')
  expect(recordActs()).toEqual([])
})

test('the result sheet is downloaded as CSV or XLSX, and the import offers a sample file', async () => {
  answered = { ...BATCH, offers: { ...BATCH.offers, result: { allowed: true, why: null } } }
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Download result sheet' }))
  for (const format of ['CSV', 'Excel (XLSX)'])
    expect(screen.getByRole('menuitem', { name: format })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Import bank result' }))
  expect(await screen.findByRole('button', { name: 'Download sample file' })).toBeTruthy()
  expect(
    screen.getByText('CSV or Excel (.xlsx), at most 2 MB. The same file again has no effect.'),
  ).toBeTruthy()
})
