import { randomUUID } from 'node:crypto'
import type { Api } from '../../contract/api.ts'
import { FileReply } from '../../contract/endpoint.ts'
import { fieldsOf } from '../../contract/intake.ts'
import type { LoanState } from '../../engine/loan.ts'
import { kobo } from '../../engine/money.ts'
import { agreementFor, quote } from '../../engine/product.ts'
import { buildSchedule } from '../../engine/schedule.ts'
import { act, type Program, SYSTEM } from '../act.ts'
import type { Context, Handler } from '../context.ts'
import { cutPage, makeCursor, readCursor } from '../cursor.ts'
import { openFromApplication } from '../customers/customers.ts'
import {
  FAULT_SEPARATOR,
  type IntakeRow,
  type IntakeWork,
  type Staged,
  type StagedCells,
  stagedCells,
} from '../intake/intake.ts'
import { post } from '../ledger/ledger.ts'
import { Refusal } from '../refusal.ts'
import { offeredProducts, type Product } from '../settings/settings.ts'
import { readBook } from './book.ts'
import * as store from './import.sql.ts'
import { readLine, relive, type StatedLoan } from './importLine.ts'
import * as loans from './loans.sql.ts'
import { openLoan } from './open.ts'
import { encodeEvent, figuresOf } from './state.ts'

/**
 * Takes over a book from spreadsheets: each line a person and a live loan. The loan is lived through anew by the engine, paid
 * on its due days with what was repaid so far; what it then owes is the opening entry.
 */

const FIELDS = Object.keys(fieldsOf('book'))
const AT_ONCE = 500

/** What a file with a book does with its rows. */
export const bookWork: IntakeWork = {
  fits: () => true,

  async prepare(ctx, { row }) {
    await store.deleteRows(ctx.tx, row.id)
  },

  async check(ctx, staged, from, to) {
    const products = await offeredProducts(ctx.tx, ctx.today)
    let skipped = 0
    for (let first = from; first <= to; first += AT_ONCE)
      for (const cells of await stagedCells(ctx.tx, staged, FIELDS, [
        first,
        Math.min(first + AT_ONCE - 1, to),
      ]))
        if (await checkLine(ctx, staged, cells, products)) skipped += 1
    return { skipped }
  },

  async match(ctx, staged) {
    for (const rowNumber of await store.doubledRows(ctx.tx, staged.row.id)) {
      await store.refuseRow(
        ctx.tx,
        staged,
        rowNumber,
        'loanNumber.This old loan number was taken over already, or stands on another line.',
      )
      await store.deleteRow(ctx.tx, staged.row.id, rowNumber)
    }
    const good = await store.countRows(ctx.tx, staged.row.id)
    return { good, matched: good, skipped: 0 }
  },

  async drop(ctx, row) {
    await store.deleteRows(ctx.tx, row.id)
  },
}

