import type { Api } from '../../../contract/api.ts'
import { type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { formatNaira, kobo, sum } from '../../../engine/money.ts'
import { measureSms } from '../../../engine/segments.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { previewReceipt } from '../loans/loans.ts'
import { renderEvent } from '../messaging/messaging.ts'
import { sourceNames } from '../settings/settings.ts'
import { lockedOpen } from './batch.ts'
import { againKey, binRows } from './match.sql.ts'
import { compareName } from './names.ts'
import { fresh, refuseNothingNew, tellingOf } from './post.ts'
import * as refused from './refused.sql.ts'
import { type BatchRow, findBatch, notePlacer } from './repayments.sql.ts'
import * as store from './rows.sql.ts'

/** Whose a row is, and what posting it would do. */

/** Posted rows. Before that their id is not shown, or it could be used for something else. */
const IN_BOOKS: ReadonlySet<store.RowStatus> = new Set(['posted', 'suspense', 'undone'])

const describeRow = (row: store.RepaymentRow, candidates: readonly store.Candidate[]) => ({
  rowNumber: row.row_number,
  part: row.part,
  receiptId: IN_BOOKS.has(row.status) ? row.posting_id : null,
  line: row.line,
  staffNumber: row.staff_number,
  name: row.name,
  employer: row.employer,
  element: row.element,
  beneficiary: row.beneficiary,
  loanNumber: row.loan_number,
  loanId: row.loan_id,
  customerId: row.customer_id,
  customerName: row.customer_name,
  amount: kobo(row.amount),
  earlier: kobo(row.earlier),
  expected: row.expected === null ? null : kobo(row.expected),
  bin: row.bin,
  treatment: row.treatment,
  matchedBy: row.matched_by,
  nameScore: row.name_score,
  status: row.status,
  problem: row.problem,
  balanceAfter: row.balance_after === null ? null : kobo(row.balance_after),
  candidates: candidates.map(each => ({
    loanId: each.loan_id,
    number: each.number,
    customerName: each.customer_name,
    instalment: kobo(each.instalment),
  })),
})

async function describeRows(ctx: Context, rows: readonly store.RepaymentRow[]) {
  const unsettled = rows.filter(row => row.status === 'open' || row.status === 'refused')
  const candidates = await store.candidatesFor(ctx.tx, unsettled)
  return rows.map(row => describeRow(row, candidates.get(store.placeIn(row)) ?? []))
}

export const rows: Handler<Api['repaymentRows']> = async (ctx, { id, cursor, limit, ...filter }) => {
  const shape = { id, ...filter }
  const position = readCursor(ctx.keys, 'repaymentRows', shape, cursor)
  const after = { row: parseInt(position?.[0] ?? '0', 10), part: parseInt(position?.[1] ?? '0', 10) }
  const found = cutPage(await store.listRows(ctx.tx, id, filter, after, limit + 1), limit)
  return {
    rows: await describeRows(ctx, found.rows),
    total: await store.countRows(ctx.tx, id, filter),
    totalIsExact: true,
    next: found.last
      ? makeCursor(ctx.keys, 'repaymentRows', shape, [String(found.last.row_number), String(found.last.part)])
      : null,
  }
}

export const refusedRows: Handler<Api['repaymentRefused']> = async (ctx, { cursor, limit }) => {
  const after = refusedPlace(readCursor(ctx.keys, 'repaymentRefused', {}, cursor))
  const { rows: found, last } = cutPage(await refused.listRefused(ctx.tx, after, limit + 1), limit)
  const names = await sourceNames(ctx)
  const { count, amount } = await refused.countRefused(ctx.tx)
  const candidates = await store.candidatesFor(ctx.tx, found)
  return {
    rows: found.map(row => ({
      ...describeRow(row, candidates.get(store.placeIn(row)) ?? []),
      batchId: row.batch_id,
      batchNumber: row.batch_number,
      sourceName: names.get(row.source) ?? row.source,
      period: payMonthOf(localDate(row.period)),
    })),
    total: count,
    amount: kobo(amount),
    totalIsExact: true,
    next: last
      ? makeCursor(ctx.keys, 'repaymentRefused', {}, [
          last.batch_opened_at.toISOString(),
          last.batch_id,
          String(last.row_number),
          String(last.part),
        ])
      : null,
  }
}

function refusedPlace(position: readonly string[] | undefined): refused.RefusedPlace | null {
  const place = placeOf(position, 'openedAt', 'batch', 'row', 'part')
  return (
    place && {
      batch_opened_at: new Date(place.openedAt),
      batch_id: place.batch,
      row_number: parseInt(place.row, 10),
      part: parseInt(place.part, 10),
    }
  )
}

export const previewRow: Handler<Api['repaymentRowPreview']> = async (ctx, { id, rowNumber, part }) => {
  const batch = (await findBatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'batch' })
  const row = (await store.partsOf(ctx.tx, id, rowNumber)).find(each => each.part === part)
  if (!row) return refuse('record.unknown', { what: 'row' })
  const nothing = {
    allocation: [],
    balanceBefore: kobo(0n),
    balanceAfter: kobo(0n),
    credit: kobo(0n),
    message: null,
  }
  if (row.loan_id === null || row.treatment !== 'post')
    return { ...nothing, problem: row.treatment === 'skip' ? 'It is left out.' : 'It goes to suspense.' }
  const on = batch.value_on === null ? ctx.today : localDate(batch.value_on)
  const ofPerson = await toPostWith(ctx, row)
  try {
    const before = ofPerson.filter(each => each.loan_id === row.loan_id && isBefore(each, row))
    const seen = await previewReceipt(ctx, {
      loanId: row.loan_id,
      amount: fresh(row),
      receivedBefore: sum(before.map(fresh)),
      on,
    })
    const words = await wordsFor(ctx, ofPerson, on)
    return {
      allocation: seen.slices.map(slice => ({
        instalment: slice.instalment,
        component: slice.component,
        amount: slice.amount,
      })),
      balanceBefore: seen.before.outstandingTotal,
      balanceAfter: seen.after.outstandingTotal,
      credit: seen.after.credit,
      problem: null,
      message: words ? { text: words.body, segments: measureSms(words.body).segments } : null,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...nothing, problem: error.message }
  }
}

