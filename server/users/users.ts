import { randomBytes, randomUUID } from 'node:crypto'
import type { Api } from '../../contract/api.ts'
import { hasRole, may, type Permission, type Role, rolesWith } from '../../contract/roles.ts'
import { parsePhone } from '../../engine/phone.ts'
import { lineOf } from '../address.ts'
import { businessDate, daysAfter, daysBefore, minutesAfter, minutesBefore } from '../clock.ts'
import type { Context, Handler, Propose, WaitingOn } from '../context.ts'
import { cutPage, makeCursor, orderOf, placeOf, readCursor } from '../cursor.ts'
import { isUniqueViolation, type Tx } from '../db.ts'
import { refuse, refuseFields } from '../refusal.ts'
import type { Json } from '../schema.ts'
import { forgetSearches } from './numbers.sql.ts'
import { hashPassword } from './passwords.ts'
import { checkNewPassword, hashToken, idleSince, lockKnown, sessionsOf } from './profile.ts'
import * as sessions from './sessions.sql.ts'
import * as people from './users.sql.ts'

export { accountsOf } from './browsers.ts'
export { exportStaff, exportTrail } from './export.ts'
export { noteNumberSearch, seesNumbers } from './numbers.ts'
export { changePreferences, readPreferences, removeView, saveView, shareView } from './preferences.ts'
export {
  changePassword,
  checkResetLink,
  confirmTotp,
  endMySession,
  enrolTotp,
  mySessions,
  removeTotp,
  resetPassword,
  stateBvn,
} from './profile.ts'
export { namesOfStaff, signedInOver } from './sessions.sql.ts'
export { identify, me, signIn, signOut, touch } from './signin.ts'
export { history, listTrail, verifyTrail } from './trail.ts'
export { officerCodeHolder } from './users.sql.ts'

const RESET_LINK_MINUTES = 60
/** A training day in one office; who wants to fill the list of those who wait needs thousands. */
const SIGN_UPS_PER_HOUR = 50
/** Long enough for the owner of an account to notice that somebody else reset it. */
const ENTANGLED_DAYS = 7

// ── Coming in ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Open to anyone and granting nothing, except that a lender's very first account must be able to let others in. */
export const signUp: Handler<Api['signUp']> = async (ctx, input) => {
  const phone = normalPhone(input.phone)
  checkNewPassword(input, [input.firstName, input.lastName, input.email.split('@')[0] ?? ''])
  const line = lineOf(ctx.address)
  if ((await sessions.signUpsFrom(ctx.tx, line, minutesBefore(ctx.now, 60))) >= SIGN_UPS_PER_HOUR)
    refuse('rate.limited', { seconds: 3600 })
  await sessions.noteSignUp(ctx.tx, line, ctx.now)
  const password_hash = await hashPassword(input.password)
  await people.lockAppointments(ctx.tx)
  const isFirst = (await people.countStaff(ctx.tx)) === 0
  const staff: people.NewStaff = {
    id: randomUUID(),
    email: input.email,
    first_name: input.firstName,
    last_name: input.lastName,
    phone,
    password_hash,
    status: isFirst ? 'active' : 'waiting',
    roles: isFirst ? ['superAdmin'] : [],
    signed_up_at: ctx.now,
  }
  const isNew = await people.insertStaff(ctx.tx, staff)
  // one of the two may be a stranger who was quicker: whoever lets the first in is told of the second
  const waiting = isNew ? undefined : await people.noteSignedUpAgain(ctx.tx, input.email, ctx.now)
  // the same answer for an e-mail we know: sign-up must not tell who works here
  ctx.audit(
    isNew
      ? {
          subject: ['user', staff.id],
          by: { id: staff.id, name: `${staff.first_name} ${staff.last_name}` },
          after: { status: staff.status, roles: staff.roles },
        }
      : {
          subject: ['user', waiting ?? 'unknown'],
          outcome: 'refused',
          reason: 'e-mail already has an account',
        },
  )
  return { status: isFirst ? 'active' : 'waiting' }
}

function normalPhone(typed: string): string {
  const phone = parsePhone(typed)
  if (!phone)
    return refuseFields({ phone: 'Not a Nigerian phone number: use 0803 123 4567 or +234 803 123 4567' })
  return phone
}

