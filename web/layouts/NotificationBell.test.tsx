import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import { NOTIFY_EVERY_MS, NotificationBell } from './NotificationBell.tsx'

const { toast } = vi.hoisted(() => ({ toast: vi.fn<(tone: string, text: string) => void>() }))
vi.mock('../ui/toast.ts', async original => ({ ...(await original<object>()), toast }))

const ID = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const decided = (key: string, at: string) => ({
  key,
  kind: 'declined',
  title: 'Refund declined by Emeka Nwosu',
  text: 'L0100001',
  at,
  subjectType: 'loan',
  subjectId: ID,
})

let reply: object
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async () => Response.json(reply))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  toast.mockClear()
})

test('the bell counts what is unread, and a decision that arrives later is a toast', async () => {
  const old = decided('declined 1', '2026-11-16T09:00:00.000Z')
  reply = { rows: [old], seenAt: '2026-11-16T09:00:00.000Z' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NotificationBell />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
  reply = {
    rows: [decided('declined 2', '2026-11-16T10:00:00.000Z'), old],
    seenAt: '2026-11-16T09:00:00.000Z',
  }
  await act(() => vi.advanceTimersByTimeAsync(NOTIFY_EVERY_MS))
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(toast).toHaveBeenCalledTimes(1)
  expect(toast).toHaveBeenCalledWith('warning', 'Refund declined by Emeka Nwosu')
})
