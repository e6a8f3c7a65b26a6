import { z } from 'zod/mini'
import {
  changeReply,
  date,
  done,
  endpoint,
  exportOf,
  id,
  kobo,
  listOf,
  moment,
  offer,
  page,
  randomId,
  term,
  text,
  why,
} from './endpoint.ts'
import { fileLayout } from './layouts.ts'

/** Disbursement batches: one approved loan or many, an approval, transfers at the bank, and the bank's results. */

export const PAYOUT_STATUSES = ['draft', 'waiting', 'approved', 'sent', 'closed', 'cancelled'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/**
 * What became of one line. `posting`: the bank has paid, the books follow within seconds. `claimed`: the bank has paid, no loan can take
 * it, and it is claimed back. `lost`: it was claimed back in vain, and is written off.
 */
export const PAYOUT_LINE_STATUSES = [
  'open',
  'posting',
  'paid',
  'failed',
  'returned',
  'cancelled',
  'claimed',
  'lost',
] as const
export type PayoutLineStatus = (typeof PAYOUT_LINE_STATUSES)[number]

/** What a line pays: the disbursement of a loan, or the credit of a repaid one. */
export const PAYOUT_KINDS = ['loan', 'refund'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

export const PAYOUT_RESULTS = ['paid', 'failed', 'returned'] as const
export type PayoutResult = (typeof PAYOUT_RESULTS)[number]

/** What becomes of a payment that no loan can take: the money is back with us, or is claimed back, or was so in vain. */
export const PAYOUT_CLEARINGS = ['cameBack', 'claimed', 'lost'] as const
export type PayoutClearing = (typeof PAYOUT_CLEARINGS)[number]

/** A thousand lines weigh about 150 kB in the bank's file; a larger pay day is two batches. */
export const PAYOUT_LINES_MAX = 1_000
/** The bank's answer to a thousand lines is about 200 kB; ten times that is another file. */
export const PAYOUT_FILE_BYTES = 2 * 1024 * 1024

/** Loans by name, or every loan awaiting its pay-out that fits a filter. */
const selection = z.object({
  loanIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(PAYOUT_LINES_MAX))),
  filter: z.optional(z.object({ search: z.optional(term(100)), officerCode: z.optional(term(60)) })),
  /** Approved refund cases by id, beside the loans or alone. */
  refundIds: z.optional(z.array(id).check(z.maxLength(PAYOUT_LINES_MAX))),
  valueOn: date,
})

/** An older loan that the pay-out settles, and with how much. */
export const settling = z.object({ loanId: id, number: z.string(), amount: kobo })

const fit = z.object({
  kind: z.enum(PAYOUT_KINDS),
  refundId: z.nullable(id),
  loanId: id,
  number: z.string(),
  customerName: z.string(),
  bankName: z.string(),
  account: z.string().register(z.globalRegistry, { description: 'Masked' }),
  principal: kobo,
  fees: kobo,
  settles: z.array(settling),
  amount: kobo,
})

export const payoutPreview = z
  .object({
    fits: z.array(fit),
    unfit: z.array(z.object({ loanId: id, number: z.string(), customerName: z.string(), why: z.string() })),
    total: kobo,
    /** More fit the filter than one batch holds. */
    leftOut: z.int(),
  })
  .register(z.globalRegistry, { id: 'PayoutPreview' })

export const payoutBatch = z
  .object({
    id,
    number: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    valueOn: z.string(),
    payingAccount: z.string(),
    lines: z.int(),
    total: kobo,
    paidLines: z.int(),
    paidTotal: kobo,
    madeAt: moment,
    madeBy: z.string(),
    approvedAt: z.nullable(moment),
    approvedBy: z.nullable(z.string()),
    sentAt: z.nullable(moment),
    sentBy: z.nullable(z.string()),
    endedAt: z.nullable(moment),
    pendingApprovalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'PayoutBatch' })

/** What the person who releases the file at the bank compares: the same figures in the approval, on the batch and here. */
const control = z.object({
  lines: z.int(),
  total: kobo,
  hashTotal: z.string().register(z.globalRegistry, {
    description: 'Total of the account numbers; for a single account its last digits',
  }),
  sha256: z.string().register(z.globalRegistry, { description: 'SHA-256 of the bank file' }),
})

/** One download of the bank file; the first marks the payments as sent, the others are copies with a reason. */
const bankFileTaken = z.object({
  copy: z.int(),
  fileName: z.string(),
  takenAt: moment,
  takenBy: z.string(),
  reason: z.nullable(z.string()),
  lines: z.int(),
  total: kobo,
  /** Not available for files taken before these were kept. */
  hashTotal: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
})

export const PAYOUT_ACTS = ['ask', 'cancel', 'export', 'result', 'retry'] as const
export type PayoutActName = (typeof PAYOUT_ACTS)[number]

