import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { SECTIONS } from '../../../contract/settings.ts'
import { createQueryClient } from '../../api.ts'
import { PayoutMakeDialog } from './PayoutMakeDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const setting = (value: unknown) => ({
  section: 'organisation',
  version: 1,
  value,
  effectiveOn: '2026-11-16',
  changedBy: null,
  changedAt: null,
  reason: null,
  next: null,
  pendingApprovalId: null,
})

function show(bankAccounts: { name: string; status: 'active' | 'retired' }[]) {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.includes('settings')
        ? { rows: [setting({ ...SECTIONS.organisation.initial, bankAccounts })] }
        : { rows: [], total: 0, totalIsExact: true, next: null },
    ),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <PayoutMakeDialog selection={{ count: 2, input: { loanIds: [] } }} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the paying account is chosen from the active bank accounts of the settings', async () => {
  show([
    { name: 'GTBank operations', status: 'active' },
    { name: 'Zenith old', status: 'retired' },
  ])
  const option = await screen.findByRole('option', { name: 'GTBank operations', hidden: true })
  expect((option as HTMLOptionElement).selected).toBe(true)
  expect(screen.queryByRole('option', { name: 'Zenith old', hidden: true })).toBeNull()
})

test('without bank accounts in the settings the paying account is typed', async () => {
  show([])
  expect(await screen.findByText(/Add your accounts in Settings > Organisation/)).toBeDefined()
})
