import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { createQueryClient } from '../../api.ts'
import { ControlTotals } from './ControlTotals.tsx'

afterEach(cleanup)

type Props = Parameters<typeof ControlTotals>[0]

test('repaired values and excluded lines of a clean file are two separate notes', () => {
  const batch = {
    status: 'open',
    approvalId: null,
    declaredTotal: null,
    declaredRows: null,
    fileTotal: kobo(47_141_111n),
    fileRows: 16,
    foreign: { rows: 0, total: kobo(0n) },
    invalidRows: 0,
    bankCredit: null,
    gapNote: '',
  } as unknown as Props['batch']
  const intake = { repairedValues: 0, skippedRows: 0 } as unknown as Props['intake']
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ControlTotals batch={batch} intake={intake} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByText('No value repaired')).toBeDefined()
})
