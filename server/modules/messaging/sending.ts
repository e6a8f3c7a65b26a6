import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStoppable, MESSAGE_PURPOSES } from '../../../contract/messaging.ts'
import { bannedIn } from '../../../engine/messageWords.ts'
import { cutText, storable } from '../../../engine/text.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { businessDate, lagosMidnight } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { section } from '../settings/settings.ts'
import { openGateway } from './accounts.ts'
import type { Gateway, Outcome, Parcel } from './gateway.ts'
import { optedOut } from './messaging.sql.ts'
import { openRecorder } from './recording.ts'
import { recordLocked, recordWaiting } from './reports.ts'
import { quietUntil, routeOf, type SmsRules } from './rules.ts'
import * as store from './sending.sql.ts'

/** What stands to the right of messaging and may still stop a message. */
export type Stops = {
  /** Phones of people who died, or whose loan is in dispute. */
  standing(tx: Tx, phones: readonly string[]): Promise<Map<string, 'deceased' | 'dispute'>>
  /** Loans excluded from reminders: paid since, promised, frozen. */
  settled(tx: Tx, loanIds: readonly string[], today: string): Promise<Set<string>>
  /** Batches of repayments with paused messages, including those written or retried at that moment. */
  paused(tx: Tx, batchIds: readonly string[]): Promise<Map<string, string>>
}

/** The connection and the answer have 15 seconds together; a lease twice as old belongs to a program that died. */
const LEASE_SECONDS = 40
/** Slots are reserved at most this far in advance, so that a code never waits behind a second of offers. */
const ADVANCE_MAX_MS = 1_000
/** The settings allow a hundred a second, and a provider may take a second to answer. */
const AT_PROVIDER_MAX = 100
/** With what the provider has answered and is yet to be recorded: all of it would be in doubt if the program died. */
const UNRECORDED_MAX = 2 * AT_PROVIDER_MAX

type Leased = { parcel: Parcel; lease: string; waitMs: number }
type Claim = { gateway: Gateway | undefined; leased: Leased[]; examined: number }

/** Sends pending messages until none is left, or until stopped. Any number of workers may run it at once. */
export async function sendWaiting(
  program: Program,
  stops: Stops,
  isStopping: () => boolean = () => false,
  /** So many a second instead of what the settings say: for measuring only. */
  perSecond?: number,
): Promise<{ sent: number; examined: number }> {
  const record = openRecorder(program)
  const unrecorded = new Set<Promise<void>>()
  let atProvider = 0
  const carry = async (gateway: Gateway | undefined, leased: Leased): Promise<void> => {
    atProvider += 1
    const outcome = await sendByGateway(gateway, leased)
    atProvider -= 1
    if (gateway && outcome) await record({ gateway: gateway.name, ...leased, outcome })
  }
  let handedOver = 0
  let examined = 0
  while (!isStopping()) {
    const room = Math.min(AT_PROVIDER_MAX - atProvider, UNRECORDED_MAX - unrecorded.size)
    const claim =
      room > 0
        ? await act(program, 'messageSend', SYSTEM, ctx =>
            claimNext(program, ctx, stops, { room, perSecond }),
          )
        : undefined
    for (const leased of claim?.leased ?? []) {
      const carried = carry(claim?.gateway, leased).finally(() => unrecorded.delete(carried))
      unrecorded.add(carried)
    }
    handedOver += claim?.leased.length ?? 0
    examined += claim?.examined ?? 0
    if (claim && claim.examined > 0) continue
    if (unrecorded.size === 0) break
    // a slow provider must not keep the next messages waiting for the slowest
    await Promise.race([...unrecorded, sleep(100)])
  }
  await Promise.all(unrecorded)
  return { sent: handedOver, examined }
}

