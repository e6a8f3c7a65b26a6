import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, ErrorReply } from '../contract/errors.ts'
import { isUnavailable } from './db.ts'
import { Refusal } from './refusal.ts'

/** Turns whatever went wrong into the one shape of an error, and tells the log what the caller must not see. */

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'input.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'input.type',
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request)
  if (refusal.status >= 500) request.log.error({ error: describeFault(error), code: refusal.code })
  if (refusal.status === 503 || refusal.status === 429) reply.header('retry-after', '5')
  const body: ErrorReply = {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    requestId: request.id,
  }
  return reply.status(refusal.status).type('application/json').send(JSON.stringify(body))
}

function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return new Refusal('server.unavailable')
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string }
  const known = code ? FASTIFY_CODES[code] : undefined
  if (known) return new Refusal(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('input.malformed')
  return new Refusal('server.fault', { requestId: request.id })
}

/** What a fault was, without the values that were in it: a database error repeats the row it failed on. */
function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  const isDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  return {
    type: error.name,
    code,
    constraint,
    table,
    message: isDatabase ? undefined : error.message,
    stack: isDatabase ? undefined : error.stack,
  }
}
