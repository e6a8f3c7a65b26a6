import { z } from 'zod/mini'
import {
  changeReply,
  date,
  endpoint,
  exportOf,
  id,
  kobo,
  listOf,
  moment,
  nairaOfFile,
  page,
  randomId,
  term,
  text,
  why,
} from './endpoint.ts'
import { CHANNELS } from './loans.ts'
import { SIGNAL_KINDS } from './payroll.ts'
import { CASH_ACCOUNTS, SOURCE_KINDS } from './paySources.ts'
import { payMonth } from './vocabulary.ts'

export const SUSPENSE_USES = ['loan', 'returned', 'notDeducted', 'undone'] as const

/** A batch: one file of deductions, its match, its posting and its messages. The file itself is an upload (`intake.ts`). */

/**
 * Every row stands in exactly one; `invalid` are the rows that the upload refused. `notOurs`: no customer matches it.
 * `foreign`: the deduction of another lender, left out. `unknownElement`: no one has said yet whose deduction its code is.
 */
export const BINS = [
  'exact',
  'short',
  'over',
  'nameDiffers',
  'duplicate',
  'noLoan',
  'closedLoan',
  'ambiguous',
  'notOurs',
  'foreign',
  'unknownElement',
] as const
export type Bin = (typeof BINS)[number]

/** Score of 100 below which the name in the file is not the customer's: a person confirms the row first. */
export const NAME_DIFFERS_BELOW = 70

/** Columns of a file that say whose deduction a row is. */
export const CODE_KINDS = ['element', 'beneficiary'] as const
export type CodeKind = (typeof CODE_KINDS)[number]
/** Distinct codes of a batch that are shown at once; those with the most rows first. */
export const BATCH_CODES_MAX = 200

export const TREATMENTS = ['post', 'suspense', 'skip'] as const
export const BATCH_STATUSES = ['open', 'waiting', 'posting', 'posted', 'undoing', 'undone'] as const
export const ROW_STATUSES = ['open', 'posted', 'suspense', 'skipped', 'undone', 'refused'] as const

const rowsOfMoney = z.object({ rows: z.int(), total: kobo })
const binFigure = z.extend(rowsOfMoney, { expected: kobo })

export const repaymentBatch = z
  .object({
    id,
    number: z.string(),
    source: z.string(),
    sourceName: z.string(),
    period: z.string(),
    /** Of a collections source the rows are receipts of its channel, and may be in the bank already. */
    kind: z.enum(SOURCE_KINDS),
    cashAccount: z.enum(['payrollOfficeReceivable', ...CASH_ACCOUNTS]),
    channel: z.enum(CHANNELS),
    fileName: z.string(),
    status: z.enum(BATCH_STATUSES),
    approvalId: z.nullable(id),
    correctsId: z.nullable(id),
    valueOn: z.nullable(z.string()),
    gapNote: z.nullable(z.string()),
    holdsMessages: z.boolean(),
    /** The three totals. */
    declaredRows: z.nullable(z.int()),
    declaredTotal: z.nullable(kobo),
    fileRows: z.int(),
    fileTotal: kobo,
    bankCredit: kobo,
    bins: z.record(z.enum(BINS), binFigure),
    invalidRows: z.int(),
    /** Rows in another name than the customer's, by where they go. */
    namesDiffer: z.object({ toLoans: rowsOfMoney, toSuspense: rowsOfMoney }),
    /** Rows that a person has to decide before the batch can be submitted. */
    undecided: z.object({ ambiguous: z.int(), nameDiffers: z.int(), unknownElement: z.int() }),
    /** Deducted for other lenders: in the file, not in the ledger, and not owed to us. */
    foreign: rowsOfMoney,
    /** Rows to loans for which the file has no name to compare. */
    rowsWithoutName: z.int(),
    /** Of what is to be posted or kept: done so far, and refused by the books. */
    rowsToDo: z.int(),
    rowsDone: z.int(),
    rowsRefused: z.int(),
    /** Refused by the books and given another place since: a second person has to agree on that. */
    rowsMoved: z.int(),
    /** Of an undo: reversed on their loans before it came to them. */
    rowsPassedOver: z.int(),
    postedTotal: kobo,
    suspenseTotal: kobo,
    /** Deducted from people's pay and not yet sent to us. */
    unremitted: kobo,
    /** Kept back by the payroll office, and no longer expected from it. */
    officeCharges: kobo,
    writtenDown: kobo,
    uploadedBy: z.string(),
    openedAt: moment,
    submittedBy: z.nullable(z.string()),
    approvedBy: z.nullable(z.string()),
    postedAt: z.nullable(moment),
    undoneAt: z.nullable(moment),
  })
  .register(z.globalRegistry, { id: 'RepaymentBatch' })

