import { expect, test, vi } from 'vitest'
import { createQueryClient } from './api.ts'
import { ApiError } from './call.ts'
import { toast } from './ui/toast.ts'

vi.mock('./ui/toast.ts', () => ({ toast: vi.fn<typeof toast>() }))

const STATUS = { 'network.unreachable': 0, 'server.fault': 500, 'permission.missing': 403 }

test.each([
  ['old rows, and no line', ['row'], 'network.unreachable', 1],
  ['nothing yet, and no line: the page says it', undefined, 'network.unreachable', 0],
  ['old rows, and a fault of the server', ['row'], 'server.fault', 1],
  ['nothing yet, and a fault: the page says it', undefined, 'server.fault', 0],
  ['old rows, and a refusal: the server is well', ['row'], 'permission.missing', 0],
] as const)('what is shown may be old: %s', async (_, shown, code, reported) => {
  vi.mocked(toast).mockClear()
  const client = createQueryClient()
  if (shown) client.setQueryData(['list'], shown)
  const failing = client.fetchQuery({
    queryKey: ['list'],
    queryFn: () => Promise.reject(new ApiError(STATUS[code], { code })),
    retry: false,
  })
  await expect(failing).rejects.toThrow()
  expect(toast).toHaveBeenCalledTimes(reported)
})
