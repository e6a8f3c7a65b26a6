import { z } from 'zod/mini'
import {
  changeReply,
  date,
  done,
  endpoint,
  exportOf,
  fileReply,
  id,
  kobo,
  listOf,
  moment,
  naira,
  offer,
  page,
  randomId,
  term,
  text,
  why,
} from './endpoint.ts'
import { payMonth } from './vocabulary.ts'

/** Deduction instructions: the list that tells a payroll office each month whom to deduct, and what it answers. */

export const LIST_STATUSES = [
  'computing',
  'computed',
  'waiting',
  'approved',
  'sent',
  'acknowledged',
  'superseded',
  'cancelled',
] as const
export type ListStatus = (typeof LIST_STATUSES)[number]

/** none: a line that is decided on and is in no file. */
export const LINE_KINDS = ['new', 'change', 'stop', 'resume', 'continue', 'none'] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** What a person has to look at before the list is submitted. */
export const LINE_EXCEPTIONS = [
  'notOnPayroll',
  'overLimit',
  'sharedNumber',
  'noNumber',
  'settlementPending',
] as const
export type LineException = (typeof LINE_EXCEPTIONS)[number]

/** Exceptions that hold up the list until someone decides; an amount above the limit is reduced to it. */
export const HOLDING_EXCEPTIONS: readonly LineException[] = [
  'notOnPayroll',
  'sharedNumber',
  'noNumber',
  'settlementPending',
]

export const LINE_REASONS = [
  'firstDeduction',
  'loanAdded',
  'loanEnded',
  'repaid',
  'inFlight',
  'frozen',
  'nothingDue',
  'sourceBan',
  'lastAmount',
  'arrears',
  'limit',
  'instalment',
  'resumed',
  'excluded',
] as const
export type LineReason = (typeof LINE_REASONS)[number]

export const LINE_DECISIONS = ['include', 'exclude', 'override'] as const
export type LineDecision = (typeof LINE_DECISIONS)[number]

export const ANSWERS = ['accepted', 'rejected'] as const
export const LIST_ACTS = ['recompute', 'decide', 'submit', 'cancel', 'send', 'acknowledge'] as const
export type ListActName = (typeof LIST_ACTS)[number]

const tally = z.object({ kind: z.enum(LINE_KINDS), lines: z.int(), amount: kobo, previous: kobo })

export const instructionList = z
  .object({
    id,
    number: z.string(),
    source: z.string(),
    sourceName: z.string(),
    month: z.string(),
    round: z.int(),
    status: z.enum(LIST_STATUSES),
    cutOffOn: date,
    isLate: z.boolean().register(z.globalRegistry, { description: 'Computed after the cut-off' }),
    lines: z.int(),
    total: kobo.register(z.globalRegistry, {
      description: 'What the office deducts once it follows the list',
    }),
    previousTotal: kobo,
    computedAt: z.nullable(moment),
    computedBy: z.string(),
    sentAt: z.nullable(moment),
    acknowledgedAt: z.nullable(moment),
    rejected: z.int(),
    openRejections: z.int(),
    pendingApprovalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'InstructionList' })

const loanPart = z.object({ loanId: id, number: z.string(), due: kobo, amount: kobo })

export const instructionLine = z
  .object({
    no: z.int(),
    staffNumber: z.string(),
    customerId: id,
    customerName: z.string(),
    employer: z.string(),
    kind: z.enum(LINE_KINDS),
    previous: kobo,
    due: kobo,
    payLimit: z.nullable(kobo),
    amount: kobo,
    loans: z.array(loanPart),
    owed: kobo,
    inFlight: kobo,
    untilMonth: z.nullable(z.string()),
    reasons: z.array(z.enum(LINE_REASONS)),
    exceptions: z.array(z.enum(LINE_EXCEPTIONS)),
    signals: z.array(z.string()),
    decision: z.nullable(z.enum(LINE_DECISIONS)),
    decisionReason: z.nullable(z.string()),
    decidedBy: z.nullable(z.string()),
    isOpen: z.boolean().register(z.globalRegistry, { description: 'Still to be decided' }),
    answer: z.nullable(z.enum(ANSWERS)),
    answerReason: z.nullable(z.string()),
    answerAmount: z.nullable(kobo),
  })
  .register(z.globalRegistry, { id: 'InstructionLine' })