/** True for a line that is nobody's: blank, or a total. */
async function checkLine(
  ctx: Context,
  staged: Staged,
  cells: StagedCells,
  products: readonly Product[],
): Promise<boolean> {
  if (cells.problem === '' && (cells.loanNumber ?? '') === '' && (cells.surname ?? '') === '') return true
  const read = readLine(cells, { source: staged.row.source, today: ctx.today, products })
  if ('faults' in read) {
    await store.refuseRow(ctx.tx, staged, cells.row_number, read.faults.join(FAULT_SEPARATOR))
    return false
  }
  const { stated, outstanding } = read
  await store.insertRow(ctx.tx, {
    intake_id: staged.row.id,
    row_number: cells.row_number,
    line: cells.line,
    old_number: stated.oldNumber,
    stated: ctx.keys.seal(
      JSON.stringify(stated, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
    ),
    name: `${stated.application.surname} ${stated.application.firstName}`,
    principal: stated.principal,
    repaid: stated.repaid,
    outstanding,
  })
  return false
}

/** A second person has agreed: a job takes the lines over one by one. */
export async function acceptBook(ctx: Context, row: IntakeRow): Promise<void> {
  await ctx.queue('bookImport', { intakeId: row.id })
}

/** Each line in its own transaction; killed anywhere and run again, none is taken twice. */
export async function importBook(program: Program, intakeId: string): Promise<void> {
  for (;;) {
    const rows = await store.rowsToTake(program.db, intakeId, AT_ONCE)
    if (rows.length === 0) return
    for (const rowNumber of rows) await takeLine(program, intakeId, rowNumber)
  }
}

async function takeLine(program: Program, intakeId: string, rowNumber: number): Promise<void> {
  try {
    await act(program, 'bookImport', SYSTEM, async ctx => {
      const row = await store.lockRow(ctx.tx, intakeId, rowNumber)
      if (row?.status !== 'ready') return
      const loanId = await takeOver(ctx, readStated(ctx.keys.open(row.stated)))
      await store.markRow(ctx.tx, row, { status: 'taken', loanId })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message } = error
    await act(program, 'bookImport', SYSTEM, async ctx => {
      await store.markRow(
        ctx.tx,
        { intake_id: intakeId, row_number: rowNumber },
        { status: 'refused', problem: message },
      )
      ctx.audit({ subject: ['intake', intakeId], outcome: 'refused', reason: `Row ${rowNumber}: ${message}` })
    })
  }
}

const readStated = (text: string): StatedLoan =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as StatedLoan

async function takeOver(ctx: Context, stated: StatedLoan): Promise<string> {
  const products = await offeredProducts(ctx.tx, ctx.today)
  const product = products.find(each => each.code === stated.productCode)
  if (!product) throw new Refusal('product.retired')
  const customer = await openFromApplication(ctx, stated.application, stated.officerCode)
  const { instalment } = quote(product.terms, {
    amount: stated.principal,
    tenor: stated.tenor,
    payOutOn: stated.paidOutOn,
  })
  const loan = await openLoan(ctx, {
    customerId: customer.id,
    requestId: randomUUID(),
    product,
    principal: stated.principal,
    tenor: stated.tenor,
    instalment,
    officerCode: stated.officerCode,
    settles: [],
  })
  const { events, state } = relive(stated, product, ctx.today)
  for (const event of events)
    await loans.insertEvent(ctx.tx, {
      id: event.id,
      loanId: loan.id,
      sequence: event.sequence ?? 0,
      type: event.type,
      effectiveOn: event.date,
      event: encodeEvent(event),
      amount: event.type === 'receipt' || event.type === 'disbursement' ? event.amount : 0n,
      channel: 'older books',
      reference: `${stated.oldNumber}/${event.sequence}`,
      note: 'Taken over from older books',
      cash: 'openingBalances',
      at: ctx.now,
      byId: null,
      byName: ctx.actor.name,
    })
  await postOpening(ctx, loan.id, stated, state, product)
  await loans.updateLoan(ctx.tx, loan.id, figuresOf(state))
  ctx.audit({
    action: 'bookImport',
    subject: ['loan', loan.id],
    after: { oldNumber: stated.oldNumber, owed: state.outstandingTotal.toString() },
  })
  return loan.id
}

/** What the loan owes, against the balances brought forward; what it earned is in the old books. */
async function postOpening(
  ctx: Context,
  loanId: string,
  stated: StatedLoan,
  state: LoanState,
  product: Product,
): Promise<void> {
  const terms = agreementFor(product.terms, {
    amount: stated.principal,
    tenor: stated.tenor,
    payOutOn: stated.paidOutOn,
  }).terms
  const { accounts } = readBook(state, buildSchedule(terms))
  const held = (
    ['loanPrincipal', 'interestReceivable', 'feeReceivable', 'penaltyReceivable', 'customerCredit'] as const
  ).map(account => ({
    account,
    loanId,
    amount: kobo(accounts[account]),
  }))
  const total = held.reduce((sum, line) => sum + line.amount, 0n)
  await post(ctx, {
    reason: 'openingBalance',
    ref: loanId,
    effectiveOn: ctx.today,
    lines: [...held, { account: 'openingBalances', amount: kobo(-total) }],
    note: `Loan ${stated.oldNumber} of the older books`,
  })
}

// ── Looking at it ──────────────────────────────────────────────────────────────────────────────────────────────────

export const bookRows: Handler<Api['bookRows']> = async (ctx, { id, cursor, limit }) => {
  const position = readCursor(ctx.keys, 'bookRows', { id }, cursor)
  const after = position ? parseInt(position[0] ?? '0', 10) : 0
  const { rows, last } = cutPage(await store.listRows(ctx.tx, id, after, limit + 1), limit)
  const sums = await store.sumRows(ctx.tx, id)
  return {
    rows: rows.map(row => ({
      line: row.line,
      oldNumber: row.old_number,
      name: row.name,
      principal: kobo(row.principal),
      repaid: kobo(row.repaid),
      outstanding: kobo(row.outstanding),
      status: row.status,
      problem: row.problem,
      loanId: row.loan_id,
    })),
    total: sums.rows,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'bookRows', { id }, [String(last.row_number)]) : null,
    taken: sums.taken,
    refused: sums.refused,
    principalTotal: kobo(sums.principal),
    repaidTotal: kobo(sums.repaid),
    outstandingTotal: kobo(sums.outstanding),
  }
}

/** An empty sheet with the right columns and one line to show how. */
export const bookTemplate: Handler<Api['bookTemplate']> = async () => {
  const fields = Object.entries(fieldsOf('book'))
  const header = fields.map(([, field]) => field.title).join(',')
  const sample = fields.map(([name]) => SAMPLE[name] ?? '').join(',')
  return new FileReply(
    Buffer.from(`\ufeff${header}\n${sample}\n`),
    'text/csv; charset=utf-8',
    'iroko-book.csv',
  )
}

const SAMPLE: Record<string, string> = {
  staffNumber: '434590', title: 'MRS', surname: 'Okonkwo', firstName: 'Adaeze', gender: 'FEMALE', birthDate: '1988-04-12', hireDate: '2012-05-01',
  phone: '08031234567', bvn: '22123456781', nin: '51234567892', address: '12 Ahmadu Bello Way', state: 'Lagos', lga: 'Eti-Osa',
  employer: 'Federal Ministry of Health', netPay: '250000.00', bank: '058', accountNumber: '0123456785', product: 'PSL', loanNumber: 'OLD-0001',
  principal: '500000.00', tenor: '12', paidOutOn: '2026-06-15', repaid: '185000.01', officerCode: 'AO-014',
} // biome-ignore format: a line
