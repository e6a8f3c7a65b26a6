import { formatDate, type LocalDate, localDate } from '../../engine/dates.ts'
import type { LoanState } from '../../engine/loan.ts'
import { formatNaira, type Kobo, kobo, negate } from '../../engine/money.ts'
import { act, type Program, SYSTEM } from '../act.ts'
import type { Actor, Context } from '../context.ts'
import { supersede } from '../intake/intake.ts'
import { type Line, post } from '../ledger/ledger.ts'
import { receive, takeBack } from '../loans/loans.ts'
import { tell } from '../messaging/messaging.ts'
import { Refusal } from '../refusal.ts'
import * as store from './repayments.sql.ts'
import * as rows from './rows.sql.ts'
import * as suspense from './suspense.sql.ts'

const AT_ONCE = 200
/** Four loans at a time keep two cores and the database busy; more only wait for one another. */
const LANES = 4
export const HELD_FOR = 'held with its batch'

/**
 * Posts an approved batch, or takes it back: each row in its own short transaction, in the order of loans, under an id made with the row.
 * Killed anywhere and run again, nothing happens twice and nothing is left out.
 */
export async function runBatch(program: Program, batchId: string): Promise<void> {
  const batch = await store.findBatch(program.db, batchId)
  if (batch?.status === 'posting') await inLanes(program, batch, rows.rowsToPost, postRow, finishPosting)
  if (batch?.status === 'undoing') await inLanes(program, batch, rows.rowsToUndo, undoRow, finishUndoing)
}

type RowStep = (ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow) => Promise<void>

