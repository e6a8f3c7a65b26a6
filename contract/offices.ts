import { z } from 'zod/mini'
import { divide, type Kobo, kobo as toKobo } from '../engine/money.ts'
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
  nairaOfFile,
  page,
  randomId,
  term,
  text,
  why,
} from './endpoint.ts'
import { SOURCE_KINDS } from './paySources.ts'

/** The account of a payroll office: what it deducted, what it remitted, what it kept back, and what it still owes. */

/** Days since the remittance was expected: the last day of each class; the rest is the last class. */
export const AGEING_MAX_DAYS = [30, 60, 90, 180] as const
export const AGEING_LABELS = [
  '0–30 days',
  '31–60 days',
  '61–90 days',
  '91–180 days',
  'Over 180 days',
] as const

export const ageingClass = (daysLate: number): number => {
  const found = AGEING_MAX_DAYS.findIndex(most => daysLate <= most)
  return found < 0 ? AGEING_MAX_DAYS.length : found
}

export const CHARGE_KINDS = ['agreed', 'other'] as const
export const PROMISE_STATES = ['open', 'kept', 'part', 'broken', 'cancelled'] as const
export type PromiseState = (typeof PROMISE_STATES)[number]
export const STATEMENT_KINDS = [
  'deductions',
  'receipt',
  'receiptReversed',
  'charge',
  'chargeReversed',
  'writeDown',
  'writeDownReversed',
  'overDeduction',
  'returned',
] as const

/** Lines of one receipt; more in one credit is a mistake. */
const LINES_MAX = 100

// ── Filling a receipt ──────────────────────────────────────────────────────────────────────────────────────────────

type Charge = { kind: 'none' | 'share' | 'each'; ppm: number; each: bigint }
export type OpenBatch = { batchId: string; owed: bigint; due: bigint; deductions: number }
export type ReceiptLine = { batchId: string; amount: Kobo; charge: Kobo }

const MILLION = 1_000_000n

/** What the office may keep back of `gross` by its agreement; halves go up. */
export function agreedCharge(
  charge: Charge,
  gross: bigint,
  batch: Omit<OpenBatch, 'batchId' | 'owed'>,
): Kobo {
  if (gross <= 0n || charge.kind === 'none') return toKobo(0n)
  if (charge.kind === 'share') return toKobo(divide(gross * BigInt(charge.ppm), MILLION, 'half-up'))
  const all = charge.each * BigInt(Math.max(0, batch.deductions))
  const part = batch.due <= 0n ? all : divide(all * gross, batch.due, 'half-up')
  return toKobo(part < gross ? part : gross)
}

/** Fills the batches in the order given, each with what it owes less the agreed charge, until the amount is used. */
export function fillReceipt(amount: bigint, batches: readonly OpenBatch[], charge: Charge): ReceiptLine[] {
  let left = amount
  const lines: ReceiptLine[] = []
  for (const batch of batches) {
    if (left <= 0n) break
    if (batch.owed <= 0n) continue
    const whole = agreedCharge(charge, batch.owed, batch)
    const needed = batch.owed - whole
    if (needed <= left) {
      lines.push({ batchId: batch.batchId, amount: toKobo(needed), charge: whole })
      left -= needed
      continue
    }
    // the charge of a part is in proportion, and never makes the batch more than settled
    const partCharge = divide(whole * left, needed, 'down')
    lines.push({ batchId: batch.batchId, amount: toKobo(left), charge: toKobo(partCharge) })
    left = 0n
  }
  return lines
}

// ── Records ────────────────────────────────────────────────────────────────────────────────────────────────────────

const amountOrZero = nairaOfFile.check(z.refine(value => value >= 0n, 'Enter zero or more'))
const amountAboveZero = nairaOfFile.check(z.refine(value => value > 0n, 'More than zero'))
const source = term(40).check(z.minLength(1))

