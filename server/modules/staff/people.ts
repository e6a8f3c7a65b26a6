import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import {
  admissionsOf,
  endSessionsOf,
  idleSince,
  linkedTo,
  lockKnown,
  officerCodeHolder,
  sessionsOf,
  updateStaff,
} from '../auth/auth.ts'
import * as lists from './staff.sql.ts'

// ── Coming in ──────────────────────────────────────────────────────────────────────────────────────────────────────

// ── Staff, for superAdmins ─────────────────────────────────────────────────────────────────────────────────────────

export const listColleagues: Handler<Api['colleagueList']> = async ctx => ({
  rows: await lists.colleagues(ctx.tx),
})

export const list: Handler<Api['userList']> = async (ctx, { cursor, limit, sort, ...filter }) => {
  const shape = { ...filter, sort }
  const { sort: key, descending } = orderOf(sort)
  const after = placeOf(readCursor(ctx.keys, 'users', shape, cursor), 'key', 'id')
  const found = await lists.listStaff(
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
    total: await lists.countStaffIn(ctx.tx, filter),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'users', shape, [last.sort_key ?? '', last.id]) : null,
  }
}

export const get: Handler<Api['userGet']> = async (ctx, { id }) => {
  const row = await lists.staffListRow(ctx.tx, id, idleSince(ctx))
  if (!row) return refuse('record.unknown', { what: 'member of staff' })
  const linked = await linkedTo(ctx.tx, id)
  const admitted = (await admissionsOf(ctx.tx, [id])).get(id)
  const direct = await lists.openLinksOf(ctx.tx, id)
  return {
    ...describe(row, await waitingOn(ctx.tx, 'user', [id])),
    admitted: admitted
      ? { by: admitted.by, at: admitted.at.toISOString(), approvedBy: admitted.approved_by }
      : null,
    links: direct.map(link => ({ name: link.name, kind: link.kind, at: link.made_at.toISOString() })),
    linkedTo: await lists.namesOf(ctx.tx, [...linked]),
    viewerIsLinked: id === ctx.actor.id || linked.has(ctx.actor.id),
  }
}

const describe = (row: lists.StaffListRow, waiting: Map<string, string>) => ({
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
  if (!(await lists.staffListRow(ctx.tx, id, idleSince(ctx))))
    refuse('record.unknown', { what: 'member of staff' })
  return sessionsOf(ctx, id)
}

export const signOutEverywhere: Handler<Api['userSignOut']> = async (ctx, { id }) => {
  await lockKnown(ctx.tx, id)
  await endSessionsOf(ctx.tx, id, 'superAdmin', ctx.now)
  ctx.audit({ subject: ['user', id], after: { sessions: 'ended' } })
  return {}
}

export const changeOfficerCode: Handler<Api['userOfficerCodeChange']> = async (
  ctx,
  { id, accountOfficerCode },
) => {
  const staff = await lockKnown(ctx.tx, id)
  const holder = accountOfficerCode ? await officerCodeHolder(ctx.tx, accountOfficerCode) : undefined
  if (holder && holder.id !== id) refuse('user.officer_code_taken', { who: holder.name })
  try {
    await updateStaff(ctx.tx, id, { account_officer_code: accountOfficerCode })
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
