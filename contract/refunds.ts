import { z } from 'zod/mini'
import { changeReply, endpoint, exportOf, id, kobo, listOf, moment, page, term, why } from './endpoint.ts'
import { PAYOUT_LINE_STATUSES } from './payouts.ts'

/** Refunds: a case for the credit of each repaid or written-off loan, from its detection to the bank's confirmation. */

export const REFUND_STATUSES = [
  'detected',
  'proposed',
  'approved',
  'paying',
  'paid',
  'returned',
  'unclaimed',
  'ended',
] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** The states, with detected cases below the minimum apart. */
export const REFUND_LISTED = [
  'detected',
  'belowMinimum',
  'proposed',
  'approved',
  'paying',
  'paid',
  'returned',
  'unclaimed',
  'ended',
] as const
export type RefundListed = (typeof REFUND_LISTED)[number]

/** Who is paid: the customer, or the payroll office that deducted too much and settles with its staff itself. */
export const REFUND_PAYEES = ['customer', 'office'] as const
export type RefundPayee = (typeof REFUND_PAYEES)[number]

/** Cases of one proposal, which an approver reads as one sheet. */
export const REFUND_CASES_MAX = 500

const offer = z.nullable(z.string()).register(z.globalRegistry, {
  description: 'Why the action is not available; null where it is',
})

export const refundCase = z
  .object({
    id,
    number: z.string(),
    status: z.enum(REFUND_STATUSES),
    loanId: id,
    loanNumber: z.string(),
    customerId: id,
    customerName: z.string(),
    officerCode: z.string(),
    officerName: z.nullable(z.string()),
    amount: kobo,
    detectedOn: z.string(),
    since: z.string(),
    note: z.nullable(z.string()),
    /** Whether the amount is below the minimum of the settings. */
    isBelowMinimum: z.boolean(),
    /** The payroll office that it is returned to, by name; null where the customer is paid. */
    office: z.nullable(z.string()),
    /** The payroll office that deducted it, by name. */
    deductedBy: z.nullable(z.string()),
    bankName: z.string(),
    account: z.string().register(z.globalRegistry, { description: 'Masked' }),
    /** The disbursement batch that pays it, or paid it last. */
    batch: z.nullable(z.object({ id, number: z.string() })),
    pendingApprovalId: z.nullable(id),
    cannotPropose: offer,
    /** The same, to the payroll office. */
    cannotReturn: offer,
    cannotPay: offer,
    cannotUnclaim: offer,
  })
  .register(z.globalRegistry, { id: 'RefundCase' })

const payment = z.object({
  on: z.string(),
  amount: kobo,
  /** What brought it: "RB-000012, line 41", or the channel and reference of a payment. */
  text: z.string(),
  afterRepaid: z.boolean().register(z.globalRegistry, {
    description: 'True where nothing was owed any more when it came',
  }),
})

