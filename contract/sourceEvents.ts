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
  page,
  randomId,
  term,
  why,
} from './endpoint.ts'
import { payMonth } from './vocabulary.ts'

/** Events of a payroll source: one act for all its loans, computed first, approved by another user, reversible. */

/**
 * dates: the days of one month move. skipped: the payroll was not run, or the office deducted nothing. strike: no salaries for
 * one month or several. ban: the office deducts for no lender.
 */
export const SOURCE_EVENT_KINDS = ['skipped', 'strike', 'ban', 'dates'] as const
export type SourceEventKind = (typeof SOURCE_EVENT_KINDS)[number]

/**
 * excuse: the instalments stay due by contract, are not late by conduct, and are collected after the last one. move: every
 * instalment from the first month on moves back.
 */
export const SOURCE_EVENT_TREATMENTS = ['excuse', 'move'] as const
export type SourceEventTreatment = (typeof SOURCE_EVENT_TREATMENTS)[number]

export const SOURCE_EVENT_INTERESTS = ['waived', 'added'] as const

export const SOURCE_EVENT_STATUSES = [
  'computing',
  'computed',
  'waiting',
  'applying',
  'applied',
  'undoing',
  'undone',
  'cancelled',
] as const
export type SourceEventStatus = (typeof SOURCE_EVENT_STATUSES)[number]

/** kept: its holiday could not be reversed. */
export const SOURCE_EVENT_LOAN_STATUSES = ['ready', 'excluded', 'done', 'undone', 'kept'] as const
export type SourceEventLoanStatus = (typeof SOURCE_EVENT_LOAN_STATUSES)[number]

/** Why a loan is left out, or stays as the event left it. */
export const SOURCE_EVENT_REASONS = [
  'nothingDue',
  'paid',
  'frozen',
  'restructured',
  'refused',
  'ended',
  'builtUpon',
] as const
export type SourceEventReason = (typeof SOURCE_EVENT_REASONS)[number]

export const SOURCE_EVENT_MONTHS_MAX = 12

const monthDates = z.object({ instructionOn: date, payOn: date, fileOn: date, remittanceOn: date })
export type MonthDatesInput = z.output<typeof monthDates>

const counted = z.object({ reason: z.enum(SOURCE_EVENT_REASONS), loans: z.int() })

const sourceEvent = z
  .object({
    id,
    number: z.string(),
    kind: z.enum(SOURCE_EVENT_KINDS),
    source: z.string(),
    sourceName: z.string(),
    from: z.string(),
    to: z.string(),
    treatment: z.nullable(z.enum(SOURCE_EVENT_TREATMENTS)),
    interest: z.nullable(z.enum(SOURCE_EVENT_INTERESTS)),
    status: z.enum(SOURCE_EVENT_STATUSES),
    reason: z.string(),
    /** Loans that the event is for, and the instalments of them that it concerns. */
    loans: z.int(),
    amount: kobo,
    interestChange: kobo,
    excluded: z.int(),
    /** Customers of these loans, and whether they get an SMS once the event applies. */
    customers: z.int(),
    notifies: z.boolean(),
    askedAt: moment,
    askedBy: z.string(),
    approvedBy: z.nullable(z.string()),
    appliedAt: z.nullable(moment),
    endedAt: z.nullable(moment),
    pendingApprovalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'SourceEvent' })

const sourceEventLoan = z
  .object({
    loanId: id,
    number: z.string(),
    customerName: z.string(),
    status: z.enum(SOURCE_EVENT_LOAN_STATUSES),
    amount: kobo,
    interest: kobo,
    reason: z.nullable(z.enum(SOURCE_EVENT_REASONS)),
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'SourceEventLoan' })

const offer = z.object({ allowed: z.boolean(), why: z.nullable(z.string()) })
export const SOURCE_EVENT_ACTS = ['recompute', 'submit', 'cancel', 'undo'] as const
export type SourceEventAct = (typeof SOURCE_EVENT_ACTS)[number]

/** Customers get one SMS each once the event applies. */
const notifies = z._default(z.boolean(), false)

const root = '/api/source-events'
const byId = z.object({ id })

export const sourceEventApply = z.object({ id, computedAt: z.string() })
export const sourceEventReverse = z.object({ id, reason: why(500) })