export const payoutLine = z
  .object({
    id,
    no: z.int(),
    kind: z.enum(PAYOUT_KINDS),
    /** The refund case that the line pays. */
    refund: z.nullable(z.object({ id, number: z.string() })),
    loanId: id,
    loanNumber: z.string(),
    customerName: z.string(),
    bankName: z.string(),
    account: z.string().register(z.globalRegistry, { description: 'Masked' }),
    reference: z.string(),
    principal: kobo,
    fees: kobo,
    settles: z.array(settling),
    amount: kobo,
    status: z.enum(PAYOUT_LINE_STATUSES),
    bankReference: z.nullable(z.string()),
    bankOn: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    toldBy: z.nullable(z.string()),
    toldAt: z.nullable(moment),
    /** Why the books could not follow what the bank did. */
    problem: z.nullable(z.string()),
    /** Returned disbursement: whether its posting is reversed, and the pending approval on its loan. */
    isUndone: z.boolean(),
    pendingApprovalId: z.nullable(id),
    results: z
      .array(z.enum(PAYOUT_RESULTS))
      .register(z.globalRegistry, { description: 'Results that can be recorded now' }),
    clearings: z.array(z.enum(PAYOUT_CLEARINGS)).register(z.globalRegistry, {
      description: 'How a payment that cannot be posted to a loan can end. Needs approval.',
    }),
  })
  .register(z.globalRegistry, { id: 'PayoutLine' })

export const ROW_OUTCOMES = [...PAYOUT_RESULTS, 'unchanged', 'problem'] as const

const resultRow = z.object({
  line: z.int().register(z.globalRegistry, { description: 'Line in the file; the header is line 1' }),
  reference: z.string(),
  status: z.string(),
  outcome: z.enum(ROW_OUTCOMES),
  explanation: z.string(),
})

export const payoutResult = z
  .object({
    rows: z.array(resultRow),
    counts: z.record(z.enum(ROW_OUTCOMES), z.int()),
    /** Lines of the batch about which nothing is known yet, in the file or before. */
    unheard: z.int(),
  })
  .register(z.globalRegistry, { id: 'PayoutResult' })

const resultFile = z.object({
  id,
  fileName: term(200),
  content: z
    .base64('Not a file')
    .check(z.maxLength(Math.ceil((PAYOUT_FILE_BYTES * 4) / 3) + 4, 'At most 2 MB'))
    .register(z.globalRegistry, { description: 'The bank’s result as CSV or XLSX, as base64' }),
})

export const payoutBatchApprove = z.object({ id, lines: z.int(), total: kobo })

export const payoutLineMark = z.object({
  id,
  lineId: id,
  result: z.enum(PAYOUT_RESULTS),
  on: date,
  bankReference: z._default(text(60, 0), ''),
  reason: why(300),
})

export const payoutLineClear = z.object({
  id,
  lineId: id,
  /** Of the act: what it posts is posted once. */
  clearId: id,
  to: z.enum(PAYOUT_CLEARINGS),
  reason: why(300),
})

const root = '/api/payouts'

