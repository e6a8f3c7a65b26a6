import { randomBytes } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { may } from '../../../contract/roles.ts'
import { formatMoment } from '../../../engine/dates.ts'
import { businessDate, minutesAfter } from '../../kernel/clock.ts'
import type { Context, Handler, PublicContext } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/keys.ts'
import { propose } from '../approvals/approvals.ts'
import { insertReset, type StaffRow, showApprovedReset, usePasswordLink, voidResets } from '../auth/auth.ts'
import { notify } from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import { type Approved, hasApprover, lockOther, nameOf } from './access.ts'

const RESET_LINK_MINUTES = 60
/** An approved password link waits this long for the person who asked for it. */
const APPROVED_LINK_HOURS = 24

/** Of an approver, the link needs approval; the person who asked gets it by asking again, once. */
export const makeResetLink: Handler<Api['userResetLink']> = async (ctx, { id, dropTotp, reason }) => {
  const staff = await lockOther(ctx, id, ['active'])
  const token = randomBytes(32).toString('base64url')
  const expires_at = minutesAfter(ctx.now, RESET_LINK_MINUTES)
  const shown = { token_hash: hashToken(token), expires_at, shown_at: ctx.now }
  const approved = await showApprovedReset(ctx.tx, {
    ...shown,
    staff_id: id,
    made_by: ctx.actor.id,
  })
  if (!approved) {
    if (may(staff.roles, 'approval.decide') && (await hasApprover(ctx, staff)))
      return {
        token: null,
        expiresAt: null,
        approvalId: await askForReset(ctx, staff, dropTotp, reason),
      }
    await voidResets(ctx.tx, id, ctx.now)
    await insertReset(ctx.tx, {
      ...shown,
      staff_id: id,
      made_by: ctx.actor.id,
      approved_by: null,
      drop_totp: dropTotp,
    })
  }
  const dropsSecondFactor = approved?.drop_totp ?? dropTotp
  ctx.audit({
    subject: ['user', id],
    after: { resetLink: 'made', dropsSecondFactor },
    reason: reason ?? null,
  })
  return { token, expiresAt: expires_at.toISOString(), approvalId: null }
}

const askForReset = (
  ctx: Context,
  staff: StaffRow,
  dropTotp: boolean,
  reason: string | undefined,
): Promise<string> =>
  propose(ctx, {
    command: 'userResetLink',
    input: { id: staff.id, dropTotp },
    subject: ['user', staff.id],
    summary: `${nameOf(staff)}: ${dropTotp ? 'new password, second factor removed' : 'new password'}`,
    after: { resetLink: 'made', dropsSecondFactor: dropTotp },
    reason: reason ?? null,
    involved: [staff.id],
  })

/** The approved command behind `userResetLink`: no user has seen a token yet, and the approver never does. */
export async function allowReset(
  ctx: Context,
  { id, dropTotp }: { id: string; dropTotp: boolean },
  { makerId }: Approved,
): Promise<void> {
  await lockOther(ctx, id, ['active'])
  await voidResets(ctx.tx, id, ctx.now)
  await insertReset(ctx.tx, {
    token_hash: hashToken(randomBytes(32).toString('base64url')),
    staff_id: id,
    made_by: makerId,
    approved_by: ctx.actor.id,
    drop_totp: dropTotp,
    expires_at: minutesAfter(ctx.now, APPROVED_LINK_HOURS * 60),
    shown_at: null,
  })
  ctx.audit({
    action: 'userResetLink',
    subject: ['user', id],
    after: { resetLink: 'approved', dropsSecondFactor: dropTotp },
  })
}

/** Sets the new password that a link allows; the owner of the account gets an SMS about it. */
export const resetPassword: Handler<Api['passwordReset']> = async (ctx, input) => {
  await sendPasswordReset(ctx, await usePasswordLink(ctx, input))
  return {}
}

/** To a member of staff, about their own account. */
async function sendPasswordReset(
  ctx: PublicContext,
  { staffId, phone, by }: { staffId: string; phone: string; by: string },
): Promise<void> {
  const { operatingCompany } = await section(ctx.tx, 'organisation', businessDate(ctx.now))
  await notify(ctx, {
    phone,
    event: `passwordReset ${staffId} ${ctx.now.toISOString()}`,
    subject: ['user', staffId],
    purpose: 'request',
    text: `${operatingCompany}: your staff password was reset on ${formatMoment(ctx.now)} with a link from ${by}. If you did not ask for this, call a superAdmin now.`,
  })
}
