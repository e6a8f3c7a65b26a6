import type { Api } from '../../../contract/api.ts'
import { FIRST_STEPS } from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { section } from '../settings/settings.ts'
import * as store from './firstSteps.sql.ts'

/** The way to the first loan: what was done, what was found right as it is; nothing once there is one. */
export async function firstStepsOf(ctx: Context): Promise<Reply<Api['dashboardWork']>['firstSteps']> {
  const { lends, ...walked } = await store.readWalked(ctx.tx)
  if (lends) return null
  const { isOpen } = await section(ctx.tx, 'publicLink', ctx.today)
  const { operatingCompany, address } = await section(ctx.tx, 'organisation', ctx.today)
  const isNamed = operatingCompany !== SECTIONS.organisation.initial.operatingCompany
  const isDone = { ...walked, organisation: isNamed && address !== '', link: walked.link && isOpen }
  const confirmed = await store.confirmedSteps(ctx.tx)
  return {
    isAway: await store.isGuideAway(ctx.tx, ctx.actor.id),
    steps: FIRST_STEPS.map(name => ({
      name,
      isDone: isDone[name],
      confirmedBy: confirmed.get(name) ?? null,
    })),
  }
}

export const confirmFirstStep: Handler<Api['firstStepConfirm']> = async (ctx, { name, isConfirmed }) => {
  if (isConfirmed) await store.confirmStep(ctx.tx, name, ctx.actor.id, ctx.now)
  else await store.doubtStep(ctx.tx, name)
  ctx.audit({ subject: ['firstStep', name], after: { confirmed: isConfirmed } })
  return {}
}

export const putFirstStepsAway: Handler<Api['firstStepsPutAway']> = async (ctx, { isAway }) => {
  if (isAway) await store.putGuideAway(ctx.tx, ctx.actor.id, ctx.now)
  else await store.bringGuideBack(ctx.tx, ctx.actor.id)
  return {}
}
