import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { BooksPanel } from './BooksPanel.tsx'

const asked: URL[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://iroko.test'))
    return Response.json({ rows: [], opening: '0', closing: '0', total: 0, totalIsExact: true, next: null })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('another first day of a statement begins at its first page', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/settings?section=books&account=bank&cursor=second-page']}>
        <BooksPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(asked.at(-1)?.searchParams.get('cursor')).toBe('second-page')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('from')).toBe('2026-11-01'))
  expect(asked.at(-1)?.searchParams.get('cursor')).toBeNull()
})