// ── Staff, for superAdmins ─────────────────────────────────────────────────────────────────────────────────────────

export const listColleagues: Handler<Api['colleagueList']> = async ctx => ({
  rows: await people.colleagues(ctx.tx),
})

export const list =
  (waitingOn: WaitingOn): Handler<Api['userList']> =>
  async (ctx, { cursor, limit, sort, ...filter }) => {
    const shape = { ...filter, sort }
    const { sort: key, descending } = orderOf(sort)
    const after = placeOf(readCursor(ctx.keys, 'users', shape, cursor), 'key', 'id')
    const found = await people.listStaff(
      ctx.tx,
      filter,
      {
        sort: key,
        descending,
        after,
        limit: limit + 1,
      },
      idleSince(ctx),
    )
    const { rows, last } = cutPage(found, limit)
    const waiting = await waitingOn(
      ctx.tx,
      'user',
      rows.map(row => row.id),
    )
    return {
      rows: rows.map(row => describe(row, waiting)),
      total: await people.countStaffIn(ctx.tx, filter),
      totalIsExact: true,
      next: last ? makeCursor(ctx.keys, 'users', shape, [last.sort_key ?? '', last.id]) : null,
    }
  }

export const get =
  (waitingOn: WaitingOn): Handler<Api['userGet']> =>
  async (ctx, { id }) => {
    const row = await people.staffListRow(ctx.tx, id, idleSince(ctx))
    if (!row) return refuse('record.unknown', { what: 'member of staff' })
    return describe(row, await waitingOn(ctx.tx, 'user', [id]))
  }

const describe = (row: people.StaffListRow, waiting: Map<string, string>) => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  status: row.status,
  roles: row.roles,
  accountOfficerCode: row.account_officer_code,
  totpEnrolled: row.totp_enrolled_at !== null,
  signedUpAt: row.signed_up_at.toISOString(),
  signedUpAgainAt: row.signed_up_again_at?.toISOString() ?? null,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  liveSessions: row.live_sessions,
  pendingApprovalId: waiting.get(row.id) ?? null,
})

export const userSessions: Handler<Api['userSessions']> = async (ctx, { id }) => {
  if (!(await people.staffListRow(ctx.tx, id, idleSince(ctx))))
    refuse('record.unknown', { what: 'member of staff' })
  return sessionsOf(ctx, id)
}

/** The other person an act is about: known, locked, and not oneself. */
async function lockOther(ctx: Context, id: string, allowed: readonly people.StaffRow['status'][]) {
  await people.lockAppointments(ctx.tx)
  const staff = await lockKnown(ctx.tx, id)
  if (staff.id === ctx.actor.id) refuse('user.own_roles')
  if (!allowed.includes(staff.status)) refuse('user.state', { status: staff.status })
  return staff
}

/** Roles that let somebody move money by approving it, or let somebody in who can. */
const POWERFUL: readonly Role[] = ['superAdmin', 'Authorizer']

/**
 * A second person is needed for powerful roles, unless nobody but the maker could be that second person yet: a new
 * lender's only superAdmin must be able to appoint the first colleague.
 */
async function needsSecondPerson(
  ctx: Context,
  staff: people.StaffRow,
  roles: readonly Role[],
): Promise<boolean> {
  const gains = roles.filter(role => POWERFUL.includes(role) && !hasRole(staff.roles, role))
  if (gains.length === 0) return false
  const us = [ctx.actor.id, staff.id]
  if ((await people.countActiveWith(ctx.tx, rolesWith('approval.decide'), us)) > 0) return true
  const until = await people.couldDecideUntil(ctx.tx, us)
  const free = until && daysAfter(until, ENTANGLED_DAYS)
  // else one could suspend the only checker, appoint a friend alone, and be two people
  if (free && free > ctx.now) refuse('approval.nobody_left', { when: businessDate(free) })
  return false
}

/** What to remember of somebody who may approve now and will not any more. */
const leavesChecking = (ctx: Context, staff: people.StaffRow, roles: readonly Role[]) =>
  staff.status === 'active' && may(staff.roles, 'approval.decide') && !may(roles, 'approval.decide')
    ? { could_decide_until: ctx.now }
    : {}

