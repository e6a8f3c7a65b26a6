import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CorrectsField } from './CorrectsField.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('shows the error when posted batches cannot be loaded', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'record.unknown', message: 'Not at the moment.' }, { status: 404 }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CorrectsField source="IPPIS" period="2026-10" chosen="" onChoose={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Not at the moment.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
