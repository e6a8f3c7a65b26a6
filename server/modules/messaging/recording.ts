import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import type { GatewayName } from '../../../contract/messaging.ts'
import { kobo, parseNaira } from '../../../engine/money.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context } from '../../kernel/context.ts'
import type { Outcome, Parcel } from './gateway.ts'
import { recordWaiting } from './reports.ts'
import * as store from './sending.sql.ts'

/** A message that was sent under a lease, and the provider's outcome. */
export type Handed = {
  gateway: GatewayName
  parcel: Pick<Parcel, 'id' | 'attempt'>
  lease: string
  outcome: Outcome
}

const TRIES_MAX = 8

/**
 * Writes outcomes of messages in batches: those that arrive during one write form the next, in one transaction. No
 * outcome waits longer than alone, and a crowd takes a tenth of the time.
 */
export function openRecorder(program: Program): (handed: Handed) => Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  let coming: { lot: Handed[]; written: Promise<void> } | undefined
  const begin = (): { lot: Handed[]; written: Promise<void> } => {
    const lot: Handed[] = []
    const isWritten = before.then(endOfTurn).then(() => {
      coming = undefined
      return recordTogether(program, lot)
    })
    before = isWritten
    // one at a time, so that neither a fault of one nor the database's absence costs the others their record
    const written = isWritten.then(async done => {
      if (!done) await Promise.all(lot.map(each => recordAlone(program, each)))
    })
    return { lot, written }
  }
  return handed => {
    coming ??= begin()
    coming.lot.push(handed)
    return coming.written
  }
}

const recordTogether = (program: Program, lot: readonly Handed[]): Promise<boolean> =>
  act(program, 'messageSend', SYSTEM, ctx => recordAll(ctx, lot)).then(
    () => true,
    () => false,
  )

/** Recorded even if the database is away for a moment; if it stays away, the sweeper calls it unknown. */
async function recordAlone(program: Program, handed: Handed): Promise<void> {
  for (let attempt = 1; attempt < 4; attempt++) {
    await sleep(1_000 * attempt)
    if (await recordTogether(program, [handed])) return
  }
}

async function recordAll(ctx: Context, lot: readonly Handed[]): Promise<void> {
  for (const gateway of new Set(lot.map(each => each.gateway))) {
    const handed = lot.filter(each => each.gateway === gateway)
    const accepted = handed.flatMap(({ outcome }) =>
      outcome.kind === 'accepted' ? [outcome.providerId] : [],
    )
    await store.lockProviderIds(ctx.tx, gateway, accepted)
    await store.settleLeases(
      ctx.tx,
      handed.map(each => ({
        ...NOTHING,
        id: each.parcel.id,
        lease: each.lease,
        ...statusFromOutcome(each, ctx.now),
      })),
      ctx.now,
    )
    await recordWaiting(ctx, gateway, accepted)
    await noteHealth(ctx, gateway, handed)
  }
}

type Fate = Partial<store.Settled> & Pick<store.Settled, 'status'>
const NOTHING = { reason: null, providerId: null, cost: null, notBefore: null }

function statusFromOutcome({ outcome, parcel }: Handed, now: Date): Fate {
  if (outcome.kind === 'accepted')
    return { status: 'sent', providerId: outcome.providerId, cost: readCost(outcome.cost) }
  if (outcome.kind === 'refused') return { status: 'failed', reason: outcome.reason }
  if (outcome.kind === 'unknown') return { status: 'unknown', reason: outcome.reason }
  if (!outcome.everyone && parcel.attempt >= TRIES_MAX)
    return { status: 'failed', reason: `${outcome.reason}, ${TRIES_MAX} times` }
  return {
    status: 'queued',
    reason: outcome.reason,
    notBefore: outcome.everyone ? null : againAt(outcome, now),
  }
}

const againAt = ({ afterSeconds }: { afterSeconds: number }, now: Date): Date =>
  new Date(now.getTime() + afterSeconds * 1_000)

/** In the order in which they answered: an answer after a failure ends the pause that it asked for. */
async function noteHealth(ctx: Context, gateway: GatewayName, handed: readonly Handed[]): Promise<void> {
  let isNoted = false
  for (const { outcome } of handed) {
    const isAnswer = outcome.kind === 'accepted' || outcome.kind === 'refused'
    if (isAnswer && !isNoted) await store.noteSuccess(ctx.tx, gateway, ctx.now)
    isNoted = isAnswer
    if (isAnswer) continue
    const backOffUntil = outcome.kind === 'retry' && outcome.everyone ? againAt(outcome, ctx.now) : null
    await store.noteFailure(ctx.tx, gateway, { reason: outcome.reason, backOffUntil }, ctx.now)
  }
}

/** "NGN 4.0": what it cost by the provider's word; anything else leaves our own estimate. */
const readCost = (said: string | undefined): bigint | null => {
  const amount = said && /^NGN /i.test(said) ? parseNaira(said.replace(/(\.\d\d)\d+$/, '$1')) : undefined
  return amount === undefined ? null : kobo(amount)
}
