import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { AccountFilters } from './AccountFilters.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('shows a filter by a class that no longer exists', () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ rows: [] })))
  const doNothing = () => {}
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AccountFilters
        query={{
          filter: { className: 'Renamed since', sort: '-number' },
          setFilter: doNothing,
          setSearch: doNothing,
          clearFilter: doNothing,
          isFiltered: true,
        }}
        hasClasses
      />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button', { name: 'Class: Renamed since' })).toBeDefined()
})
