import { z } from 'zod'
import {
  changeReply,
  date,
  done,
  endpoint,
  fileReply,
  id,
  kobo,
  listOf,
  moment,
  offer,
  PAGE_FIELDS,
  page,
  randomId,
  sheetFormat,
  term,
  text,
  why,
} from './endpoint.ts'

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

export const PAYOUT_RESULTS = ['paid', 'failed', 'returned'] as const
export type PayoutResult = (typeof PAYOUT_RESULTS)[number]

/** What becomes of a payment that no loan can take: the money is back with us, or is claimed back, or was so in vain. */
export const PAYOUT_CLEARINGS = ['cameBack', 'claimed', 'lost'] as const
export type PayoutClearing = (typeof PAYOUT_CLEARINGS)[number]

/** A thousand lines weigh about 150 kB in the bank's file; a larger pay day is two batches. */
export const PAYOUT_LINES_MOST = 1_000
/** The bank's answer to a thousand lines is about 200 kB; ten times that is another file. */
export const PAYOUT_FILE_BYTES = 2 * 1024 * 1024

/** Loans by name, or every loan awaiting its pay-out that fits a filter. */
const selection = z.object({
  loanIds: z.array(id).min(1).max(PAYOUT_LINES_MOST).optional(),
  filter: z.object({ search: term(100).optional(), officerCode: term(60).optional() }).optional(),
  valueOn: date,
})

/** An older loan that the pay-out settles, and with how much. */
export const settling = z.object({ loanId: id, number: z.string(), amount: kobo })

const fit = z.object({
  loanId: id,
  number: z.string(),
  customerName: z.string(),
  bankName: z.string(),
  account: z.string().meta({ description: 'Masked' }),
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
    leftOut: z.number().int(),
  })
  .meta({ id: 'PayoutPreview' })

export const payoutBatch = z
  .object({
    id,
    number: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    valueOn: z.string(),
    payingAccount: z.string(),
    lines: z.number().int(),
    total: kobo,
    paidLines: z.number().int(),
    paidTotal: kobo,
    madeAt: moment,
    madeBy: z.string(),
    approvedAt: moment.nullable(),
    approvedBy: z.string().nullable(),
    sentAt: moment.nullable(),
    sentBy: z.string().nullable(),
    endedAt: moment.nullable(),
    pendingApprovalId: id.nullable(),
  })
  .meta({ id: 'PayoutBatch' })

/** What the person who releases the file at the bank compares: the same figures in the approval, on the batch and here. */
const control = z.object({
  lines: z.number().int(),
  total: kobo,
  hashTotal: z.string().meta({ description: 'Sum of the account numbers; of one account its last digits' }),
  sha256: z.string().meta({ description: 'Of the bank file' }),
})

/** One download of the bank file; the first marks the payments as sent, the others are copies with a reason. */
const bankFileTaken = z.object({
  copy: z.number().int(),
  fileName: z.string(),
  takenAt: moment,
  takenBy: z.string(),
  reason: z.string().nullable(),
  lines: z.number().int(),
  total: kobo,
  /** Not available for files taken before these were kept. */
  hashTotal: z.string().nullable(),
  sha256: z.string().nullable(),
})

export const PAYOUT_ACTS = ['ask', 'cancel', 'export', 'result', 'retry'] as const
export type PayoutActName = (typeof PAYOUT_ACTS)[number]

export const payoutLine = z
  .object({
    id,
    no: z.number().int(),
    loanId: id,
    loanNumber: z.string(),
    customerName: z.string(),
    bankName: z.string(),
    account: z.string().meta({ description: 'Masked' }),
    reference: z.string(),
    principal: kobo,
    fees: kobo,
    settles: z.array(settling),
    amount: kobo,
    status: z.enum(PAYOUT_LINE_STATUSES),
    bankReference: z.string().nullable(),
    bankOn: z.string().nullable(),
    reason: z.string().nullable(),
    toldBy: z.string().nullable(),
    toldAt: moment.nullable(),
    /** Why the books could not follow what the bank did. */
    problem: z.string().nullable(),
    /** A returned pay-out: whether the books have undone it. An item of its loan that waits for a second person. */
    isUndone: z.boolean(),
    pendingApprovalId: id.nullable(),
    results: z.array(z.enum(PAYOUT_RESULTS)).meta({ description: 'What can be recorded about it now' }),
    clearings: z
      .array(z.enum(PAYOUT_CLEARINGS))
      .meta({ description: 'How a payment that no loan can take is brought to an end; two people agree' }),
  })
  .meta({ id: 'PayoutLine' })

export const ROW_OUTCOMES = [...PAYOUT_RESULTS, 'unchanged', 'problem'] as const

const resultRow = z.object({
  line: z.number().int().meta({ description: 'In the file, the header being 1' }),
  reference: z.string(),
  status: z.string(),
  outcome: z.enum(ROW_OUTCOMES),
  explanation: z.string(),
})

export const payoutResult = z
  .object({
    rows: z.array(resultRow),
    counts: z.record(z.enum(ROW_OUTCOMES), z.number().int()),
    /** Lines of the batch about which nothing is known yet, in the file or before. */
    unheard: z.number().int(),
  })
  .meta({ id: 'PayoutResult' })

const resultFile = z.object({
  id,
  fileName: term(200),
  content: z
    .base64('Not a file')
    .max(Math.ceil((PAYOUT_FILE_BYTES * 4) / 3) + 4, 'At most 2 MB')
    .meta({ description: 'The bank’s CSV, as base64' }),
})

export const payoutBatchApprove = z.object({ id, lines: z.number().int(), total: kobo })