const isBefore = (a: store.RepaymentRow, b: store.RepaymentRow): boolean =>
  a.row_number < b.row_number || (a.row_number === b.row_number && a.part < b.part)

/** Every row of the batch that brings the same person something, this one among them. */
async function toPostWith(ctx: Context, row: store.RepaymentRow): Promise<store.RepaymentRow[]> {
  const rows = row.customer_id === null ? [] : await store.toPostOf(ctx.tx, row.batch_id, row.customer_id)
  const has = rows.some(each => each.row_number === row.row_number && each.part === row.part)
  return has ? rows : [...rows, row]
}

/** The one message that the person gets for all their rows, as posting will write it. */
async function wordsFor(ctx: Context, rows: readonly store.RepaymentRow[], on: LocalDate) {
  let balance = 0n
  let expected = 0n
  let last: LoanState | undefined
  for (const loanId of new Set(rows.flatMap(row => row.loan_id ?? []))) {
    const ofLoan = rows.filter(row => row.loan_id === loanId)
    const { after } = await previewReceipt(ctx, { loanId, amount: sum(ofLoan.map(fresh)), on })
    balance += after.outstandingTotal
    expected += ofLoan.reduce((most, row) => ((row.expected ?? 0n) > most ? (row.expected ?? 0n) : most), 0n)
    last = after
  }
  if (!last) return undefined
  const loans = [...new Set(rows.map(row => row.loan_number ?? ''))].sort()
  const telling = tellingOf({ amount: sum(rows.map(fresh)), expected, balance, loans }, last, on)
  return renderEvent(ctx, telling.about, telling.facts)
}

/** Rows are matched until the batch is submitted; failed postings, after it too. */
async function lockedRow(
  ctx: Context,
  id: string,
  rowNumber: number,
  part: number,
): Promise<{ batch: BatchRow; row: store.RepaymentRow }> {
  const batch = await lockedOpen(ctx, id)
  const [row = refuse('record.unknown', { what: 'row' })] = await store.lockRows(ctx.tx, id, [
    { row_number: rowNumber, part },
  ])
  const isOpen = batch.status !== 'posted' && row.status === 'open'
  if (!isOpen && row.status !== 'refused')
    refuse('repayment.status', { number: batch.number, status: batch.status })
  if (row.bin === 'foreign' || row.bin === 'unknownElement') refuse('repayment.foreign')
  return { batch, row }
}

/** Matching an earlier row confirms a second deduction: it is then a row of its own. */
const keyOfItsOwn = ({ number }: BatchRow, { bin, row_key }: store.RepaymentRow): store.RowChange =>
  bin === 'duplicate' ? { row_key: againKey(row_key, number) } : {}