export const approve =
  (propose: Propose): Handler<Api['userApprove']> =>
  async (ctx, { id, roles, reason }) => {
    const staff = await lockOther(ctx, id, ['waiting', 'declined'])
    if (await needsSecondPerson(ctx, staff, roles))
      return { approvalId: await askFor(propose, ctx, 'userApprove', staff, roles, reason ?? null) }
    await admitStaff(ctx, { id, roles }, reason)
    return { approvalId: null }
  }

export const changeRoles =
  (propose: Propose, endClaims: EndClaims): Handler<Api['userRolesChange']> =>
  async (ctx, { id, roles, reason }) => {
    const staff = await lockOther(ctx, id, ['active', 'suspended'])
    await keepOneSuperAdmin(ctx.tx, staff, roles)
    if (await needsSecondPerson(ctx, staff, roles))
      return { approvalId: await askFor(propose, ctx, 'userRolesChange', staff, roles, reason) }
    await setRoles(ctx, endClaims, { id, roles }, { reason })
    return { approvalId: null }
  }

function askFor(
  propose: Propose,
  ctx: Context,
  command: 'userApprove' | 'userRolesChange',
  staff: people.StaffRow,
  roles: Role[],
  reason: string | null,
): Promise<string> {
  return propose(ctx, {
    command,
    input: { id: staff.id, roles },
    subject: ['user', staff.id],
    summary: `${staff.first_name} ${staff.last_name}: ${roles.join(', ')}`,
    before: { roles: staff.roles },
    after: { roles },
    reason,
    involved: [staff.id],
  })
}

/** The approved command behind `userApprove`. */
export async function admitStaff(
  ctx: Context,
  input: { id: string; roles: Role[] },
  reason?: string,
): Promise<void> {
  const staff = await lockOther(ctx, input.id, ['waiting', 'declined'])
  await people.updateStaff(ctx.tx, staff.id, { status: 'active', roles: input.roles })
  ctx.audit({
    action: 'userApprove',
    subject: ['user', staff.id],
    before: { status: staff.status, roles: staff.roles },
    after: { status: 'active', roles: input.roles },
    reason,
  })
}

/** The approved command behind `userRolesChange`: it replaces the roles that the checker saw, never newer ones. */
export async function setRoles(
  ctx: Context,
  endClaims: EndClaims,
  input: { id: string; roles: Role[] },
  { reason, seen }: { reason?: string | undefined; seen?: Json | null },
): Promise<void> {
  const staff = await lockOther(ctx, input.id, ['active', 'suspended'])
  if (seen && JSON.stringify(seen) !== JSON.stringify({ roles: staff.roles })) refuse('approval.stale')
  await keepOneSuperAdmin(ctx.tx, staff, input.roles)
  const left = leavesChecking(ctx, staff, input.roles)
  await people.updateStaff(ctx.tx, staff.id, { roles: input.roles, ...left })
  ctx.audit({
    action: 'userRolesChange',
    subject: ['user', staff.id],
    before: { roles: staff.roles },
    after: { roles: input.roles },
    reason,
  })
  const isLost = (permission: Permission): boolean =>
    may(staff.roles, permission) && !may(input.roles, permission)
  if (isLost('request.review') || isLost('request.authorize')) await endClaims(ctx, staff.id)
}

async function keepOneSuperAdmin(tx: Tx, staff: people.StaffRow, roles: readonly Role[]): Promise<void> {
  if (!hasRole(staff.roles, 'superAdmin') || hasRole(roles, 'superAdmin')) return
  if ((await people.countActiveWith(tx, ['superAdmin'], [staff.id])) === 0) refuse('user.last_super_admin')
}

export const decline: Handler<Api['userDecline']> = async (ctx, { id, reason }) => {
  const staff = await lockOther(ctx, id, ['waiting'])
  await people.updateStaff(ctx.tx, staff.id, { status: 'declined' })
  ctx.audit({
    subject: ['user', id],
    before: { status: staff.status },
    after: { status: 'declined' },
    reason,
  })
  return {}
}

/** Gives back what somebody has claimed; requests stand to the right, so api.ts hands it in. */
export type EndClaims = (ctx: Context, staffId: string) => Promise<void>

