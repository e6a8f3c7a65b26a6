import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { FileReply } from '../../../contract/endpoint.ts'
import { fieldsOf } from '../../../contract/intake.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { quote } from '../../../engine/product.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { openFromApplications } from '../customers/customers.ts'
import {
  FAULT_SEPARATOR,
  type IntakeRow,
  type IntakeWork,
  type Staged,
  type StagedCells,
  saveNotes,
  stagedCells,
} from '../intake/intake.ts'
import { postAll } from '../ledger/ledger.ts'
import { openMigrated } from '../loans/loans.ts'
import { offeredProducts, type Product } from '../settings/settings.ts'
import { type Lived, readLine, replayMigratedLoan, type StatedLoan, spared, statedOwner } from './line.ts'
import * as store from './loanImport.sql.ts'

/**
 * Imports existing loans from spreadsheets: each row a person and a live loan. The engine replays the loan, paid on its
 * due days with what was repaid so far; what it then owes is the opening entry.
 */

const FIELDS = Object.keys(fieldsOf('book'))
const AT_ONCE = 500
/** Taken over in about a third of a second; together they wait for the disk once. */
const TAKEN_AT_ONCE = 100

/** What a file with a book does with its rows. */
export const bookWork: IntakeWork = {
  async prepare(ctx, { row }) {
    await store.deleteRows(ctx.tx, row.id)
  },

  async check(ctx, staged, from, to) {
    const products = await offeredProducts(ctx.tx, ctx.today)
    let skipped = 0
    for (let first = from; first <= to; first += AT_ONCE) {
      const last = Math.min(first + AT_ONCE - 1, to)
      const good: store.NewImportRow[] = []
      const excluded: { rowNumber: number; field: string; was: null; became: string }[] = []
      for (const cells of await stagedCells(ctx.tx, staged, FIELDS, [first, last])) {
        const line = checkLine(ctx, staged, cells, products)
        if (line === 'nobody')
          excluded.push({ rowNumber: cells.row_number, field: '', was: null, became: 'blank' })
        else if ('faults' in line) await store.refuseRow(ctx.tx, staged, cells.row_number, line.faults)
        else good.push(line)
      }
      await store.insertRows(ctx.tx, staged.row.id, good)
      if (excluded.length > 0) await saveNotes(staged, 'excluded', excluded).execute(ctx.tx)
      skipped += excluded.length
    }
    return { skipped, repaired: 0 }
  },

  async match(ctx, staged) {
    for (const rowNumber of await store.doubledRows(ctx.tx, staged.row.id)) {
      await store.refuseRow(
        ctx.tx,
        staged,
        rowNumber,
        'loanNumber.This loan number was already imported or is on another row.',
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

/** A blank line or a total is not a person. */
function checkLine(
  ctx: Context,
  staged: Staged,
  cells: StagedCells,
  products: readonly Product[],
): store.NewImportRow | { faults: string } | 'nobody' {
  if (cells.problem === '' && (cells.loanNumber ?? '') === '' && (cells.surname ?? '') === '') return 'nobody'
  const read = readLine(cells, { source: staged.row.source, today: ctx.today, products })
  if ('faults' in read) return { faults: read.faults.join(FAULT_SEPARATOR) }
  const { stated, outstanding } = read
  return {
    row_number: cells.row_number,
    line: cells.line,
    old_number: stated.oldNumber,
    stated: ctx.keys.seal(
      JSON.stringify(stated, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
      statedOwner(staged.row.id, cells.row_number),
    ),
    name: `${stated.application.surname} ${stated.application.firstName}`,
    principal: stated.principal,
    repaid: stated.repaid,
    outstanding,
  }
}

/** Approved: a job imports the rows. */
export async function acceptBook(ctx: Context, row: IntakeRow): Promise<void> {
  await ctx.queue('bookImport', { intakeId: row.id })
}

/** Some lines a transaction; killed anywhere and run again, none is taken twice. */
export async function importBook(program: Program, intakeId: string): Promise<void> {
  for (;;) {
    const rows = await store.rowsToTake(program.db, intakeId, TAKEN_AT_ONCE)
    if (rows.length === 0) break
    await takeLines(program, intakeId, rows)
  }
  await store.gatherStatistics(program.db)
}

/** A line that is refused takes its neighbours back with it: then each is taken by itself. */
async function takeLines(program: Program, intakeId: string, rows: readonly number[]): Promise<void> {
  try {
    await act(program, 'bookImport', SYSTEM, async ctx => {
      const ready = await store.lockRows(ctx.tx, intakeId, rows)
      await takeOver(ctx, ready)
    })
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    if (rows.length > 1) for (const row of rows) await takeLines(program, intakeId, [row])
    else await refuseLine(program, intakeId, rows[0] ?? 0, problem)
  }
}

/** What is wrong with a line; undefined where the fault is the program's. Two files may have been checked side by side. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message
  const isTaken =
    isUniqueViolation(error, 'loan_event_reference_once') || isUniqueViolation(error, 'loan_import_once')
  return isTaken ? 'This loan number was already imported.' : undefined
}

function refuseLine(program: Program, intakeId: string, rowNumber: number, problem: string): Promise<void> {
  return act(program, 'bookImport', SYSTEM, async ctx => {
    await store.refuseTaking(ctx.tx, intakeId, rowNumber, problem)
    ctx.audit({ subject: ['intake', intakeId], outcome: 'refused', reason: `Row ${rowNumber}: ${problem}` })
  })
}

const readStated = (text: string): StatedLoan =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as StatedLoan

type Migrated = Awaited<ReturnType<typeof openMigrated>>[number]
type Taken = { rowNumber: number; stated: StatedLoan; lived: Lived } & Migrated

async function takeOver(ctx: Context, rows: readonly store.ImportRow[]): Promise<void> {
  const products = await offeredProducts(ctx.tx, ctx.today)
  const taken = await openLines(ctx, rows, products)
  await store.markTaken(ctx.tx, rows[0]?.intake_id ?? null, taken)
  for (const { loanId, stated, lived } of taken)
    ctx.audit({
      action: 'bookImport',
      subject: ['loan', loanId],
      after: { oldNumber: stated.oldNumber, owed: lived.state.outstandingTotal.toString() },
    })
  // last, since the lender's own accounts are locked from here to the end
  const postings = taken.map(each => each.opening)
  const outcomes = await postAll(ctx, postings, 'adjust')
  const odd = outcomes.findIndex(({ outcome }) => outcome !== 'posted')
  assert(odd === -1, `${postings[odd]?.note} was ${outcomes[odd]?.outcome} in the ledger`)
}

/** The customer and the loan of each line, and what the loan has lived through. */
async function openLines(
  ctx: Context,
  rows: readonly store.ImportRow[],
  products: readonly Product[],
): Promise<Taken[]> {
  const lines = rows.map(row => {
    const stated = readStated(ctx.keys.open(row.stated, statedOwner(row.intake_id, row.row_number)))
    const product = products.find(each => each.code === stated.productCode)
    if (!product) throw new Refusal('product.retired')
    refuseOtherTerms(row, stated, product)
    return { rowNumber: row.row_number, stated, product }
  })
  const customers = await openFromApplications(
    ctx,
    lines.map(({ stated }) => ({ ...stated, since: stated.paidOutOn })),
  )
  const lived = lines.map(({ stated, product }) => replayMigratedLoan(stated, product, ctx.today))
  const opened = await openMigrated(
    ctx,
    lines.map(({ stated, product }, index) => ({
      ...at(lived, index),
      oldNumber: stated.oldNumber,
      customerId: customers[index]?.id ?? '',
      requestId: randomUUID(),
      product,
      principal: stated.principal,
      tenor: stated.tenor,
      instalment: quote(product.terms, {
        amount: stated.principal,
        tenor: stated.tenor,
        payOutOn: stated.paidOutOn,
      }).instalment,
      officerCode: stated.officerCode,
      settles: [],
    })),
  )
  return lines.map(({ rowNumber, stated }, index) => ({
    rowNumber,
    stated,
    lived: at(lived, index),
    ...at(opened, index),
  }))
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  assert(found, 'a line of a book lost its loan')
  return found
}

/**
 * The approval covers the terms of that day. A newer product version is refused even if the same is owed: penalties,
 * fees and prepayments show only later. Rows without a recorded version are refused only where no schedule can be
 * built.
 */
function refuseOtherTerms(row: store.ImportRow, stated: StatedLoan, product: Product): void {
  const { checked } = stated
  const isPossible = stated.tenor > spared(product)
  if (checked ? checked.version === product.version : isPossible) return
  const now =
    checked && isPossible ? replayMigratedLoan(stated, product, checked.on).state.outstandingTotal : undefined
  throw new Refusal('loan.other_terms', {
    product: product.code,
    owed:
      now === undefined || now === row.outstanding
        ? ''
        : `: ${formatNaira(now)} would be owed instead of ${formatNaira(kobo(row.outstanding))}`,
  })
}

// ── Looking at it ──────────────────────────────────────────────────────────────────────────────────────────────────

export const bookRows: Handler<Api['bookRows']> = async (ctx, { id, cursor, limit }) => {
  const position = readCursor(ctx.keys, 'bookRows', { id }, cursor)
  const after = position ? parseInt(position[0] ?? '0', 10) : 0
  // counted before they are read: once all are reported as imported, no pending row is shown
  const sums = await store.sumRows(ctx.tx, id)
  const { rows, last } = cutPage(await store.listRows(ctx.tx, id, after, limit + 1), limit)
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