export const matchRow: Handler<Api['repaymentRowMatch']> = async (ctx, input) => {
  const { id, rowNumber, part, loanId, treatment, note } = input
  const { batch, row } = await lockedRow(ctx, id, rowNumber, part)
  if (treatment !== 'skip') refuseNothingNew(row)
  const customerId =
    loanId === null
      ? row.customer_id
      : ((await store.loanOwner(ctx.tx, loanId)) ?? refuse('record.unknown', { what: 'loan' }))
  await store.changeRow(ctx.tx, id, row, {
    loan_id: loanId,
    customer_id: customerId,
    matched_by: 'hand',
    ...(treatment === 'skip' ? {} : keyOfItsOwn(batch, row)),
    ...(row.bin === 'duplicate' && loanId !== null ? { bin: 'notOurs' } : {}),
    ...(row.status === 'refused' ? { status: 'open', problem: null } : {}),
  })
  await compareName(ctx, id, rowNumber)
  // one in another name keeps that as its match result unless it goes to a loan
  if (loanId !== null && (treatment === 'post' || row.bin !== 'nameDiffers'))
    await binRows(ctx.tx, id, ctx.today, { rowNumber, part })
  const [now] = (await store.partsOf(ctx.tx, id, rowNumber)).filter(each => each.part === part)
  if (treatment === 'post' && now?.treatment !== 'post')
    refuse('repayment.loan', { status: loanId === null ? 'not chosen' : 'closed' })
  await store.changeRow(ctx.tx, id, row, { treatment })
  await notePlacer(ctx.tx, id, ctx.actor.id)
  if (batch.status === 'posted') await store.holdMoved(ctx.tx, id, rowNumber, ctx.actor.id)
  ctx.audit({
    subject: ['repayment', id],
    before: { row: rowNumber, loan: row.loan_id, treatment: row.treatment },
    after: { row: rowNumber, loan: loanId, treatment },
    reason: note,
  })
  const parts = await describeRows(ctx, await store.partsOf(ctx.tx, id, rowNumber))
  return parts.find(each => each.part === part) ?? refuse('record.unknown', { what: 'row' })
}

export const splitRow: Handler<Api['repaymentRowSplit']> = async (ctx, { id, rowNumber, parts, note }) => {
  const { batch, row } = await lockedRow(ctx, id, rowNumber, 1)
  const before = await store.partsOf(ctx.tx, id, rowNumber)
  if (before.some(each => each.status !== 'open' && each.status !== 'refused'))
    refuse('repayment.part_posted')
  refuseNothingNew(row)
  const whole = sum(before.map(each => kobo(each.amount)))
  const given = kobo(sum(parts.map(each => each.amount)) + row.earlier)
  if (given !== whole) refuse('repayment.parts', { parts: formatNaira(given), whole: formatNaira(whole) })
  await store.deleteOtherParts(ctx.tx, id, rowNumber)
  for (const [index, { loanId, amount }] of parts.entries()) {
    const customerId = (await store.loanOwner(ctx.tx, loanId)) ?? refuse('record.unknown', { what: 'loan' })
    if (index === 0)
      await store.changeRow(ctx.tx, id, row, {
        amount: amount + row.earlier,
        loan_id: loanId,
        customer_id: customerId,
        matched_by: 'hand',
        ...keyOfItsOwn(batch, row),
        ...(row.bin === 'duplicate' ? { bin: 'notOurs' } : {}),
        ...(row.status === 'refused' ? { status: 'open', problem: null } : {}),
      })
    else await store.insertPart(ctx.tx, id, rowNumber, { part: index + 1, amount, loanId, customerId })
  }
  await compareName(ctx, id, rowNumber)
  await binRows(ctx.tx, id, ctx.today, { rowNumber })
  const after = await store.partsOf(ctx.tx, id, rowNumber)
  if (after.some(each => each.treatment !== 'post')) refuse('repayment.loan', { status: 'closed' })
  await notePlacer(ctx.tx, id, ctx.actor.id)
  if (batch.status === 'posted') await store.holdMoved(ctx.tx, id, rowNumber, ctx.actor.id)
  ctx.audit({
    subject: ['repayment', id],
    before: { row: rowNumber, parts: before.length },
    after: {
      row: rowNumber,
      parts: parts.map(each => ({ loan: each.loanId, amount: each.amount.toString() })),
    },
    reason: note,
  })
  return { rows: await describeRows(ctx, await store.partsOf(ctx.tx, id, rowNumber)) }
}
