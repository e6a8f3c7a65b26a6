import { randomBytes } from 'node:crypto'
import * as OTPAuth from 'otpauth'
import type { Api } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { minutesBefore } from '../../kernel/clock.ts'
import type { Context, Handler, PublicContext } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { hashToken, personIndex } from '../../kernel/keys.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import * as people from './accounts.sql.ts'
import * as links from './linkedAccounts.sql.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'
import * as sessions from './sessions.sql.ts'
import { acceptCode, hashRecoveryCode, IDLE_MINUTES, proveOwner, totpFor } from './signin.ts'

/** A user's own account: password, second factor, sessions. */

const RECOVERY_CODES = 10

export const changePassword: Handler<Api['passwordChange']> = async (ctx, input) => {
  const staff = await lockKnown(ctx.tx, ctx.actor.id)
  await proveOwner(ctx, staff, { field: 'current', password: input.current })
  checkNewPassword(input, ownWords(staff))
  await people.updateStaff(ctx.tx, staff.id, { password_hash: await hashPassword(input.password) })
  await sessions.endSessionsOf(ctx.tx, staff.id, 'password', ctx.now, ctx.actor.sessionId)
  await sessions.voidResets(ctx.tx, staff.id, ctx.now)
  ctx.audit({ subject: ['user', staff.id], after: { password: 'changed', otherSessions: 'ended' } })
  return {}
}

/** Set once: a changeable link could be removed when it suits. Found by the same index as a customer's BVN. */
export const stateBvn: Handler<Api['userBvnAdd']> = async (ctx, { bvn, password }) => {
  const staff = await lockKnown(ctx.tx, ctx.actor.id)
  await proveOwner(ctx, staff, { field: 'password', password })
  if (staff.bvn_index) refuse('bvn.stated')
  const bvn_index = personIndex(ctx.keys, 'bvn', bvn)
  const holder = await people.staffWithBvn(ctx.tx, bvn_index)
  if (holder) refuseFields({ bvn: 'Another user has provided this BVN. Ask a superAdmin' })
  await people.updateStaff(ctx.tx, staff.id, {
    bvn_sealed: ctx.keys.seal(bvn, ['staff.bvn', staff.id]),
    bvn_index,
  })
  ctx.audit({ subject: ['user', staff.id], after: { bvn: 'stated' } })
  return {}
}

export const enrolTotp: Handler<Api['totpEnrol']> = async (ctx, input) => {
  const staff = await lockKnown(ctx.tx, ctx.actor.id)
  if (staff.totp_enrolled_at) refuse('totp.already')
  await proveOwner(ctx, staff, { field: 'password', password: input.password })
  const secret = new OTPAuth.Secret({ size: 20 }).base32
  await people.updateStaff(ctx.tx, staff.id, { totp_secret: ctx.keys.seal(secret, ['staff.totp', staff.id]) })
  ctx.audit({ subject: ['user', staff.id], after: { secondFactor: 'begun' } })
  return { secret, address: totpFor(secret, staff.email).toString() }
}

export const confirmTotp: Handler<Api['totpConfirm']> = async (ctx, input) => {
  const staff = await lockKnown(ctx.tx, ctx.actor.id)
  if (staff.totp_enrolled_at) refuse('totp.already')
  if (!staff.totp_secret) refuse('totp.absent')
  if (!(await acceptCode(ctx, staff, input.code)))
    refuseFields({ code: 'That code is not right. Wait for the next one' })
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
  await people.updateStaff(ctx.tx, staff.id, {
    totp_enrolled_at: ctx.now,
    recovery_code_hashes: recoveryCodes.map(code => hashRecoveryCode(ctx.keys, code)),
  })
  ctx.audit({ subject: ['user', staff.id], after: { secondFactor: 'on' } })
  return { recoveryCodes }
}