const receiptLines = z
  .array(
    z.object({ batchId: id, amount: amountOrZero, charge: amountOrZero }).check(
      z.refine(line => line.amount + line.charge > 0n, {
        error: 'More than zero',
        path: ['amount'],
      }),
    ),
  )
  .check(
    z.maxLength(LINES_MAX, `At most ${LINES_MAX}`),
    z.refine(lines => new Set(lines.map(line => line.batchId)).size === lines.length, 'Each batch once'),
  )

export const officeReceiptInput = z.object({
  id: randomId,
  source,
  amount: amountAboveZero,
  receivedOn: date,
  reference: text(60, 2),
  note: text(300, 0),
  lines: receiptLines,
  reason: why(500),
})
export const officeAllocationInput = z.object({
  id: randomId,
  receiptId: id,
  lines: receiptLines,
  reason: why(500),
})
export const officeReceiptUndoing = z.object({ id, reason: why(500) })
export const officeWriteDownInput = z.object({
  id: randomId,
  batchId: id,
  amount: amountAboveZero,
  reason: why(500),
})
export const officeWriteDownUndoing = z.object({ id, reason: why(500) })

const ageing = z.array(kobo).register(z.globalRegistry, {
  description: 'Owed by days since the remittance was expected: 0–30, 31–60, 61–90, 91–180, more than 180',
})

export const officePromise = z
  .object({
    id,
    source: z.string(),
    amount: kobo,
    promisedOn: z.string(),
    madeOn: z.string(),
    note: z.string(),
    madeBy: z.string(),
    /** Received from the day it was made to the promised day. */
    received: kobo,
    state: z.enum(PROMISE_STATES),
  })
  .register(z.globalRegistry, { id: 'OfficePromise' })