export const repaymentRow = z
  .object({
    rowNumber: z.int(),
    part: z.int(),
    /** The receipt on the loan, or the item in suspense, once it is posted. */
    receiptId: z.nullable(id),
    line: z.int(),
    staffNumber: z.string(),
    name: z.string(),
    employer: z.string(),
    element: z.string(),
    beneficiary: z.string(),
    loanNumber: z.nullable(z.string()),
    loanId: z.nullable(id),
    customerId: z.nullable(id),
    customerName: z.nullable(z.string()),
    amount: kobo,
    /** Posted already by the file that this one corrects. */
    earlier: kobo,
    expected: z.nullable(kobo),
    bin: z.enum(BINS),
    treatment: z.enum(TREATMENTS),
    matchedBy: z.nullable(z.string()),
    /** Of 100, where the name in the file is not the customer's; null where it is, or there is none. */
    nameScore: z.nullable(z.int()),
    status: z.enum(ROW_STATUSES),
    problem: z.nullable(z.string()),
    balanceAfter: z.nullable(kobo),
    /** Loans a person could choose for it. */
    candidates: z.array(
      z.object({ loanId: id, number: z.string(), customerName: z.string(), instalment: kobo }),
    ),
  })
  .register(z.globalRegistry, { id: 'RepaymentRow' })

/** A file has 1,100,000 rows at most; what counts in billions is no row of any. */
const rowNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000_000))
const row = { id, rowNumber, part: z.coerce.number().check(z.int(), z.gte(1), z.lte(20)) }

