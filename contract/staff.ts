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
        'Somebody signed up under the same e-mail while this one waited: one of the two may be a stranger',
    }),
    lastSignInAt: z.nullable(moment),
    liveSessions: z.int(),
    /** A change of this person's roles that waits for a second person. */
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
  summary: 'Staff by name, e-mail, phone or officer code, with status, roles and last sign-in.',
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
    'The whole audit trail, newest first; with looks, only who saw or took personal data: of one customer in any record of theirs, and in lists that may have held them.',
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
    summary: 'Changes the own password and ends every other session.',
    replay: false,
    input: z.object({ current: password, password: newPassword, confirm: z.string() }),
    reply: done,
  }),
  passwordResetSeen: endpoint({
    method: 'POST',
    path: '/api/me/password-reset/seen',
    permission: 'self',
    summary: 'The owner knows that a link set a new password for their account.',
    replay: false, // said twice, it is the same
    input: z.object({}),
    reply: done,
  }),
  userBvnAdd: endpoint({
    method: 'POST',
    path: '/api/me/bvn',
    permission: 'self',
    summary: 'Records the own BVN, once: it shows which customer record and requests are one’s own.',
    replay: false,
    input: z.object({ bvn: z.string().check(z.regex(/^\d{11}$/, 'A BVN has 11 digits')), password }),
    reply: done,
  }),
  totpEnrol: endpoint({
    method: 'POST',
    path: '/api/me/totp',
    permission: 'self',
    summary: 'Starts setting up a second factor: the secret and its QR address, valid once confirmed.',
    replay: false,
    input: z.object({ password }),
    reply: z.object({ secret: z.string(), address: z.string() }),
  }),
  totpConfirm: endpoint({
    method: 'POST',
    path: '/api/me/totp/confirm',
    permission: 'self',
    summary: 'Turns the second factor on with a first code; gives recovery codes, shown once.',
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
    summary: 'Turns the second factor off, with password and a code.',
    replay: false,
    input: z.object({ password, code: totpCode }),
    reply: done,
  }),
  mySessions: endpoint({
    method: 'GET',
    path: '/api/me/sessions',
    permission: 'self',
    summary: 'Where I am signed in.',
    input: z.object({}),
    reply: z.object({ rows: z.array(session) }),
  }),
  mySessionEnd: endpoint({
    method: 'POST',
    path: '/api/me/sessions/:id/end',
    permission: 'self',
    summary: 'Ends one of my sessions.',
    input: z.object({ id }),
    reply: done,
  }),
  userList,
  colleagueList: endpoint({
    method: 'GET',
    path: '/api/colleagues',
    permission: 'console.read',
    summary: 'Who works here, by name, for giving somebody a task.',
    input: z.object({}),
    reply: z.object({ rows: z.array(z.object({ id, name: z.string(), roles: z.array(z.string()) })) }),
  }),
  userExport: exportOf(
    userList,
    '/api/users/export',
    'What the filter shows, as CSV or XLSX, at most 10,000 rows. The export itself is audited.',
  ),
  userGet: endpoint({
    method: 'GET',
    path: '/api/users/:id',
    permission: 'users.manage',
    summary: 'One member of staff, with the accounts it is linked to.',
    input: z.object({ id }),
    reply: userDetails,
  }),
  userApprove: endpoint({
    method: 'POST',
    path: '/api/users/:id/approve',
    permission: 'users.manage',
    summary: 'Admits a waiting person with the given roles. Every role but Auditor needs approval.',
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
    summary: 'Turns a waiting person away.',
    input: z.object({ id, reason }),
    reply: done,
  }),
  userRolesChange: endpoint({
    method: 'PUT',
    path: '/api/users/:id/roles',
    permission: 'users.manage',
    summary: 'Changes roles. Granting any role but Auditor needs approval.',
    input: z.object({ id, roles: roles.check(z.minLength(1, 'Choose at least one role')), reason }),
    reply: changeReply,
  }),
  userOfficerCodeChange: endpoint({
    method: 'PUT',
    path: '/api/users/:id/officer-code',
    permission: 'users.manage',
    summary: 'Gives or takes the code that marks an officer’s own loan-request link.',
    input: z.object({ id, accountOfficerCode: z.nullable(officerCode) }),
    reply: done,
  }),
  userSuspend: endpoint({
    method: 'POST',
    path: '/api/users/:id/suspend',
    permission: 'users.manage',
    summary: 'Suspends a person; their sessions end at once.',
    input: z.object({ id, reason }),
    reply: done,
  }),
  userReactivate: endpoint({
    method: 'POST',
    path: '/api/users/:id/reactivate',
    permission: 'users.manage',
    summary: 'Reactivates a suspended account. With any role but Auditor it needs approval.',
    input: z.object({ id, reason }),
    reply: changeReply,
  }),
  userSignOut: endpoint({
    method: 'POST',
    path: '/api/users/:id/sign-out',
    permission: 'users.manage',
    summary: 'Ends every session of a person.',
    input: z.object({ id }),
    reply: done,
  }),
  userResetLink: endpoint({
    method: 'POST',
    path: '/api/users/:id/reset-link',
    permission: 'users.manage',
    summary:
      'Makes a one-time password link, valid for an hour. Of a superAdmin or Authorizer it needs approval; once approved, the next call by the same person gives the link, once.',
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
    summary: 'Where a person is signed in.',
    input: z.object({ id }),
    reply: z.object({ rows: z.array(session) }),
  }),
  auditList,
  auditExport: exportOf(
    auditList,
    '/api/audit/export',
    'The trail as the filter shows it, in words, as CSV or XLSX; with looks, the access log. The export itself is audited.',
  ),
  auditVerify: endpoint({
    method: 'POST',
    path: '/api/audit/verify',
    permission: 'audit.read',
    summary: 'Recomputes the chain of hashes and says whether any entry was changed, removed or inserted.',
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
    summary: 'What happened to one record, newest first.',
    input: z.extend(page, { subjectType: term(40), subjectId: term(60) }),
    reply: listOf(auditEntry),
  }),
  securityGet: endpoint({
    method: 'GET',
    path: '/api/settings/security',
    permission: 'console.read',
    summary:
      'Which roles must have a second factor, and whether approvals from the maker’s place are refused.',
    input: z.object({}),
    reply: security,
  }),
  securityChange: endpoint({
    method: 'PUT',
    path: '/api/settings/security',
    permission: 'users.manage',
    summary:
      'Demands a second factor of the named roles, from their next request on, and sets whether approvals from the maker’s address and browser are refused.',
    input: z.extend(security, { refuseSamePlace: z.optional(z.boolean()) }),
    reply: security,
  }),
}