export const officeRow = z
  .object({
    source: z.string(),
    sourceName: z.string(),
    kind: z.enum(SOURCE_KINDS),
    /** Of the batches that the office owes for. */
    owed: kobo,
    batches: z.int(),
    /** The earliest day on which one of them was expected. */
    oldestOn: z.nullable(z.string()),
    ageing,
    /** Received, not allocated to a batch. */
    credit: kobo,
    provision: kobo,
    nextPromise: z.nullable(officePromise),
    lastReceivedOn: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Office' })

export const officeBatch = z
  .object({
    batchId: id,
    number: z.string(),
    source: z.string(),
    period: z.string(),
    deductions: z.int(),
    due: kobo,
    allocated: kobo,
    charged: kobo,
    writtenDown: kobo,
    owed: kobo,
    expectedOn: z.string(),
    daysLate: z.int(),
  })
  .register(z.globalRegistry, { id: 'OfficeBatch' })

const officeAllocation = z.object({
  id,
  batchId: id,
  batchNumber: z.string(),
  period: z.string(),
  amount: kobo,
  charge: kobo,
  chargeKind: z.enum(CHARGE_KINDS),
})

export const officeReceipt = z
  .object({
    id,
    number: z.string(),
    source: z.string(),
    amount: kobo,
    receivedOn: z.string(),
    reference: z.string(),
    note: z.string(),
    recordedBy: z.string(),
    recordedAt: moment,
    undoneAt: z.nullable(moment),
    allocated: kobo,
    charged: kobo,
    credit: kobo,
    allocations: z.array(officeAllocation),
    approvalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'OfficeReceipt' })

export const officeStatement = z
  .object({
    source: z.string(),
    sourceName: z.string(),
    from: z.string(),
    to: z.string(),
    /** Owed less unallocated credit, at the end of the day before. */
    opening: kobo,
    closing: kobo,
    owed: kobo,
    credit: kobo,
    totals: z.object({ deductions: kobo, receipts: kobo, charges: kobo, writtenDown: kobo }),
    lines: z.array(
      z.object({
        on: z.string(),
        kind: z.enum(STATEMENT_KINDS),
        reference: z.string(),
        period: z.nullable(z.string()),
        amount: kobo,
        balance: kobo,
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'OfficeStatement' })

const officeCorrection = z.object({
  id,
  batchId: id,
  batchNumber: z.string(),
  amount: kobo,
  reason: z.string(),
  by: z.string(),
  at: moment,
  undoneAt: z.nullable(moment),
  /** Its reversal, or another act on its batch, that is pending. */
  approvalId: z.nullable(id),
})

export const officeLetter = z
  .object({
    id,
    number: z.string(),
    source: z.string(),
    issuedOn: z.string(),
    issuedBy: z.string(),
    issuedAt: moment,
    persons: z.int(),
    /** Deductions in the schedule. */
    lines: z.int(),
    deducted: kobo,
    /** What is demanded: deducted less received, charges and write-downs. */
    total: kobo,
    /** Of the schedule of persons. */
    sha256: z.string(),
    batches: z.array(
      z.object({
        batchId: id,
        number: z.string(),
        period: z.string(),
        due: kobo,
        received: kobo,
        charges: kobo,
        writtenDown: kobo,
        owed: kobo,
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'OfficeLetter' })

const officeEmployer = z.object({
  employer: z.string(),
  persons: z.int(),
  deductions: z.int(),
  amount: kobo,
})

const statementInput = z.object({ source, from: z.optional(date), to: z.optional(date) })

export const officesApi = {
  officeList: endpoint({
    method: 'GET',
    path: '/api/offices',
    permission: 'console.read',
    summary: 'Lists the payroll offices with what each owes, by days since it was expected.',
    input: page,
    reply: z.extend(listOf(officeRow), { owed: kobo, credit: kobo, provision: kobo, ageing }),
  }),
  officeGet: endpoint({
    method: 'GET',
    path: '/api/offices/:source',
    permission: 'console.read',
    summary: 'Returns the account of one payroll office, its promises and write-downs.',
    input: z.object({ source }),
    reply: z.extend(officeRow, {
      charge: z.object({ kind: z.enum(['none', 'share', 'each']), ppm: z.int(), each: kobo }),
      contact: z.string(),
      promises: z.array(officePromise),
      corrections: z.array(officeCorrection),
    }),
  }),
  officeStatement: endpoint({
    method: 'GET',
    path: '/api/offices/:source/statement',
    permission: 'console.read',
    summary: 'Returns the statement of a payroll office for a period, of the last twelve months by default.',
    input: statementInput,
    reply: officeStatement,
  }),
  officeBatchList: endpoint({
    method: 'GET',
    path: '/api/offices/:source/batches',
    permission: 'console.read',
    summary: 'Lists the batches of a payroll office, oldest first, with what is owed for each.',
    input: z.extend(page, { source, state: z._default(z.enum(['open', 'all']), 'open') }),
    reply: z.extend(listOf(officeBatch), { owed: kobo }),
  }),
  officeReceiptList: endpoint({
    method: 'GET',
    path: '/api/office-receipts',
    permission: 'console.read',
    summary: 'Lists the receipts of payroll offices with their allocations, newest first.',
    input: z.extend(page, {
      source: z.optional(term(40)),
      batchId: z.optional(id),
      state: z._default(z.enum(['live', 'credit', 'undone', 'all']), 'live'),
      from: z.optional(date),
      to: z.optional(date),
    }),
    reply: z.extend(listOf(officeReceipt), { amount: kobo, credit: kobo }),
  }),
  officeReceiptGet: endpoint({
    method: 'GET',
    path: '/api/office-receipts/:id',
    permission: 'console.read',
    summary: 'Returns one receipt of a payroll office with its allocations.',
    input: z.object({ id }),
    reply: officeReceipt,
  }),
  officeReceiptRecord: endpoint({
    method: 'POST',
    path: '/api/office-receipts',
    permission: 'money.ask',
    summary:
      'Submits a bank credit of a payroll office for approval, allocated to any number of its batches.',
    input: officeReceiptInput,
    reply: changeReply,
  }),
  officeReceiptAllocate: endpoint({
    method: 'POST',
    path: '/api/office-receipts/:receiptId/allocations',
    permission: 'money.ask',
    summary:
      'Submits the whole allocation of a receipt for approval. Lines that are left out become credit of the office.',
    input: officeAllocationInput,
    reply: changeReply,
  }),
  officeReceiptUndo: endpoint({
    method: 'POST',
    path: '/api/office-receipts/:id/undo',
    permission: 'money.ask',
    summary: 'Submits the reversal of a receipt for approval. Its bank reference can be used again.',
    input: officeReceiptUndoing,
    reply: changeReply,
  }),
  officeWriteDown: endpoint({
    method: 'POST',
    path: '/api/office-corrections',
    permission: 'money.ask',
    summary: 'Submits the write-down of an amount owed for a batch for approval.',
    input: officeWriteDownInput,
    reply: changeReply,
  }),
  officeWriteDownUndo: endpoint({
    method: 'POST',
    path: '/api/office-corrections/:id/undo',
    permission: 'money.ask',
    summary: 'Submits the reversal of a write-down for approval.',
    input: officeWriteDownUndoing,
    reply: changeReply,
  }),
  officeEmployerList: endpoint({
    method: 'GET',
    path: '/api/offices/:source/employers',
    permission: 'console.read',
    summary:
      'Lists what was deducted in the open batches of a payroll office, by employer as its files name it.',
    input: z.extend(page, { source }),
    reply: z.extend(listOf(officeEmployer), { amount: kobo }),
  }),
  officeLetterList: endpoint({
    method: 'GET',
    path: '/api/offices/:source/letters',
    permission: 'console.read',
    summary: 'Lists the demand letters to a payroll office, newest first.',
    input: z.extend(page, { source }),
    reply: listOf(officeLetter),
  }),
  officeLetterGet: endpoint({
    method: 'GET',
    path: '/api/office-letters/:id',
    permission: 'console.read',
    summary: 'Returns one demand letter with its batches.',
    input: z.object({ id }),
    reply: officeLetter,
  }),
  officeLetterIssue: endpoint({
    method: 'POST',
    path: '/api/offices/:source/letters',
    permission: 'money.ask',
    summary: 'Issues a numbered demand letter over batches of a payroll office, with a schedule of persons.',
    input: z.object({
      id: randomId,
      source,
      batchIds: z.array(id).check(z.minLength(1, 'At least one batch'), z.maxLength(LINES_MAX)),
    }),
    reply: officeLetter,
  }),
  officePromiseAdd: endpoint({
    method: 'POST',
    path: '/api/offices/:source/promises',
    permission: 'money.ask',
    summary: 'Records the day on which a payroll office promised to remit an amount.',
    input: z.object({ id: randomId, source, amount: amountAboveZero, promisedOn: date, note: why(300) }),
    reply: officePromise,
  }),
  officePromiseCancel: endpoint({
    method: 'POST',
    path: '/api/office-promises/:id/cancel',
    permission: 'money.ask',
    summary: 'Cancels a promise that was recorded by mistake.',
    input: z.object({ id, reason: why(300) }),
    reply: done,
  }),
}

export const officesExportApi = {
  officeListExport: exportOf(
    officesApi.officeList,
    '/api/offices-export',
    'Exports what the payroll offices owe as CSV or XLSX.',
  ),
  officeStatementExport: exportOf(
    officesApi.officeStatement,
    '/api/offices-export/statement',
    'Exports the statement of a payroll office as CSV, XLSX or PDF.',
    'pdf',
  ),
  officeBatchExport: exportOf(
    officesApi.officeBatchList,
    '/api/offices-export/batches',
    'Exports the batches of a payroll office as CSV or XLSX.',
  ),
  officeEmployerExport: exportOf(
    officesApi.officeEmployerList,
    '/api/offices-export/employers',
    'Exports the deductions of open batches by employer as CSV or XLSX.',
  ),
  officeLetterExport: exportOf(
    officesApi.officeLetterGet,
    '/api/office-letters/:id/export',
    'Exports a demand letter as PDF, or its schedule of persons as CSV or XLSX.',
    'pdf',
  ),
  officeReceiptExport: exportOf(
    officesApi.officeReceiptList,
    '/api/offices-export/receipts',
    'Exports the receipts of payroll offices as CSV or XLSX.',
  ),
}
