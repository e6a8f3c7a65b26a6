import { z } from 'zod/mini'
import { PROMISE_OUTCOMES } from './customers.ts'
import { document } from './documents.ts'
import {
  changeReply,
  date,
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
  RATE_MAX,
  randomId,
  term,
  text,
  why,
} from './endpoint.ts'
import { PAYOUT_LINE_STATUSES, PAYOUT_RESULTS, PAYOUT_STATUSES } from './payouts.ts'
import { RHYTHMS } from './products.ts'

export const FREEZE_CAUSES = ['deceased', 'dispute'] as const
export const IMPORT_STATUSES = ['ready', 'taken', 'refused'] as const

/** What an account is waiting for; each is a tab of the list. */
export const LOAN_TABS = [
  'awaiting',
  'live',
  'arrears',
  'overpaid',
  'closed',
  'writtenOff',
  'cancelled',
] as const
export const LOAN_STATUSES = [
  'awaiting disbursement',
  'live',
  'overpaid',
  'closed',
  'written off',
  'cancelled',
] as const
export type LoanStatusName = (typeof LOAN_STATUSES)[number]

export const CHANNELS = [
  'bank transfer',
  'payroll deduction',
  'cash',
  'cheque',
  'direct debit',
  'card',
] as const
export const DEDUCTION: (typeof CHANNELS)[number] = 'payroll deduction'
const amount = naira.check(z.refine(value => value > 0n, 'More than zero'))
const reference = text(60, 2)
/** Of a transfer that is made after the approval; without it the payment gets a reference of ours. */
const laterReference = z.optional(reference)
/** A document of the loan, added before: the slip or the alert that shows the payment. */
const proofId = z.optional(id)

const parts = z.object({ principal: kobo, interest: kobo, fee: kobo, penalty: kobo })

/**
 * Everything that can be done to a loan, each with what it needs. One door for all: preview, second person, posting. A loan is
 * disbursed by a batch, be it a batch of one: what the bank has paid is posted, nothing earlier.
 */
export const loanAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('cancel') }),
  z.object({
    act: z.literal('receipt'),
    amount,
    on: date,
    channel: z.enum(CHANNELS),
    reference,
    proofId,
    /** What a sum above the running instalment does; the product's rule when absent. */
    effect: z.optional(z.enum(['in-advance', 'shorter-term', 'smaller-instalment'])),
  }),
  z.object({ act: z.literal('reversal'), of: id }),
  z.object({ act: z.literal('charge'), component: z.enum(['fee', 'penalty']), amount, on: date }),
  z.object({ act: z.literal('waiver'), component: z.enum(['interest', 'fee', 'penalty']), amount }),
  z.object({
    act: z.literal('holiday'),
    periods: z.int().check(z.gte(1, 'At least 1'), z.lte(12, 'At most 12')),
    interest: z.enum(['waived', 'added']),
  }),
  z.object({
    act: z.literal('restructure'),
    tenor: z.int().check(z.gte(1, 'At least 1'), z.lte(120, 'At most 120')),
    ratePpm: z.int().check(z.gte(0), z.lte(RATE_MAX.year)),
    capitalises: z.array(z.enum(['interest', 'fee', 'penalty'])).check(z.maxLength(3)),
  }),
  z.object({
    act: z.literal('settle'),
    quoteId: id,
    on: date,
    channel: z.enum(CHANNELS),
    reference,
    proofId,
  }),
  z.object({ act: z.literal('writeOff') }),
  z.object({ act: z.literal('recovery'), amount, on: date, channel: z.enum(CHANNELS), reference, proofId }),
  z.object({ act: z.literal('refund'), amount, reference: laterReference }),
  z.object({ act: z.literal('freeze'), cause: z.enum(FREEZE_CAUSES) }),
  z.object({ act: z.literal('unfreeze') }),
])
export type LoanAct = z.output<typeof loanAct>
export type LoanActName = LoanAct['act'] | 'disburse'
export const LOAN_ACTS: readonly LoanActName[] = [
  'disburse',
  ...loanAct.def.options.flatMap(option => option.shape.act.def.values),
]