export const suspend =
  (endClaims: EndClaims): Handler<Api['userSuspend']> =>
  async (ctx, { id, reason }) => {
    const staff = await lockOther(ctx, id, ['active'])
    await keepOneSuperAdmin(ctx.tx, staff, [])
    await people.updateStaff(ctx.tx, id, { status: 'suspended', ...leavesChecking(ctx, staff, []) })
    await sessions.endSessionsOf(ctx.tx, id, 'suspended', ctx.now)
    await sessions.voidResets(ctx.tx, id, ctx.now)
    ctx.audit({ subject: ['user', id], before: { status: 'active' }, after: { status: 'suspended' }, reason })
    await endClaims(ctx, id)
    return {}
  }

export const reactivate: Handler<Api['userReactivate']> = async (ctx, { id, reason }) => {
  await lockOther(ctx, id, ['suspended'])
  await people.updateStaff(ctx.tx, id, { status: 'active' })
  ctx.audit({ subject: ['user', id], before: { status: 'suspended' }, after: { status: 'active' }, reason })
  return {}
}

export const signOutEverywhere: Handler<Api['userSignOut']> = async (ctx, { id }) => {
  await lockKnown(ctx.tx, id)
  await sessions.endSessionsOf(ctx.tx, id, 'superAdmin', ctx.now)
  ctx.audit({ subject: ['user', id], after: { sessions: 'ended' } })
  return {}
}

export const changeOfficerCode: Handler<Api['userOfficerCodeChange']> = async (
  ctx,
  { id, accountOfficerCode },
) => {
  const staff = await lockKnown(ctx.tx, id)
  const holder = accountOfficerCode ? await people.officerCodeHolder(ctx.tx, accountOfficerCode) : undefined
  if (holder && holder.id !== id) refuse('user.officer_code_taken', { who: holder.name })
  try {
    await people.updateStaff(ctx.tx, id, { account_officer_code: accountOfficerCode })
  } catch (error) {
    // two superAdmins gave the same code at the same instant
    if (isUniqueViolation(error, 'staff_account_officer_code_key'))
      refuse('user.officer_code_taken', { who: 'a colleague' })
    throw error
  }
  ctx.audit({
    subject: ['user', id],
    before: { code: staff.account_officer_code },
    after: { code: accountOfficerCode },
  })
  return {}
}

export const makeResetLink: Handler<Api['userResetLink']> = async (ctx, { id, dropTotp }) => {
  const staff = await lockOther(ctx, id, ['active'])
  const token = randomBytes(32).toString('base64url')
  const expires_at = minutesAfter(ctx.now, RESET_LINK_MINUTES)
  await sessions.voidResets(ctx.tx, staff.id, ctx.now)
  await sessions.insertReset(ctx.tx, {
    token_hash: hashToken(token),
    staff_id: staff.id,
    made_by: ctx.actor.id,
    drop_totp: dropTotp,
    expires_at,
  })
  ctx.audit({ subject: ['user', id], after: { resetLink: 'made', dropsSecondFactor: dropTotp } })
  return { token, expiresAt: expires_at.toISOString() }
}

// ── Rules of signing in ────────────────────────────────────────────────────────────────────────────────────────────

export const getSecurity: Handler<Api['securityGet']> = async ctx => ({
  totpRequiredFor: await people.totpRequiredFor(ctx.tx),
})

export const changeSecurity: Handler<Api['securityChange']> = async (ctx, { totpRequiredFor }) => {
  const before = await people.totpRequiredFor(ctx.tx)
  await people.requireTotpFor(ctx.tx, totpRequiredFor)
  ctx.audit({
    subject: ['setting', 'security'],
    before: { totpRequiredFor: before },
    after: { totpRequiredFor },
  })
  return { totpRequiredFor }
}

/**
 * Whether password links of this week tie the two together: one made the other's, or somebody made both. They may be
 * one person at two keyboards, so neither counts as the second person for the other.
 */
export const areEntangled = (tx: Tx, a: string, b: string, now: Date): Promise<boolean> =>
  sessions.areTiedByResets(tx, a, b, daysBefore(now, ENTANGLED_DAYS))

export { sweepSessions } from './sessions.sql.ts'

/** Sweeps what the counters no longer need. */
export async function sweepAttempts(tx: Tx, now: Date): Promise<void> {
  await sessions.forgetAttempts(tx, daysBefore(now, 1))
  await sessions.forgetSignUps(tx, daysBefore(now, 1))
  await forgetSearches(tx, daysBefore(now, 1))
}
