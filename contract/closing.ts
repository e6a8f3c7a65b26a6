import { z } from 'zod/mini'
import { date, done, endpoint, id, kobo, listOf, moment, page, text, why } from './endpoint.ts'
import { payMonth } from './vocabulary.ts'

/** The close of a month in the general ledger: accrual, provisions, suspended interest, lock; and how it is reopened. */

/** What a close posts for the loans. */
export const CLOSING_KINDS = ['accrual', 'provision', 'suspension'] as const
export type ClosingKind = (typeof CLOSING_KINDS)[number]

/** What is looked at before a month is closed. Each names the page where it is put right. */
export const CLOSING_CHECKS = [
  'monthOver',
  'monthBefore',
  'dailyRun',
  'figures',
  'approvals',
  'files',
  'suspense',
  'bank',
] as const
export type ClosingCheck = (typeof CLOSING_CHECKS)[number]

/** `blocked` stops the close; `warning` needs a reason; `none`: there is nothing to look at. */
export const CHECK_STATES = ['ok', 'warning', 'blocked', 'none'] as const

export const CLOSING_STATES = ['calculated', 'closed', 'reopened'] as const

const closingLine = z.object({
  kind: z.enum(CLOSING_KINDS),
  productId: z
    .nullable(id)
    .register(z.globalRegistry, { description: 'Null: what the account held apart from earlier closes' }),
  product: z.string(),
  class: z.string(),
  loans: z.int(),
  balance: kobo.clone().register(z.globalRegistry, { description: 'What the account must hold' }),
  change: kobo.clone().register(z.globalRegistry, { description: 'What is posted to get there' }),
  writtenOff: kobo
    .clone()
    .register(z.globalRegistry, { description: 'Part of a release that reduces the expense of write-offs' }),
})

const acknowledged = z.object({ check: z.enum(CLOSING_CHECKS), reason: why(300) })

export const closingInput = z.object({
  month: payMonth,
  acknowledged: z._default(z.array(acknowledged).check(z.maxLength(CLOSING_CHECKS.length)), []),
})
export const reopeningInput = z.object({ through: date })

const closing = z
  .object({
    month: payMonth,
    state: z.enum(CLOSING_STATES),
    submittedBy: z.nullable(z.string()),
    approvedBy: z.nullable(z.string()),
    closedAt: z.nullable(moment),
    reopenedAt: z.nullable(moment),
    reopenSubmittedBy: z.nullable(z.string()),
    reopenApprovedBy: z.nullable(z.string()),
    reopenReason: z.nullable(z.string()),
    acknowledged: z.array(z.object({ check: z.enum(CLOSING_CHECKS), found: z.string(), reason: z.string() })),
  })
  .register(z.globalRegistry, { id: 'MonthEndClose' })

export const closingApi = {
  monthCloseGet: endpoint({
    method: 'GET',
    path: '/api/ledger/month-closes/:month',
    permission: 'console.read',
    summary:
      'Returns the checklist of a month and what its close posts or posted: interest accrual, provisions and suspended interest by product and class.',
    input: z.object({ month: payMonth }),
    reply: z.object({
      month: payMonth,
      through: date,
      state: z.enum(['running', 'open', 'closed']),
      checks: z.array(
        z.object({ check: z.enum(CLOSING_CHECKS), state: z.enum(CHECK_STATES), found: z.string() }),
      ),
      figures: z.nullable(
        z.object({
          calculatedAt: moment,
          lines: z.array(closingLine),
          accrual: kobo,
          provision: kobo,
          provisionChange: kobo,
          suspended: kobo,
          suspensionChange: kobo,
        }),
      ),
      yearEnd: z
        .boolean()
        .register(z.globalRegistry, { description: 'The close transfers the result of the year to equity' }),
      pendingApprovalId: z.nullable(id),
      closing: z.nullable(closing),
    }),
  }),
  monthCloseList: endpoint({
    method: 'GET',
    path: '/api/ledger/month-closes',
    permission: 'console.read',
    summary: 'Lists closed and reopened months, latest first, and the month to be closed next.',
    input: z.object({}),
    reply: z.object({ rows: z.array(closing), next: payMonth }),
  }),
  monthCloseLoanList: endpoint({
    method: 'GET',
    path: '/api/ledger/month-closes/:month/loans',
    permission: 'console.read',
    summary: 'Lists the loans behind a figure of a month-end close, by loan number.',
    input: z.extend(page, {
      month: payMonth,
      kind: z.enum(CLOSING_KINDS),
      productId: z.optional(id),
      class: z.optional(text(40)),
    }),
    reply: z.extend(
      listOf(
        z.object({
          loanId: id,
          number: z.string(),
          product: z.string(),
          class: z.string(),
          daysPastDue: z.int(),
          principal: kobo,
          interestDue: kobo,
          interestEarned: kobo,
          amount: kobo,
        }),
      ),
      { amount: kobo },
    ),
  }),
  monthCloseCalculate: endpoint({
    method: 'POST',
    path: '/api/ledger/month-closes/:month/calculate',
    permission: 'money.ask',
    summary:
      'Calculates the figures of a month that is over, or what changed since. Repeating it is harmless.',
    input: z.object({ month: payMonth }),
    reply: done,
  }),
  monthCloseSubmit: endpoint({
    method: 'POST',
    path: '/api/ledger/month-closes',
    permission: 'money.ask',
    summary:
      'Submits a month-end close for approval. It posts accrual, provisions and suspended interest and locks the month.',
    input: z.extend(closingInput, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
  periodReopen: endpoint({
    method: 'POST',
    path: '/api/ledger/periods/:through/reopen',
    permission: 'money.ask',
    summary:
      'Submits the reopening of the latest closed period for approval. What its close posted is reversed.',
    input: z.extend(reopeningInput, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
}