const refundLine = z.object({
  batchId: id,
  batchNumber: z.string(),
  reference: z.string(),
  amount: kobo,
  status: z.enum(PAYOUT_LINE_STATUSES),
  bankOn: z.nullable(z.string()),
  bankReference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

const selected = z.object({
  /** Of the proposal: a repeat is the same proposal. */
  id,
  caseIds: z.array(id).check(z.minLength(1), z.maxLength(REFUND_CASES_MAX)),
  reason: why(500),
})

/** As submitted: an approval of another total is stale. */
export const refundCommand = z.object({ id, caseIds: z.array(id), total: kobo })
export const refundSetOffCommand = z.object({ id, caseId: id, loanId: id, amount: kobo })

/** An active loan that will receive more than it owes, or a repaid one that is still deducted. */
const forecastRow = z.object({
  loanId: id,
  loanNumber: z.string(),
  customerId: id,
  customerName: z.string(),
  officerCode: z.string(),
  officerName: z.nullable(z.string()),
  sourceName: z.string(),
  isRepaid: z.boolean(),
  owed: kobo,
  instalment: kobo,
  months: z.array(z.string()).register(z.globalRegistry, {
    description: 'Payroll months whose list was sent and whose file has not been posted',
  }),
  expected: kobo,
  over: kobo,
})

export const REFUND_COUNTED = [...REFUND_LISTED, 'forecast'] as const

const root = '/api/refunds'

export const refundApi = {
  refundList: endpoint({
    method: 'GET',
    path: root,
    permission: 'console.read',
    summary: 'Lists refund cases, the longest in their state first, with the total of the filter.',
    input: z.extend(page, {
      status: z.optional(z.enum(REFUND_LISTED)),
      search: z.optional(term(100)),
      officerCode: z.optional(term(60)),
    }),
    reply: z.extend(listOf(refundCase), { amount: kobo }),
  }),
  refundCounts: endpoint({
    method: 'GET',
    path: `${root}/counts`,
    permission: 'console.read',
    summary: 'Counts the refund cases of each state and the over-deductions expected, with their totals.',
    input: z.object({}),
    reply: z
      .object({
        counts: z.array(
          z.object({
            status: z.enum(REFUND_COUNTED),
            total: z.int(),
            amount: kobo,
            /** The oldest of them has been in the state since. */
            since: z.nullable(z.string()),
          }),
        ),
        minimum: kobo,
        unclaimedMonths: z.int(),
      })
      .register(z.globalRegistry, { id: 'RefundCounts' }),
  }),
  refundForecast: endpoint({
    method: 'GET',
    path: `${root}/forecast`,
    permission: 'console.read',
    summary:
      'Lists over-deductions to expect: loans that owe less than the payroll offices were instructed to deduct, in months whose file has not been posted.',
    input: z.extend(page, { loanId: z.optional(id) }),
    reply: z.extend(listOf(forecastRow), { amount: kobo }),
  }),
  refundGet: endpoint({
    method: 'GET',
    path: `${root}/:id`,
    permission: 'console.read',
    summary:
      'Returns a refund case with the payments that made the credit, the rule, its bank payments and what the approver is warned of.',
    input: z.object({ id }),
    reply: z.extend(refundCase, {
      loanCredit: kobo,
      rule: z.string(),
      payments: z.array(payment),
      lines: z.array(refundLine),
      warnings: z.array(z.string()),
      proposedAt: z.nullable(moment),
      proposedBy: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      approvedAt: z.nullable(moment),
      approvedBy: z.nullable(z.string()),
      /** Active loans of the customer that the credit may be set off against. */
      setOff: z.array(z.object({ loanId: id, number: z.string(), owed: kobo })),
    }),
  }),
  refundPropose: endpoint({
    method: 'POST',
    path: `${root}/propose`,
    permission: 'money.ask',
    summary:
      'Submits refunds to customers, or to the payroll offices that deducted them, for approval. No money moves.',
    input: z.extend(selected, { payee: z._default(z.enum(REFUND_PAYEES), 'customer') }),
    reply: changeReply,
  }),
  refundUnclaim: endpoint({
    method: 'POST',
    path: `${root}/unclaim`,
    permission: 'money.ask',
    summary:
      'Submits for approval that refunds are unclaimed. They remain a liability and can be proposed again.',
    input: selected,
    reply: changeReply,
  }),
  refundSetOff: endpoint({
    method: 'POST',
    path: `${root}/set-off`,
    permission: 'money.ask',
    summary: 'Submits for approval that a credit is used to repay another active loan of the same customer.',
    input: z.object({ id, caseId: id, loanId: id, reason: why(500) }),
    reply: changeReply,
  }),
}

export const refundExportApi = {
  refundExport: exportOf(
    refundApi.refundList,
    '/api/refund-export',
    'Exports the filtered refund cases as CSV or XLSX.',
  ),
  refundForecastExport: exportOf(
    refundApi.refundForecast,
    '/api/refund-export/forecast',
    'Exports the over-deductions to expect as CSV or XLSX.',
  ),
}
