import { z } from 'zod/mini'
import { newPassword, officerCode, password, role, roles, totpCode } from './auth.ts'
import {
  changeReply,
  date,
  done,
  endpoint,
  exportOf,
  id,
  listOf,
  moment,
  page,
  term,
  why,
} from './endpoint.ts'

export const AUDIT_OUTCOMES = ['done', 'refused'] as const

const reason = why(500)

export const USER_STATUSES = ['waiting', 'active', 'suspended', 'declined'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export const user = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    status: z.enum(USER_STATUSES),
    roles,
    accountOfficerCode: z.nullable(z.string()),
    totpEnrolled: z.boolean(),
    signedUpAt: moment,
    signedUpAgainAt: z.nullable(moment).register(z.globalRegistry, {
      description:
        'When another sign-up used the same email while this one was pending. Check which one is genuine.',
    }),
    lastSignInAt: z.nullable(moment),
    liveSessions: z.int(),
    /** A change of this person's roles that is pending approval. */
    pendingApprovalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'User' })

export const LINK_KINDS = ['admitted', 'roles', 'reactivated', 'password'] as const

/** With what one person alone cannot see: who gave the access, and which accounts may belong to the same person. */
export const userDetails = z
  .extend(user, {
    admitted: z.nullable(z.object({ by: z.string(), at: moment, approvedBy: z.nullable(z.string()) })),
    /** Access that was given without approval: neither of the two approves the other's work. */
    links: z.array(z.object({ name: z.string(), kind: z.enum(LINK_KINDS), at: moment })),
    /** Everyone those links lead to, also over others. */
    linkedTo: z.array(z.string()),
    /** Whether the links are also those of the person asking, who then cannot confirm the identity. */
    viewerIsLinked: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'UserDetails' })

