import type { Api } from '../../../contract/api.ts'
import {
  hasRole,
  may,
  needsApproval,
  type Permission,
  type Role,
  rolesWith,
} from '../../../contract/roles.ts'
import { SYSTEM } from '../../kernel/act.ts'
import { daysAfter } from '../../kernel/clock.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import {
  endLinksOf,
  endSessionsOf,
  insertLink,
  linkedTo,
  lockAppointments,
  lockKnown,
  type StaffRow,
  updateStaff,
  voidResets,
} from '../auth/auth.ts'
import { endClaimsOf } from '../requests/requests.ts'
import * as list from './staff.sql.ts'

/** Who gives whom access: admission, roles, suspension, and the links that arise where no one approved it. */

/** After a suspension of more days, the roles that can approve have to be granted again. */
const ROLES_LAPSE_DAYS = 30

/** The other person an act is about: known, locked, and not oneself. */
export async function lockOther(ctx: Context, id: string, allowed: readonly StaffRow['status'][]) {
  await lockAppointments(ctx.tx)
  const staff = await lockKnown(ctx.tx, id)
  if (staff.id === ctx.actor.id) refuse('user.own_roles')
  if (!allowed.includes(staff.status)) refuse('user.state', { status: staff.status })
  return staff
}

/** Suspended for long, a person keeps only the roles that approve nothing. */
const rolesHeld = (staff: StaffRow, now: Date): Role[] =>
  staff.roles_lapse_at && staff.roles_lapse_at <= now
    ? staff.roles.filter(role => !may([role], 'approval.decide'))
    : staff.roles

const gainsOf = (ctx: Context, staff: StaffRow, roles: readonly Role[]): Role[] =>
  roles.filter(role => needsApproval(role) && !hasRole(rolesHeld(staff, ctx.now), role))

/** Whether anyone could approve what this person asks for about that one: an approver who is linked to neither. */
export async function hasApprover(ctx: Context, staff: StaffRow): Promise<boolean> {
  const linked = [ctx.actor.id, staff.id].map(id => linkedTo(ctx.tx, id))
  const except = (await Promise.all(linked)).flatMap(each => [...each])
  const us = [ctx.actor.id, staff.id, ...except]
  return (await list.countActiveWith(ctx.tx, rolesWith('approval.decide'), us)) > 0
}

/**
 * Roles that touch money, customers or settings need approval. While no one could approve, they are given without it and the
 * two accounts are linked, so that a new lender can begin and the two still approve nothing for each other.
 */
const needsApprovalFor = async (ctx: Context, staff: StaffRow, gains: readonly Role[]): Promise<boolean> =>
  gains.length > 0 && (await hasApprover(ctx, staff))

/** Notes who gave the access. What the approver carries out was asked for by the maker; the program itself is no one. */
async function noteAccess(
  ctx: Context,
  staffId: string,
  kind: Parameters<typeof insertLink>[1]['kind'],
  asked: Approved | undefined,
): Promise<void> {
  if (ctx.actor.id === SYSTEM.id) return
  await insertLink(ctx.tx, {
    made_by: asked?.makerId ?? ctx.actor.id,
    staff_id: staffId,
    kind,
    made_at: ctx.now,
    approved_by: asked ? ctx.actor.id : null,
  })
}

export type Approved = Pick<Asked, 'makerId' | 'reason' | 'before'>

export const approve: Handler<Api['userApprove']> = async (ctx, { id, roles, reason }) => {
  const staff = await lockOther(ctx, id, ['waiting', 'declined'])
  if (await needsApprovalFor(ctx, staff, gainsOf(ctx, staff, roles)))
    return { approvalId: await askFor(ctx, 'userApprove', staff, roles, reason ?? null) }
  await admitStaff(ctx, { id, roles }, { reason })
  return { approvalId: null }
}

export const changeRoles: Handler<Api['userRolesChange']> = async (ctx, { id, roles, reason }) => {
  const staff = await lockOther(ctx, id, ['active', 'suspended'])
  await requireOneSuperAdmin(ctx.tx, staff, roles)
  if (await needsApprovalFor(ctx, staff, gainsOf(ctx, staff, roles)))
    return { approvalId: await askFor(ctx, 'userRolesChange', staff, roles, reason) }
  await setRoles(ctx, { id, roles }, { reason })
  return { approvalId: null }
}