export const suspenseItem = z
  .object({
    id,
    /** Null of a line of a bank statement: it has the account and the reference of the bank instead. */
    batchId: z.nullable(id),
    batchNumber: z.nullable(z.string()),
    period: z.nullable(z.string()),
    bankCode: z.nullable(z.int()),
    bankReference: z.nullable(z.string()),
    staffNumber: z.string(),
    /** In the file, or as the bank describes the payment. */
    name: z.string(),
    employer: z.string(),
    bin: z.nullable(z.enum(BINS)),
    amount: kobo,
    remaining: kobo,
    ownerId: z.nullable(id),
    ownerName: z.nullable(z.string()),
    /** The day the money came in, by the statement. */
    receivedOn: z.string(),
    openedAt: moment,
    days: z.int(),
    closedAt: z.nullable(moment),
    approvalId: z.nullable(id),
    /** Where it went, each with who agreed to it as second person. */
    uses: z.array(
      z.object({
        id,
        kind: z.enum(SUSPENSE_USES),
        amount: kobo,
        loanId: z.nullable(id),
        loanNumber: z.nullable(z.string()),
        note: z.string(),
        by: z.string(),
        at: moment,
        /** It went to the wrong loan and came back. */
        undoneAt: z.nullable(moment),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'SuspenseItem' })

export const suspenseUse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loan'), loanId: id, on: date }),
  /** Sent back to who paid it, after the approval; without a reference it gets one of ours, to put on the transfer. */
  z.object({ kind: z.literal('returned'), reference: z.optional(text(60, 2)) }),
  /** The payroll office says it was not deducted after all, and does not owe it. */
  z.object({ kind: z.literal('notDeducted') }),
  /** Of a line of a bank statement that is something else: its entry is reversed. */
  z.object({ kind: z.literal('undone') }),
])

/** A code of a file, and the answer that a user gave for its source. */
const codeAnswer = z.object({
  kind: z.enum(CODE_KINDS),
  key: z.string(),
  code: z.string(),
  isOurs: z.nullable(z.boolean()),
  answeredBy: z.nullable(z.string()),
  answeredAt: z.nullable(moment),
})
export const batchCode = z
  .extend(codeAnswer, { rows: z.int(), total: kobo, sample: z.string() })
  .register(z.globalRegistry, { id: 'BatchCode' })
export const sourceCode = z
  .extend(codeAnswer, {
    isOurs: z.boolean(),
    answeredBy: z.string(),
    answeredAt: moment,
    batchId: z.nullable(id),
    note: z.string(),
    approvalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'SourceCode' })
const ofCode = { kind: z.enum(CODE_KINDS), key: text(200), isOurs: z.boolean() }

/** What the commands carry, exactly as the maker saw it. */
export const sourceCodeChanging = z.object({
  source: term(40).check(z.minLength(1)),
  ...ofCode,
  reason: why(300),
})
export const repaymentSubmission = z.object({
  id,
  valueOn: date,
  bankCredit: nairaOfFile.check(z.refine(value => value >= 0n, 'Enter zero or more')),
  bankReference: z.nullable(text(60, 2)),
  gapNote: z.nullable(why(500)),
  holdsMessages: z.boolean(),
  reason: why(500),
})
export const repaymentTakingBack = z.object({ id, receiptId: id, reason: why(500) })
export const remittance = z.object({
  id,
  batchId: id,
  amount: nairaOfFile.check(z.refine(value => value > 0n, 'More than zero')),
  receivedOn: date,
  reference: text(60, 2),
  reason: why(500),
})
export const remittanceUndoing = z.object({ id, batchId: id, reason: why(500) })
export const suspenseUsing = z.object({
  id: randomId,
  suspenseId: id,
  amount: nairaOfFile.check(z.refine(value => value > 0n, 'More than zero')),
  use: suspenseUse,
  reason: why(500),
})
export const suspenseTakingBack = z.object({ suspenseId: id, receiptId: id, reason: why(500) })

export const repaymentApi = {
  repaymentList: endpoint({
    method: 'GET',
    path: '/api/repayments',
    permission: 'console.read',
    summary: 'Lists repayment batches, newest first.',
    input: z.extend(page, {
      status: z.optional(z.enum(BATCH_STATUSES)),
      source: z.optional(term(40)),
      period: z.optional(payMonth),
      /** Only batches with money that was deducted and not sent to us. */
      unremitted: z.optional(z.enum(['true', 'false'])),
      /** Only batches with rows that the books refused. */
      refused: z.optional(z.enum(['true'])),
    }),
    reply: z.extend(listOf(repaymentBatch), {
      /** Of all sources together, less what came beyond the deductions; asked for with `unremitted`. */
      officesOwe: z.nullable(kobo),
      /** By source, over every page; asked for with `unremitted`. */
      bySource: z.nullable(
        z.array(z.object({ source: z.string(), sourceName: z.string(), batches: z.int(), owed: kobo })),
      ),
    }),
  }),
  repaymentGet: endpoint({
    method: 'GET',
    path: '/api/repayments/:id',
    permission: 'console.read',
    summary: 'Returns one batch with its match results and control totals.',
    input: z.object({ id }),
    reply: z.extend(repaymentBatch, {
      /** A batch that corrects this one and stands: until it is undone or given up, this one stays too. */
      correctedBy: z.nullable(z.object({ id, number: z.string() })),
      remittances: z.array(
        z.object({
          id,
          /** Of the receipt. */
          number: z.string(),
          /** Allocated to this batch, and kept back by the office of its deductions. */
          amount: kobo,
          charge: kobo,
          receiptAmount: kobo,
          receivedOn: z.string(),
          reference: z.string(),
          recordedBy: z.string(),
        }),
      ),
      /** Delivery of the messages it sent, by status, and what they cost. */
      messages: z.object({ counts: z.record(z.string(), z.int()), cost: kobo }),
    }),
  }),
  repaymentRows: endpoint({
    method: 'GET',
    path: '/api/repayments/:id/rows',
    permission: 'console.read',
    summary: 'Lists the rows of a batch by match result and status.',
    input: z.extend(page, {
      id,
      bin: z.optional(z.enum(BINS)),
      status: z.optional(z.enum(ROW_STATUSES)),
      attention: z
        .optional(z.literal('true'))
        .check(z.describe('Only rows with an undecided match or a failed posting.')),
      search: z.optional(term(80)),
    }),
    reply: listOf(repaymentRow),
  }),
  repaymentCounts: endpoint({
    method: 'GET',
    path: '/api/repayments/counts',
    permission: 'console.read',
    summary: 'Counts open suspense items, failed postings and batches with unremitted deductions.',
    input: z.object({}),
    reply: z.object({ suspense: z.int(), refused: z.int(), unremitted: z.int() }),
  }),
  repaymentRefused: endpoint({
    method: 'GET',
    path: '/api/repayments/refused',
    permission: 'console.read',
    summary: 'Lists failed postings of every batch, newest batch first, each with its reason.',
    input: page,
    reply: z.extend(
      listOf(
        z.extend(repaymentRow, {
          batchId: id,
          batchNumber: z.string(),
          sourceName: z.string(),
          period: z.string(),
        }),
      ),
      { amount: kobo },
    ),
  }),
  repaymentRowPreview: endpoint({
    method: 'GET',
    path: '/api/repayments/:id/rows/:rowNumber/:part/preview',
    permission: 'console.read',
    summary: 'Previews the posting of a row: allocation, outstanding balance after it and the SMS.',
    input: z.object({ ...row }),
    reply: z.object({
      allocation: z.array(z.object({ instalment: z.nullable(z.int()), component: z.string(), amount: kobo })),
      balanceBefore: kobo,
      balanceAfter: kobo,
      credit: kobo,
      /** Why it would be refused; null when it would not. */
      problem: z.nullable(z.string()),
      message: z.nullable(z.object({ text: z.string(), segments: z.int() })),
    }),
  }),
  repaymentRowMatch: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/rows/:rowNumber/:part/match',
    permission: 'money.ask',
    summary: 'Matches a row to a loan manually, sends it to suspense, or excludes it.',
    input: z.object({ ...row, loanId: z.nullable(id), treatment: z.enum(TREATMENTS), note: why(300) }),
    reply: repaymentRow,
  }),
  repaymentCodeList: endpoint({
    method: 'GET',
    path: '/api/repayments/:id/codes',
    permission: 'console.read',
    summary: 'Lists codes of a batch that the settings do not name, unanswered ones first, with their rows.',
    input: z.object({ id }),
    reply: z.object({ rows: z.array(batchCode), total: z.int() }),
  }),
  repaymentCodeMark: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/codes',
    permission: 'money.ask',
    summary:
      'Marks a deduction element or beneficiary of a file as ours or not ours, for every row and later files of its source.',
    input: z.object({ id, ...ofCode }),
    reply: z.object({ rows: z.int(), isQueued: z.boolean() }),
  }),
  sourceCodeList: endpoint({
    method: 'GET',
    path: '/api/payroll-sources/:source/codes',
    permission: 'console.read',
    summary:
      'Lists the deduction elements and beneficiaries that users marked as ours or not ours for a source.',
    input: z.extend(page, {
      source: term(40).check(z.minLength(1)),
      isOurs: z.optional(z.enum(['true', 'false'])),
    }),
    reply: listOf(sourceCode),
  }),
  sourceCodeChange: endpoint({
    method: 'POST',
    path: '/api/payroll-sources/:source/codes',
    permission: 'settings.change',
    summary: 'Submits for approval whether a code of a source is ours. Posted batches stay as they are.',
    input: sourceCodeChanging,
    reply: changeReply,
  }),
  repaymentRowSplit: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/rows/:rowNumber/split',
    permission: 'money.ask',
    summary: 'Splits a row over several loans. The parts must add up to the row.',
    input: z.object({
      id,
      rowNumber,
      parts: z
        .array(
          z.object({
            loanId: id,
            amount: nairaOfFile.check(z.refine(value => value > 0n, 'More than zero')),
          }),
        )
        .check(z.minLength(2, 'At least two'), z.maxLength(10, 'At most ten')),
      note: why(300),
    }),
    reply: z.object({ rows: z.array(repaymentRow) }),
  }),
  repaymentSubmit: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/submit',
    permission: 'money.ask',
    summary:
      'Submits a batch for approval. The control totals must agree, or the difference must be explained.',
    input: repaymentSubmission,
    reply: changeReply,
  }),
  repaymentUndo: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/undo',
    permission: 'money.ask',
    summary: 'Submits the reversal of a whole batch for approval.',
    input: z.object({ id, reason: why(500) }),
    reply: changeReply,
  }),
  repaymentTakeBack: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/receipts/:receiptId/take-back',
    permission: 'money.ask',
    summary:
      'Submits the reversal of one repayment of a batch to suspense for approval, or of an amount marked as not deducted.',
    input: repaymentTakingBack,
    reply: changeReply,
  }),
  repaymentRetry: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/retry',
    permission: 'money.ask',
    summary: 'Retries failed postings. Reassigned rows need a reason and approval.',
    input: z.object({ id, reason: z.optional(why(500)) }),
    reply: repaymentBatch,
  }),
  repaymentMessagesPause: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/messages/pause',
    permission: 'money.ask',
    summary: 'Holds the unsent messages of a batch until they are released.',
    input: z.object({ id, reason: z.optional(why(500)) }),
    reply: z.object({ held: z.int() }),
  }),
  repaymentMessagesRelease: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/messages/release',
    permission: 'money.ask',
    summary: 'Releases the held messages of a batch.',
    input: z.object({ id }),
    reply: z.object({ released: z.int() }),
  }),
  repaymentMessagesResend: endpoint({
    method: 'POST',
    path: '/api/repayments/:id/messages/resend-failed',
    permission: 'money.ask',
    summary: 'Resends the failed messages of a batch, each once, as new, linked messages.',
    input: z.object({ id, reason: why(500) }),
    reply: z.object({ resent: z.int() }),
  }),
  remittanceRecord: endpoint({
    method: 'POST',
    path: '/api/repayments/:batchId/remittances',
    permission: 'money.ask',
    summary: 'Submits a remittance of a payroll office for a batch for approval.',
    input: remittance,
    reply: changeReply,
  }),
  remittanceUndo: endpoint({
    method: 'POST',
    path: '/api/repayments/:batchId/remittances/:id/undo',
    permission: 'money.ask',
    summary:
      'Submits the reversal of a remittance for approval. The batch stays, and the bank reference can be used again.',
    input: remittanceUndoing,
    reply: changeReply,
  }),
  repaymentMissing: endpoint({
    method: 'GET',
    path: '/api/repayments/missing',
    permission: 'console.read',
    summary:
      'Lists active loans of a source without a deduction for a month, with the payroll status of the customer.',
    input: z.extend(page, { source: term(40).check(z.minLength(1)), period: payMonth }),
    reply: z.extend(
      listOf(
        z.object({
          loanId: id,
          loanNumber: z.string(),
          customerId: id,
          customerName: z.string(),
          staffNumber: z.string(),
          employer: z.string(),
          expected: kobo,
          arrears: kobo,
          signals: z.array(z.enum(SIGNAL_KINDS)),
          /** In the newest payroll of the source. */
          isOnPayroll: z.nullable(z.boolean()),
        }),
      ),
      {
        expectedTotal: z
          .nullable(kobo)
          .register(z.globalRegistry, { description: 'Null if counting stopped early' }),
      },
    ),
  }),
  suspenseList: endpoint({
    method: 'GET',
    path: '/api/suspense',
    permission: 'console.read',
    summary: 'Lists unidentified payments in suspense, oldest first.',
    input: z.extend(page, {
      state: z._default(z.enum(['open', 'closed']), 'open'),
      ownerId: z.optional(id),
      batchId: z.optional(id),
      /** Came so many days ago or earlier. */
      olderThan: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(3650))),
    }),
    reply: z.extend(listOf(suspenseItem), { openTotal: kobo }),
  }),
  suspenseAssign: endpoint({
    method: 'POST',
    path: '/api/suspense/:id/owner',
    permission: 'money.ask',
    summary: 'Assigns a suspense item to a user.',
    input: z.object({ id, ownerId: z.nullable(id) }),
    reply: suspenseItem,
  }),
  suspenseUse: endpoint({
    method: 'POST',
    path: '/api/suspense/:suspenseId/use',
    permission: 'money.ask',
    summary:
      'Submits for approval that a suspense item is applied to a loan, refunded to the payer, marked as not deducted, or, of a bank statement, reversed.',
    input: suspenseUsing,
    reply: changeReply,
  }),
  suspenseTakeBack: endpoint({
    method: 'POST',
    path: '/api/suspense/:suspenseId/uses/:receiptId/take-back',
    permission: 'money.ask',
    summary: 'Submits the reversal of a repayment that money of a bank statement was applied as.',
    input: suspenseTakingBack,
    reply: changeReply,
  }),
}

export const repaymentExportApi = {
  repaymentListExport: exportOf(
    repaymentApi.repaymentList,
    '/api/repayment-export',
    'Exports the filtered repayment batches as CSV or XLSX.',
  ),
  repaymentRowsExport: exportOf(
    repaymentApi.repaymentRows,
    '/api/repayment-export/:id/rows',
    'Exports the filtered rows of a batch as CSV or XLSX.',
  ),
  repaymentRefusedExport: exportOf(
    repaymentApi.repaymentRefused,
    '/api/repayment-export/refused',
    'Exports the failed postings of every batch as CSV or XLSX.',
  ),
  remittanceExport: exportOf(
    repaymentApi.repaymentGet,
    '/api/repayment-export/:id/remittances',
    'Exports the remittances of a batch as CSV or XLSX.',
  ),
  suspenseExport: exportOf(
    repaymentApi.suspenseList,
    '/api/repayment-export/suspense',
    'Exports the suspense items as CSV or XLSX.',
  ),
  repaymentMissingExport: exportOf(
    repaymentApi.repaymentMissing,
    '/api/repayment-export/missing',
    'Exports the active loans without a deduction for a month as CSV or XLSX.',
  ),
}
