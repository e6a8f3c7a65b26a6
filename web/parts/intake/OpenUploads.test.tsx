import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { OpenUploads } from './OpenUploads.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(answer: () => Response): void {
  vi.stubGlobal('fetch', async () => answer())
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OpenUploads kind="payroll" pathOf={id => `/ippis/${id}`}>
          <p>Accepted months</p>
        </OpenUploads>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('uploads that could not be loaded are not shown as none', async () => {
  show(() => Response.json({ code: 'record.unknown', message: 'Not at the moment.' }, { status: 404 }))
  expect(await screen.findByText('Not at the moment.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'On their way' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.getByText('Accepted months')).toBeDefined()
})

test('none on their way say nothing', async () => {
  show(() => Response.json({ rows: [], total: 0, totalIsExact: true, next: null }))
  expect(await screen.findByText('Accepted months')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
