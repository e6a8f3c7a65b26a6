import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { type Endpoint, FileReply, fileReply, pathParameters, type Reply } from '../contract/endpoint.ts'
import type { ErrorCode, ErrorReply } from '../contract/errors.ts'
import { currentSession, endSession } from './session.ts'
import { toast } from './ui/toast.ts'

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
export type Sent<E> = E extends { input: infer I extends z.ZodObject }
  ? { [K in keyof z.input<I>]: z.input<I>[K] | (K extends keyof z.output<I> ? z.output<I>[K] : never) }
  : never

export type CallOptions = {
  /** Made where the act begins, so that a repeat is the same act. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** For goodbyes: the answer does not matter any more, and the page may be closing. */
  farewell?: boolean
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
    headers['content-type'] = 'application/json'
    headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  }
  try {
    return await fetch(address, {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(writes ? { body: JSON.stringify(rest, wireForm) } : {}),
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

const wireForm = (_: string, value: unknown): unknown =>
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
  const rest: Record<string, unknown> = { ...input }
  let address: string = endpoint.path
  for (const name of pathParameters(endpoint.path)) {
    address = address.replace(`:${name}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  if (endpoint.method !== 'GET') return { address, rest }
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

const RETRIES = 3
const RETRY_FIRST_MS = 1000
const RETRY_LONGEST_MS = 30_000
const GARBAGE_AFTER_MS = 5 * 60_000

/** A refusal stays a refusal however often one asks; a fault or a lost line may pass. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  if (failures >= RETRIES) return false
  return !(error instanceof ApiError && (error.code === 'reply.unexpected' || isRefusal(error)))
}
export const retryDelay = (failures: number): number =>
  Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_LONGEST_MS)

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, gcTime: GARBAGE_AFTER_MS },
      mutations: { retry: false, gcTime: GARBAGE_AFTER_MS },
    },
  })

export const queryKey = (endpoint: Endpoint, input: unknown): unknown[] => [
  endpoint.method,
  endpoint.path,
  input,
]

type UseApiOptions = {
  enabled?: boolean
  /** Fresh for this long; the default asks again whenever the page is shown. */
  staleMs?: number
}

/** Reads; while another page or filter loads, the old rows stay (`isPlaceholderData`). */
export function useApi<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  { enabled = true, staleMs = 0 }: UseApiOptions = {},
): UseQueryResult<Reply<E>, ApiError> {
  return useQuery<Reply<E>, ApiError>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
    enabled,
  })
}

/**
 * Acts. A repeat after a lost answer carries the same key and so is the same act; other details, or
 * trying again after a refusal, are a new one. Success makes every list on the page ask again.
 */
export function useAct<E extends Endpoint>(endpoint: E): UseMutationResult<Reply<E>, ApiError, Sent<E>> {
  const client = useQueryClient()
  const attempt = useRef<{ body: string; key: string }>(undefined)
  return useMutation<Reply<E>, ApiError, Sent<E>>({
    mutationFn: input => {
      const body = JSON.stringify(input, wireForm)
      if (attempt.current?.body !== body) attempt.current = { body, key: crypto.randomUUID() }
      return call(endpoint, input, { idempotencyKey: attempt.current.key })
    },
    onSuccess: () => {
      attempt.current = undefined
      void client.invalidateQueries()
    },
    onError: error => {
      if (isRefusal(error)) attempt.current = undefined
    },
  })
}
