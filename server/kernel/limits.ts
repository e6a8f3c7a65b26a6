import { isIPv6 } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { lineOf, networkOf } from './address.ts'
import { refuse } from './refusal.ts'

/** How much one process takes on at once, and of whom: counts in memory, each of this process alone. */

export const PUBLIC_WRITES_PER_MINUTE = 120
/**
 * Two cores answer some hundreds of requests a second, or seventy on a bad day. Above these limits a request is refused
 * at once. A browser repeats reads by itself; a user would have to repeat a write, so writes may wait longer.
 */
const OPEN_REQUESTS_MAX = { read: 250, write: 600 }
const COME_BACK_SECONDS = 3
/** Writes without a session are counted apart: staff are served however many public requests arrive. */
const PUBLIC_REQUESTS_MAX = 50
/** A million rows take 135 MB while they are written, so exports at once are limited. */
const EXPORTS = { ofPerson: 2, ofNode: 6 }
const EXPORT_SECONDS = 30
/** One IPv6 network has 65,536 lines, each with a limit of its own. */
const NETWORK_WRITES_PER_MINUTE = 10 * PUBLIC_WRITES_PER_MINUTE

/** What this program has begun to answer, of all its endpoints; a file on its way out is written as fast as it is fetched, and not counted. */
export const openRequests = {
  count: 0,
  async take<T>(what: keyof typeof OPEN_REQUESTS_MAX, answer: () => Promise<T>): Promise<T> {
    if (this.count >= OPEN_REQUESTS_MAX[what]) refuse('server.busy', { seconds: COME_BACK_SECONDS })
    this.count += 1
    try {
      return await answer()
    } finally {
      this.count -= 1
    }
  },
}

export const strangers = {
  count: 0,
  async take<T>(answer: () => Promise<T>): Promise<T> {
    if (this.count >= PUBLIC_REQUESTS_MAX) refuse('rate.limited', { seconds: COME_BACK_SECONDS })
    this.count += 1
    try {
      return await answer()
    } finally {
      this.count -= 1
    }
  },
}

/** Files on their way out, until the last byte was fetched or the line was lost. */
export const runningExports = {
  total: 0,
  ofPerson: new Map<string, number>(),
  take(staffId: string, reply: FastifyReply): void {
    const own = this.ofPerson.get(staffId) ?? 0
    if (own >= EXPORTS.ofPerson)
      refuse('export.too_many', { most: EXPORTS.ofPerson, seconds: EXPORT_SECONDS })
    if (this.total >= EXPORTS.ofNode) refuse('export.busy', { seconds: EXPORT_SECONDS })
    this.total += 1
    this.ofPerson.set(staffId, own + 1)
    finished(reply.raw, () => {
      this.total -= 1
      const left = (this.ofPerson.get(staffId) ?? 1) - 1
      if (left === 0) this.ofPerson.delete(staffId)
      else this.ofPerson.set(staffId, left)
    })
  },
}

/** A minute of one address begins with its first request. Past so many addresses those whose minute is over are forgotten, or all. */
const ADDRESSES_MAX = 20_000
const MINUTE_MS = 60_000

/** Counts requests by address, and refuses those above a number a minute. */
export function perAddress(most: number): (address: string) => void {
  const minutes = new Map<string, { ends: number; requests: number }>()
  const begin = (line: string, now: number): void => {
    if (minutes.size >= ADDRESSES_MAX)
      for (const [key, { ends }] of minutes) if (ends <= now) minutes.delete(key)
    if (minutes.size >= ADDRESSES_MAX) minutes.clear()
    minutes.set(line, { ends: now + MINUTE_MS, requests: 1 })
  }
  return address => {
    const line = lineOf(address)
    const now = performance.now()
    const minute = minutes.get(line)
    if (!minute || minute.ends <= now) return begin(line, now)
    minute.requests += 1
    if (minute.requests > most) refuse('rate.limited', { seconds: Math.ceil((minute.ends - now) / 1000) })
  }
}

/** Public writes of this minute by IPv6 network. */
export const networks = {
  minute: 0,
  counts: new Map<string, number>(),
  count(address: string, now: Date): void {
    if (!isIPv6(address)) return
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute !== this.minute) this.counts.clear()
    this.minute = minute
    const network = networkOf(address)
    const writes = (this.counts.get(network) ?? 0) + 1
    this.counts.set(network, writes)
    if (writes > NETWORK_WRITES_PER_MINUTE) refuse('rate.limited', { seconds: 60 })
  },
}

/** The error of a refusal, in the form that a Fastify hook expects. */
export function refusalOf(count: () => void): Error | undefined {
  try {
    count()
    return undefined
  } catch (error) {
    return error as Error
  }
}
