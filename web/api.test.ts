import { expect, test, vi } from 'vitest'
import { createQueryClient } from './api.ts'
import { ApiError } from './call.ts'
import { toast } from './ui/toast.ts'

vi.mock('./ui/toast.ts', () => ({ toast: vi.fn<typeof toast>() }))

test.each([
  ['old rows, and no line', ['row'], 'network.unreachable', 1],
  ['nothing yet, and no line: the page says it', undefined, 'network.unreachable', 0],
  ['old rows, and a fault that the page says', ['row'], 'server.fault', 0],
] as const)('what is shown may be old: %s', async (_, shown, code, told) => {
  vi.mocked(toast).mockClear()
  const client = createQueryClient()
  if (shown) client.setQueryData(['list'], shown)
  const failing = client.fetchQuery({
    queryKey: ['list'],
    queryFn: () => Promise.reject(new ApiError(0, { code })),
    retry: false,
  })
  await expect(failing).rejects.toThrow()
  expect(toast).toHaveBeenCalledTimes(told)
})
