import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { endpoint, FileReply, fileReply, kobo } from '../contract/endpoint.ts'
import { ApiError, call, retryDelay, shouldRetry } from './call.ts'
import { currentSession, endSession, startSession } from './session.ts'
import { toast } from './ui/toast.ts'

vi.mock('./ui/toast.ts', () => ({ toast: vi.fn<typeof toast>() }))

const read = endpoint({
  method: 'GET',
  path: '/api/loans/:id',
  permission: 'console.read',
  summary: 'One loan.',
  input: z.object({ id: z.string(), search: z.optional(z.string()), class: z.optional(z.array(z.string())) }),
  reply: z.object({ outstanding: kobo }),
})
const write = endpoint({
  method: 'POST',
  path: '/api/loans/:id/receipts',
  permission: 'money.ask',
  summary: 'Records a receipt.',
  input: z.object({ id: z.string(), amount: kobo }),
  reply: z.object({}),
})

const download = endpoint({
  method: 'GET',
  path: '/api/documents/:id/file',
  permission: 'console.read',
  summary: 'The file itself.',
  input: z.object({ id: z.string() }),
  reply: fileReply,
})

const claims = btoa(JSON.stringify({ sub: '1', role: ['Admin'] }))
const TOKEN = `e30.${claims}.x`
const answer = vi.fn<typeof fetch>()
const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status })
const refusal = (status: number, code: string) => json(status, { code, message: 'No.', requestId: 'r-1' })

/** A browser's sender that reports two steps on the way; without an answer the line is lost. */
class SlowLine {
  static answer: { status: number; text: string } | undefined = { status: 200, text: '{}' }
  static sent: string[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  status = SlowLine.answer?.status ?? 0
  responseText = SlowLine.answer?.text ?? ''
  open() {}
  setRequestHeader() {}
  send(body: string) {
    SlowLine.sent.push(body)
    this.upload.onprogress?.({ loaded: 1, total: 4 })
    this.upload.onprogress?.({ loaded: 4, total: 4 })
    if (SlowLine.answer) this.onload?.()
    else this.onerror?.()
  }
}

beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  startSession(TOKEN)
})
afterEach(() => {
  vi.unstubAllGlobals()
  answer.mockReset()
  vi.mocked(toast).mockReset()
  endSession('logout')
})
const sent = () => {
  const [address, init] = answer.mock.calls.at(-1) ?? []
  return { address, init, headers: init?.headers as Record<string, string> }
}