async function inLanes(
  program: Program,
  batch: store.BatchRow,
  next: typeof rows.rowsToPost,
  step: RowStep,
  finish: (ctx: Context, batchId: string) => Promise<void>,
): Promise<void> {
  const actor = actorOf(batch)
  for (;;) {
    const places = await next(program.db, batch.intake_id, AT_ONCE)
    if (places.length === 0) break
    const byLoan = groupedByLoan(places)
    const lane = async (): Promise<void> => {
      for (let group = byLoan.shift(); group; group = byLoan.shift())
        for (const place of group) await oneRow(program, actor, batch, place, step)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
  await act(program, 'repaymentRun', actor, ctx => finish(ctx, batch.intake_id))
}

/** Rows of one loan stay in one lane, one after the other. */
function groupedByLoan(places: readonly rows.Place[]): rows.Place[][] {
  const groups = new Map<string, rows.Place[]>()
  for (const place of places) {
    const key = place.loan_id ?? `row ${place.row_number}`
    const group = groups.get(key)
    if (group) group.push(place)
    else groups.set(key, [place])
  }
  return [...groups.values()]
}

/** In the name of whoever approved it. */
const actorOf = (batch: store.BatchRow): Actor => ({
  ...SYSTEM,
  id: batch.approved_by ?? SYSTEM.id,
  name: batch.approved_by_name ?? SYSTEM.name,
})

/** What the books refuse is noted on the row, and the others go on. */
async function oneRow(
  program: Program,
  actor: Actor,
  batch: store.BatchRow,
  place: rows.Place,
  step: RowStep,
): Promise<void> {
  const { row_number, part } = place
  try {
    await act(program, 'repaymentRun', actor, async ctx => {
      const row = await rows.lockRow(ctx.tx, batch.intake_id, row_number, part)
      if (row) await step(ctx, batch, row)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message } = error
    await act(program, 'repaymentRun', actor, async ctx => {
      const isUndo = batch.status === 'undoing'
      await rows.changeRow(ctx.tx, batch.intake_id, place, {
        problem: message,
        ...(isUndo ? {} : { status: 'refused' }),
      })
      ctx.audit({
        subject: ['repayment', batch.intake_id],
        outcome: 'refused',
        reason: `Row ${row_number}: ${message}`,
      })
    })
  }
}

const valueDay = (batch: store.BatchRow): LocalDate => {
  if (batch.value_on === null) throw new Error(`batch ${batch.number} has no value date`)
  return localDate(batch.value_on)
}

const fresh = (row: rows.RepaymentRow): Kobo => kobo(row.amount - row.earlier)

async function postRow(ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow): Promise<void> {
  // another worker was quicker
  if (row.status !== 'open' || row.treatment === 'skip') return
  if (row.treatment === 'post' && row.loan_id !== null) {
    const after = await receive(ctx, {
      loanId: row.loan_id,
      id: row.posting_id,
      amount: fresh(row),
      on: valueDay(batch),
      from: 'payrollOfficeReceivable',
      channel: 'payroll deduction',
      reference: `${batch.number}/${row.row_number}.${row.part}`,
      note: `${batch.number}, line ${row.line}`,
    })
    await rows.changeRow(ctx.tx, batch.intake_id, row, {
      status: 'posted',
      balance_after: after.outstandingTotal,
      posted_at: ctx.now,
    })
    await tellOnce(ctx, batch, row, after)
    return
  }
  await post(ctx, {
    reason: 'unknownReceipt',
    ref: row.posting_id,
    effectiveOn: valueDay(batch),
    lines: intoSuspense(fresh(row)),
    note: `${batch.number}, line ${row.line}`,
    whenClosed: 'adjust',
  })
  await suspense.insertItem(ctx.tx, {
    id: row.posting_id,
    batchId: batch.intake_id,
    rowNumber: row.row_number,
    part: row.part,
    amount: fresh(row),
    at: ctx.now,
  })
  await rows.changeRow(ctx.tx, batch.intake_id, row, { status: 'suspense', posted_at: ctx.now })
  ctx.audit({
    subject: ['repayment', batch.intake_id],
    after: { suspense: fresh(row).toString(), line: row.line },
  })
}

const intoSuspense = (amount: Kobo): Line[] => [
  { account: 'payrollOfficeReceivable', amount },
  { account: 'suspense', amount: negate(amount) },
]

/** One message a person and batch, when the last of their rows is posted; written in the same transaction. */
async function tellOnce(
  ctx: Context,
  batch: store.BatchRow,
  row: rows.RepaymentRow,
  after: LoanState,
): Promise<void> {
  if (row.customer_id === null || row.phone === null) return
  const person = await rows.personSoFar(ctx.tx, batch.intake_id, row.customer_id)
  if (person.open > 0) return
  await tell(ctx, {
    phone: row.phone,
    customerId: row.customer_id,
    event: `repayment ${batch.intake_id} ${row.customer_id}`,
    subject: ['repayment', batch.intake_id],
    ...(batch.holds_messages ? { heldFor: HELD_FOR } : {}),
    ...tellingOf(person, after, valueDay(batch)),
  })
}

/** By what came against what was expected. */
export function tellingOf(
  person: Omit<rows.PersonSoFar, 'open'>,
  after: Pick<LoanState, 'status' | 'credit'>,
  on: LocalDate,
) {
  const naira = (amount: bigint): string => formatNaira(kobo(amount), 'NGN')
  const facts = {
    loanNumber: person.loans.join(' and '),
    amount: naira(person.amount),
    paidOn: formatDate(on),
    balance: naira(person.balance),
    expected: naira(person.expected),
    shortBy: naira(person.expected - person.amount),
    credit: naira(after.credit),
  }
  if (after.status === 'closed' && person.balance === 0n) return { about: 'loanCompleted', facts } as const
  if (person.amount < person.expected) return { about: 'receiptShort', facts } as const
  // a surplus that went to the next instalment is no credit to speak of
  if (person.amount > person.expected && after.credit > 0n) return { about: 'receiptOver', facts } as const
  return { about: 'receiptExact', facts } as const
}

async function finishPosting(ctx: Context, batchId: string): Promise<void> {
  const batch = await store.lockBatch(ctx.tx, batchId)
  if (batch?.status !== 'posting') return
  await rows.closeSkipped(ctx.tx, batchId)
  await store.changeBatch(ctx.tx, batchId, { status: 'posted', posted_at: ctx.now })
  ctx.audit({
    subject: ['repayment', batchId],
    before: { status: 'posting' },
    after: { status: 'posted', rows: batch.done.done, refused: batch.done.refused },
  })
}

// ── Taking it back ─────────────────────────────────────────────────────────────────────────────────────────────────

async function undoRow(ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow): Promise<void> {
  if (row.status === 'posted' && row.loan_id !== null)
    await takeBack(ctx, {
      loanId: row.loan_id,
      id: undoId(row),
      of: row.posting_id,
      note: `${batch.number} was undone`,
    })
  else if (row.status === 'suspense') await emptySuspense(ctx, batch, row)
  else return
  await rows.changeRow(ctx.tx, batch.intake_id, row, { status: 'undone' })
}

/** The id of a row's reversal follows from its own, so that a repeat is the same reversal. */
const undoId = (row: rows.RepaymentRow): string =>
  // the version digit of a random id is 4; 5 marks one that was derived
  `${row.posting_id.slice(0, 14)}5${row.posting_id.slice(15)}`

async function emptySuspense(ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow): Promise<void> {
  const item = await suspense.itemOfRow(ctx.tx, batch.intake_id, row.row_number, row.part)
  if (!item || item.remaining !== item.amount) throw new Refusal('repayment.suspense_used', { items: 1 })
  await post(ctx, {
    reason: 'reversal',
    ref: `${row.posting_id} undone`,
    effectiveOn: ctx.today,
    lines: intoSuspense(negate(fresh(row))),
    note: `${batch.number} was undone`,
    whenClosed: 'adjust',
  })
  await suspense.takeOut(ctx.tx, item, {
    id: undoId(row),
    kind: 'undone',
    amount: item.remaining,
    loanId: null,
    note: `${batch.number} was undone`,
    by: ctx.actor.id,
    at: ctx.now,
  })
}

async function finishUndoing(ctx: Context, batchId: string): Promise<void> {
  const batch = await store.lockBatch(ctx.tx, batchId)
  if (batch?.status !== 'undoing') return
  // rows that cannot be taken back keep the batch open, each with its reason
  if (batch.done.done > 0) {
    await store.changeBatch(ctx.tx, batchId, { status: 'posted' })
    ctx.audit({
      subject: ['repayment', batchId],
      outcome: 'refused',
      reason: `${batch.done.done} rows could not be undone`,
    })
    return
  }
  for (const remittance of await store.remittancesOf(ctx.tx, batchId)) {
    await postRemittance(ctx, { ...remittance, amount: negate(kobo(remittance.amount)) }, ctx.today, 'undone')
    await store.undoRemittance(ctx.tx, remittance.id, ctx.now)
  }
  await store.changeBatch(ctx.tx, batchId, { status: 'undone', undone_at: ctx.now })
  // so that the same file may come again
  await supersede(ctx, batchId)
  ctx.audit({ subject: ['repayment', batchId], before: { status: 'undoing' }, after: { status: 'undone' } })
}

/** Money from the payroll office: into the bank, and off what the office owes. */
export async function postRemittance(
  ctx: Context,
  { id, amount, reference }: { id: string; amount: Kobo; reference: string },
  on: LocalDate,
  undone?: 'undone',
): Promise<void> {
  const ref = undone ? `${id} undone` : id
  await post(ctx, {
    reason: undone ? 'reversal' : 'remittance',
    ref,
    effectiveOn: on,
    lines: [
      { account: 'bank', amount },
      { account: 'payrollOfficeReceivable', amount: negate(amount) },
    ],
    note: `Bank reference ${reference}`,
    whenClosed: 'adjust',
  })
}
