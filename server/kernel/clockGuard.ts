import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import { type ClockProblem, newestTimes, saveCheck } from './clockGuard.sql.ts'
import type { Tx } from './db.ts'
import { refuse } from './refusal.ts'

/**
 * A clock that runs ahead would post the future, and the ledger takes nothing back. The machine's clock is compared with the
 * database's and with the newest time that was recorded; while it is ahead nothing is written.
 */
export type ClockGuard = {
  /** Refuses a write while the clock is ahead. */
  refuseFast(): void
  isFast(): boolean
  /** Compares again. A database that does not answer leaves the last word standing. */
  check(): Promise<void>
}

/** Machines that are looked after agree within a second. */
const SKEW_MAX_MS = 60_000
/** A lender closes for Easter, four days. One that was switched off for longer is started with `npm run clock`. */
export const STANDSTILL_DAYS_MAX = 5
const STANDSTILL_MAX_MS = STANDSTILL_DAYS_MAX * 86_400_000

/** `fingerprint` tells which secret this process has. */
export function clockGuard(db: Tx, clock: Clock, fingerprint = ''): ClockGuard {
  const node = randomUUID()
  let problem: ClockProblem | null = null
  let right: number | undefined
  // the machine may have jumped since it was last compared
  const jumped = (now: number): boolean => right !== undefined && now - right > STANDSTILL_MAX_MS
  const isFast = (): boolean => problem !== null || jumped(clock.now().getTime())
  return {
    isFast,
    refuseFast() {
      if (isFast()) refuse('clock.ahead')
    },
    async check() {
      const found = await compare(db, clock).catch(() => undefined)
      if (!found) return
      problem = found.problem
      if (problem === null) right = found.at.getTime()
      await saveCheck(db, { node, fingerprint, ...found }).catch(() => {})
    },
  }
}

export type ClockFound = { at: Date; skewMs: number; newest: Date | null; problem: ClockProblem | null }

export async function compare(db: Tx, clock: Clock): Promise<ClockFound> {
  const asked = clock.now().getTime()
  const { there, newest } = await newestTimes(db)
  const at = clock.now()
  // the answer was on its way for a while: what is left is certain
  const skewMs = asked - there.getTime()
  const problem =
    skewMs > SKEW_MAX_MS
      ? 'ahead of the database'
      : newest && at.getTime() - newest.getTime() > STANDSTILL_MAX_MS
        ? 'ahead of the records'
        : null
  return { at, skewMs, newest, problem }
}
