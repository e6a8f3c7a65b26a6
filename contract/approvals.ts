import { z } from 'zod'
import { customerMerge, customerSensitiveChange } from './customers.ts'
import { date, endpoint, id, listOf, moment, page, term, text } from './endpoint.ts'
import { loanActInput } from './loans.ts'
import { productChange } from './products.ts'
import { SECTION_NAMES } from './settings.ts'
import { roles } from './users.ts'

/**
 * Every command that one person asks for and another approves: what it is called on screen and what it
 * carries. The server keeps the input exactly as it was shown to the maker and runs that, nothing newer.
 */
export const COMMANDS = {
  userRolesChange: {
    title: 'Change of roles',
    input: z.object({ id, roles }),
  },
  userApprove: {
    title: 'New member of staff',
    input: z.object({ id, roles }),
  },
  settingChange: {
    title: 'Change of settings',
    input: z.object({
      section: z.enum(SECTION_NAMES),
      value: z.json(),
      effectiveOn: date,
      reason: z.string(),
      basedOn: z.number().int(),
    }),
  },
  productChange: {
    title: 'Change of a product',
    input: productChange,
  },
  productRetire: {
    title: 'Retirement of a product',
    input: z.object({ id }),
  },
  periodClose: {
    title: 'Close of a period',
    input: z.object({ through: date }),
  },
  customerSensitiveChange: {
    title: 'Change of a customer',
    input: customerSensitiveChange,
  },
  customerMerge: {
    title: 'Merge of two customers',
    input: customerMerge,
  },
  loanActDo: {
    title: 'Act on a loan',
    input: loanActInput,
  },
} as const satisfies Record<string, { title: string; input: z.ZodObject }>

export type CommandName = keyof typeof COMMANDS
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]
export type CommandInput<C extends CommandName> = z.output<(typeof COMMANDS)[C]['input']>

export const APPROVAL_STATUSES = ['waiting', 'approved', 'declined', 'withdrawn'] as const

export const approval = z
  .object({
    id,
    command: z.enum(COMMAND_NAMES as [CommandName, ...CommandName[]]),
    title: z.string(),
    summary: z.string(),
    subjectType: z.string(),
    subjectId: z.string(),
    before: z.json().nullable(),
    after: z.json().nullable(),
    reason: z.string().nullable(),
    status: z.enum(APPROVAL_STATUSES),
    makerId: id,
    makerName: z.string(),
    askedAt: moment,
    checkerName: z.string().nullable(),
    decidedAt: moment.nullable(),
    note: z.string().nullable(),
    /** Why the person asking cannot decide it; null when they can. */
    blocked: z.enum(['same_person', 'involved', 'permission']).nullable(),
  })
  .meta({ id: 'Approval' })

export const approvalApi = {
  approvalList: endpoint({
    method: 'GET',
    path: '/api/approvals',
    permission: 'console.read',
    summary: 'What waits for a second person, what I asked for, and what was decided.',
    input: page.extend({
      view: z.enum(['toDecide', 'mine', 'all']).default('all'),
      status: z.enum(APPROVAL_STATUSES).optional(),
      subjectType: term(40).optional(),
      subjectId: term(60).optional(),
    }),
    reply: listOf(approval),
  }),
  approvalGet: endpoint({
    method: 'GET',
    path: '/api/approvals/:id',
    permission: 'console.read',
    summary: 'One item with what it changes.',
    input: z.object({ id }),
    reply: approval,
  }),
  approvalApprove: endpoint({
    method: 'POST',
    path: '/api/approvals/:id/approve',
    permission: 'approval.decide',
    summary: 'Approves as second person and carries the command out in the same transaction.',
    input: z.object({ id, note: text(500).optional() }),
    reply: approval,
  }),
  approvalDecline: endpoint({
    method: 'POST',
    path: '/api/approvals/:id/decline',
    permission: 'approval.decide',
    summary: 'Declines as second person; nothing changes.',
    input: z.object({ id, note: text(500, 3) }),
    reply: approval,
  }),
  approvalWithdraw: endpoint({
    method: 'POST',
    path: '/api/approvals/:id/withdraw',
    permission: 'console.read',
    summary: 'The maker takes the question back.',
    input: z.object({ id }),
    reply: approval,
  }),
}