const takenFile = z.object({
  id,
  copy: z.int(),
  scope: z.enum(['delta', 'full']),
  fileName: z.string(),
  lines: z.int(),
  total: kobo,
  sha256: z.string(),
  takenAt: moment,
  takenBy: z.string(),
  reason: z.nullable(z.string()),
})

const rejection = z
  .object({
    listId: id,
    listNumber: z.string(),
    source: z.string(),
    month: z.string(),
    no: z.int(),
    staffNumber: z.string(),
    customerId: id,
    customerName: z.string(),
    kind: z.enum(LINE_KINDS),
    previous: kobo,
    amount: kobo,
    reason: z.string(),
    answeredAt: moment,
    ownerId: z.nullable(id),
    ownerName: z.nullable(z.string()),
    note: z.string(),
    closedAt: z.nullable(moment),
    closedBy: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'InstructionRejection' })

const due = z.object({
  source: z.string(),
  sourceName: z.string(),
  month: z.string(),
  cutOffOn: date,
  payDay: date,
  listId: z.nullable(id),
  status: z.nullable(z.enum(LIST_STATUSES)),
  lines: z.int(),
  total: kobo,
  /** Why no list can be computed now. */
  whyNot: z.nullable(z.string()),
})

const root = '/api/instructions'
const byId = z.object({ id })

export const instructionApprove = z.object({ id, sha256: z.string() })

const comingDeductions = z.array(z.object({ month: z.string(), amount: kobo }))

