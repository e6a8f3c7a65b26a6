import { lookup as resolve } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { GatewayName, MessageStatus } from '../../../contract/messaging.ts'

/**
 * The one port through which messages are sent. Whatever a provider does, the outcome is one of four, and only `retry`
 * may be sent again, because only then is it proven that nothing was accepted.
 */
export type Outcome =
  | { kind: 'accepted'; providerId: string; cost?: string; said: string }
  /** The provider refused the message for good. */
  | { kind: 'refused'; reason: string }
  /** Provably not accepted; `everyone` when it would have met any message: a wrong key, no credit, too fast. */
  | { kind: 'retry'; afterSeconds: number; reason: string; everyone: boolean }
  /** The bytes were on their way: it may have been accepted. Never sent again by itself. */
  | { kind: 'unknown'; reason: string }

export type Parcel = {
  id: string
  /** E.164 */
  phone: string
  text: string
  senderId: string
  channel: 'dnd' | 'generic'
  attempt: number
}

/** What to ask a provider about: its own id where known, else what was sent and when. */
export type Question = {
  providerId: string | null
  phone: string
  text: string
  handedOverAt: Date
  now: Date
}
export type Finding = { providerId: string; status: MessageStatus; said: string }

export type Gateway = {
  name: GatewayName
  send(parcel: Parcel): Promise<Outcome>
  balance(): Promise<string>
  /** What became of a message; absent where the provider cannot be asked. */
  find?(question: Question): Promise<Finding | undefined>
}

export type Account = { baseUrl: string; username: string; apiKey: string; allowsLoopback: boolean }

// ── The wire ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type Exchange =
  | { kind: 'answered'; status: number; body: string; retryAfterSeconds: number | undefined }
  /** Nothing of the request was sent. */
  | { kind: 'not sent'; reason: string }
  | { kind: 'cut'; reason: string }

export type Call = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
}

/** Providers answer within a second or two; the lease of a claim is longer than both together. */
export const CONNECT_MS = 5_000
export const ANSWER_MS = 15_000
/** An answer about one message has a few hundred bytes. */
const REPLY_BYTES = 256 * 1024

const INSIDE = new BlockList()
const RANGES_V4: [string, number][] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15],
  ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] // biome-ignore format: a table
const RANGES_V6: [string, number][] = [
  ['::', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['100::', 64], ['2001::', 32], ['2001:db8::', 32],
  ['2002::', 16], ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
] // biome-ignore format: a table
for (const [net, bits] of RANGES_V4) INSIDE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of RANGES_V6) INSIDE.addSubnet(net, bits, 'ipv6')

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Whether an address lies inside a private or reserved network, where a provider never is. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isInside(mapped)
  const family = isIP(address)
  // an IPv4 address in hexadecimal after ::ffff: is used by attackers only
  if (family === 6 && /^::ffff:/i.test(address)) return true
  return family === 0 || INSIDE.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** What is wrong with an address of a provider; undefined when it may be used. */
export function addressProblem(text: string, allowsLoopback: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Not an address'
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOwn = host === 'localhost' || isLoopback(host)
  if (isOwn && allowsLoopback && /^https?:$/.test(url.protocol)) return undefined
  if (url.protocol !== 'https:') return 'Only https is used'
  if (url.username || url.password || url.search || url.hash) return 'Only a host and a path'
  if (isOwn || (isIP(host) !== 0 && isInside(host)) || !host.includes('.'))
    return 'This address is inside a private network'
  return undefined
}

/** The name is looked up here and the connection goes to that very address, so it cannot turn inward in between. */
const lookupOutside =
  (allowsLoopback: boolean): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 4)
      const usable = addresses.filter(
        ({ address }) => !isInside(address) || (allowsLoopback && isLoopback(address)),
      )
      const [first] = usable
      if (!first) return done(new Error('the address is inside a private network'), '', 4)
      return options.all ? done(null, usable) : done(null, first.address, first.family)
    })

/**
 * One request, one answer; no redirect is followed, no connection is reused. The request is written only once the
 * connection, over TLS with a valid certificate, is open: an earlier error proves that nothing was sent, a later one
 * proves nothing.
 */
