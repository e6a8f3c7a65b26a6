import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { OpenUploads } from './OpenUploads.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const READING = {
  id: '0c5f2c5e-6a0f-4d0e-9a52-1f5f1f0d3a11',
  kind: 'payroll',
  source: 'IPPIS',
  sourceName: 'IPPIS',
  period: '2026-10',
  fileName: 'IPPIS October.csv',
  bytes: 1_000,
  receivedBytes: 1_000,
  sha256: null,
  status: 'received',
  problem: null,
  uploadedBy: 'Babatunde Alabi',
  uploadedById: '0c5f2c5e-6a0f-4d0e-9a52-1f5f1f0d3a12',
  uploadedAt: '2026-11-16T09:00:00.000Z',
  acceptedBy: null,
  acceptedAt: null,
  approvalId: null,
  correctsId: null,
  sameAsId: null,
  rows: null,
  goodRows: null,
  refusedRows: null,
  skippedRows: null,
  matchedRows: null,
  repairedValues: null,
  progress: null,
}

function show(answer: () => Response): void {
  vi.stubGlobal('fetch', async () => answer())
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OpenUploads kind="payroll" pathOf={id => `/ippis/${id}`}>
          <p>Approved months</p>
        </OpenUploads>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('uploads that could not be loaded are not shown as none', async () => {
  show(() => Response.json({ code: 'record.unknown', message: 'Not at the moment.' }, { status: 404 }))
  expect(await screen.findByText('Not at the moment.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Uploads in progress' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.getByText('Approved months')).toBeDefined()
})

test('renders nothing without uploads in progress', async () => {
  show(() => Response.json({ rows: [], total: 0, totalIsExact: true, next: null }))
  expect(await screen.findByText('Approved months')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows uploads in progress above the list from the first paint', async () => {
  show(() => Response.json({ rows: [READING], total: 1, totalIsExact: true, next: null }))
  // asked at the very moment the rest appears, before anything else could be fetched
  let isAbove = false
  await waitFor(() => {
    const rest = screen.getByText('Approved months')
    const heading = screen.queryByRole('heading', { name: 'Uploads in progress' })
    isAbove =
      heading !== null && (heading.compareDocumentPosition(rest) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  })
  expect(isAbove).toBe(true)
})