export const session = z
  .object({
    id,
    startedAt: moment,
    seenAt: moment,
    address: z.string(),
    userAgent: z.string(),
    current: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Session' })

export const auditEntry = z
  .object({
    id: z.string(),
    at: moment,
    actorId: z.nullable(id),
    actorName: z.string(),
    action: z.string(),
    subjectType: z.string(),
    subjectId: z.string(),
    /** What people call the record, where it has a name or a number. */
    subjectLabel: z.optional(z.string()),
    outcome: z.enum(AUDIT_OUTCOMES),
    before: z.nullable(z.json()),
    after: z.nullable(z.json()),
    reason: z.nullable(z.string()),
    address: z.nullable(z.string()),
    requestId: z.nullable(z.string()),
    sealed: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'AuditEntry' })

export const auditFilter = z.object({
  search: z.optional(term(100)),
  actorId: z.optional(id),
  action: z.optional(term(60)),
  subjectType: z.optional(term(40)),
  subjectId: z.optional(term(60)),
  outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
  from: z.optional(date),
  to: z.optional(date),
  /**
   * Only who saw or took personal data. Whose number or record it is asked of, customer, loan or request, is looked for in every
   * record of theirs, and in lists that may have held them.
   */
  looks: z.optional(z.enum(['true'])),
})

export const security = z
  .object({
    /** Who must have a second factor before anything but their own profile works. */
    totpRequiredFor: roles,
    /** Whether an approval from the maker's network address and kind of browser is refused. */
    refuseSamePlace: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Security' })

const userFilter = z.object({
  search: z.optional(term(100)),
  status: z.optional(z.enum(USER_STATUSES)),
  role: z.optional(role),
  sort: z._default(
    z.enum(['name', '-name', 'signedUpAt', '-signedUpAt', 'lastSignInAt', '-lastSignInAt']),
    'name',
  ),
})

const userList = endpoint({
  // a phone number that is searched for must not stand in an address
  method: 'POST',
  path: '/api/users/list',
  permission: 'users.manage',
  summary: 'Lists users by name, email, phone or account officer code, with status, roles and last sign-in.',
  reads: true,
  replay: false,
  input: z.extend(page, userFilter.shape),
  reply: listOf(user),
})

const auditList = endpoint({
  method: 'POST',
  path: '/api/audit/list',
  permission: 'audit.read',
  summary:
    'Lists the audit trail, newest first. With `looks`, only the access log: who viewed or exported personal data, of one customer across all records and lists.',
  reads: true,
  replay: false,
  input: z.extend(page, auditFilter.shape),
  reply: listOf(auditEntry),
})

export const userApi = {
  passwordChange: endpoint({
    method: 'POST',
    path: '/api/me/password',
    permission: 'self',
    summary: 'Changes your own password and ends all your other sessions.',
    replay: false,
    input: z.object({ current: password, password: newPassword, confirm: z.string() }),
    reply: done,
  }),
  passwordResetSeen: endpoint({
    method: 'POST',
    path: '/api/me/password-reset/seen',
    permission: 'self',
    summary: 'Confirms that you know your password was reset with a link.',
    replay: false, // said twice, it is the same
    input: z.object({}),
    reply: done,
  }),
  userBvnAdd: endpoint({
    method: 'POST',
    path: '/api/me/bvn',
    permission: 'self',
    summary: 'Records your own BVN, once. It shows which customer record and requests are your own.',
    replay: false,
    input: z.object({ bvn: z.string().check(z.regex(/^\d{11}$/, 'A BVN has 11 digits')), password }),
    reply: done,
  }),
  totpEnrol: endpoint({
    method: 'POST',
    path: '/api/me/totp',
    permission: 'self',
    summary: 'Starts two-factor authentication: returns the secret and its QR address.',
    replay: false,
    input: z.object({ password }),
    reply: z.object({ secret: z.string(), address: z.string() }),
  }),
  totpConfirm: endpoint({
    method: 'POST',
    path: '/api/me/totp/confirm',
    permission: 'self',
    summary: 'Turns two-factor authentication on with a first code. Returns recovery codes, shown once.',
    replay: false,
    input: z.object({
      code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Six digits')),
    }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  totpRemove: endpoint({
    method: 'POST',
    path: '/api/me/totp/remove',
    permission: 'self',
    summary: 'Turns two-factor authentication off with your password and a code.',
    replay: false,
    input: z.object({ password, code: totpCode }),
    reply: done,
  }),
  mySessions: endpoint({
    method: 'GET',
    path: '/api/me/sessions',
    permission: 'self',
    summary: 'Lists your own sessions.',
    input: z.object({}),
    reply: z.object({ rows: z.array(session) }),
  }),
  mySessionEnd: endpoint({
    method: 'POST',
    path: '/api/me/sessions/:id/end',
    permission: 'self',
    summary: 'Ends one of your own sessions.',
    input: z.object({ id }),
    reply: done,
  }),
  userList,
  colleagueList: endpoint({
    method: 'GET',
    path: '/api/colleagues',
    permission: 'console.read',
    summary: 'Lists active users by name, for assigning a task.',
    input: z.object({}),
    reply: z.object({ rows: z.array(z.object({ id, name: z.string(), roles: z.array(z.string()) })) }),
  }),
  userExport: exportOf(
    userList,
    '/api/users/export',
    'Exports the filtered users as CSV or XLSX, at most 10,000 rows. The export is audited.',
  ),
  userGet: endpoint({
    method: 'GET',
    path: '/api/users/:id',
    permission: 'users.manage',
    summary: 'Returns one user with linked accounts.',
    input: z.object({ id }),
    reply: userDetails,
  }),
  userApprove: endpoint({
    method: 'POST',
    path: '/api/users/:id/approve',
    permission: 'users.manage',
    summary: 'Approves a pending user with the given roles. Every role except Auditor needs approval.',
    input: z.object({
      id,
      roles: roles.check(z.minLength(1, 'Choose at least one role')),
      reason: z.optional(reason),
    }),
    reply: changeReply,
  }),
  userDecline: endpoint({
    method: 'POST',
    path: '/api/users/:id/decline',
    permission: 'users.manage',
    summary: 'Declines a pending user.',
    input: z.object({ id, reason }),
    reply: done,
  }),
  userRolesChange: endpoint({
    method: 'PUT',
    path: '/api/users/:id/roles',
    permission: 'users.manage',
    summary: 'Changes the roles of a user. Granting any role except Auditor needs approval.',
    input: z.object({ id, roles: roles.check(z.minLength(1, 'Choose at least one role')), reason }),
    reply: changeReply,
  }),
  userOfficerCodeChange: endpoint({
    method: 'PUT',
    path: '/api/users/:id/officer-code',
    permission: 'users.manage',
    summary: 'Sets or removes the account officer code used in a user’s loan request link.',
    input: z.object({ id, accountOfficerCode: z.nullable(officerCode) }),
    reply: done,
  }),
  userSuspend: endpoint({
    method: 'POST',
    path: '/api/users/:id/suspend',
    permission: 'users.manage',
    summary: 'Suspends a user and ends their sessions immediately.',
    input: z.object({ id, reason }),
    reply: done,
  }),
  userReactivate: endpoint({
    method: 'POST',
    path: '/api/users/:id/reactivate',
    permission: 'users.manage',
    summary: 'Reactivates a suspended user. With any role except Auditor it needs approval.',
    input: z.object({ id, reason }),
    reply: changeReply,
  }),
  userSignOut: endpoint({
    method: 'POST',
    path: '/api/users/:id/sign-out',
    permission: 'users.manage',
    summary: 'Ends all sessions of a user.',
    input: z.object({ id }),
    reply: done,
  }),
  userResetLink: endpoint({
    method: 'POST',
    path: '/api/users/:id/reset-link',
    permission: 'users.manage',
    summary:
      'Creates a password reset link, valid for one hour. For a superAdmin or Authorizer it needs approval; once approved, the next call by the same user returns the link, once.',
    replay: false,
    input: z.object({ id, dropTotp: z._default(z.boolean(), false), reason: z.optional(reason) }),
    reply: z.object({
      token: z.nullable(z.string()),
      expiresAt: z.nullable(moment),
      approvalId: z.nullable(id),
    }),
  }),
  userIdentityConfirm: endpoint({
    method: 'POST',
    path: '/api/users/:id/confirm-identity',
    permission: 'users.manage',
    summary:
      'Ends the links of an account after its owner was met in person. Only for a superAdmin who is not linked to it.',
    input: z.object({ id, reason }),
    reply: done,
  }),
  userSessions: endpoint({
    method: 'GET',
    path: '/api/users/:id/sessions',
    permission: 'users.manage',
    summary: 'Lists the sessions of a user.',
    input: z.object({ id }),
    reply: z.object({ rows: z.array(session) }),
  }),
  auditList,
  auditExport: exportOf(
    auditList,
    '/api/audit/export',
    'Exports the filtered audit trail or access log as CSV or XLSX. The export is audited.',
  ),
  auditVerify: endpoint({
    method: 'POST',
    path: '/api/audit/verify',
    permission: 'audit.read',
    summary:
      'Verifies the hash chain of the audit trail and reports any entry that was changed, removed or inserted.',
    input: z.object({}),
    reply: z.object({
      entries: z.int(),
      sealed: z.int(),
      breaks: z.array(z.object({ position: z.string(), problem: z.string() })),
      head: z.nullable(z.string()),
    }),
  }),
  recordHistory: endpoint({
    method: 'GET',
    path: '/api/history/:subjectType/:subjectId',
    permission: 'console.read',
    summary: 'Lists the audit entries of one record, newest first.',
    input: z.extend(page, { subjectType: term(40), subjectId: term(60) }),
    reply: listOf(auditEntry),
  }),
  securityGet: endpoint({
    method: 'GET',
    path: '/api/settings/security',
    permission: 'console.read',
    summary:
      'Returns which roles must use two-factor authentication and whether approvals from the maker’s place are refused.',
    input: z.object({}),
    reply: security,
  }),
  securityChange: endpoint({
    method: 'PUT',
    path: '/api/settings/security',
    permission: 'users.manage',
    summary:
      'Requires two-factor authentication for the given roles from their next request, and sets whether approvals from the maker’s address and browser are refused.',
    input: z.extend(security, { refuseSamePlace: z.optional(z.boolean()) }),
    reply: security,
  }),
}
