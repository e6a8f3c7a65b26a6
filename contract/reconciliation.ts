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
  page,
  randomId,
  term,
  text,
  why,
} from './endpoint.ts'
import { payMonth } from './vocabulary.ts'

/** What a payroll month came to for each person: expected, instructed, deducted, remitted and posted, with one verdict. */

export const VERDICTS = [
  'agrees',
  'notInstructed',
  'refusedByOffice',
  'instructedNotDeducted',
  'short',
  'over',
  'deductedAfterStop',
  'deductedNotInstructed',
  'deductedNotRemitted',
  'remittedNotInFile',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const VERDICT_LABELS: Record<Verdict, string> = {
  agrees: 'Agrees',
  notInstructed: 'Not instructed',
  refusedByOffice: 'Refused by office',
  instructedNotDeducted: 'Instructed, not deducted',
  short: 'Short',
  over: 'Over',
  deductedAfterStop: 'Deducted after stop',
  deductedNotInstructed: 'Deducted, not instructed',
  deductedNotRemitted: 'Deducted, not remitted',
  remittedNotInFile: 'Remitted, not in file',
}

/** What a verdict is called of a person or month; without instructions sent it rests on what was expected. */
export function verdictLabel(verdict: Verdict, { instructed }: { instructed: bigint | null }): string {
  if (instructed === null && verdict === 'notInstructed') return 'Expected, not deducted'
  if (instructed === null && verdict === 'deductedNotInstructed') return 'Deducted, not expected'
  return VERDICT_LABELS[verdict]
}

/** How each verdict is given, as shown beside it. The first that fits is the one. */
export const VERDICT_MEANINGS: Record<Verdict, string> = {
  remittedNotInFile: 'Remitted by the payroll office, and no deduction file of the month has it.',
  deductedAfterStop: 'Deducted although the last instruction sent was a stop.',
  deductedNotInstructed:
    'Deducted and not instructed. Where no instructions are sent: deducted and nothing was expected.',
  short: 'Less was deducted than instructed, or less was posted than deducted.',
  over: 'More was deducted than instructed, more was posted than deducted, or more was remitted than deducted.',
  deductedNotRemitted: 'Deducted as instructed and posted, and not or only partly remitted.',
  refusedByOffice: 'The payroll office rejected the instruction, and nothing was deducted.',
  instructedNotDeducted: 'Instructed, and nothing was deducted.',
  notInstructed: 'Expected and not instructed, and nothing was deducted.',
  agrees: 'Instructed, deducted, remitted and posted are the same amount.',
}

/** The amounts a person has in a month, in the order of the payroll cycle. */
export const MEASURES = ['expected', 'instructed', 'deducted', 'remitted', 'posted'] as const
export type Measure = (typeof MEASURES)[number]

/** What the instructions of the month say of a person; unused where none were sent for the month. */
export const INSTRUCTION_STATES = ['unused', 'none', 'instructed', 'stopped', 'refused'] as const
export type InstructionState = (typeof INSTRUCTION_STATES)[number]

const amounts = z.object({
  expected: kobo,
  instructed: z.nullable(kobo).register(z.globalRegistry, {
    description: 'Null where no instructions were sent for the month.',
  }),
  deducted: kobo,
  remitted: kobo.clone().register(z.globalRegistry, {
    description: 'Received for the deductions, with the charges withheld by the payroll office.',
  }),
  posted: kobo,
})

const source = term(40).check(z.minLength(1))
const verdict = z.enum(VERDICTS)

export const reconciliationMonth = z
  .object({
    id: z.string(),
    source: z.string(),
    sourceName: z.string(),
    month: z.string(),
    /** Whether a deduction file of the month is in the ledger: no verdict is given before. */
    fileIn: z.boolean(),
    calculatedAt: z.nullable(moment),
    persons: z.int(),
    agreeing: z.int(),
    open: z.int(),
    ...amounts.shape,
    verdicts: z.array(
      z.object({
        verdict,
        persons: z.int(),
        open: z.int(),
        /** The difference that the verdict is about. */
        amount: kobo,
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'ReconciliationMonth' })

export const reconciliationLine = z
  .object({
    id,
    source: z.string(),
    month: z.string(),
    staffNumber: z.string(),
    customerId: z.nullable(id),
    name: z.string(),
    employer: z.string(),
    ...amounts.shape,
    state: z.enum(INSTRUCTION_STATES),
    verdict: z.nullable(verdict).register(z.globalRegistry, {
      description: 'Null until a deduction file of the month is in the ledger.',
    }),
    /** The difference that the verdict is about. */
    difference: kobo,
    isOpen: z.boolean(),
    since: date,
    days: z.int(),
    ownerId: z.nullable(id),
    ownerName: z.nullable(z.string()),
    note: z.string(),
    closedAt: z.nullable(moment),
    closedBy: z.nullable(z.string()),
    closedReason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'ReconciliationLine' })

const filter = {
  source: z.optional(source),
  month: z.optional(payMonth),
  employer: z.optional(term(200)),
  verdict: z.optional(verdict),
  state: z.optional(z.enum(['open', 'closed'])).register(z.globalRegistry, {
    description: 'Exceptions that are open, or closed with a reason.',
  }),
  ownerId: z.optional(id),
  /** An exception for so many days or longer. */
  olderThan: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(3650))),
  search: z.optional(term(100)),
}

const reconciliationMonths = endpoint({
  method: 'GET',
  path: '/api/reconciliation',
  permission: 'console.read',
  summary: 'Lists payroll months by source with their five totals and exceptions by verdict, newest first.',
  input: z.extend(page, { source: z.optional(source), month: z.optional(payMonth) }),
  reply: listOf(reconciliationMonth),
})

const reconciliationEmployers = endpoint({
  method: 'GET',
  path: '/api/reconciliation/employers',
  permission: 'console.read',
  summary: 'Lists the employers of a payroll month with their totals and exceptions, by name.',
  input: z.extend(page, { source, month: payMonth, search: z.optional(term(100)) }),
  reply: listOf(
    z.object({
      id: z.string(),
      employer: z.string(),
      persons: z.int(),
      agreeing: z.int(),
      open: z.int(),
      ...amounts.shape,
    }),
  ),
})

const reconciliationLines = endpoint({
  method: 'GET',
  path: '/api/reconciliation/lines',
  permission: 'console.read',
  summary: 'Lists persons of a payroll month with their five amounts and verdict.',
  input: z.extend(page, filter),
  reply: z.extend(listOf(reconciliationLine), {
    /** Over all rows of the filter; null where counting stopped early. */
    sums: z.nullable(z.extend(amounts, { difference: kobo })),
  }),
})

// ── Remittance advice ──────────────────────────────────────────────────────────────────────────────────────────────

/** What an advice says of each person. A receipt for one month needs no month. */
export const ADVICE_FIELDS = {
  staffNumber: { title: 'Staff number', required: true },
  name: { title: 'Name', required: false },
  amount: { title: 'Amount', required: true },
  month: { title: 'Month', required: false },
} as const
export type AdviceField = keyof typeof ADVICE_FIELDS
export const ADVICE_FILE_BYTES = 4 * 1024 * 1024

const column = z.optional(z.int().check(z.gte(0), z.lte(99)))
const adviceFile = z.object({
  receiptId: id,
  content: z
    .base64('Not a file')
    .check(z.maxLength(Math.ceil((ADVICE_FILE_BYTES * 4) / 3) + 4, 'At most 4 MB'))
    .register(z.globalRegistry, { description: 'The remittance advice as CSV or XLSX, as base64' }),
  /** Columns of the file, the first being 0. Left out: as their titles say. */
  mapping: z.optional(z.object({ staffNumber: column, name: column, amount: column, month: column })),
})

export const remittanceAdvice = z
  .object({
    id,
    fileName: z.string(),
    persons: z.int(),
    total: kobo,
    submittedBy: z.string(),
    attachedAt: moment,
    /** Whether its amounts are those allocated, for each month. Where they are not, remitted is spread over all persons. */
    agrees: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'RemittanceAdvice' })

/** Attaches an advice to a receipt, in place of the one it has; without an advice, removes it. */
export const adviceChange = z.object({
  receiptId: id,
  adviceId: z.nullable(id),
  replacesId: z.nullable(id),
  reason: z.string(),
})

const lineIds = z.array(id).check(z.minLength(1), z.maxLength(200))

export const reconciliationApi = {
  reconciliationMonths,
  reconciliationEmployers,
  reconciliationLines,
  reconciliationLine: endpoint({
    method: 'GET',
    path: '/api/reconciliation/lines/:id',
    permission: 'console.read',
    summary:
      'Returns one person of a payroll month with the instruction, the file rows, the remittances and the postings.',
    input: z.object({ id }),
    reply: z.object({
      line: reconciliationLine,
      instruction: z.nullable(
        z.object({
          listId: id,
          listNumber: z.string(),
          kind: z.string(),
          previous: kobo,
          amount: kobo,
          answer: z.nullable(z.string()),
        }),
      ),
      rows: z.array(
        z.object({
          batchId: id,
          batchNumber: z.string(),
          line: z.int(),
          name: z.string(),
          staffNumber: z.string(),
          deducted: kobo,
          remitted: kobo,
          posted: kobo,
          status: z.string(),
          loanId: z.nullable(id),
          loanNumber: z.nullable(z.string()),
          /** The repayment in the loan, which names its ledger entry. */
          entryRef: z.nullable(z.string()),
        }),
      ),
      /** Remitted for the person by name. Remitted of the rows is then without these. */
      advised: z.array(z.object({ receiptId: id, receiptNumber: z.string(), amount: kobo })),
    }),
  }),
  reconciliationLoan: endpoint({
    method: 'GET',
    path: '/api/reconciliation/loan/:loanId',
    permission: 'console.read',
    summary: 'Returns what was instructed and remitted for the customer of a loan, by payroll month.',
    input: z.object({ loanId: id }),
    reply: z.object({
      months: z.array(
        z.object({
          lineId: id,
          month: z.string(),
          instructed: z.nullable(kobo),
          remitted: kobo,
          verdict: z.nullable(verdict),
        }),
      ),
    }),
  }),
  reconciliationAssign: endpoint({
    method: 'POST',
    path: '/api/reconciliation/assign',
    permission: 'money.ask',
    summary: 'Assigns reconciliation exceptions to a user, or to no one.',
    replay: false, // said twice, it is the same
    input: z.object({ ids: lineIds, ownerId: z.nullable(id) }),
    reply: z.object({ changed: z.int() }),
  }),
  reconciliationNote: endpoint({
    method: 'POST',
    path: '/api/reconciliation/lines/:id/note',
    permission: 'money.ask',
    summary: 'Saves the note of a reconciliation exception.',
    replay: false, // said twice, it is the same
    input: z.object({ id, note: z._default(z.union([z.literal(''), text(500)]), '') }),
    reply: reconciliationLine,
  }),
  reconciliationClose: endpoint({
    method: 'POST',
    path: '/api/reconciliation/close',
    permission: 'money.ask',
    summary: 'Closes reconciliation exceptions with a reason. A new verdict opens them again.',
    replay: false, // closed once: the second is refused
    input: z.object({ ids: lineIds, reason: why(500) }),
    reply: z.object({ changed: z.int() }),
  }),
  reconciliationReopen: endpoint({
    method: 'POST',
    path: '/api/reconciliation/lines/:id/reopen',
    permission: 'money.ask',
    summary: 'Opens a closed reconciliation exception again.',
    replay: false, // open once: the second is refused
    input: z.object({ id, reason: why(500) }),
    reply: reconciliationLine,
  }),
  reconciliationRecalculate: endpoint({
    method: 'POST',
    path: '/api/reconciliation/recalculate',
    permission: 'money.ask',
    summary: 'Calculates a payroll month again. This also happens automatically after each change.',
    replay: false, // calculated twice, it is the same
    input: z.object({ source, month: payMonth }),
    reply: z.object({}),
  }),
  adviceGet: endpoint({
    method: 'GET',
    path: '/api/office-receipts/:receiptId/advice',
    permission: 'console.read',
    summary: 'Returns the remittance advice of a receipt, if it has one.',
    input: z.object({ receiptId: id }),
    reply: z.object({ advice: z.nullable(remittanceAdvice) }),
  }),
  advicePreview: endpoint({
    method: 'POST',
    path: '/api/office-receipts/:receiptId/advice/preview',
    permission: 'money.ask',
    summary: 'Reads a remittance advice, CSV or XLSX, and compares it with the allocation. Changes nothing.',
    replay: false,
    unaudited: true, // nothing changes
    bodyLimit: 6 * 1024 * 1024,
    input: adviceFile,
    reply: z.object({
      columns: z.array(z.object({ title: z.string(), sample: z.string() })),
      mapping: z.object({ staffNumber: column, name: column, amount: column, month: column }),
      persons: z.int(),
      total: kobo,
      /** Allocated with charges. */
      allocated: kobo,
      months: z.array(z.object({ month: z.string(), advised: kobo, allocated: kobo })),
      /** Persons whom no posted file of their month has. */
      notInFile: z.int(),
      /** Null where the advice can be submitted. */
      problem: z.nullable(z.string()),
    }),
  }),
  adviceSubmit: endpoint({
    method: 'POST',
    path: '/api/office-receipts/:receiptId/advice',
    permission: 'money.ask',
    summary: 'Submits a remittance advice for approval. Remitted is then per person instead of a share.',
    bodyLimit: 6 * 1024 * 1024,
    input: z.extend(adviceFile, { id: randomId, fileName: term(200), reason: why(500) }),
    reply: changeReply,
  }),
  adviceRemove: endpoint({
    method: 'POST',
    path: '/api/office-receipts/:receiptId/advice/remove',
    permission: 'money.ask',
    summary: 'Submits the removal of a remittance advice for approval.',
    input: z.object({ receiptId: id, reason: why(500) }),
    reply: changeReply,
  }),
}

export const reconciliationExportApi = {
  reconciliationMonthsExport: exportOf(
    reconciliationMonths,
    '/api/reconciliation-export/months',
    'Exports the payroll months by source with their totals and exceptions as CSV or XLSX.',
  ),
  reconciliationLinesExport: exportOf(
    reconciliationLines,
    '/api/reconciliation-export/lines',
    'Exports the filtered persons of payroll months with their five amounts and verdict as CSV or XLSX.',
  ),
}
