import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { call } from '../../call.ts'
import type { PublicPage } from './steps.ts'

/** Proof of work: about a second for one applicant, expensive for a bot that sends thousands of requests. */

type Challenge = PublicPage['proofOfWork']

/** Hashes per batch: enough to use all threads, few enough to keep the page responsive. */
const BATCH = 512

const encoder = new TextEncoder()

/** Finds the number whose hash with the salt equals the challenge. Returns the payload the server verifies. */
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

/** Compares the first byte before the whole hash is written as hex. */
function isHash(buffer: ArrayBuffer, wanted: string): boolean {
  const bytes = new Uint8Array(buffer)
  return hex(bytes[0] ?? 0) === wanted.slice(0, 2) && Array.from(bytes, hex).join('') === wanted
}

const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

const payload = ({ algorithm, challenge, salt, signature }: Challenge, number: number): string =>
  btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))

/** The server accepts a proof for an hour; the rest is a margin for slow connections. */
const FRESH_MS = 50 * 60_000

/** Each challenge is valid for one draft. The first comes with the page, the next is fetched. */
export function createProver(first: Challenge, now: () => number = () => performance.now()) {
  let unused: Challenge | undefined = first
  let since = now()
  let proof: Promise<string> | undefined

  const isFresh = (): boolean => now() - since < FRESH_MS
  async function next(): Promise<string> {
    const { proofOfWork } = await call(publicRequestApi.publicPage, {})
    return solveProof(proofOfWork)
  }
  /** Solves the challenge once, however often it is called, until the proof is taken. */
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
