import {
  keepPreviousData,
  notifyManager,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint, Reply } from '../contract/endpoint.ts'
import { ApiError, call, isRefusal, retryDelay, type Sent, shouldRetry, wireForm } from './call.ts'
import { toast } from './ui/toast.ts'

export { ApiError, call, type Sent }

// What a press changes shows in the next picture: by itself the cache tells of it a moment later, and a box ticked stands unticked till then.
notifyManager.setScheduler(queueMicrotask)

const GARBAGE_AFTER_MS = 5 * 60_000

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error, { state }) => tellIfOld(error, state.data) }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, gcTime: GARBAGE_AFTER_MS },
      mutations: { retry: false, gcTime: GARBAGE_AFTER_MS },
    },
  })

/** Where nothing was shown yet the page itself says what is wrong; old rows and figures look like new ones. */
function tellIfOld(error: unknown, shown: unknown): void {
  if (shown === undefined || !(error instanceof ApiError) || isRefusal(error)) return
  const what = error.code === 'network.unreachable' ? 'cannot be reached' : 'could not answer'
  toast('warning', `Iroko ${what}. What you see may be out of date.`, { id: 'unreachable' })
}

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

/** Reads the same of several records, in their order. */
export const useEach = <E extends Endpoint>(
  endpoint: E,
  inputs: readonly Sent<E>[],
): UseQueryResult<Reply<E>, ApiError>[] =>
  useQueries({
    queries: inputs.map(input => ({
      queryKey: queryKey(endpoint, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
    })),
  }) as UseQueryResult<Reply<E>, ApiError>[]

export type ActOptions<E extends Endpoint> = {
  /** Puts the reply into its place and gives the id of what is gone: nothing about it is asked for again. */
  instead?: (client: QueryClient, reply: Reply<E>) => string
}

const isAbout = (input: unknown, id: string): boolean =>
  typeof input === 'object' && input !== null && 'id' in input && input.id === id

/**
 * Acts. A repeat after a lost answer carries the same key and so is the same act; other details, or
 * trying again after a refusal, are a new one. Success makes every list on the page ask again.
 */
export function useAct<E extends Endpoint>(
  endpoint: E,
  { instead }: ActOptions<E> = {},
): UseMutationResult<Reply<E>, ApiError, Sent<E>> {
  const client = useQueryClient()
  const attempt = useRef<{ body: string; key: string }>(undefined)
  return useMutation<Reply<E>, ApiError, Sent<E>>({
    mutationFn: input => {
      const body = JSON.stringify(input, wireForm)
      if (attempt.current?.body !== body) attempt.current = { body, key: crypto.randomUUID() }
      return call(endpoint, input, { idempotencyKey: attempt.current.key })
    },
    onSuccess: reply => {
      attempt.current = undefined
      const gone = instead?.(client, reply)
      void client.invalidateQueries({
        predicate: ({ queryKey: [, , input] }) => gone === undefined || !isAbout(input, gone),
      })
    },
    onError: error => {
      if (isRefusal(error)) attempt.current = undefined
    },
  })
}