/** One short transaction: the pace, the checks, the leases. Nothing external is called in it. */
async function claimNext(
  program: Program,
  ctx: Context,
  stops: Stops,
  { room, perSecond }: { room: number; perSecond: number | undefined },
): Promise<Claim> {
  const rules = await section(ctx.tx, 'sms', ctx.today)
  const ratePerSecond = perSecond ?? rules.ratePerSecond
  const pace = await store.lockPace(ctx.tx, rules.gateway, ctx.now)
  if (!pace) return { gateway: undefined, leased: [], examined: 0 }
  await store.releaseHeld(ctx.tx, ctx.now)
  const free = Math.floor(((ADVANCE_MAX_MS - pace.wait_ms) * ratePerSecond) / 1_000)
  if (free < 1) return { gateway: undefined, leased: [], examined: 0 }
  const candidates = await store.nextWaiting(ctx.tx, ctx.now, Math.min(free, room))
  const going = await pastTheGuards(ctx, stops, rules, candidates)
  if (going.length === 0) return { gateway: undefined, leased: [], examined: candidates.length }
  const lease = randomUUID()
  await store.leaseAll(
    ctx.tx,
    going.map(each => each.id),
    { id: lease, gateway: rules.gateway, pricePerSegment: rules.costPerSegment, now: ctx.now },
  )
  await store.takeSlots(ctx.tx, rules.gateway, going.length, ratePerSecond)
  const { senderId } = rules
  return {
    gateway: openGateway(program, pace),
    examined: candidates.length,
    leased: going.map(({ id, phone, body, purpose, attempt }, index) => ({
      parcel: {
        id,
        phone,
        text: body,
        senderId,
        channel: routeOf(purpose, rules),
        attempt: attempt + 1,
      },
      lease,
      waitMs: pace.wait_ms + Math.floor((index * 1_000) / ratePerSecond),
    })),
  }
}

type Parked = { status: 'cancelled' | 'held'; reason: string; notBefore: Date | null }
const cancel = (reason: string): Parked => ({ status: 'cancelled', reason, notBefore: null })

const COUNTED = MESSAGE_PURPOSES.filter(isStoppable)

/** Who may still get it now; the others are cancelled, each with its reason. */
async function pastTheGuards(
  ctx: Context,
  stops: Stops,
  rules: SmsRules,
  candidates: readonly store.Candidate[],
): Promise<store.Candidate[]> {
  if (candidates.length === 0) return []
  const phones = [...new Set(candidates.map(each => each.phone))]
  const loanIds = candidates.flatMap(each =>
    isStoppable(each.purpose) && each.subject_type === 'loan' && each.subject_id ? [each.subject_id] : [],
  )
  const batchIds = candidates.flatMap(each =>
    each.subject_type === 'repayment' && each.subject_id ? [each.subject_id] : [],
  )
  const known = {
    paused: batchIds.length > 0 ? await stops.paused(ctx.tx, batchIds) : new Map<string, string>(),
    out: await optedOut(ctx.tx, phones),
    standing: await stops.standing(ctx.tx, phones),
    settled: await stops.settled(ctx.tx, loanIds, ctx.today),
    notified: await store.notifiedSince(ctx.tx, phones, COUNTED, lagosMidnight(businessDate(ctx.now))),
    texts: new Set<string>(),
    now: ctx.now,
  }
  const going: store.Candidate[] = []
  for (const candidate of candidates) {
    const apart = guard(candidate, known, rules)
    if (apart) await store.park(ctx.tx, candidate.id, apart, ctx.now)
    else going.push(candidate)
  }
  return going
}

type Known = {
  /** Why the messages about a record wait, by its id. */
  paused: ReadonlyMap<string, string>
  out: ReadonlySet<string>
  standing: ReadonlyMap<string, 'deceased' | 'dispute'>
  settled: ReadonlySet<string>
  notified: Map<string, number>
  texts: Set<string>
  now: Date
}

/** In the order in which the log should name it: what is for ever before what is for today. */
function guard(message: store.Candidate, known: Known, rules: SmsRules): Parked | undefined {
  const { phone, purpose, body, subject_id } = message
  // claimed while its recipient was erased, and then returned
  if (!phone.startsWith('+')) return cancel('erased')
  const heldFor = subject_id === null ? undefined : known.paused.get(subject_id)
  if (heldFor) return { status: 'held', reason: heldFor, notBefore: null }
  const isAsked = purpose === 'code' || purpose === 'test'
  const standing = known.standing.get(phone)
  if (!isAsked && standing === 'deceased') return cancel('deceased')
  const text = `${phone} ${body}`
  if (!isAsked && (message.is_repeat || known.texts.has(text))) return cancel('same text today')
  if (isStoppable(purpose)) {
    const apart = guardStoppable(message, standing, known, rules)
    if (apart) return apart
    known.notified.set(phone, (known.notified.get(phone) ?? 0) + 1)
  }
  known.texts.add(text)
  return undefined
}

