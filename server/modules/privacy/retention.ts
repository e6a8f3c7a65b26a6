import { addMonths } from '../../../engine/dates.ts'
import { lagosMidnight } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { eraseApplicants, lockForgettable } from '../requests/requests.ts'
import { section } from '../settings/settings.ts'
import { eraseWrittenTo } from './erase.ts'

/** As many as one transaction erases without keeping others waiting. */
const FORGET_LOT = 100

/**
 * Applicants who were turned down or withdrew, and never became customers, are forgotten when their time is over. Terms,
 * decisions and trail stay. Gives whether there may be more.
 */
export async function forgetOldRequests(ctx: Context): Promise<boolean> {
  const { rejectedRequestMonths } = await section(ctx.tx, 'retention', ctx.today)
  const before = lagosMidnight(addMonths(ctx.today, -rejectedRequestMonths))
  const { old, ...own } = await lockForgettable(ctx, before, FORGET_LOT)
  if (old.length === 0) return false
  const label = 'Erased applicant'
  // a word to be left in peace goes on to count
  const stead = { label, mark: 'erased applicant', at: ctx.now, keepsOptOuts: true } as const
  await eraseWrittenTo(ctx.tx, { ...own, ...stead })
  await eraseApplicants(
    ctx,
    old.map(({ id, reference }) => ({ id, mark: `erased ${reference}` })),
    label,
  )
  for (const { id, stage } of old)
    ctx.audit({
      subject: ['request', id],
      before: { stage },
      after: { stage, applicant: 'erased' },
      reason: `Retention of ${rejectedRequestMonths} months`,
    })
  return old.length === FORGET_LOT
}
