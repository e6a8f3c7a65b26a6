import type { FastifyRequest } from 'fastify'
import { isDeep } from './json.ts'
import { refuse, refuseFields } from './refusal.ts'

/** What an endpoint is given: body or query, with what the address names. */
export function gatherInput(
  request: FastifyRequest,
  parameters: readonly string[],
  fromBody: boolean,
): Record<string, unknown> {
  const given = (fromBody ? request.body : request.query) ?? {}
  if (typeof given !== 'object' || Array.isArray(given) || isDeep(given)) refuse('input.malformed')
  const twice = parameters.find(parameter => Object.hasOwn(given, parameter))
  // one of the two would have been checked and the other used
  if (twice) refuseFields({ [twice]: 'Already given in the address' })
  return { ...given, ...(request.params as Record<string, string>) }
}

/** Under which a write is answered again as the first time. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\w-]{8,100}$/.test(key)) return key
  return refuseFields({ 'Idempotency-Key': '8 to 100 letters, digits, hyphens or underscores' })
}

/**
 * Page addresses begin behind the #: an address typed without it is redirected, and an unknown page is reported by the
 * console.
 */
export const isPageWanted = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && url !== '/' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
