import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './Copyable.tsx'
import { toast } from './toast.ts'

vi.mock('./toast.ts', () => ({ toast: vi.fn<typeof toast>() }))
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a browser that copies', { writeText: () => Promise.resolve() }, true],
  ['one that refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }, false],
  ['plain http, where there is no clipboard', undefined, false],
])('%s', async (_, clipboard, isCopied) => {
  vi.mocked(toast).mockClear()
  vi.stubGlobal('navigator', { clipboard })
  expect(await copyText('IRK-0001')).toBe(isCopied)
  expect(vi.mocked(toast)).toHaveBeenCalledTimes(isCopied ? 0 : 1)
})