export const CONTACT_WAYS = ['message', 'note'] as const

const contact = z
  .object({
    promise: z.nullable(
      z.object({
        on: z.string(),
        amount: kobo,
        outcome: z.enum(PROMISE_OUTCOMES),
        /** Open, and the day has passed. */
        isLate: z.boolean(),
      }),
    ),
    last: z.nullable(z.object({ at: moment, way: z.enum(CONTACT_WAYS) })),
  })
  .register(z.globalRegistry, {
    id: 'LoanContact',
    description: 'Of a loan in arrears: the last promise to pay, and the last message or note',
  })

export const loanRow = z
  .object({
    id,
    number: z.string(),
    customerId: id,
    customerName: z.string(),
    ippisNumber: z.string(),
    mda: z.string(),
    productName: z.string(),
    status: z.enum(LOAN_STATUSES),
    frozen: z.nullable(z.enum(FREEZE_CAUSES)),
    principal: kobo,
    tenor: z.int(),
    rhythm: z.enum(RHYTHMS).register(z.globalRegistry, { description: 'The unit of the tenor' }),
    instalment: kobo,
    outstanding: parts,
    outstandingTotal: kobo,
    credit: kobo,
    loss: z.nullable(z.object({ writtenOff: kobo, recovered: kobo })).register(z.globalRegistry, {
      description: 'For a loan written off: the amount written off and recovered since',
    }),
    arrears: kobo,
    daysPastDue: z.int(),
    conduct: z
      .optional(
        z.nullable(z.object({ arrears: kobo, daysPastDue: z.int(), lastHeard: z.nullable(z.string()) })),
      )
      .register(z.globalRegistry, {
        description:
          'Of an active loan in a list: arrears and days past due without months whose deduction file is awaited, and the last month whose file is posted',
      }),
    className: z.string(),
    nextDueOn: z.nullable(z.string()),
    nextDueAmount: z.nullable(kobo),
    lastReceiptOn: z.nullable(z.string()),
    lastDeductionMonth: z
      .nullable(z.string())
      .register(z.globalRegistry, { description: 'Payroll month of the last salary deduction' }),
    officerCode: z.string(),
    officerName: z.nullable(z.string()),
    approvedOn: z.string(),
    disbursedOn: z.nullable(z.string()),
    asOf: z.string().register(z.globalRegistry, { description: 'The date of the figures' }),
    /** Before the disbursement: what is deducted first, if the money leaves today. */
    firstDue: z.nullable(z.object({ on: z.string(), amount: kobo })),
    /** Before the disbursement: the batch that the loan is in. */
    payoutBatch: z.nullable(z.object({ id, number: z.string() })),
    contact: z.optional(contact),
  })
  .register(z.globalRegistry, { id: 'LoanRow' })

const loanSums = z
  .object({
    outstanding: kobo,
    arrears: kobo,
    classes: z
      .array(z.object({ name: z.string(), loans: z.int(), outstanding: kobo, arrears: kobo }))
      .register(z.globalRegistry, { description: 'Of active loans in arrears, the worst class first' }),
  })
  .register(z.globalRegistry, { id: 'LoanSums' })

const instalment = z.object({
  n: z.int(),
  dueOn: z.string(),
  due: parts,
  paid: parts,
  outstanding: parts,
  total: kobo,
  balance: kobo,
  paidOn: z.nullable(z.string()),
})