describe('a call', () => {
  it('puts the input into path and query, and reads amounts as Kobo', async () => {
    answer.mockResolvedValue(json(200, { outstanding: '125000050' }))
    const reply = await call(read, { id: 'a/b', search: 'Musa Bello', class: ['watch', 'lost'] })
    expect(reply.outstanding).toBe(125_000_050n)
    expect(sent().address).toBe('/api/loans/a%2Fb?search=Musa+Bello&class=watch&class=lost')
    expect(sent().headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(sent().headers['idempotency-key']).toBeUndefined()
    expect(sent().init?.credentials).toBe('same-origin')
  })
  it('writes amounts as digits and carries a key', async () => {
    answer.mockImplementation(async () => json(200, {}))
    await call(write, { id: '7', amount: '4500000' })
    expect(sent().init?.body).toBe('{"amount":"4500000"}')
    expect(sent().headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    await call(write, { id: '7', amount: '4500000' }, { idempotencyKey: 'mine' })
    expect(sent().headers['idempotency-key']).toBe('mine')
  })
  it.each([
    [
      'a refusal in the catalogue’s words',
      refusal(409, 'user.state'),
      { status: 409, code: 'user.state', message: 'No.', requestId: 'r-1' },
    ],
    ['a fault without words', new Response('<html>', { status: 502 }), { status: 502, code: 'server.fault' }],
    ['a reply of another form', json(200, { outstanding: 12.5 }), { code: 'reply.unexpected' }],
  ])('throws %s', async (_, response, expected) => {
    answer.mockResolvedValue(response)
    await expect(call(read, { id: '7' })).rejects.toMatchObject(expected)
  })
  it('hands a file over as bytes with its name', async () => {
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Ìwé owó.pdf')}`,
    }
    answer.mockResolvedValue(new Response(new Uint8Array([37, 80, 68, 70]), { headers }))
    expect(await call(download, { id: '7' })).toEqual(
      new FileReply(new Uint8Array([37, 80, 68, 70]), 'application/pdf', 'Ìwé owó.pdf'),
    )
  })
  it('says how much of a long body has left, and the answer is read as any other', async () => {
    vi.stubGlobal('XMLHttpRequest', SlowLine)
    const shares: number[] = []
    const onProgress = (share: number) => shares.push(share)
    await call(write, { id: '7', amount: '4500000' }, { onProgress })
    expect(shares).toEqual([0.25, 1])
    SlowLine.answer = { status: 409, text: JSON.stringify({ code: 'user.state', message: 'No.' }) }
    await expect(call(write, { id: '7', amount: '1' }, { onProgress })).rejects.toMatchObject({ status: 409 })
    SlowLine.answer = undefined
    const lost = call(write, { id: '7', amount: '1' }, { onProgress })
    await expect(lost).rejects.toMatchObject({ code: 'network.unreachable' })
    expect(SlowLine.sent).toEqual(['{"amount":"4500000"}', '{"amount":"1"}', '{"amount":"1"}'])
  })
  it('says so when the line is gone', async () => {
    answer.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(call(read, { id: '7' })).rejects.toMatchObject({ status: 0, code: 'network.unreachable' })
  })
})

describe('a 401', () => {
  it.each(['session.missing', 'session.invalid', 'session.expired'])(
    '%s ends the session, with a word',
    async code => {
      answer.mockResolvedValue(refusal(401, code))
      await expect(call(read, { id: '7' })).rejects.toBeInstanceOf(ApiError)
      expect(currentSession()).toEqual({ state: 'none', because: 'expired' })
      expect(toast).toHaveBeenCalledWith('warning', 'No.', { id: 'session-ended' })
    },
  )
  it('about a password does not', async () => {
    answer.mockResolvedValue(refusal(401, 'signin.wrong'))
    await expect(call(read, { id: '7' })).rejects.toBeInstanceOf(ApiError)
    expect(currentSession().state).toBe('live')
  })
})

describe('retrying', () => {
  it.each([
    ['a fault', new ApiError(500, { code: 'server.fault' }), true],
    ['an unreachable database', new ApiError(503, { code: 'server.unavailable' }), true],
    ['a lost line', new ApiError(0, { code: 'network.unreachable' }), true],
    ['a wrong field', new ApiError(422, { code: 'input.invalid' }), false],
    ['a missing permission', new ApiError(403, { code: 'permission.missing' }), false],
    ['too many requests', new ApiError(429, { code: 'rate.limited' }), false],
    ['a reply of another form', new ApiError(200, { code: 'reply.unexpected' }), false],
  ])('%s', (_, error, again) => {
    expect([0, 1, 2, 3].map(failures => shouldRetry(failures, error))).toEqual([again, again, again, false])
  })
  it('waits one second, doubling up to thirty', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })
})

describe('what the document asked for before the program came', () => {
  const question = 'GET /api/loans/1 '
  const [LONG_AGO, JUST_NOW] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const loan = () => json(200, { outstanding: '12500' })
  const early = (token: string, at = JUST_NOW): void => {
    globalThis.irokoEarly = { token, at, answers: new Map([[question, Promise.resolve(loan())]]) }
  }
  beforeEach(() => {
    startSession(TOKEN)
    answer.mockImplementation(async () => loan())
  })
  afterEach(() => {
    globalThis.irokoEarly = undefined
  })

  it('answers one asking; the next is sent', async () => {
    early(TOKEN)
    expect(await call(read, { id: '1' })).toEqual({ outstanding: 12_500n })
    expect(answer).not.toHaveBeenCalled()
    await call(read, { id: '1' })
    expect(answer).toHaveBeenCalledTimes(1)
  })
  it('answers no other question', async () => {
    early(TOKEN)
    await call(read, { id: '2' })
    expect(answer).toHaveBeenCalledTimes(1)
  })
  it('is never shown to another session, nor to the same one afterwards', async () => {
    early('e30.of-somebody-else.x')
    await call(read, { id: '1' })
    expect(answer).toHaveBeenCalledTimes(1)
    expect(globalThis.irokoEarly).toBeUndefined()
  })
  it('is thrown away when it is old, or when something is changed', async () => {
    early(TOKEN, LONG_AGO)
    await call(read, { id: '1' })
    expect(answer).toHaveBeenCalledTimes(1)
    early(TOKEN)
    answer.mockImplementationOnce(async () => json(200, {}))
    await call(write, { id: '1', amount: '100' })
    await call(read, { id: '1' })
    expect(answer).toHaveBeenCalledTimes(3)
  })
})