export const payoutLineMark = z.object({
  id,
  lineId: id,
  result: z.enum(PAYOUT_RESULTS),
  on: date,
  bankReference: text(60, 0).default(''),
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
      'What a batch of these loans would pay, and which of them cannot go in and why. Changes nothing.',
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
      'Creates a numbered batch of one or more loans awaiting disbursement. With a reason it is submitted for approval at once.',
    input: z.object({
      id,
      loanIds: z.array(id).min(1).max(PAYOUT_LINES_MOST),
      valueOn: date,
      payingAccount: text(80, 3),
      reason: why(500).optional(),
    }),
    reply: payoutBatch,
    bodyLimit: 128 * 1024,
  }),
  payoutBatchList: endpoint({
    method: 'GET',
    path: root,
    permission: 'console.read',
    summary: 'Disbursement batches, newest first.',
    input: page.extend({
      status: z.enum(PAYOUT_STATUSES).optional(),
      /** Only batches with lines that the bank paid and the books could not follow. */
      refused: z.enum(['true']).optional(),
      /** Only approved batches with payments whose bank result is not recorded yet. */
      toTransfer: z.enum(['true']).optional(),
    }),
    reply: listOf(payoutBatch),
  }),
  payoutBatchGet: endpoint({
    method: 'GET',
    path: `${root}/:id`,
    permission: 'console.read',
    summary: 'One batch with its totals by line state and what can be done about it.',
    input: z.object({ id }),
    reply: payoutBatch.extend({
      tallies: z.array(
        z.object({ status: z.enum(PAYOUT_LINE_STATUSES), lines: z.number().int(), total: kobo }),
      ),
      problems: z.number().int(),
      control: control
        .nullable()
        .meta({ description: 'Of the file as it was last taken, or as it would be now' }),
      bankFiles: z.array(bankFileTaken),
      offers: z.record(z.enum(PAYOUT_ACTS), offer),
    }),
  }),
  payoutLineList: endpoint({
    method: 'GET',
    path: `${root}/:id/lines`,
    permission: 'console.read',
    summary: 'The lines of a batch in their order, account numbers masked.',
    input: page.extend({
      id,
      status: z.enum(PAYOUT_LINE_STATUSES).optional(),
      /** Only lines that the bank paid and the books could not follow. */
      refused: z.enum(['true']).optional(),
    }),
    reply: listOf(payoutLine),
  }),
  payoutBatchAsk: endpoint({
    method: 'POST',
    path: `${root}/:id/ask`,
    permission: 'money.ask',
    summary: 'Asks a second person to approve the batch.',
    input: z.object({ id, reason: why(500) }),
    reply: changeReply,
  }),
  payoutBatchCancel: endpoint({
    method: 'POST',
    path: `${root}/:id/cancel`,
    permission: 'money.ask',
    summary: 'Gives the batch up before it goes to the bank; its loans go back to awaiting.',
    input: z.object({ id, reason: why(500) }),
    reply: done,
  }),
  payoutBatchExport: endpoint({
    method: 'POST',
    path: `${root}/:id/export`,
    permission: 'money.ask',
    summary:
      'The file for the bank, with account numbers in full. It is taken once; a copy needs a reason and is marked as one.',
    replay: false, // personal numbers are not kept a second time
    input: z.object({
      id,
      /** Of this download: a repeat gives the same file and is no further copy. */
      exportId: randomId,
      reason: why(300).optional().meta({ description: 'Needed for a copy' }),
    }),
    reply: bankFileTaken.extend({ csv: z.string(), heldBack: z.number().int() }),
  }),
  payoutResultPreview: endpoint({
    method: 'POST',
    path: `${root}/:id/result/preview`,
    permission: 'money.ask',
    summary: 'Reads the bank’s result file and explains every row. Changes nothing.',
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
      'Records the bank’s results: what is paid is posted by a job, what failed goes back to awaiting.',
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
      'Records by hand what the bank said about one line. Paid needs the bank’s reference; failed needs approval.',
    input: payoutLineMark,
    reply: changeReply,
  }),
  payoutLineClear: endpoint({
    method: 'POST',
    path: `${root}/:id/lines/:lineId/clear`,
    permission: 'money.ask',
    summary:
      'Asks a second person to end a payment that the bank made and no loan can take: the money came back, is claimed back, or is lost.',
    input: payoutLineClear,
    reply: changeReply,
  }),
  payoutReferenceAdd: endpoint({
    method: 'POST',
    path: '/api/loans/:loanId/payouts/:eventId/bank-reference',
    permission: 'money.ask',
    summary: 'Keeps what the bank calls a payment that left, once it is known; it is not changed afterwards.',
    input: z.object({ loanId: id, eventId: id, reference: text(60, 2) }),
    reply: done,
  }),
  payoutBatchRetry: endpoint({
    method: 'POST',
    path: `${root}/:id/retry`,
    permission: 'money.ask',
    summary: 'Posts again what the books could not follow, once what stood in the way is settled.',
    input: z.object({ id }),
    reply: done,
  }),
}

export const payoutExportApi = {
  payoutListExport: endpoint({
    method: 'GET',
    path: '/api/payout-export',
    permission: 'console.read',
    summary: 'The pay-out batches that a filter shows, as CSV or XLSX.',
    input: payoutApi.payoutBatchList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  payoutLineExport: endpoint({
    method: 'GET',
    path: '/api/payouts/:id/lines/export',
    permission: 'console.read',
    summary: 'The lines of a pay-out batch as the filter shows them, account numbers masked, as CSV or XLSX.',
    input: payoutApi.payoutLineList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
