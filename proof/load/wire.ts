import { Agent, request as open, type RequestOptions } from 'node:http'
import type { z } from 'zod/mini'
import { type Api, api, type EndpointName } from '../../contract/api.ts'
import { type Endpoint, fillPath } from '../../contract/endpoint.ts'

/** One request as a browser sends it, and what came back, whatever it was. */

export type Sent<N extends EndpointName> = z.input<Api[N]['input']>
/** A reply as it travels: amounts are still text. */
export type Heard<N extends EndpointName> = z.input<Api[N]['reply']>

export type Answer = {
  /** 0 when there was none. */
  status: number
  code: string
  body: unknown
  cookie: string
  /** What the program asked the caller to wait. */
  retryAfter: number | undefined
  ms: number
}

export type Manner = { headers?: Record<string, string>; from: string; key?: string }

/** Longer than this is not acceptable on a screen without progress. */
export const WAIT_MAX_MS = 10_000

export type Line = {
  send<N extends EndpointName>(name: N, input: Sent<N>, manner: Manner): Promise<Answer>
  close(): void
}

export function openLine(url: string): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const { hostname, port } = new URL(url)
  return {
    send(name, input, { headers = {}, from, key }) {
      const { method, path, body } = written(api[name], input)
      const options = {
        agent, hostname, port, method, path,
        headers: {
          'x-forwarded-for': from,
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
      } // biome-ignore format: the whole request in one look
      return exchange(options, body)
    },
    close: () => agent.destroy(),
  }
}

function written(
  endpoint: Endpoint,
  input: object,
): { method: string; path: string; body: string | undefined } {
  const { path, rest } = fillPath(endpoint.path, input)
  if (endpoint.method !== 'GET') return { method: endpoint.method, path, body: JSON.stringify(rest) }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    method: 'GET',
    path: `${path}?${new URLSearchParams(given as [string, string][])}`,
    body: undefined,
  }
}

function exchange(options: RequestOptions, body: string | undefined): Promise<Answer> {
  return new Promise(resolve => {
    const start = performance.now()
    const nothing = (code: string): void =>
      resolve({
        status: 0,
        code,
        body: undefined,
        cookie: '',
        retryAfter: undefined,
        ms: performance.now() - start,
      })
    const outgoing = open(options, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', () => nothing('cut off'))
      incoming.on('end', () => {
        clearTimeout(patience)
        const ms = performance.now() - start
        const isJson = String(incoming.headers['content-type']).startsWith('application/json')
        const said: unknown = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
        const status = incoming.statusCode ?? 0
        const waits = incoming.headers['retry-after']
        resolve({
          status,
          code: status < 400 ? '' : ((said as { code?: string } | undefined)?.code ?? 'no code'),
          body: said,
          cookie: String(incoming.headers['set-cookie'] ?? '').split(';')[0] ?? '',
          retryAfter: waits === undefined ? undefined : Number.parseInt(waits, 10),
          ms,
        })
      })
    })
    const patience = setTimeout(() => {
      nothing('hang')
      outgoing.destroy()
    }, WAIT_MAX_MS)
    outgoing.on('error', error => {
      clearTimeout(patience)
      nothing((error as NodeJS.ErrnoException).code ?? error.message)
    })
    outgoing.end(body)
  })
}
