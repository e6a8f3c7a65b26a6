import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedView } from '../../contract/auth.ts'
import { createQueryClient } from '../api.ts'
import { usePreferences } from './preferences.ts'

const late: SavedView = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  list: 'accounts',
  name: 'Late in Kano',
  query: 'search=Kano',
  isDefault: false,
  isShared: false,
  sharedBy: null,
}

const asked: string[] = []
let answers: Record<string, () => Response>
beforeEach(() => {
  answers = {
    GET: () => Response.json({ density: 'comfortable', hidden: {}, views: [late] }),
    PUT: () => Response.json({}),
    DELETE: () => Response.json({}),
  }
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push(typeof body === 'string' ? body : '')
    return answers[method]?.()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => usePreferences(), { wrapper })
  await waitFor(() => expect(result.current.views).toHaveLength(1))
  return result
}

test('a view brought back leaves what was chosen since', async () => {
  const result = await open()
  const { saveView } = result.current
  act(() => result.current.removeView(late.id))
  await waitFor(() => expect(result.current.views).toEqual([]))
  act(() => result.current.setDensity('compact'))
  await waitFor(() => expect(result.current.density).toBe('compact'))
  act(() => saveView(late))
  await waitFor(() => expect(result.current.views).toEqual([late]))
  expect(result.current.density).toBe('compact')
})

test('a view brought back and removed again is removed once it is back', async () => {
  const result = await open()
  const methods: string[] = []
  let isBack = (): void => {}
  const back = new Promise<void>(resolve => {
    isBack = resolve
  })
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    methods.push(method)
    if (method === 'PUT') await back
    return answers[method]?.()
  })
  act(() => result.current.bringBackView(late))
  act(() => result.current.removeView(late.id))
  await waitFor(() => expect(methods).toEqual(['PUT']))
  isBack()
  await waitFor(() => expect(methods).toEqual(['PUT', 'DELETE']))
  expect(result.current.views).toEqual([])
})

test('a shared view brought back is shared again', async () => {
  const result = await open()
  const shared = { ...late, isShared: true }
  act(() => result.current.removeView(late.id))
  await waitFor(() => expect(result.current.views).toEqual([]))
  asked.length = 0
  act(() => result.current.bringBackView(shared))
  await waitFor(() => expect(result.current.views).toEqual([shared]))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toContain('"isShared":true')
})

test('a choice that cannot be kept is taken back, and no other with it', async () => {
  const result = await open()
  answers.DELETE = () => Response.json({ code: 'record.unknown', message: 'Gone.' }, { status: 404 })
  act(() => {
    result.current.removeView(late.id)
    result.current.setDensity('compact')
  })
  await waitFor(() => expect(result.current.views).toEqual([late]))
  expect(result.current.density).toBe('compact')
})
