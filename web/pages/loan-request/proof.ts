import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { call } from '../../call.ts'
import type { PublicPage } from './steps.ts'

/** A second of arithmetic that costs a person nothing and a robot with ten thousand requests an afternoon. */

type Challenge = PublicPage['proofOfWork']

/** Enough at once to keep the browser's hashing threads busy, few enough that the page answers a tap in between. */
const BATCH = 512

const encoder = new TextEncoder()

/** Finds the number whose hash with the salt is the challenge; the payload the server checks. */
export async function solveProof(challenge: Challenge, signal?: AbortSignal): Promise<string> {
  const wanted = challenge.challenge.toLowerCase()
  for (let first = 0; first <= challenge.maxnumber; first += BATCH) {
    signal?.throwIfAborted()
    const numbers = Array.from(
      { length: Math.min(BATCH, challenge.maxnumber - first + 1) },
      (_, i) => first + i,
    )
    const hashes = await Promise.all(numbers.map(number => hash(challenge, number)))
    const at = hashes.findIndex(bytes => isHash(bytes, wanted))
    if (at >= 0) return payload(challenge, first + at)
    await pause()
  }
  throw new Error('the proof of work has no solution')
}

const hash = ({ algorithm, salt }: Challenge, number: number): Promise<ArrayBuffer> =>
  crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`))

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')

/** The first byte tells all but one in 256 apart; only then is the rest worth writing out. */
function isHash(buffer: ArrayBuffer, wanted: string): boolean {
  const bytes = new Uint8Array(buffer)
  return hex(bytes[0] ?? 0) === wanted.slice(0, 2) && Array.from(bytes, hex).join('') === wanted
}

const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

const payload = ({ algorithm, challenge, salt, signature }: Challenge, number: number): string =>
  btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))

/** The server takes a proof for an hour; a slow line may cost some of it. */
const FRESH_MS = 50 * 60_000

/** Each challenge is good for one draft; the first one came with the page, the next is asked for. */
export function createProver(first: Challenge, now: () => number = () => performance.now()) {
  let unused: Challenge | undefined = first
  let since = now()
  let proof: Promise<string> | undefined

  const isFresh = (): boolean => now() - since < FRESH_MS
  async function next(): Promise<string> {
    const { proofOfWork } = await call(publicRequestApi.publicPage, {})
    return solveProof(proofOfWork)
  }
  /** Solved once, however often it is asked for, until somebody takes it. */
  function prove(): Promise<string> {
    if (proof && isFresh()) return proof
    const solving = unused && isFresh() ? solveProof(unused) : next()
    if (!unused || !isFresh()) since = now()
    unused = undefined
    proof = solving
    solving.catch(() => {
      proof = undefined
    })
    return solving
  }
  return {
    prove,
    async take(): Promise<string> {
      const taken = await prove()
      proof = undefined
      return taken
    },
  }
}
