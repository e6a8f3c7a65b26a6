import { setTimeout as sleep } from 'node:timers/promises'
import { lineOf } from '../../kernel/address.ts'
import { atMost } from '../../kernel/atMost.ts'
import { minutesBefore } from '../../kernel/clock.ts'
import type { Context, PublicContext } from '../../kernel/context.ts'
import type { Keys } from '../../kernel/keys.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as people from './accounts.sql.ts'
import { accountsOf } from './browsers.ts'
import * as sessions from './sessions.sql.ts'

/** Slows down password guesses, without letting attackers lock out the owner. */

/** A wrong password is forgiven ten times in a quarter of an hour; an office behind one address a hundred times. */
const ACCOUNT_FAILURES = 10
const ADDRESS_FAILURES = 100
const WINDOW_MINUTES = 15
export type Guess = Pick<Context, 'tx' | 'keys' | 'now' | 'address' | 'audit'>

/** What wrong passwords are counted under. */
export type Counted = { key: Buffer; isKnown: boolean }

/**
 * A browser in which this account signed in before has a separate count: guesses by others, or from the same address,
 * do not lock its owner out.
 */
export function countedBy(ctx: PublicContext, email: string, staff: people.StaffRow | undefined): Counted {
  const known = staff && accountsOf(ctx).find(each => each.staffId === staff.id)
  return known
    ? { key: ctx.keys.blindIndex('sign in browser', known.word), isKnown: true }
    : { key: ctx.keys.blindIndex('sign in', email), isKnown: false }
}

/** Refuses once too many guesses failed for this account or from this address; one guess at a time, so none slips by. */
export async function limitGuesses(ctx: Guess, counted: Counted): Promise<void> {
  if (!(await people.tryLockSignIn(ctx.tx, counted.key))) refuse('signin.busy')
  await refuseTooMany(ctx, counted)
}

export async function refuseTooMany(
  ctx: Pick<Context, 'tx' | 'now' | 'address'>,
  { key, isKnown }: Counted,
): Promise<void> {
  const since = minutesBefore(ctx.now, WINDOW_MINUTES)
  const failures = await sessions.recentFailures(ctx.tx, key, lineOf(ctx.address), since)
  if (failures.account >= ACCOUNT_FAILURES || (!isKnown && failures.address >= ADDRESS_FAILURES))
    refuse('signin.locked', { minutes: WINDOW_MINUTES })
}

/** At most four hashes at once; further requests wait without a connection. */
export const limitedHashes = atMost(4)

/** Beyond so many failed sign-ins in a minute, at all accounts, unknown browsers wait: fifty of them at a time, so 25 a second. */
const FAILURES_PER_MINUTE = 300
const SLOW_MS = 2_000

type Minute = { at: number; failures: number }
const minutes = new WeakMap<Keys, Minute>()
const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000)

export function countFailure({ keys, now }: Pick<Context, 'keys' | 'now'>): void {
  const at = minuteOf(now)
  const running = minutes.get(keys)
  minutes.set(keys, { at, failures: running?.at === at ? running.failures + 1 : 1 })
}

/** How long an unknown browser waits before its password is checked. */
export function delayOf({ keys, now }: Pick<Context, 'keys' | 'now'>): number {
  const running = minutes.get(keys)
  return running?.at === minuteOf(now) && running.failures >= FAILURES_PER_MINUTE ? SLOW_MS : 0
}

export async function slowDown(ctx: Pick<Context, 'keys' | 'now'>): Promise<void> {
  const delay = delayOf(ctx)
  if (delay > 0) await sleep(delay)
}

/**
 * The 1st, 10th, 100th failure of an hour is recorded with the count so far: attackers must not fill the permanent
 * trail.
 */
const isNoted = (failures: number): boolean => /^10*$/.test(String(failures))

export async function noteFailure(
  ctx: Guess,
  accountKey: Buffer,
  staff: people.StaffRow | undefined,
  reason: string,
): Promise<void> {
  await sessions.noteAttempt(ctx.tx, {
    account_key: accountKey,
    address: lineOf(ctx.address),
    at: ctx.now,
    succeeded: false,
  })
  countFailure(ctx)
  const subject = staff?.id ?? 'unknown'
  const failuresThisHour = await sessions.countFailure(ctx.tx, subject, ctx.now)
  if (isNoted(failuresThisHour))
    ctx.audit({ subject: ['user', subject], outcome: 'refused', reason, after: { failuresThisHour } })
}