function askFor(
  ctx: Context,
  command: 'userApprove' | 'userRolesChange',
  staff: StaffRow,
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

type Reported = { reason?: string | null | undefined; asked?: Approved }

/** The approved command behind `userApprove`. */
export async function admitStaff(
  ctx: Context,
  input: { id: string; roles: Role[] },
  { reason, asked }: Reported = {},
): Promise<void> {
  const staff = await lockOther(ctx, input.id, ['waiting', 'declined'])
  await updateStaff(ctx.tx, staff.id, { status: 'active', roles: input.roles })
  await noteAccess(ctx, staff.id, 'admitted', asked)
  ctx.audit({
    action: 'userApprove',
    subject: ['user', staff.id],
    before: { status: staff.status, roles: staff.roles },
    after: { status: 'active', roles: input.roles },
    reason: asked?.reason ?? reason ?? null,
  })
}

/** The approved command behind `userRolesChange`: it replaces the roles that the checker saw, never newer ones. */
export async function setRoles(
  ctx: Context,
  input: { id: string; roles: Role[] },
  { reason, asked }: Reported = {},
): Promise<void> {
  const staff = await lockOther(ctx, input.id, ['active', 'suspended'])
  const seen = asked?.before
  if (seen && JSON.stringify(seen) !== JSON.stringify({ roles: staff.roles })) refuse('approval.stale')
  await requireOneSuperAdmin(ctx.tx, staff, input.roles)
  const gains = gainsOf(ctx, staff, input.roles)
  await updateStaff(ctx.tx, staff.id, {
    roles: input.roles,
    // granted again during a suspension, they lapse only after another month of it
    ...(staff.roles_lapse_at && gains.length > 0
      ? { roles_lapse_at: daysAfter(ctx.now, ROLES_LAPSE_DAYS) }
      : {}),
  })
  if (gains.length > 0) await noteAccess(ctx, staff.id, 'roles', asked)
  ctx.audit({
    action: 'userRolesChange',
    subject: ['user', staff.id],
    before: { roles: staff.roles },
    after: { roles: input.roles },
    reason: asked?.reason ?? reason ?? null,
  })
  const isLost = (permission: Permission): boolean =>
    may(staff.roles, permission) && !may(input.roles, permission)
  if (isLost('request.review') || isLost('request.authorize')) await endClaimsOf(ctx, staff.id)
}

async function requireOneSuperAdmin(tx: Tx, staff: StaffRow, roles: readonly Role[]): Promise<void> {
  if (!hasRole(staff.roles, 'superAdmin') || hasRole(roles, 'superAdmin')) return
  if ((await list.countActiveWith(tx, ['superAdmin'], [staff.id])) === 0) refuse('user.last_super_admin')
}

export const decline: Handler<Api['userDecline']> = async (ctx, { id, reason }) => {
  const staff = await lockOther(ctx, id, ['waiting'])
  await updateStaff(ctx.tx, staff.id, { status: 'declined' })
  ctx.audit({
    subject: ['user', id],
    before: { status: staff.status },
    after: { status: 'declined' },
    reason,
  })
  return {}
}

export const suspend: Handler<Api['userSuspend']> = async (ctx, { id, reason }) => {
  const staff = await lockOther(ctx, id, ['active'])
  await requireOneSuperAdmin(ctx.tx, staff, [])
  await updateStaff(ctx.tx, id, {
    status: 'suspended',
    roles_lapse_at: daysAfter(ctx.now, ROLES_LAPSE_DAYS),
  })
  await endSessionsOf(ctx.tx, id, 'suspended', ctx.now)
  await voidResets(ctx.tx, id, ctx.now)
  ctx.audit({ subject: ['user', id], before: { status: 'active' }, after: { status: 'suspended' }, reason })
  await endClaimsOf(ctx, id)
  return {}
}

export const reactivate: Handler<Api['userReactivate']> = async (ctx, { id, reason }) => {
  const staff = await lockOther(ctx, id, ['suspended'])
  const roles = rolesAfterSuspension(ctx, staff)
  if (await needsApprovalFor(ctx, staff, roles.filter(needsApproval)))
    return {
      approvalId: await propose(ctx, {
        command: 'userReactivate',
        input: { id },
        subject: ['user', id],
        summary: `${nameOf(staff)}: ${roles.join(', ')}`,
        before: { status: 'suspended', roles: staff.roles },
        after: { status: 'active', roles },
        reason,
        involved: [id],
      }),
    }
  await reactivateStaff(ctx, { id }, { reason })
  return { approvalId: null }
}

/** The approved command behind `userReactivate`. */
export async function reactivateStaff(
  ctx: Context,
  { id }: { id: string },
  { reason, asked }: Reported = {},
): Promise<void> {
  const staff = await lockOther(ctx, id, ['suspended'])
  const roles = rolesAfterSuspension(ctx, staff)
  const change = { before: { status: 'suspended', roles: staff.roles }, after: { status: 'active', roles } }
  const seen = asked?.before as typeof change.before | undefined
  if (seen && seen.roles.join() !== staff.roles.join()) refuse('approval.stale')
  await updateStaff(ctx.tx, id, { status: 'active', roles, roles_lapse_at: null })
  await noteAccess(ctx, id, 'reactivated', asked)
  ctx.audit({
    action: 'userReactivate',
    subject: ['user', id],
    ...change,
    reason: asked?.reason ?? reason ?? null,
  })
}

function rolesAfterSuspension(ctx: Context, staff: StaffRow): Role[] {
  const roles = rolesHeld(staff, ctx.now)
  if (roles.length === 0)
    refuse('user.roles_lapsed', { days: ROLES_LAPSE_DAYS, roles: staff.roles.join(' and ') })
  return roles
}

export const nameOf = (staff: StaffRow): string => `${staff.first_name} ${staff.last_name}`

/** Ends a person's links. Only a superAdmin outside the group can: a member would act for themselves. */
export const confirmIdentity: Handler<Api['userIdentityConfirm']> = async (ctx, { id, reason }) => {
  await lockAppointments(ctx.tx)
  await lockKnown(ctx.tx, id)
  if (id === ctx.actor.id || (await linkedTo(ctx.tx, id)).has(ctx.actor.id)) refuse('user.linked')
  const ended = await endLinksOf(ctx.tx, id, { by: ctx.actor.id, at: ctx.now, reason })
  if (ended.length === 0) refuse('user.not_linked')
  ctx.audit({ subject: ['user', id], before: { linkedTo: ended }, after: { linkedTo: [] }, reason })
  return {}
}
