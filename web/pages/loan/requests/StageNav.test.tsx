import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api.ts'
import { StageNav } from './StageNav.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('marks the edges of stage tabs that overflow the screen', () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(500)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <StageNav current="reviewer" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const row = screen.getByRole('navigation', { name: 'Stages' })
  row.scrollLeft = 0
  fireEvent.scroll(row)
  expect(row.dataset.more).toBe('right')
  row.scrollLeft = 200
  fireEvent.scroll(row)
  expect(row.dataset.more).toBe('left')
})