function guardStoppable(
  { phone, purpose, body, subject_id }: store.Candidate,
  standing: 'deceased' | 'dispute' | undefined,
  known: Known,
  rules: SmsRules,
): Parked | undefined {
  if (known.out.has(phone)) return cancel('opted out')
  if (standing === 'dispute') return cancel('dispute')
  if (subject_id && known.settled.has(subject_id)) return cancel('paid or promised since then')
  const banned = purpose === 'recovery' ? bannedIn(body, rules) : []
  if (banned.length > 0) return cancel(`banned words: ${banned.join(', ')}`)
  if ((known.notified.get(phone) ?? 0) >= rules.dailyCap) return cancel('daily cap')
  const morning = quietUntil(known.now, purpose, rules)
  return morning && { status: 'held', reason: 'quiet hours', notBefore: morning }
}

// ── Handing over ─────────────────────────────────────────────────────────────────────────────────────────────────

async function sendByGateway(
  gateway: Gateway | undefined,
  { parcel, waitMs }: Leased,
): Promise<Outcome | undefined> {
  if (!gateway) return undefined
  if (waitMs > 0) await sleep(waitMs)
  try {
    return await gateway.send(parcel)
  } catch {
    return { kind: 'unknown', reason: 'internal error while sending' }
  }
}

// ── Doubts ───────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A message claimed by a dead program may have arrived: its status is unknown and it is not sent again automatically.
 */
export function sweepSending(program: Program, seconds = LEASE_SECONDS): Promise<number> {
  return store.sweepLeases(program.db, seconds, program.clock.now())
}

const ASK_MAX = 100

/** Asks providers about doubtful messages where they can be asked; the built-in outbox delivers by this too. */
export async function pollUnknownMessages(program: Program): Promise<number> {
  const now = program.clock.now()
  const doubts = await store.toAskAbout(program.db, now, ASK_MAX)
  if (doubts.length === 0) return 0
  await store.noteAsked(
    program.db,
    doubts.map(each => each.id),
    now,
  )
  const rows = await store.listGateways(program.db)
  const gateways = new Map(rows.map(row => [row.gateway, openGateway(program, row)]))
  let settled = 0
  for (const doubt of doubts) {
    const found = await gateways
      .get(doubt.gateway)
      ?.find?.({
        providerId: doubt.provider_id,
        phone: doubt.phone,
        text: doubt.body,
        handedOverAt: doubt.gateway === 'outbox' ? doubt.status_at : doubt.claimed_at,
        now,
      })
      .catch(() => undefined)
    if (!found) continue
    settled += 1
    await act(program, 'messageAsk', SYSTEM, async ctx => {
      await store.lockProviderId(ctx.tx, doubt.gateway, found.providerId)
      if (!(await store.adoptProviderId(ctx.tx, doubt.id, doubt.gateway, found.providerId))) return
      await recordWaiting(ctx, doubt.gateway, [found.providerId])
      await recordLocked(ctx, { at: ctx.now, gateway: doubt.gateway, ...found })
    })
  }
  return settled
}

/** Reads the balance of the gateway in use, and with it whether address and key are right. */
export async function checkGateway(program: Program): Promise<void> {
  const now = program.clock.now()
  const { gateway } = await section(program.db, 'sms', businessDate(now))
  const row = (await store.listGateways(program.db)).find(each => each.gateway === gateway)
  const opened = row && openGateway(program, row)
  if (!opened) return
  try {
    await store.noteBalance(program.db, gateway, await opened.balance(), now)
  } catch (error) {
    const reason = error instanceof Error ? cutText(storable(error.message), 100) : 'no answer'
    await store.noteFailure(program.db, gateway, { reason: `balance: ${reason}`, backOffUntil: null }, now)
  }
}
