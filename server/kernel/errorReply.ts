import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, ErrorReply } from '../../contract/errors.ts'
import { isUnavailable } from './db.ts'
import { describeFault } from './fault.ts'
import { Refusal } from './refusal.ts'

/** Converts any failure to the one error shape, and logs what the caller must not see. */

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'input.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'input.type',
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request)
  if (refusal.status >= 500) request.log.error({ error: describeFault(error), code: refusal.code })
  if (refusal.status === 503 || refusal.status === 429) reply.header('retry-after', secondsToWait(refusal))
  return reply.status(refusal.status).type('application/json').send(errorBody(refusal, request.id))
}

function errorBody(refusal: Refusal, requestId: string): string {
  const { code, message, fields } = refusal
  const body: ErrorReply = { code, message, ...(fields ? { fields } : {}), requestId }
  return JSON.stringify(body)
}

/** What the sentence says, so that a program waits as long as a person would; a few seconds where it says nothing. */
function secondsToWait({ values: { seconds, minutes } }: Refusal): number {
  if (typeof seconds === 'number') return seconds
  return typeof minutes === 'number' ? minutes * 60 : 5
}

const BYTE_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'input.headers',
  ERR_HTTP_REQUEST_TIMEOUT: 'input.slow',
}

/** Bytes that never became a request still get an answer of the one shape, and then the line is closed. */
export function answerBadBytes(error: { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const refusal = new Refusal(BYTE_CODES[error.code ?? ''] ?? 'input.malformed')
  const body = errorBody(refusal, randomUUID())
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
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