const happening = z.object({
  id: z.string(),
  type: z.string(),
  on: z.string(),
  enteredAt: z.nullable(moment),
  by: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()).register(z.globalRegistry, {
    description: 'The user who approved it, if it was submitted for approval on this loan',
  }),
  amount: kobo,
  parts,
  credit: kobo,
  correction: z
    .nullable(z.object({ parts, credit: kobo, on: z.string(), because: z.string() }))
    .register(z.globalRegistry, {
      description: 'The allocation as issued, and since when and why it has changed',
    }),
  principalAfter: kobo,
  channel: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  bankReference: z
    .nullable(z.string())
    .register(z.globalRegistry, { description: 'The bank’s reference of the disbursement' }),
  note: z.nullable(z.string()),
  proof: z
    .nullable(document)
    .register(z.globalRegistry, { description: 'Proof of payment, such as a slip or an alert' }),
  undone: z.boolean(),
  /** Why it cannot be reversed; null when it can. */
  cannotReverse: z.nullable(z.string()),
})

export const loan = z
  .object({
    row: loanRow,
    original: z.array(instalment),
    current: z.array(instalment),
    happenings: z.array(happening),
    charges: z.array(
      z.object({
        id: z.string(),
        component: z.string(),
        dueOn: z.nullable(z.string()),
        due: kobo,
        paid: kobo,
        waived: kobo,
        outstanding: kobo,
      }),
    ),
    /** Expected and received by payroll month. */
    months: z.array(z.object({ month: z.string(), expected: kobo, received: kobo })),
    interestEarned: kobo,
    /** As signed; a restructure may have changed it since. */
    ratePpm: z.int(),
    ratePer: z.enum(['month', 'year']),
    interestBasis: z
      .enum(['schedule', 'daily-balance'])
      .register(z.globalRegistry, { description: 'What interest is calculated on' }),
    offers: z.record(z.enum(LOAN_ACTS), offer),
    pendingApprovalId: z.nullable(id),
    /** Null for a loan that was taken over from an older book, where it had another number. */
    requestId: z.nullable(id),
    oldNumber: z.nullable(z.string()),
    /** A top-up links two loans: what this one settles out of its pay-out, and what settles or settled it. */
    topUp: z.object({
      /** The amount as it was settled, or as it would be today; null when nothing is owed any more. */
      settles: z.array(z.object({ loanId: id, number: z.string(), amount: z.nullable(kobo) })),
      isPaidOut: z.boolean(),
      /** The amount is null until the new loan is paid out. */
      by: z.nullable(z.object({ loanId: id, number: z.string(), amount: z.nullable(kobo) })),
    }),
    /** The disbursement under way: its batch, and what is to be transferred to whom. */
    disbursement: z.nullable(
      z.object({
        batchId: id,
        number: z.string(),
        status: z.enum(PAYOUT_STATUSES),
        lineId: id,
        lineStatus: z.enum(PAYOUT_LINE_STATUSES),
        lines: z.int().register(z.globalRegistry, { description: 'How many loans are in the batch' }),
        amount: kobo,
        bankName: z.string(),
        account: z.string().register(z.globalRegistry, { description: 'Masked' }),
        reference: z.string(),
        pendingApprovalId: z.nullable(id).register(z.globalRegistry, {
          description: 'Pending approval of the batch, or of a failure recorded manually',
        }),
        changed: z
          .nullable(z.string())
          .register(z.globalRegistry, { description: 'What has changed since approval. Do not pay.' }),
        results: z
          .array(z.enum(PAYOUT_RESULTS))
          .register(z.globalRegistry, { description: 'What can be recorded about it now' }),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'Loan' })

const figures = z.object({
  status: z.string(),
  outstanding: parts,
  outstandingTotal: kobo,
  credit: kobo,
  arrears: kobo,
  instalment: kobo,
  instalmentsLeft: z.int(),
  lastDueOn: z.nullable(z.string()),
  nextDueOn: z.nullable(z.string()),
})

export const loanPreview = z
  .object({
    before: figures,
    after: figures,
    /** Where the money goes, part by part. */
    allocation: z.array(z.object({ instalment: z.int(), component: z.string(), amount: kobo })),
    /** The entry that will be posted; a debit is positive. */
    lines: z.array(z.object({ code: z.int(), title: z.string(), amount: kobo })),
    secondPerson: z.boolean(),
    /** Things to know before confirming, such as later events that are replayed. */
    notes: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'LoanPreview' })

export const quote = z
  .object({
    id,
    number: z.string(),
    on: z.string(),
    expiresOn: z.string(),
    principal: kobo,
    interest: kobo,
    fees: kobo,
    penalties: kobo,
    credit: kobo,
    rebate: kobo,
    total: kobo,
    perDay: kobo,
    /** What was on its way from payroll when it was made: rows of batches, and without a batch what is still expected. */
    inFlight: z.array(
      z.object({
        amount: kobo,
        month: z.string(),
        batchId: z.nullable(id),
        batchNumber: z.nullable(z.string()),
      }),
    ),
    /** The first month whose deduction list could stop the next deduction, where the source takes lists. */
    stopMonth: z.nullable(z.string()),
    madeBy: z.string(),
    madeAt: moment,
  })
  .register(z.globalRegistry, { id: 'SettlementQuote' })

export const loanActInput = z.object({
  loanId: id,
  /** The id of what happens; a repeat is the same act. */
  id: randomId,
  input: loanAct,
  reason: why(500),
})

export const LOAN_PAPERS = [
  'statement',
  'statement.csv',
  'statement.xlsx',
  'schedule',
  'receipt',
  'quote',
  'clearance',
] as const

export const loanApi = {
  loanList: endpoint({
    // a phone number that is searched for must not stand in an address
    method: 'POST',
    path: '/api/loans/list',
    permission: 'console.read',
    summary: 'Lists loan accounts by tab, with outstanding balance, arrears, class and next due date.',
    reads: true,
    replay: false,
    input: z.extend(page, {
      tab: z._default(z.enum(LOAN_TABS), 'live'),
      search: z.optional(term(100)),
      officerCode: z.optional(term(60)),
      className: z.optional(term(40)),
      sort: z._default(
        z.enum(['number', '-number', 'outstanding', '-outstanding', 'daysPastDue', '-daysPastDue']),
        '-number',
      ),
    }),
    reply: z.extend(listOf(loanRow), {
      sums: z.optional(loanSums).register(z.globalRegistry, {
        description: 'Over every loan that fits the filter; absent where there are too many to count.',
      }),
      customers: z.optional(z.int()).register(z.globalRegistry, {
        description: 'The number of customers, for one account officer’s loans in arrears.',
      }),
    }),
  }),
  loanCounts: endpoint({
    method: 'GET',
    path: '/api/loans/counts',
    permission: 'console.read',
    summary: 'How many loans are in each tab of the loan accounts.',
    input: z.object({}),
    reply: z.object({
      tabs: z.array(z.object({ tab: z.enum(LOAN_TABS), total: z.int(), totalIsExact: z.boolean() })),
    }),
  }),
  loansOfCustomer: endpoint({
    method: 'GET',
    path: '/api/customers/:customerId/loans',
    permission: 'console.read',
    summary: 'Lists all loans of one customer, newest first.',
    input: z.object({ customerId: id }),
    reply: z.object({ rows: z.array(loanRow) }),
  }),
  loanGet: endpoint({
    method: 'GET',
    path: '/api/loans/:id',
    permission: 'console.read',
    summary: 'Returns one loan in full, at today or an earlier date.',
    input: z.object({ id, asOf: z.optional(date) }),
    reply: loan,
  }),
  bookRows: endpoint({
    method: 'GET',
    path: '/api/loans/books/:id/rows',
    permission: 'console.read',
    summary:
      'Lists the rows of an uploaded loan file with the resulting figures, and whether each was imported.',
    input: z.extend(page, { id }),
    reply: z.extend(
      listOf(
        z.object({
          line: z.int(),
          oldNumber: z.string(),
          name: z.string(),
          principal: kobo,
          repaid: kobo,
          outstanding: kobo,
          status: z.enum(IMPORT_STATUSES),
          problem: z.nullable(z.string()),
          loanId: z.nullable(id),
        }),
      ),
      {
        taken: z.int(),
        refused: z.int(),
        principalTotal: kobo,
        repaidTotal: kobo,
        outstandingTotal: kobo,
      },
    ),
  }),
  bookTemplate: endpoint({
    method: 'GET',
    path: '/api/loans/books/template',
    permission: 'console.read',
    summary: 'Returns a spreadsheet with the columns for importing existing loans.',
    input: z.object({}),
    reply: fileReply,
  }),
  loanActPreview: endpoint({
    method: 'POST',
    path: '/api/loans/:loanId/preview',
    permission: 'money.ask',
    summary: 'Previews an action on a loan: figures before and after, allocation and entry. Changes nothing.',
    replay: false,
    unaudited: true, // nothing changes
    input: z.omit(loanActInput, { id: true, reason: true }),
    reply: loanPreview,
  }),
  loanActDo: endpoint({
    method: 'POST',
    path: '/api/loans/:loanId/acts',
    permission: 'money.ask',
    summary: 'Performs an action on a loan, or submits it for approval where required.',
    input: loanActInput,
    reply: changeReply,
  }),
  settlementQuoteMake: endpoint({
    method: 'POST',
    path: '/api/loans/:loanId/quotes',
    permission: 'money.ask',
    summary: 'Creates a numbered settlement quote for a date, valid for five days.',
    input: z.object({ loanId: id, id, on: date }),
    reply: quote,
  }),
  settlementQuoteList: endpoint({
    method: 'GET',
    path: '/api/loans/:loanId/quotes',
    permission: 'console.read',
    summary: 'Lists the settlement quotes of a loan, newest first.',
    input: z.object({ loanId: id }),
    reply: z.object({ rows: z.array(quote) }),
  }),
  loanPaper: endpoint({
    method: 'GET',
    path: '/api/loans/:id/papers/:paper',
    permission: 'console.read',
    summary:
      'Returns a letter or statement of a loan: statement (PDF, CSV, XLSX), schedule, receipt, quote or clearance letter.',
    input: z.object({
      id,
      paper: z.enum(LOAN_PAPERS),
      from: z.optional(date),
      to: z.optional(date),
      /** The receipt's event or the quote. */
      itemId: z.optional(id),
    }),
    reply: fileReply,
  }),
}

export const loanExportApi = {
  loanExport: exportOf(
    loanApi.loanList,
    '/api/loans/export',
    'Exports the filtered loan accounts as CSV or XLSX.',
  ),
}

export const bookExportApi = {
  bookRowExport: exportOf(
    loanApi.bookRows,
    '/api/loans/books/:id/rows/export',
    'Exports the rows of an uploaded loan file with the resulting figures of each loan, as CSV or XLSX.',
  ),
}

const dailyRun = z
  .object({
    day: z.string(),
    startedAt: moment,
    finishedAt: z.nullable(moment),
    worker: z.string().register(z.globalRegistry, { description: 'Host and process that started it' }),
    openLoans: z.int(),
    booked: z.int().register(z.globalRegistry, { description: 'Loans changed by the run' }),
    postings: z.int(),
    chunks: z.int(),
  })
  .register(z.globalRegistry, { id: 'DailyRun' })

export const dailyApi = {
  dailyRunList: endpoint({
    method: 'GET',
    path: '/api/daily-runs',
    permission: 'console.read',
    summary: 'Lists the last 30 daily runs, and whether one is due or overdue.',
    input: z.object({}),
    reply: z.object({
      /** The first day without a finished run; null when today's is done. */
      dueDay: z.nullable(z.string()),
      isRunning: z.boolean(),
      /** A quarter of an hour after midnight in Lagos, today's should be done. */
      isLate: z.boolean(),
      rows: z.array(dailyRun),
    }),
  }),
  dailyRunStart: endpoint({
    method: 'POST',
    path: '/api/daily-runs',
    permission: 'money.ask',
    summary: 'Starts the daily run that is due and those after it. Joins a run that is in progress.',
    replay: false,
    input: z.object({ day: date }),
    reply: z.object({ dueDay: z.string() }),
  }),
}
