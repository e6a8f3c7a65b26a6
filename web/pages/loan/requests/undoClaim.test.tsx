import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api.ts'
import { toast } from '../../../ui/toast.ts'
import { useClaims } from './useClaims.ts'

vi.mock('../../../ui/toast.ts', () => ({ toast: vi.fn<typeof toast>() }))

const ROW = { id: '0190a8f2-7c1e-4000-8000-000000000002', reference: 'IRK-AAAA-0002' }
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.mocked(toast).mockClear()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json(address.endsWith('/claim') ? { claimed: [ROW.id], taken: [] } : {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const undoOf = (time: number) => vi.mocked(toast).mock.calls[time]?.[2]?.undo ?? expect.fail('no undo')

test('undo releases a claim and restores a release, also after leaving the page', async () => {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(() => useClaims([ROW]), { wrapper })
  act(() => result.current.claim([ROW.id]))
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(1))
  expect(toast).toHaveBeenLastCalledWith('success', 'IRK-AAAA-0002 claimed.', { undo: expect.any(Function) })
  act(undoOf(0))
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(2))
  unmount()
  undoOf(1)()
  await waitFor(() => expect(toast).toHaveBeenCalledTimes(3))
  expect(asked.map(address => address.split('/').at(-1))).toEqual(['claim', 'release', 'claim'])
})
