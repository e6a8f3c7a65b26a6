import { z } from 'zod/mini'
import { endpoint, exportOf, id, kobo, listOf, moment, page, term, text } from './endpoint.ts'
import { payMonth } from './vocabulary.ts'

/** What an accepted payroll can say about a person with a live loan. */
export const SIGNAL_KINDS = [
  'disappeared',
  'retired',
  'deceased',
  'suspended',
  'payBelowInstalment',
  'bankChanged',
  'moved',
  'nearRetirement',
] as const
export type SignalKind = (typeof SIGNAL_KINDS)[number]

/** The roster: who is employed, where, on what pay. It moves knowledge, not money. */

export const EMPLOYMENT_STATUSES = ['active', 'suspended', 'retired', 'deceased', 'left', 'unknown'] as const
export type EmploymentStatus = (typeof EMPLOYMENT_STATUSES)[number]

export const CHANGE_KINDS = ['new', 'gone', 'payUp', 'payDown', 'moved', 'bank', 'status'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_TITLES: Record<ChangeKind, string> = {
  new: 'New',
  gone: 'Missing',
  payUp: 'Pay up',
  payDown: 'Pay down',
  moved: 'Moved',
  bank: 'Bank',
  status: 'Status',
}

const payrollMonth = z
  .object({
    intakeId: id,
    source: z.string(),
    sourceName: z.string(),
    month: z.string(),
    rows: z.int(),
    refusedRows: z.int(),
    /** Our customers of this source who are in it, and how many there are. */
    customersFound: z.int(),
    customers: z.int(),
    netPayTotal: kobo,
    uploadedBy: z.string(),
    uploadedAt: moment,
    acceptedBy: z.string(),
    acceptedAt: moment,
    fileName: z.string(),
  })
  .register(z.globalRegistry, { id: 'PayrollMonth' })

/** One person in one month, as lending may see it: the account shows its last four digits, pay only to who may reveal it. */
export const payrollRecord = z
  .object({
    intakeId: id,
    source: z.string(),
    month: z.string(),
    line: z.int(),
    staffNumber: z.string(),
    name: z.string(),
    status: z.enum(EMPLOYMENT_STATUSES),
    statusText: z.string(),
    employer: z.string(),
    jobTitle: z.string(),
    grade: z.string(),
    category: z.string(),
    birthDate: z.nullable(z.string()),
    hireDate: z.nullable(z.string()),
    netPay: z
      .nullable(kobo)
      .register(z.globalRegistry, { description: 'Null for users who may not reveal personal data' }),
    grossPay: z.nullable(kobo),
    deductions: z.nullable(kobo),
    bankCode: z.nullable(z.string()),
    accountEnding: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'PayrollRecord' })

const change = z.object({
  kind: z.enum(CHANGE_KINDS),
  staffNumber: z.string(),
  name: z.string(),
  customerId: z.nullable(id),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})

export const payrollSignal = z
  .object({
    id,
    kind: z.enum(SIGNAL_KINDS),
    source: z.string(),
    month: z.string(),
    customerId: id,
    customerName: z.string(),
    loanId: id,
    loanNumber: z.string(),
    detail: z.string(),
    raisedAt: moment,
    /** Open until a person has dealt with it, or the next month shows it gone. */
    closedAt: z.nullable(moment),
    closedBy: z.nullable(z.string()),
    note: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'PayrollSignal' })

export const payrollApi = {
  payrollMonths: endpoint({
    method: 'GET',
    path: '/api/payroll/months',
    permission: 'console.read',
    summary: 'Lists the approved payroll months of every source, newest first.',
    input: z.extend(page, { source: z.optional(term(40)) }),
    reply: listOf(payrollMonth),
  }),
  payrollDiff: endpoint({
    method: 'GET',
    path: '/api/payroll/intakes/:id/diff',
    permission: 'console.read',
    summary: 'Compares an upload with the approved month before it and with the file it would replace.',
    input: z.object({ id }),
    reply: z.object({
      /** The month it is compared with; null when there is none before. */
      againstMonth: z.nullable(z.string()),
      againstIntakeId: z.nullable(id),
      /** The accepted file of the same month that it would replace. */
      replacesIntakeId: z.nullable(id),
      rows: z.int(),
      /** Who is in both files with anything new about them, each counted once. */
      changed: z.int(),
      unchanged: z.int(),
      netPayTotal: kobo,
      netPayTotalBefore: z.nullable(kobo),
      counts: z.record(z.enum(CHANGE_KINDS), z.int()),
      /** The same kinds against the file of this month that would be replaced. */
      replacedCounts: z.nullable(z.record(z.enum(CHANGE_KINDS), z.int())),
      customersFound: z.int(),
      customers: z.int(),
    }),
  }),
  payrollChanges: endpoint({
    method: 'GET',
    path: '/api/payroll/intakes/:id/changes',
    permission: 'console.read',
    summary:
      'Lists the people behind a figure of the comparison. Pay is shown only to users who may reveal it, and logged.',
    input: z.extend(page, {
      id,
      kind: z.enum(CHANGE_KINDS),
      customersOnly: z.optional(z.enum(['true', 'false'])),
    }),
    reply: listOf(change),
  }),
  payrollLookup: endpoint({
    method: 'GET',
    path: '/api/payroll/people',
    permission: 'console.read',
    summary:
      'Looks up one staff number in all approved months, with pay for users who may reveal it. Every lookup is logged.',
    input: z.object({ staffNumber: text(20), source: z.optional(term(40)) }),
    reply: z.object({ rows: z.array(payrollRecord) }),
  }),
  signalList: endpoint({
    method: 'GET',
    path: '/api/payroll/signals',
    permission: 'console.read',
    summary: 'Lists early warning signals on customers with an active loan, newest first.',
    input: z.extend(page, {
      kind: z.optional(z.enum(SIGNAL_KINDS)),
      month: z.optional(payMonth),
      state: z.optional(z.enum(['open', 'closed'])),
      customerId: z.optional(id),
      loanId: z.optional(id),
    }),
    reply: listOf(payrollSignal),
  }),
  signalClose: endpoint({
    method: 'POST',
    path: '/api/payroll/signals/:id/close',
    permission: 'customer.change',
    summary: 'Closes a signal with a note.',
    input: z.object({ id, note: text(500, 3) }),
    reply: payrollSignal,
  }),
}

export const payrollExportApi = {
  payrollMonthExport: exportOf(
    payrollApi.payrollMonths,
    '/api/payroll-export/months',
    'Exports the approved payroll months as CSV or XLSX.',
  ),
  payrollChangeExport: exportOf(
    payrollApi.payrollChanges,
    '/api/payroll/intakes/:id/changes/export',
    'Exports the people behind a figure of the comparison as CSV or XLSX. Pay is included only for users who may reveal it.',
  ),
  signalExport: exportOf(
    payrollApi.signalList,
    '/api/payroll-export/signals',
    'Exports the early warning signals as CSV or XLSX.',
  ),
}
