import type { Api } from '../../../contract/api.ts'
import { daysBefore } from '../../kernel/clock.ts'
import type { Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import * as people from './accounts.sql.ts'
import { forgetSearches } from './numberLimits.sql.ts'
import * as sessions from './sessions.sql.ts'

export const getSecurity: Handler<Api['securityGet']> = async ctx => people.signInRule(ctx.tx)

export const changeSecurity: Handler<Api['securityChange']> = async (ctx, rule) => {
  const before = await people.signInRule(ctx.tx)
  const after = { ...before, ...rule }
  await people.setSignInRule(ctx.tx, after)
  ctx.audit({ subject: ['setting', 'security'], before, after })
  return after
}

/** Whether a lender wants approver and maker at different addresses or in different kinds of browser. */
export const refusesSamePlace = async (tx: Tx): Promise<boolean> =>
  (await people.signInRule(tx)).refuseSamePlace

/** Sweeps what the counters no longer need. */
export async function sweepAttempts(tx: Tx, now: Date): Promise<void> {
  await sessions.forgetAttempts(tx, daysBefore(now, 1))
  await sessions.forgetSignUps(tx, daysBefore(now, 1))
  await forgetSearches(tx, daysBefore(now, 1))
}

/** Thirteen months: a year's review can still see who signed in from where. */
const SESSION_DAYS = 396

export const sweepSessions = (tx: Tx, now: Date): Promise<void> =>
  sessions.sweepSessions(tx, daysBefore(now, SESSION_DAYS))
