import { Agent, type IncomingHttpHeaders, request as open } from 'node:http'
import type pg from 'pg'
import type { Keys } from '../../server/kernel/keys.ts'
import type { TestApp } from '../../test/testApp.ts'

/** The target: the same requests go to the app in the same process, or over the network to a running program. */

export type Shot = {
  method: string
  /** Path and query, exactly as they go out. */
  url: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  /** The caller's address; every shot has its own unless the attack is about addresses. */
  from?: string
}

export type Hit = { status: number; headers: IncomingHttpHeaders; body: string; bytes: Buffer; ms: number }

export type Target = {
  fire(shot: Shot): Promise<Hit>
  /** For tokens signed with a stolen key. */
  keys: Keys
  pool: pg.Pool
  /** Where it listens, for attacks that need real bytes. */
  url: string | undefined
}

let shots = 0
/** A limit per address is there to be tested, not to end the test. */
const nextAddress = (): string => `10.${(shots >> 16) & 255}.${(shots >> 8) & 255}.${shots++ & 255}`

export function targetOf(testApp: TestApp): Target {
  return {
    keys: testApp.program.keys,
    pool: testApp.pool,
    url: undefined,
    async fire({ method, url, headers = {}, body, from = nextAddress() }) {
      const start = performance.now()
      const answer = await testApp.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(body === undefined ? {} : { payload: body }),
        remoteAddress: from,
      })
      return {
        status: answer.statusCode,
        headers: answer.headers as IncomingHttpHeaders,
        body: answer.body,
        bytes: answer.rawPayload,
        ms: performance.now() - start,
      }
    },
  }
}

/** An idle connection may be closed by the other side at the moment it is reused; any other failure is a finding. */
class StaleLine extends Error {}

/** A caller on the machine itself comes through no proxy. */
const ITSELF = '127.0.0.1'

/** The program stands behind a proxy there, as in production, so that a shot can say where it comes from. */
export function overWire(url: string, keys: Keys, pool: pg.Pool): Target & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { hostname, port } = new URL(url)
  const sendOnce = ({ method, url: path, headers = {}, body, from = nextAddress() }: Shot): Promise<Hit> =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const options = {
        agent, hostname, port, method, path, timeout: 30_000,
        headers: { ...(from === ITSELF ? {} : { 'x-forwarded-for': from }), ...length, ...headers },
      } // biome-ignore format: the whole request in one look
      const outgoing = open(options, incoming => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: bytes.toString(),
            bytes,
            ms: performance.now() - start,
          })
        })
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in half a minute')))
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET'
        reject(isStale ? new StaleLine(error.message) : error)
      })
      outgoing.end(body)
    })
  return {
    url,
    keys,
    pool,
    async fire(shot) {
      for (;;)
        try {
          return await sendOnce(shot)
        } catch (error) {
          if (error instanceof StaleLine) continue
          return unanswered(error)
        }
    },
    close: () => agent.destroy(),
  }
}

/** No answer is counted as the fault it is, and the attack goes on. */
const unanswered = (error: unknown): Hit => {
  const body = `no answer: ${String(error)}`
  return { status: 599, headers: {}, body, bytes: Buffer.from(body), ms: 0 }
}
