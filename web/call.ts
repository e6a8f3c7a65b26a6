import type { z } from 'zod/mini'
import { type Endpoint, FileReply, fileReply, fillPath, type Reply } from '../contract/endpoint.ts'
import type { ErrorCode, ErrorReply } from '../contract/errors.ts'
import { currentSession, endSession } from './session.ts'
import { toast } from './ui/toast.ts'

/** The door to the server. The public page uses it bare; the console through the hooks of `api.ts`. */

/** What goes wrong before the server could say so in its own words. */
type LocalCode = 'network.unreachable' | 'reply.unexpected'

export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | LocalCode
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly requestId: string | undefined

  constructor(status: number, reply: Partial<Omit<ErrorReply, 'code'>> & { code: ErrorCode | LocalCode }) {
    super(reply.message ?? 'Something went wrong.')
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code
    this.fields = reply.fields
    this.requestId = reply.requestId
  }
}

/** A field may be given as it travels ("125000") or as code holds it (Kobo): both end up the same on the wire. */
export type Sent<E> = E extends { input: infer I extends z.ZodMiniObject }
  ? { [K in keyof z.input<I>]: z.input<I>[K] | (K extends keyof z.output<I> ? z.output<I>[K] : never) }
  : never

export type CallOptions = {
  /** Made where the act begins, so that a repeat is the same act. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** For goodbyes: the answer does not matter any more, and the page may be closing. */
  farewell?: boolean
  /** The body of a raw endpoint: a piece of a file. */
  bytes?: Blob
  /** Told how much of a long body has left, from 0 to 1. */
  onProgress?: (share: number) => void
}

export async function call<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const session = currentSession()
  const token = session.state === 'live' ? session.token : undefined
  const response = await send(endpoint, input, token, options)
  if (response.ok && endpoint.reply === fileReply) return (await fileOf(response)) as Reply<E>
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw refused(response.status, body, token, options)
  const parsed = endpoint.reply.safeParse(body)
  if (parsed.success) return parsed.data as Reply<E>
  throw new ApiError(response.status, {
    code: 'reply.unexpected',
    message: 'The server answered in a form this page does not know. Reload the page.',
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

async function send(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  token: string | undefined,
  options: CallOptions,
): Promise<Response> {
  const { address, rest } = addressed(endpoint, input)
  const writes = endpoint.method !== 'GET'
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (writes) {
    headers['content-type'] = endpoint.raw ? 'application/octet-stream' : 'application/json'
    headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  }
  const text = writes ? JSON.stringify(rest, wireForm) : ''
  const body = writes ? { body: options.bytes ?? text } : {}
  try {
    // what is changed now is not in any answer that was asked for before
    if (writes && !endpoint.reads) globalThis.irokoEarly = undefined
    const early = takeEarly(`${endpoint.method} ${address} ${text}`, token)
    if (early) return await early
    if (options.onProgress)
      return await sendWatched(address, { method: endpoint.method, headers, ...body }, options)
    return await fetch(address, {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...body,
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.farewell ? { keepalive: true } : {}),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError(0, {
      code: 'network.unreachable',
      message: 'Iroko cannot be reached. Check your connection, then try again.',
    })
  }
}

/** What `beforePaint.js` asked for in the name of the session that the page was opened with. */
type Early = { readonly token: string; readonly at: number; readonly answers: Map<string, Promise<Response>> }
declare global {
  var irokoEarly: Early | undefined
}

/** A page on the worst line has asked by then; whoever asks later wants to know how it is then. */
const EARLY_MS = 20_000

/** The answer to a question that was on its way before this program was: for one asking of it, by the same session. */
function takeEarly(question: string, token: string | undefined): Promise<Response> | undefined {
  const early = globalThis.irokoEarly
  if (early && (early.token !== token || performance.now() - early.at > EARLY_MS))
    globalThis.irokoEarly = undefined
  const answer = globalThis.irokoEarly?.answers.get(question)
  globalThis.irokoEarly?.answers.delete(question)
  return answer
}

type Parcel = { method: string; headers: Record<string, string>; body?: string | Blob }

/** What fetch cannot do: say how far a body has got. */
const sendWatched = (
  address: string,
  parcel: Parcel,
  { onProgress, signal }: CallOptions,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(parcel.method, address)
    for (const [name, value] of Object.entries(parcel.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('the connection was lost'))
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(parcel.body)
  })

export const wireForm = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

async function fileOf(response: Response): Promise<FileReply> {
  const named = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return new FileReply(
    new Uint8Array(await response.arrayBuffer()),
    type,
    decodeURIComponent(named?.[1] ?? 'file'),
  )
}

/** `/api/users/:id` takes its parts from the input; what is left travels as query or body. */
function addressed(endpoint: Endpoint, input: Readonly<Record<string, unknown>>) {
  const { path: address, rest } = fillPath(endpoint.path, input)
  if (endpoint.method !== 'GET' && !endpoint.raw) return { address, rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
    }
  }
  return { address: query.size > 0 ? `${address}?${query}` : address, rest }
}

function refused(status: number, body: unknown, token: string | undefined, options: CallOptions): ApiError {
  const known = typeof body === 'object' && body !== null && 'code' in body && 'message' in body
  const error = known
    ? new ApiError(status, body as ErrorReply)
    : new ApiError(status, {
        code: 'server.fault',
        message: 'Something went wrong on our side. Try again in a moment.',
      })
  const session = currentSession()
  const aboutUs = session.state === 'live' && session.token === token && error.code.startsWith('session.')
  if (status === 401 && aboutUs && !options.farewell) {
    endSession('expired')
    toast('warning', error.message, { id: 'session-ended' })
  }
  return error
}

export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

const RETRIES = 3
const RETRY_FIRST_MS = 1000
const RETRY_MAX_MS = 30_000

/** A refusal stays a refusal however often one asks; a fault or a lost line may pass. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  if (failures >= RETRIES) return false
  return !(error instanceof ApiError && (error.code === 'reply.unexpected' || isRefusal(error)))
}
export const retryDelay = (failures: number): number => Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MAX_MS)
