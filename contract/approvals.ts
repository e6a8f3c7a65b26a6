import { z } from 'zod/mini'
import { done, endpoint, exportOf, id, kobo, listOf, moment, page, term, text, why } from './endpoint.ts'

/** How long whoever asked is told of a no: long enough to come back from leave. */
export const DECLINED_SHOWN_DAYS = 14

/** More warnings than an item can have. */
const WARNINGS_MAX = 200

export const APPROVAL_STATUSES = ['waiting', 'approved', 'declined', 'withdrawn'] as const

export const approval = z
  .object({
    id,
    /** Its name in `COMMANDS` of `api.ts`, which this page does not load: the schemas of all commands weigh more than the page. */
    command: z.string(),
    title: z.string(),
    summary: z.string(),
    /** The money it moves; null where it moves none. */
    amount: z.nullable(kobo),
    subjectType: z.string(),
    subjectId: z.string(),
    before: z.nullable(z.json()),
    after: z.nullable(z.json()),
    reason: z.nullable(z.string()),
    status: z.enum(APPROVAL_STATUSES),
    makerId: id,
    makerName: z.string(),
    askedAt: moment,
    checkerName: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    note: z.nullable(z.string()),
    /** Why the person asking cannot decide it; null when they can. */
    blocked: z.nullable(
      z.enum(['same_person', 'involved', 'own', 'linked', 'same_browser', 'same_place', 'permission']),
    ),
  })
  .register(z.globalRegistry, { id: 'Approval' })

export const approvalApi = {
  approvalList: endpoint({
    method: 'GET',
    path: '/api/approvals',
    permission: 'console.read',
    summary: 'Lists approvals: pending ones oldest first, your own and decided ones newest first.',
    input: z.extend(page, {
      /** `declined`: what I asked for and somebody declined in the last 14 days, until I put it away. */
      view: z._default(z.enum(['toDecide', 'mine', 'declined', 'all']), 'all'),
      /** `amount`: the largest first, for items pending approval. */
      order: z._default(z.enum(['age', 'amount']), 'age'),
      status: z.optional(z.enum(APPROVAL_STATUSES)),
      subjectType: z.optional(term(40)),
      subjectId: z.optional(term(60)),
    }),
    reply: listOf(approval),
  }),
  approvalGet: endpoint({
    method: 'GET',
    path: '/api/approvals/:id',
    permission: 'console.read',
    summary: 'Returns one approval with its changes, recalculated from the current state.',
    input: z.object({ id }),
    reply: z.extend(approval, {
      /** `before` and `after` are as of now. What differs from the submission, one line for each field. */
      changes: z.array(z.string()),
      /** Why it cannot be approved as things are now; null when it can. */
      refusal: z.nullable(z.string()),
      /** Names this effect. Sent along, the approval is refused if the effect has changed by then. */
      effect: z.string(),
      /** Who gave the maker their account, and who approved that. */
      makerAdmitted: z.nullable(z.object({ by: z.string(), at: moment, approvedBy: z.nullable(z.string()) })),
      /** Whether it was asked for from the network address of the person reading it. */
      sameAddress: z.boolean(),
      /** Failed checks that were overridden and warnings. Approving it requires the `id` of each. */
      warnings: z.array(z.object({ id: z.string(), text: z.string() })),
      /** The records it is about. */
      evidence: z.array(z.object({ title: z.string(), subjectType: z.string(), subjectId: z.string() })),
    }),
  }),
  approvalApprove: endpoint({
    method: 'POST',
    path: '/api/approvals/:id/approve',
    permission: 'approval.decide',
    summary:
      'Approves an item and applies it in the same transaction. Each warning of the item must be confirmed by its id.',
    input: z.object({
      id,
      note: z.optional(text(500)),
      /** The `effect` of the item as it was shown. Without it the effect is not compared. */
      effect: z.optional(term(60)),
      /** The ids of the warnings that the approver has read and confirmed. */
      confirmed: z._default(z.array(term(40)).check(z.maxLength(WARNINGS_MAX)), []),
    }),
    reply: approval,
  }),
  approvalDecline: endpoint({
    method: 'POST',
    path: '/api/approvals/:id/decline',
    permission: 'approval.decide',
    summary: 'Declines an item. Nothing changes.',
    input: z.object({ id, note: why(500) }),
    reply: approval,
  }),
  approvalWithdraw: endpoint({
    method: 'POST',
    path: '/api/approvals/:id/withdraw',
    permission: 'console.read',
    summary: 'Withdraws an item you submitted.',
    input: z.object({ id }),
    reply: approval,
  }),
  approvalSeen: endpoint({
    method: 'POST',
    path: '/api/approvals/:id/seen',
    permission: 'console.read',
    summary: 'Dismisses a declined item from your dashboard, or restores it. The item stays on its record.',
    replay: false, // said twice, it is the same
    unaudited: true, // it takes a line off one person's dashboard, and nothing else
    input: z.object({ id, isSeen: z._default(z.boolean(), true) }),
    reply: done,
  }),
}

export const approvalExportApi = {
  approvalExport: exportOf(
    approvalApi.approvalList,
    '/api/approval-export',
    'Exports the filtered approvals, pending and decided, as CSV or XLSX.',
  ),
}
