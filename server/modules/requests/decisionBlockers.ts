import { may } from '../../../contract/roles.ts'
import { minutesBefore } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { linkedTo } from '../auth/auth.ts'
import { isOwnRequest } from './claims.sql.ts'
import * as store from './requests.sql.ts'
import { type Act, nextStage, QUEUE_PERMISSION } from './stages.ts'

/** A claim untouched for so long is free again: staff go on leave. */
export const CLAIM_MINUTES = 240

export type Hindrance =
  | { code: 'permission' | 'stage' | 'linked' | 'erased' | 'own' }
  | { code: 'person'; role: store.PartTaken['part'] }
  | { code: 'claimed'; who: string }

type Ask = Pick<Context, 'tx' | 'actor' | 'now'>

/** Why this person may not do each act on this request now. Shared by the screen and the acts themselves. */
export async function decisionBlockers(
  ctx: Ask,
  request: store.RequestRow,
): Promise<(act: Act) => Hindrance | undefined> {
  const permission = QUEUE_PERMISSION[request.stage]
  const mayDecide = permission !== undefined && may(ctx.actor.roles, permission)
  const other = mayDecide ? ((await otherPart(ctx, request)) ?? claimOf(ctx, request)) : undefined
  return act => {
    if (nextStage(request.stage, act) === undefined) return { code: 'stage' }
    if (request.erased_at) return { code: 'erased' }
    if (act === 'edit') return may(ctx.actor.roles, 'request.edit') ? undefined : { code: 'permission' }
    return mayDecide ? other : { code: 'permission' }
  }
}

/**
 * One person has one part in a request, in whatever round and version: who wrote it decides in neither queue, and who
 * decided in one queue not in the other. Two linked accounts may be one person.
 */
async function otherPart(ctx: Ask, request: store.RequestRow): Promise<Hindrance | undefined> {
  if (await isOwnRequest(ctx.tx, request.id, ctx.actor.id)) return { code: 'own' }
  const own = request.stage === 'reviewer' ? 'reviewer' : 'authorizer'
  const others = (await store.partsTaken(ctx.tx, request.id)).filter(each => each.part !== own)
  const mine = others.find(each => each.staff_id === ctx.actor.id)
  if (mine) return { code: 'person', role: mine.part }
  const linked = await linkedTo(ctx.tx, ctx.actor.id)
  return others.some(each => linked.has(each.staff_id)) ? { code: 'linked' } : undefined
}

function claimOf(ctx: Ask, request: store.RequestRow): Hindrance | undefined {
  const isFresh = request.claimed_at !== null && request.claimed_at > minutesBefore(ctx.now, CLAIM_MINUTES)
  if (!request.claimed_by || request.claimed_by === ctx.actor.id || !isFresh) return undefined
  return { code: 'claimed', who: request.claimed_by_name ?? 'A colleague' }
}
