import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { createQueryClient } from '../../api.ts'
import type { Intake } from '../../parts/intake/intakeWords.ts'
import { ChangesPanel, type Diff } from './ChangesPanel.tsx'

const INTAKE = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  sourceName: 'IPPIS',
  status: 'matched',
} as Intake
const DIFF: Diff = {
  againstMonth: '2026-09',
  againstIntakeId: '0190a8f2-7c1e-4000-8000-000000000002',
  replacesIntakeId: null,
  rows: 1_200,
  changed: 1_150,
  unchanged: 50,
  netPayTotal: kobo(100n),
  netPayTotalBefore: kobo(100n),
  counts: { new: 0, gone: 0, payUp: 0, payDown: 0, moved: 0, status: 0, bank: 0 },
  replacedCounts: null,
  customersFound: 0,
  customers: 0,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['new', 'No employee is in this file but not in the earlier one.'],
  ['gone', 'No employee is in the earlier file but not in this one.'],
  ['payUp', 'No employee has higher net pay.'],
])('a kind without employees says so: %s', async (kind, sentence) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ rows: [], total: 0, totalIsExact: true, next: null, views: [], hidden: {} }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/ippis/new-upload?change=${kind}`]}>
        <ChangesPanel intake={INTAKE} diff={DIFF} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.getByText('1,150 employees changed, 50 unchanged')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Missing/ })).toBeDefined()
})

test('one employee is counted in the singular', () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ChangesPanel intake={INTAKE} diff={{ ...DIFF, changed: 1 }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByText('1 employee changed, 50 unchanged')).toBeDefined()
})