export const payoutApi = {
  payoutPreview: endpoint({
    method: 'POST',
    path: `${root}/preview`,
    permission: 'money.ask',
    summary:
      'Previews a disbursement batch: what it would pay, and which loans cannot be included and why. Changes nothing.',
    replay: false,
    unaudited: true, // nothing changes
    input: selection,
    reply: payoutPreview,
  }),
  payoutBatchMake: endpoint({
    method: 'POST',
    path: root,
    permission: 'money.ask',
    summary:
      'Creates a numbered batch of loans awaiting disbursement and approved refunds. With a reason it is submitted for approval at once.',
    input: z.object({
      id,
      loanIds: z._default(z.array(id).check(z.maxLength(PAYOUT_LINES_MAX)), []),
      /** Approved refund cases. */
      refundIds: z._default(z.array(id).check(z.maxLength(PAYOUT_LINES_MAX)), []),
      valueOn: date,
      payingAccount: text(80, 3),
      reason: z.optional(why(500)),
    }),
    reply: payoutBatch,
    bodyLimit: 128 * 1024,
  }),
  payoutBatchList: endpoint({
    method: 'GET',
    path: root,
    permission: 'console.read',
    summary: 'Lists disbursement batches, newest first.',
    input: z.extend(page, {
      status: z.optional(z.enum(PAYOUT_STATUSES)),
      /** Only batches with lines that the bank paid and the books could not follow. */
      refused: z.optional(z.enum(['true'])),
      /** Only approved batches with payments whose bank result is not recorded yet. */
      toTransfer: z.optional(z.enum(['true'])),
    }),
    reply: listOf(payoutBatch),
  }),
  payoutBatchGet: endpoint({
    method: 'GET',
    path: `${root}/:id`,
    permission: 'console.read',
    summary: 'Returns one batch with its totals by line status and the available actions.',
    input: z.object({ id }),
    reply: z.extend(payoutBatch, {
      tallies: z.array(z.object({ status: z.enum(PAYOUT_LINE_STATUSES), lines: z.int(), total: kobo })),
      problems: z.int(),
      control: z.nullable(control).register(z.globalRegistry, {
        description: 'Control totals of the bank file as last downloaded, or as it would be now',
      }),
      bankFiles: z.array(bankFileTaken),
      offers: z.record(z.enum(PAYOUT_ACTS), offer),
    }),
  }),
  payoutLineList: endpoint({
    method: 'GET',
    path: `${root}/:id/lines`,
    permission: 'console.read',
    summary: 'Lists the lines of a batch in order, account numbers masked.',
    input: z.extend(page, {
      id,
      status: z.optional(z.enum(PAYOUT_LINE_STATUSES)),
      /** Only lines that the bank paid and the books could not follow. */
      refused: z.optional(z.enum(['true'])),
    }),
    reply: listOf(payoutLine),
  }),
  payoutBatchAsk: endpoint({
    method: 'POST',
    path: `${root}/:id/ask`,
    permission: 'money.ask',
    summary: 'Submits a disbursement batch for approval.',
    input: z.object({ id, reason: why(500) }),
    reply: changeReply,
  }),
  payoutBatchCancel: endpoint({
    method: 'POST',
    path: `${root}/:id/cancel`,
    permission: 'money.ask',
    summary: 'Cancels a batch before it is sent to the bank. Its loans are awaiting disbursement again.',
    input: z.object({ id, reason: why(500) }),
    reply: done,
  }),
  payoutBatchExport: endpoint({
    method: 'POST',
    path: `${root}/:id/export`,
    permission: 'money.ask',
    summary:
      'Returns the bank file with account numbers in full. It is downloaded once; a copy needs a reason and is marked as a copy.',
    replay: false, // personal numbers are not kept a second time
    input: z.object({
      id,
      /** Of this download: a repeat gives the same file and is no further copy. */
      exportId: randomId,
      reason: z.optional(why(300)).register(z.globalRegistry, { description: 'Required for a copy' }),
    }),
    reply: z.extend(bankFileTaken, {
      /** The bytes of the file, in base64. */
      content: z.string(),
      type: z.string(),
      heldBack: z.int(),
    }),
  }),
  payoutFilePreview: endpoint({
    method: 'POST',
    path: `${root}/:id/file/preview`,
    permission: 'console.read',
    summary:
      'Returns the bank file of a batch as text in a layout that may not be saved yet, account numbers masked. Changes nothing.',
    reads: true,
    input: z.object({ id, layout: fileLayout }),
    reply: z.object({ text: z.string(), lines: z.int(), total: kobo }),
  }),
  payoutResultPreview: endpoint({
    method: 'POST',
    path: `${root}/:id/result/preview`,
    permission: 'money.ask',
    summary: 'Reads the bank’s result file, CSV or XLSX, and explains every row. Changes nothing.',
    replay: false,
    unaudited: true, // nothing changes
    bodyLimit: 4 * 1024 * 1024,
    input: resultFile,
    reply: payoutResult,
  }),
  payoutResultImport: endpoint({
    method: 'POST',
    path: `${root}/:id/result`,
    permission: 'money.ask',
    summary:
      'Records the bank’s results. A job posts paid lines; loans of failed lines are awaiting disbursement again.',
    replay: false, // the same file again has no effect
    bodyLimit: 4 * 1024 * 1024,
    input: resultFile,
    reply: payoutResult,
  }),
  payoutLineMark: endpoint({
    method: 'POST',
    path: `${root}/:id/lines/:lineId`,
    permission: 'money.ask',
    summary:
      'Records the bank’s result for one line manually. Paid needs the bank reference; failed needs approval.',
    input: payoutLineMark,
    reply: changeReply,
  }),
  payoutLineClear: endpoint({
    method: 'POST',
    path: `${root}/:id/lines/:lineId/clear`,
    permission: 'money.ask',
    summary:
      'Submits for approval how a payment that cannot be posted to a loan ends: funds returned, recall requested or written off.',
    input: payoutLineClear,
    reply: changeReply,
  }),
  payoutReferenceAdd: endpoint({
    method: 'POST',
    path: '/api/loans/:loanId/payouts/:eventId/bank-reference',
    permission: 'money.ask',
    summary: 'Adds the bank reference of a payment, once. It cannot be changed afterwards.',
    input: z.object({ loanId: id, eventId: id, reference: text(60, 2) }),
    reply: done,
  }),
  payoutBatchRetry: endpoint({
    method: 'POST',
    path: `${root}/:id/retry`,
    permission: 'money.ask',
    summary: 'Retries the failed postings of a batch once their cause is resolved.',
    input: z.object({ id }),
    reply: done,
  }),
}

export const payoutExportApi = {
  payoutListExport: exportOf(
    payoutApi.payoutBatchList,
    '/api/payout-export',
    'Exports the filtered disbursement batches as CSV or XLSX.',
  ),
  payoutLineExport: exportOf(
    payoutApi.payoutLineList,
    '/api/payouts/:id/lines/export',
    'Exports the filtered lines of a disbursement batch, account numbers masked, as CSV or XLSX.',
  ),
  /** Of one batch, for those who record the bank's results. */
  payoutResultExport: exportOf(
    { ...payoutApi.payoutBatchGet, permission: 'money.ask' },
    `${root}/:id/result-sheet`,
    'Returns the lines sent to the bank as CSV or XLSX, account numbers masked, with empty columns for the bank’s results.',
  ),
}
