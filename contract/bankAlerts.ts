import { z } from 'zod/mini'
import { date, endpoint, exportOf, id, kobo, listOf, moment, page, text, why } from './endpoint.ts'

export const CLAIM_STATUSES = ['open', 'confirmed', 'rejected'] as const

/** What a bank's SMS says came in. Nothing is posted on it until a person has found it on the statement. */
export const claim = z
  .object({
    id,
    at: moment,
    from: z.string(),
    text: z.string(),
    amount: kobo,
    accountMask: z.nullable(z.string()),
    /** Lagos time as the bank printed it. */
    paidAt: z.nullable(z.string()),
    description: z.nullable(z.string()),
    reference: z.nullable(z.string()),
    status: z.enum(CLAIM_STATUSES),
    /** Loans it could be for, likeliest first, with the reason. */
    matches: z.array(
      z.object({ loanId: id, loanNumber: z.string(), customerName: z.string(), why: z.string() }),
    ),
    /** The loan it was confirmed for. */
    loanId: z.nullable(id),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    note: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'BankClaim' })

const reason = why(500)

export const claimApi = {
  claimList: endpoint({
    method: 'GET',
    path: '/api/bank-claims',
    permission: 'console.read',
    summary: 'Payments that bank alerts speak of, newest first, with the loans each could be for.',
    input: z.extend(page, { status: z.optional(z.enum(CLAIM_STATUSES)) }),
    reply: listOf(claim),
  }),
  claimGet: endpoint({
    method: 'GET',
    path: '/api/bank-claims/:id',
    permission: 'console.read',
    summary: 'One claim with the loans it could be for.',
    input: z.object({ id }),
    reply: claim,
  }),
  claimConfirm: endpoint({
    method: 'POST',
    path: '/api/bank-claims/:id/confirm',
    permission: 'money.ask',
    summary:
      'Says that the payment stands on the statement and belongs to this loan; the receipt is recorded with it, above the limit once a second person agrees.',
    input: z.object({ id, loanId: id, paidOn: date, reference: text(60, 2), note: reason }),
    reply: z.object({ claim, approvalId: z.nullable(id) }),
  }),
  claimReject: endpoint({
    method: 'POST',
    path: '/api/bank-claims/:id/reject',
    permission: 'money.ask',
    summary: 'Says that the alert is not a payment to us; nothing is recorded.',
    input: z.object({ id, note: reason }),
    reply: claim,
  }),
}

export const claimExportApi = {
  claimExport: exportOf(
    claimApi.claimList,
    '/api/messaging-export/claims',
    'The payments that bank alerts speak of, as CSV or XLSX.',
  ),
}
