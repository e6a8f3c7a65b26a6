import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import { NOTIFY_EVERY_MS, NotificationBell } from './NotificationBell.tsx'

const { toast } = vi.hoisted(() => ({ toast: vi.fn<(tone: string, text: string) => void>() }))
vi.mock('../ui/toast.ts', async original => ({ ...(await original<object>()), toast }))

const ID = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const decided = (key: string, at: string, isRead = false) => ({
  key,
  kind: 'declined',
  title: 'Refund declined by Emeka Nwosu',
  text: 'L0100001, Ngozi Okafor, ₦50,000.00. “No letter”',
  at,
  subjectType: 'loan',
  subjectId: ID,
  isRead,
})

let reply: object
/** The keys that were marked as read, by call. */
let marked: string[][]
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  marked = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address !== '/api/me/notifications/seen') return Response.json(reply)
    marked.push(JSON.parse(body as string).keys)
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  toast.mockClear()
})

const Place = () => <p>At {useLocation().pathname}</p>
const openBell = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NotificationBell />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the bell counts what is unread, and a decision that arrives later is a toast', async () => {
  const old = decided('declined 1', '2026-11-16T09:00:00.000Z', true)
  reply = { rows: [old] }
  openBell()
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
  reply = { rows: [decided('declined 2', '2026-11-16T10:00:00.000Z'), old] }
  await act(() => vi.advanceTimersByTimeAsync(NOTIFY_EVERY_MS))
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(toast).toHaveBeenCalledTimes(1)
  expect(toast).toHaveBeenCalledWith('warning', 'Refund declined by Emeka Nwosu')
})

test('an item has a second line; opening it opens its record and marks it alone as read', async () => {
  reply = {
    rows: [
      decided('declined 2', '2026-11-16T10:00:00.000Z'),
      decided('declined 1', '2026-11-16T09:00:00.000Z'),
    ],
  }
  openBell()
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
  const [, first] = screen.getAllByRole('menuitem')
  if (!first) throw new Error('The menu shows no item')
  expect(first.textContent).toContain('Unread')
  expect(first.textContent).toContain('L0100001, Ngozi Okafor, ₦50,000.00. “No letter”')
  fireEvent.click(first)
  expect(screen.getByText(`At /accounts/loan/${ID}`)).toBeTruthy()
  await waitFor(() => expect(marked).toEqual([['declined 2']]))
})

test('all items are marked as read at once', async () => {
  reply = {
    rows: [
      decided('declined 2', '2026-11-16T10:00:00.000Z'),
      decided('declined 1', '2026-11-16T09:00:00.000Z', true),
    ],
  }
  openBell()
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Mark all as read' }))
  await waitFor(() => expect(marked).toEqual([['declined 2']]))
})
