import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { INTAKE_PIECE_BYTES } from '../../../contract/intake.ts'
import { ApiError, call } from '../../api.ts'
import { FileGone, sendFile } from './sendFile.ts'

vi.mock('../../api.ts', async original => ({
  ...(await original<typeof import('../../api.ts')>()),
  call: vi.fn<typeof call>(),
}))

const ID = '0197a1b2-0000-7000-8000-000000000001'
const file = new File([new Uint8Array(INTAKE_PIECE_BYTES * 2 + 5)], 'october.csv')
const lost = new ApiError(0, { code: 'network.unreachable' })

/** A server that keeps what it gets, and answers some requests with a fault instead. */
function server(faults: Record<number, ApiError | 'reply lost'> = {}, stored = 0) {
  const offsets: number[] = []
  let requests = 0
  vi.mocked(call).mockImplementation(async (endpoint, input, options) => {
    if (endpoint.method === 'GET') return { receivedBytes: stored }
    const { offset } = input as { offset: number }
    offsets.push(offset)
    const fault = faults[requests++]
    // the bytes arrived, the answer did not
    if (fault === 'reply lost') stored = offset + (options?.bytes?.size ?? 0)
    if (fault !== undefined) throw fault === 'reply lost' ? lost : fault
    stored = offset + (options?.bytes?.size ?? 0)
    return { receivedBytes: stored, isComplete: stored === file.size }
  })
  return { offsets, kept: () => stored }
}

const troubles: string[] = []
const watch = (signal = new AbortController().signal) => ({
  signal,
  onSent: () => undefined,
  onTrouble: (message: string) => void troubles.push(message),
})

beforeEach(() => {
  vi.useFakeTimers()
  troubles.length = 0
})
afterEach(() => vi.useRealTimers())

async function finish(sending: Promise<void>): Promise<void> {
  // a refusal is looked at when the clock has run, and must not count as overlooked until then
  sending.catch(() => undefined)
  await vi.runAllTimersAsync()
  await sending
}

const P = INTAKE_PIECE_BYTES

type Case = [string, Record<number, ApiError | 'reply lost'>, number, number[], number]

it.each<Case>([
  ['nothing fails', {}, 0, [0, P, 2 * P], 0],
  ['a part was sent before a reload', {}, P, [P, 2 * P], 0],
  ['a piece is lost', { 1: lost }, 0, [0, P, P, 2 * P], 1],
  ['a reply is lost', { 1: 'reply lost' }, 0, [0, P, 2 * P], 1],
  ['the connection is lost for long', { 0: lost, 1: lost, 2: lost, 3: lost, 4: lost }, 0, [0, 0, 0, 0, 0, 0, P, 2 * P], 5],
  ['the server has more than expected', { 0: new ApiError(409, { code: 'intake.offset' }) }, 0, [0, 0, P, 2 * P], 1],
])('sends every byte once when %s', async (_, faults, stored, offsets, trouble) => {
  const there = server(faults, stored)
  await finish(sendFile(ID, file, watch()))
  expect(there.offsets).toEqual(offsets)
  expect(there.kept()).toBe(file.size)
  expect(troubles).toHaveLength(trouble)
}) // biome-ignore format: a table

it('stops when the server rejects the upload', async () => {
  server({ 1: new ApiError(409, { code: 'intake.status', message: 'The upload is cancelled.' }) })
  await expect(finish(sendFile(ID, file, watch()))).rejects.toThrow('The upload is cancelled.')
  expect(troubles).toEqual([])
})

it('stops when the file cannot be read', async () => {
  server()
  const gone = new File(['x'], 'october.csv')
  vi.spyOn(gone, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  } as Blob)
  await expect(finish(sendFile(ID, gone, watch()))).rejects.toThrow(FileGone)
})

it('stops sending when the upload is aborted', async () => {
  server({ 0: lost, 1: lost })
  const controller = new AbortController()
  const sending = finish(sendFile(ID, file, watch(controller.signal)))
  controller.abort()
  await expect(sending).rejects.toThrow(/abort/i)
})