export const instructionApi = {
  instructionDue: endpoint({
    method: 'GET',
    path: `${root}/due`,
    permission: 'console.read',
    summary: 'Lists each payroll source with its cut-off, the state of its list and what to do next.',
    input: z.object({ month: z.optional(payMonth) }),
    reply: z.object({ month: z.string(), rows: z.array(due) }),
  }),
  instructionList: endpoint({
    method: 'GET',
    path: root,
    permission: 'console.read',
    summary: 'Lists deduction instruction lists, newest month first.',
    input: z.extend(page, {
      source: z.optional(term(40)),
      month: z.optional(payMonth),
      status: z.optional(z.enum(LIST_STATUSES)),
    }),
    reply: listOf(instructionList),
  }),
  instructionGet: endpoint({
    method: 'GET',
    path: `${root}/:id`,
    permission: 'console.read',
    summary: 'Returns one list with its totals by kind, open exceptions, files and available actions.',
    input: byId,
    reply: z.extend(instructionList, {
      element: z.string(),
      tallies: z.array(tally),
      exceptions: z.array(z.object({ exception: z.enum(LINE_EXCEPTIONS), lines: z.int(), open: z.int() })),
      sha256: z.nullable(z.string()),
      payrollMonth: z.nullable(z.string()).register(z.globalRegistry, {
        description: 'Month of the payroll file that pay and employment are taken from',
      }),
      approvedBy: z.nullable(z.string()),
      sentBy: z.nullable(z.string()),
      acknowledgement: z.nullable(z.string()),
      acknowledgedBy: z.nullable(z.string()),
      endedReason: z.nullable(z.string()),
      warnings: z.array(z.string()),
      files: z.array(takenFile),
      offers: z.record(z.enum(LIST_ACTS), offer),
    }),
  }),
  instructionLineList: endpoint({
    method: 'GET',
    path: `${root}/:id/lines`,
    permission: 'console.read',
    summary: 'Lists the lines of a list, exceptions to be decided first.',
    input: z.extend(page, {
      id,
      kind: z.optional(z.enum(LINE_KINDS)),
      exception: z.optional(z.enum(LINE_EXCEPTIONS)),
      /** Only lines that are to be decided. */
      open: z.optional(z.enum(['true'])),
      answer: z.optional(z.enum(ANSWERS)),
      search: z.optional(term(100)),
    }),
    reply: listOf(instructionLine),
  }),
  instructionCompute: endpoint({
    method: 'POST',
    path: root,
    permission: 'money.ask',
    summary: 'Computes the list of a payroll source and month in the background.',
    input: z.object({ id: randomId, source: term(40), month: payMonth }),
    reply: instructionList,
  }),
  instructionRecompute: endpoint({
    method: 'POST',
    path: `${root}/:id/recompute`,
    permission: 'money.ask',
    summary: 'Computes a list again before it is approved. Decisions on its lines are retained.',
    input: byId,
    reply: done,
  }),
  instructionCheck: endpoint({
    method: 'GET',
    path: `${root}/:id/check`,
    permission: 'console.read',
    summary: 'Computes the list once more without saving it, and says whether it would be the same.',
    input: byId,
    reply: z.object({ isCurrent: z.boolean(), sha256: z.string() }),
  }),
  instructionDecide: endpoint({
    method: 'POST',
    path: `${root}/:id/decisions`,
    permission: 'money.ask',
    summary:
      'Decides exceptions: include, exclude, or override the pay limit. Names lines, or all open lines of one exception.',
    input: z.object({
      id,
      lines: z.optional(z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(1000))),
      exception: z.optional(z.enum(LINE_EXCEPTIONS)),
      decision: z.enum(LINE_DECISIONS),
      reason: why(300),
    }),
    reply: z.object({ decided: z.int() }),
  }),
  instructionSubmit: endpoint({
    method: 'POST',
    path: `${root}/:id/submit`,
    permission: 'money.ask',
    summary: 'Submits a list for approval. All its exceptions must be decided.',
    input: z.object({ id, reason: why(500) }),
    reply: changeReply,
  }),
  instructionCancel: endpoint({
    method: 'POST',
    path: `${root}/:id/cancel`,
    permission: 'money.ask',
    summary: 'Cancels a list before it is sent.',
    input: z.object({ id, reason: why(500) }),
    reply: done,
  }),
  instructionSend: endpoint({
    method: 'POST',
    path: `${root}/:id/files`,
    permission: 'money.ask',
    summary:
      'Takes the file of an approved list. The first file marks the list as sent; a later one is a copy with a reason.',
    input: z.object({
      id,
      /** Of this download: a repeat gives the same file and is no further copy. */
      fileId: randomId,
      scope: z.optional(z.enum(['delta', 'full'])),
      format: z.optional(z.enum(['csv', 'xlsx'])),
      reason: z.optional(why(300)).register(z.globalRegistry, { description: 'Required for a copy' }),
    }),
    reply: takenFile,
  }),
  instructionFile: endpoint({
    method: 'GET',
    path: `${root}/:id/files/:fileId`,
    permission: 'money.ask',
    summary: 'Downloads a file that was taken, byte for byte.',
    input: z.object({ id, fileId: id }),
    reply: fileReply,
  }),
  instructionLetter: endpoint({
    method: 'GET',
    path: `${root}/:id/letter`,
    permission: 'money.ask',
    summary: 'Returns the covering letter of a sent list as PDF, with its counts, total and SHA-256.',
    input: byId,
    reply: fileReply,
  }),
  instructionAcknowledge: endpoint({
    method: 'POST',
    path: `${root}/:id/acknowledgement`,
    permission: 'money.ask',
    summary: 'Records that the payroll office accepted a list. Lines with an answer of their own retain it.',
    input: z.object({ id, on: date, reference: text(120, 2) }),
    reply: done,
  }),
  instructionAnswer: endpoint({
    method: 'POST',
    path: `${root}/:id/lines/:no/answer`,
    permission: 'money.ask',
    summary: 'Records the answer of the payroll office to one line. A rejection becomes a task.',
    input: z.object({
      id,
      no: z.coerce.number().check(z.int(), z.gte(1)),
      outcome: z.enum(ANSWERS),
      amount: z
        .optional(naira)
        .register(z.globalRegistry, { description: 'What the office deducts instead' }),
      reason: text(300, 0),
    }),
    reply: done,
  }),
  instructionAnswersPreview: endpoint({
    method: 'GET',
    path: `${root}/:id/answers/:intakeId`,
    permission: 'console.read',
    summary: 'Counts the answers of an acknowledgement file that was read, with its first rejected lines.',
    input: z.object({ id, intakeId: id }),
    reply: z.object({
      listNumber: z.string(),
      accepted: z.int(),
      rejected: z.int(),
      unknown: z.int().register(z.globalRegistry, { description: 'People who have no line in the list' }),
      rejections: z.array(
        z.object({ staffNumber: z.string(), customerName: z.string(), reason: z.string() }),
      ),
    }),
  }),
  instructionAnswersRecord: endpoint({
    method: 'POST',
    path: `${root}/:id/answers`,
    permission: 'money.ask',
    summary: 'Records the answers of an acknowledgement file that was uploaded and read.',
    input: z.object({ id, intakeId: id }),
    reply: z.object({ accepted: z.int(), rejected: z.int(), unknown: z.int() }),
  }),
  instructionRejections: endpoint({
    method: 'GET',
    path: '/api/instruction-rejections',
    permission: 'console.read',
    summary: 'Lists lines that a payroll office rejected, oldest first.',
    input: z.extend(page, {
      source: z.optional(term(40)),
      state: z.optional(z.enum(['open', 'closed'])),
      mine: z.optional(z.enum(['true'])),
    }),
    reply: listOf(rejection),
  }),
  instructionRejectionChange: endpoint({
    method: 'POST',
    path: '/api/instruction-rejections/:listId/:no',
    permission: 'money.ask',
    summary: 'Assigns a rejected line, adds a note, or closes it.',
    input: z.object({
      listId: id,
      no: z.coerce.number().check(z.int(), z.gte(1)),
      ownerId: z.optional(z.nullable(id)),
      note: z.optional(text(500, 0)),
      close: z.optional(z.boolean()),
    }),
    reply: done,
  }),
  instructionsOfCustomer: endpoint({
    method: 'GET',
    path: '/api/customers/:customerId/instructions',
    permission: 'console.read',
    summary: 'Lists the deductions that are instructed and not posted yet, by loan of a customer.',
    input: z.object({ customerId: id }),
    reply: z.object({
      rows: z.array(z.object({ loanId: id, loanNumber: z.string(), coming: comingDeductions })),
      stopMonth: z.nullable(z.string()),
    }),
  }),
  instructionOfLoan: endpoint({
    method: 'GET',
    path: '/api/loans/:loanId/instruction',
    permission: 'console.read',
    summary: 'Returns what the payroll office holds for a loan, and the line of the next list.',
    input: z.object({ loanId: id }),
    reply: z.object({
      standing: z.nullable(
        z.object({
          amount: kobo,
          ofLoan: kobo,
          since: z.string(),
          listId: id,
          listNumber: z.string(),
          isAcknowledged: z.boolean(),
        }),
      ),
      rejected: z.nullable(z.object({ listId: id, listNumber: z.string(), reason: z.string() })),
      next: z.nullable(
        z.object({
          listId: id,
          listNumber: z.string(),
          month: z.string(),
          status: z.enum(LIST_STATUSES),
          kind: z.enum(LINE_KINDS),
          amount: kobo,
          ofLoan: kobo,
          reasons: z.array(z.enum(LINE_REASONS)),
        }),
      ),
      /** Deductions that are instructed and not in the ledger yet, and the month whose list can stop the next. */
      coming: comingDeductions,
      stopMonth: z.nullable(z.string()),
    }),
  }),
}

export const instructionExportApi = {
  instructionListExport: exportOf(
    instructionApi.instructionList,
    '/api/instruction-export',
    'Exports the filtered deduction instruction lists as CSV or XLSX.',
  ),
  instructionLineExport: exportOf(
    instructionApi.instructionLineList,
    `${root}/:id/lines/export`,
    'Exports the filtered lines of a deduction instruction list as CSV or XLSX.',
  ),
  instructionRejectionExport: exportOf(
    instructionApi.instructionRejections,
    '/api/instruction-rejections/export',
    'Exports the filtered rejected lines as CSV or XLSX.',
  ),
}
