import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { lineOf } from '../../kernel/address.ts'
import { daysBefore, minutesBefore } from '../../kernel/clock.ts'
import type { Handler, WaitingOn } from '../../kernel/context.ts'
import { cutPage, makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import { isUniqueViolation, type Tx } from '../../kernel/db.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import * as links from './links.sql.ts'
import { forgetSearches } from './numbers.sql.ts'
import { hashPassword } from './passwords.ts'
import { checkNewPassword, idleSince, lockKnown, sessionsOf } from './profile.ts'
import * as sessions from './sessions.sql.ts'
import { isFounding, spendSetupCode } from './setup.ts'
import * as people from './users.sql.ts'

/** A training day in one office; who wants to fill the list of those who wait needs thousands. */
const SIGN_UPS_PER_HOUR = 50

// ── Coming in ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Open to anyone and granting nothing, except to the two people who found the lender with a code from the machine. */
export const signUp: Handler<Api['signUp']> = async (ctx, input) => {
  const phone = normalPhone(input.phone)
  checkNewPassword(input, [input.firstName, input.lastName, input.email.split('@')[0] ?? ''])
  const line = lineOf(ctx.address)
  if ((await sessions.signUpsFrom(ctx.tx, line, minutesBefore(ctx.now, 60))) >= SIGN_UPS_PER_HOUR)
    refuse('rate.limited', { seconds: 3600 })
  await sessions.noteSignUp(ctx.tx, line, ctx.now)
  const password_hash = await hashPassword(input.password)
  await people.lockAppointments(ctx.tx)
  const founds = await isFounding(ctx, input.setupCode)
  const staff: people.NewStaff = {
    id: randomUUID(),
    email: input.email,
    first_name: input.firstName,
    last_name: input.lastName,
    phone,
    password_hash,
    status: founds ? 'active' : 'waiting',
    roles: founds ? ['superAdmin'] : [],
    signed_up_at: ctx.now,
  }
  const isNew = await people.insertStaff(ctx.tx, staff)
  if (founds) {
    if (!isNew) refuseFields({ email: 'This e-mail already has an account. Use another one.' })
    await spendSetupCode(ctx, input.setupCode ?? '', staff.id)
  }
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
  return { status: founds ? 'active' : 'waiting' }
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
    const linked = await links.linkedTo(ctx.tx, id)
    const admitted = (await links.admissionsOf(ctx.tx, [id])).get(id)
    const direct = await links.openLinksOf(ctx.tx, id)
    return {
      ...describe(row, await waitingOn(ctx.tx, 'user', [id])),
      admitted: admitted
        ? { by: admitted.by, at: admitted.at.toISOString(), approvedBy: admitted.approved_by }
        : null,
      links: direct.map(link => ({ name: link.name, kind: link.kind, at: link.made_at.toISOString() })),
      linkedTo: await people.namesOf(ctx.tx, [...linked]),
      viewerIsLinked: id === ctx.actor.id || linked.has(ctx.actor.id),
    }
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

// ── Rules of signing in ────────────────────────────────────────────────────────────────────────────────────────────

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
