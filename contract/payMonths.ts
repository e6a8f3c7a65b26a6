import { z } from 'zod/mini'
import { done, endpoint, exportOf, id, kobo, listOf, moment, page, term, text } from './endpoint.ts'
import { payMonth } from './vocabulary.ts'

/** The payroll calendar: the dates of each month of a payroll source, and whether its deduction file has arrived. */

/**
 * upcoming: its pay day is to come; awaiting: paid, the file is expected; overdue: the file is past its day; skipped: an event
 * says that nothing is deducted; posted: at least
 * one file is posted; partlyRemitted and remitted: what the payroll office sent of it.
 */
export const MONTH_STATES = [
  'upcoming',
  'awaiting',
  'overdue',
  'skipped',
  'posted',
  'partlyRemitted',
  'remitted',
] as const
export type MonthState = (typeof MONTH_STATES)[number]

const count = z.object({ total: z.int(), exact: z.boolean() })

const month = z.object({
  source: z.string(),
  sourceName: z.string(),
  period: z.string(),
  instructionOn: z.string(),
  payOn: z.string(),
  fileOn: z.string(),
  remittanceOn: z.string(),
  /** The last day on which a missing file does not count as default. */
  awaitedUntil: z.string(),
  /** Instalments of the month are due, but not late by conduct. */
  isAwaited: z.boolean(),
  /** The event by which the month has no deductions. */
  skippedBy: z.nullable(id),
  state: z.enum(MONTH_STATES),
  postedOn: z.nullable(z.string()),
  batch: z.nullable(z.object({ id, number: z.string() })),
  batches: z.int(),
  deducted: kobo,
  unremitted: kobo,
  /** Active loans with an unpaid instalment of a month that is awaited. */
  waitingLoans: z.nullable(count),
  ownerId: z.nullable(id),
  ownerName: z.nullable(z.string()),
  note: z.string(),
  notedAt: z.nullable(moment),
  notedBy: z.nullable(z.string()),
})

/**
 * awaited: due, file not received; notDeducted: file received, nothing deducted; short: less than due was deducted;
 * unremitted: deducted, and the payroll office has not sent the money.
 */
export const INSTALMENT_STATES = ['awaited', 'notDeducted', 'short', 'unremitted'] as const
export type InstalmentStateName = (typeof INSTALMENT_STATES)[number]

export const payMonthApi = {
  loanConduct: endpoint({
    method: 'GET',
    path: '/api/loans/:id/conduct',
    permission: 'console.read',
    summary: 'Compares lateness by contract and by conduct of a loan, month by month.',
    input: z.object({ id }),
    reply: z.object({
      daysPastDue: z.int(),
      arrears: kobo,
      conductDays: z.int(),
      conductArrears: kobo,
      lastHeard: z.nullable(z.string()),
      /** Months that are due, with what became of their instalment; months that were simply paid are left out. */
      months: z.array(z.object({ month: z.string(), state: z.enum(INSTALMENT_STATES) })),
    }),
  }),
  payMonthList: endpoint({
    method: 'GET',
    path: '/api/pay-months',
    permission: 'console.read',
    summary: 'Lists payroll months by source with their expected dates, newest first.',
    input: z.extend(page, {
      source: z.optional(term(40)),
      /** Not posted: upcoming, awaiting or overdue. Missing: past pay day and not posted. */
      files: z.optional(z.enum(['missing', 'posted'])),
    }),
    reply: listOf(month),
  }),
  payMonthWaiting: endpoint({
    method: 'GET',
    path: '/api/pay-months/waiting',
    permission: 'console.read',
    summary: 'Lists months whose file is awaited after pay day, with the number of loans that wait for it.',
    input: z.object({}),
    reply: z.object({
      rows: z.array(
        z.object({
          source: z.string(),
          sourceName: z.string(),
          period: z.string(),
          fileOn: z.string(),
          awaitedUntil: z.string(),
          loans: count,
        }),
      ),
    }),
  }),
  payMonthNote: endpoint({
    method: 'POST',
    path: '/api/pay-months/:source/:period/note',
    permission: 'money.ask',
    summary: 'Assigns a payroll month to a user who follows it up, with a note.',
    input: z.object({
      source: term(40),
      period: payMonth,
      ownerId: z.nullable(id),
      note: text(500, 0),
    }),
    reply: done,
  }),
}

export const payMonthExportApi = {
  payMonthExport: exportOf(
    payMonthApi.payMonthList,
    '/api/pay-month-export',
    'Exports the payroll calendar as CSV or XLSX.',
  ),
}
