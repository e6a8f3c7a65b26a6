import { randomBytes } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { may } from '../../../contract/roles.ts'
import { minutesAfter } from '../../kernel/clock.ts'
import type { Context, Handler, Propose } from '../../kernel/context.ts'
import { type Approved, hasApprover, lockOther, nameOf } from './access.ts'
import { hashToken } from './profile.ts'
import * as sessions from './sessions.sql.ts'
import type * as people from './users.sql.ts'

const RESET_LINK_MINUTES = 60
/** An approved password link waits this long for the person who asked for it. */
const APPROVED_LINK_HOURS = 24

/** Of an approver, the link needs approval; the person who asked gets it by asking again, once. */
export const makeResetLink =
  (propose: Propose): Handler<Api['userResetLink']> =>
  async (ctx, { id, dropTotp, reason }) => {
    const staff = await lockOther(ctx, id, ['active'])
    const token = randomBytes(32).toString('base64url')
    const expires_at = minutesAfter(ctx.now, RESET_LINK_MINUTES)
    const shown = { token_hash: hashToken(token), expires_at, shown_at: ctx.now }
    const approved = await sessions.showApprovedReset(ctx.tx, {
      ...shown,
      staff_id: id,
      made_by: ctx.actor.id,
    })
    if (!approved) {
      if (may(staff.roles, 'approval.decide') && (await hasApprover(ctx, staff)))
        return {
          token: null,
          expiresAt: null,
          approvalId: await askForReset(propose, ctx, staff, dropTotp, reason),
        }
      await sessions.voidResets(ctx.tx, id, ctx.now)
      await sessions.insertReset(ctx.tx, {
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
  propose: Propose,
  ctx: Context,
  staff: people.StaffRow,
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

/** The approved command behind `userResetLink`: nobody has seen a token yet, and the approver never does. */
export async function allowReset(
  ctx: Context,
  { id, dropTotp }: { id: string; dropTotp: boolean },
  { makerId }: Approved,
): Promise<void> {
  await lockOther(ctx, id, ['active'])
  await sessions.voidResets(ctx.tx, id, ctx.now)
  await sessions.insertReset(ctx.tx, {
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