export function exchange(call: Call, account: Account, answerMs = ANSWER_MS): Promise<Exchange> {
  const problem = addressProblem(`${call.url.origin}${call.url.pathname}`, account.allowsLoopback)
  if (problem) return Promise.resolve({ kind: 'not sent', reason: problem })
  const isTls = call.url.protocol === 'https:'
  return new Promise(settle => {
    let isConnected = false
    const lost = (reason: string): void =>
      settle(isConnected ? { kind: 'cut', reason } : { kind: 'not sent', reason })
    const outgoing = (isTls ? requestTls : requestPlain)(call.url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Iroko',
        ...call.headers,
        ...(call.body === undefined ? {} : { 'content-length': Buffer.byteLength(call.body) }),
      },
      agent: false,
      lookup: lookupOutside(account.allowsLoopback),
    })
    const connecting = setTimeout(
      () => !isConnected && outgoing.destroy(new Error('no connection')),
      CONNECT_MS,
    )
    let answering: NodeJS.Timeout | undefined
    outgoing.on('socket', socket =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true
        answering = setTimeout(() => outgoing.destroy(new Error('no answer in time')), answerMs)
        outgoing.end(call.body)
      }),
    )
    outgoing.on('close', () => {
      clearTimeout(connecting)
      clearTimeout(answering)
      lost('the connection was closed')
    })
    outgoing.on('error', error => lost(faultWord(error)))
    outgoing.on('response', incoming => {
      const chunks: Buffer[] = []
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > REPLY_BYTES) outgoing.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      incoming.on('error', error => lost(faultWord(error)))
      incoming.on('end', () => {
        if (!incoming.complete) return lost('the answer was cut off')
        settle({
          kind: 'answered',
          status: incoming.statusCode ?? 0,
          body: Buffer.concat(chunks).toString('utf8'),
          retryAfterSeconds: readRetryAfter(incoming.headers['retry-after']),
        })
      })
    })
  })
}

/** A code or our own words, never the message as a whole: it may repeat the address with the key in it. */
function faultWord(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code || (/^(no |the )[\w ]{1,60}$/.test(error.message) ? error.message : 'connection failed')
}

const RETRY_MAX_SECONDS = 600
const RETRY_USUAL_SECONDS = 30

function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,5}$/.test(header.trim())) return undefined
  return Math.min(Math.max(Number.parseInt(header, 10), 1), RETRY_MAX_SECONDS)
}

/** Minutes, because a wrong key or an empty account is put right by a person. */
const RETRY_ACCOUNT_SECONDS = 300

/** The outcome that the status alone proves; undefined where the body decides. */
export function outcomeOfStatus(answer: Exchange): Outcome | undefined {
  if (answer.kind === 'not sent')
    return { kind: 'retry', afterSeconds: RETRY_USUAL_SECONDS, reason: answer.reason, everyone: true }
  if (answer.kind === 'cut') return { kind: 'unknown', reason: answer.reason }
  const { status, retryAfterSeconds } = answer
  if (status === 429 || status === 408)
    return {
      kind: 'retry',
      afterSeconds: retryAfterSeconds ?? RETRY_USUAL_SECONDS,
      reason: 'the provider is busy',
      everyone: true,
    }
  if (status === 401 || status === 402 || status === 403)
    return everyoneWaits(status === 402 ? 'no credit left' : 'the provider refuses our key')
  if (status >= 300 && status < 400) return everyoneWaits('the address redirects elsewhere')
  if (status === 404 || status === 405) return everyoneWaits('the address is not the provider’s')
  if (status >= 500 || status < 200) return { kind: 'unknown', reason: `the provider answered ${status}` }
  return undefined
}

export const everyoneWaits = (reason: string): Outcome => ({
  kind: 'retry',
  afterSeconds: RETRY_ACCOUNT_SECONDS,
  reason,
  everyone: true,
})

/** An object of the answer, or nothing: a provider's word is read field by field. */
export function readObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Ids and words of a provider as we keep them: short, printable. */
export const readWord = (value: unknown, longest = 100): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const clean = text.replace(/[^\x20-\x7e]/g, '?').trim()
  return clean === '' ? undefined : clean.slice(0, longest)
}
