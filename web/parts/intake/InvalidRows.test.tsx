import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../currentUser.ts'
import { InvalidRows } from './InvalidRows.tsx'
import type { Intake } from './intakeWords.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const FILE: Intake = {
  id: ID,
  kind: 'payroll',
  source: 'IPPIS',
  sourceName: 'IPPIS',
  period: '2026-07',
  fileName: 'july.csv',
  bytes: 10,
  receivedBytes: 10,
  sha256: null,
  status: 'accepted',
  problem: null,
  uploadedBy: 'Ada Okafor',
  uploadedById: ID,
  uploadedAt: '2026-08-01T09:00:00.000Z',
  acceptedBy: 'Emeka Obi',
  acceptedAt: '2026-08-01T10:00:00.000Z',
  approvalId: null,
  correctsId: null,
  sameAsId: null,
  rows: 5,
  goodRows: 3,
  refusedRows: 2,
  skippedRows: 0,
  matchedRows: 1,
  repairedValues: 0,
  progress: null,
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
const LINE = {
  sheet: 0,
  line: 5,
  cells: ['88003'],
  problems: [{ field: 'netPay', column: 'NETPAY', value: 'none', reason: 'Not an amount' }],
}

function show(rows: readonly object[], refusedRows = 2): void {
  vi.stubGlobal('fetch', async () =>
    Response.json({ rows, total: rows.length, totalIsExact: true, next: null }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter>
          <InvalidRows intake={{ ...FILE, refusedRows }} correctionPath="/ippis" />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

test('says that invalid rows were deleted and offers no download', async () => {
  show([])
  expect(await screen.findByText('Invalid rows deleted')).toBeDefined()
  expect(screen.getByText(/^The details of 2 invalid rows were deleted/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Invalid rows/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Upload corrections' })).toBeNull()
})

test('invalid rows can be downloaded and corrected', async () => {
  show([LINE])
  expect(await screen.findByText('Not an amount')).toBeDefined()
  expect(screen.getByRole('button', { name: /Invalid rows/ })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Upload corrections' })).toBeDefined()
})

test('says that a file has no invalid rows', async () => {
  show([], 0)
  expect(await screen.findByText('No invalid rows')).toBeDefined()
})