export const sourceEventApi = {
  sourceEventList: endpoint({
    method: 'GET',
    path: root,
    permission: 'console.read',
    summary: 'Lists events of payroll sources, newest first.',
    input: z.extend(page, { source: z.optional(term(40)) }),
    reply: listOf(sourceEvent),
  }),
  sourceEventGet: endpoint({
    method: 'GET',
    path: `${root}/:id`,
    permission: 'console.read',
    summary: 'Returns one event with its effect, progress and available actions.',
    input: byId,
    reply: z.extend(sourceEvent, {
      exclusions: z.array(counted),
      progress: z.array(z.object({ status: z.enum(SOURCE_EVENT_LOAN_STATUSES), loans: z.int() })),
      /** Loans whose holiday cannot be reversed, by reason. */
      irreversible: z.array(counted),
      /** SMS to its customers, by status, and what they cost. */
      messages: z.object({ counts: z.record(z.string(), z.int()), cost: kobo }),
      /** Some of them are not written yet. */
      isNotifying: z.boolean(),
      undoReason: z.nullable(z.string()),
      undoneBy: z.nullable(z.string()),
      dates: z.nullable(z.object({ before: monthDates, after: monthDates })),
      offers: z.record(z.enum(SOURCE_EVENT_ACTS), offer),
    }),
  }),
  sourceEventLoanList: endpoint({
    method: 'GET',
    path: `${root}/:id/loans`,
    permission: 'console.read',
    summary: 'Lists the loans of an event with what it does to each, or why a loan is left out.',
    input: z.extend(page, { id, status: z.optional(z.enum(SOURCE_EVENT_LOAN_STATUSES)) }),
    reply: listOf(sourceEventLoan),
  }),
  sourceEventCompute: endpoint({
    method: 'POST',
    path: root,
    permission: 'money.ask',
    summary:
      'Records an event of a payroll source and computes its effect in the background. Nothing changes yet.',
    input: z.object({
      id: randomId,
      kind: z.enum(['skipped', 'strike', 'ban']),
      source: term(40),
      from: payMonth,
      to: payMonth,
      treatment: z.enum(SOURCE_EVENT_TREATMENTS),
      interest: z.nullable(z.enum(SOURCE_EVENT_INTERESTS)),
      reason: why(500),
    }),
    reply: z.object({ id }),
  }),
  sourceEventRecompute: endpoint({
    method: 'POST',
    path: `${root}/:id/recompute`,
    permission: 'money.ask',
    summary: 'Computes the effect of an event again before it is approved.',
    input: byId,
    reply: done,
  }),
  sourceEventSubmit: endpoint({
    method: 'POST',
    path: `${root}/:id/submit`,
    permission: 'money.ask',
    summary: 'Submits a computed event for approval, with or without an SMS to its customers.',
    input: z.extend(byId, { notifies }),
    reply: changeReply,
  }),
  sourceEventCancel: endpoint({
    method: 'POST',
    path: `${root}/:id/cancel`,
    permission: 'money.ask',
    summary: 'Cancels an event before it is approved.',
    input: byId,
    reply: done,
  }),
  sourceEventUndo: endpoint({
    method: 'POST',
    path: `${root}/:id/undo`,
    permission: 'money.ask',
    summary: 'Submits the reversal of an applied event for approval.',
    input: sourceEventReverse,
    reply: changeReply,
  }),
  payMonthMove: endpoint({
    method: 'POST',
    path: '/api/pay-months/:source/:period/dates',
    permission: 'money.ask',
    summary: 'Submits other dates of one payroll month for approval.',
    input: z.object({
      id: randomId,
      source: term(40),
      period: payMonth,
      dates: monthDates,
      notifies,
      reason: why(500),
    }),
    reply: changeReply,
  }),
  payMonthCustomers: endpoint({
    method: 'GET',
    path: '/api/pay-months/:source/:period/customers',
    permission: 'console.read',
    summary: 'Counts customers whose next instalment falls in a payroll month.',
    input: z.object({ source: term(40), period: payMonth }),
    reply: z.object({ customers: z.int() }),
  }),
}

export const sourceEventExportApi = {
  sourceEventExport: exportOf(
    sourceEventApi.sourceEventList,
    '/api/source-event-export',
    'Exports events of payroll sources as CSV or XLSX.',
  ),
  sourceEventLoanExport: exportOf(
    sourceEventApi.sourceEventLoanList,
    '/api/source-events/:id/loan-export',
    'Exports the loans of an event as CSV or XLSX.',
  ),
}
