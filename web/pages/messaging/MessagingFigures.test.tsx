import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGE_STATUSES } from '../../../contract/messaging.ts'
import { createQueryClient } from '../../api.ts'
import { MessagingFigures } from './MessagingFigures.tsx'

beforeEach(() =>
  vi.stubGlobal('fetch', async () =>
    Response.json({
      gateway: 'outbox',
      isPaused: false,
      counts: Object.fromEntries(MESSAGE_STATUSES.map(status => [status, 0])),
      segments: 0,
      cost: '0',
      waiting: 2,
      oldestWaitingAt: '2026-11-01T09:00:00.000Z',
      claimsOpen: 0,
    }),
  ),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the oldest waiting message has its exact time for hover and print', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <MessagingFigures />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('none open')
  expect(screen.getAllByText('SMS cost in 24 hours')).not.toEqual([])
  expect(document.querySelector('time')?.getAttribute('data-exact')).toBe('1 Nov 2026, 10:00')
})