const makeRecoveryCode = (): string => {
  const letters = randomBytes(10).toString('hex').slice(0, 10)
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

export const removeTotp: Handler<Api['totpRemove']> = async (ctx, input) => {
  const staff = await lockKnown(ctx.tx, ctx.actor.id)
  if (!staff.totp_enrolled_at) refuse('totp.absent')
  await proveOwner(ctx, staff, { field: 'password', password: input.password, code: input.code })
  await people.updateStaff(ctx.tx, staff.id, noTotp)
  ctx.audit({ subject: ['user', staff.id], before: { secondFactor: 'on' }, after: { secondFactor: 'off' } })
  return {}
}

const noTotp = { totp_secret: null, totp_enrolled_at: null, totp_last_step: null, recovery_code_hashes: [] }

export const mySessions: Handler<Api['mySessions']> = ctx => sessionsOf(ctx, ctx.actor.id)

export const endMySession: Handler<Api['mySessionEnd']> = async (ctx, input) => {
  const ended = await sessions.endSession(ctx.tx, ctx.actor.id, input.id, 'owner', ctx.now)
  if (!ended) refuse('record.unknown', { what: 'live session' })
  ctx.audit({ subject: ['user', ctx.actor.id], after: { sessionEnded: input.id } })
  return {}
}

/** Checked before a new password is chosen: a wrong, a used and an expired link look the same. */
export const checkResetLink: Handler<Api['resetLinkCheck']> = async (ctx, { token }) => ({
  works: await sessions.isResetOpen(ctx.tx, hashToken(token), ctx.now),
})

/** The link's token is the only proof; the account's email is neither asked for nor shown. */
export async function usePasswordLink(
  ctx: PublicContext,
  input: Input<Api['passwordReset']>,
): Promise<{ staffId: string; phone: string; by: string }> {
  const reset = await sessions.spendReset(ctx.tx, hashToken(input.token), ctx.now)
  if (!reset) return refuse('reset.invalid')
  const staff = await lockKnown(ctx.tx, reset.staff_id)
  checkNewPassword(input, ownWords(staff))
  const password_hash = await hashPassword(input.password)
  await people.updateStaff(ctx.tx, staff.id, { password_hash, ...(reset.drop_totp ? noTotp : {}) })
  await sessions.endSessionsOf(ctx.tx, staff.id, 'password', ctx.now)
  await sessions.voidResets(ctx.tx, staff.id, ctx.now)
  await sessions.forgiveFailures(ctx.tx, ctx.keys.blindIndex('sign in', staff.email))
  await links.insertLink(ctx.tx, {
    made_by: reset.made_by,
    staff_id: staff.id,
    kind: 'password',
    made_at: ctx.now,
    approved_by: reset.approved_by,
    factor_since: reset.drop_totp ? null : staff.totp_enrolled_at,
  })
  ctx.audit({
    subject: ['user', staff.id],
    after: { password: 'reset', secondFactorDropped: reset.drop_totp },
  })
  const [by = ''] = await sessions.namesOfStaff(ctx.tx, [reset.made_by])
  return { staffId: staff.id, phone: staff.phone, by }
}

export const markResetSeen: Handler<Api['passwordResetSeen']> = async ctx => {
  await links.markResetsSeen(ctx.tx, ctx.actor.id, ctx.now)
  ctx.audit({ subject: ['user', ctx.actor.id], after: { passwordReset: 'seen' } })
  return {}
}

const ownWords = (staff: people.StaffRow): string[] => [
  staff.first_name,
  staff.last_name,
  staff.email.split('@')[0] ?? '',
]

export function checkNewPassword(
  input: { password: string; confirm: string },
  ownWords: readonly string[],
): void {
  if (input.password !== input.confirm) refuseFields({ confirm: 'The two passwords differ' })
  if (isCommonPassword(input.password, ownWords))
    refuseFields({ password: 'Too easy to guess. Try a few unrelated words together.' })
}

export async function lockKnown(tx: Tx, id: string): Promise<people.StaffRow> {
  return (await people.lockStaff(tx, id)) ?? refuse('record.unknown', { what: 'member of staff' })
}

export async function sessionsOf(ctx: Context, staffId: string) {
  const rows = await sessions.liveSessionsOf(ctx.tx, staffId, idleSince(ctx))
  return {
    rows: rows.map(row => ({
      id: row.id,
      startedAt: row.started_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      address: row.address,
      userAgent: row.user_agent,
      current: row.id === ctx.actor.sessionId,
    })),
  }
}

export const idleSince = (ctx: Pick<Context, 'now'>): Date => minutesBefore(ctx.now, IDLE_MINUTES)
