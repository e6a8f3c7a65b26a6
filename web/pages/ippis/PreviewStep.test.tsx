import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import type { ReadIntake } from '../../parts/intake/intakeWords.ts'
import { PreviewStep } from './PreviewStep.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const FILE: ReadIntake = {
  id: ID,
  kind: 'payroll',
  source: 'IPPIS',
  sourceName: 'IPPIS',
  period: '2026-10',
  fileName: 'october.csv',
  bytes: 10,
  receivedBytes: 10,
  sha256: null,
  status: 'matched',
  problem: null,
  uploadedBy: 'Ada Okafor',
  uploadedById: ID,
  uploadedAt: '2026-11-14T09:00:00.000Z',
  acceptedBy: null,
  acceptedAt: null,
  approvalId: null,
  correctsId: null,
  sameAsId: null,
  rows: 3,
  goodRows: 3,
  refusedRows: 0,
  skippedRows: 0,
  matchedRows: 1,
  repairedValues: 0,
  progress: null,
  layout: null,
}
const DIFF = {
  againstMonth: null,
  againstIntakeId: null,
  replacesIntakeId: null,
  rows: 3,
  changed: 0,
  unchanged: 0,
  netPayTotal: '100',
  netPayTotalBefore: null,
  counts: { new: 3, gone: 0, payUp: 0, payDown: 0, moved: 0, status: 0, bank: 0 },
  replacedCounts: null,
  customersFound: 1,
  customers: 1,
}
const ADMIN = {
  id: ID,
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

let isDown = true
beforeEach(() => {
  isDown = true
  vi.stubGlobal('fetch', async () =>
    isDown
      ? Response.json({ code: 'record.unknown', message: 'Not at the moment.' }, { status: 404 })
      : Response.json(DIFF),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('shows the error when changes cannot be loaded, retries, and disables the submission until then', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter initialEntries={[`/ippis/new-upload?id=${ID}`]}>
          <PreviewStep intake={FILE} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Not at the moment.')).toBeDefined()
  expect(screen.getAllByText('Not loaded')).toHaveLength(2)
  const submit = screen.getByRole('button', { name: 'Submit for approval' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No earlier month')).toBeDefined()
  expect(screen.queryByText('Not loaded')).toBeNull()
  expect(submit.getAttribute('aria-disabled')).not.toBe('true')
})

test('the tiles open what was repaired and what was excluded', async () => {
  isDown = false
  const repair = { sheet: 0, line: 3, field: 'Net pay', column: 'NETPAY', was: '1,000.5', became: '1000.50' }
  const line = { sheet: 0, line: 9, text: 'GRAND TOTAL', reason: 'Total, not a person' }
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://iroko.test')
    const row = pathname.endsWith('/repairs') ? repair : pathname.endsWith('/excluded') ? line : undefined
    return Response.json(row ? { rows: [row], total: 1, totalIsExact: true, next: null } : DIFF)
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter>
          <PreviewStep intake={{ ...FILE, repairedValues: 12_000, skippedRows: 1 }} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('link', { name: 'see values' }))
  expect(await screen.findByText('1,000.5')).toBeTruthy()
  expect(screen.getByText('1000.50')).toBeTruthy()
  expect(screen.getByText(/The first 1 are listed\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: '1 excluded: totals, blanks, repeats' }))
  expect(await screen.findByText('Total, not a person')).toBeTruthy()
  expect(screen.getByText('GRAND TOTAL')).toBeTruthy()
})
