import { formatDate, type LocalDate, localDate } from '../../engine/dates.ts'
import type { LoanState } from '../../engine/loan.ts'
import { formatNaira, type Kobo, kobo, negate } from '../../engine/money.ts'
import { act, type Program, SYSTEM } from '../act.ts'
import type { Actor, Context } from '../context.ts'
import { isUniqueViolation } from '../db.ts'
import { supersede } from '../intake/intake.ts'
import { type Line, post, postTogether } from '../ledger/ledger.ts'
import { receiveAll, takeBack } from '../loans/loans.ts'
import { type Telling, takeOutAbout, tellAll } from '../messaging/messaging.ts'
import { Refusal, refuse } from '../refusal.ts'
import * as store from './repayments.sql.ts'
import * as rows from './rows.sql.ts'
import * as suspense from './suspense.sql.ts'

const AT_ONCE = 1_000
/** Rows of a transaction: their loans are held for some tenth of a second, and each costs a fraction of one by itself. */
const TOGETHER = 50
/** While one transaction waits for the database the next is worked out; more only wait for one another. */
const LANES = 3
export const HELD_FOR = 'held with its batch'

/**
 * Posts an approved batch, or takes it back: a few rows in one short transaction, in the order of loans, each under an id made with the row.
 * Killed anywhere and run again, nothing happens twice and nothing is left out.
 */
export async function runBatch(program: Program, batchId: string): Promise<void> {
  const batch = await store.findBatch(program.db, batchId)
  if (batch?.status === 'posting')
    await inLanes(program, batch, {
      next: rows.rowsToPost,
      together: TOGETHER,
      step: postRows,
      finish: finishPosting,
    })
  if (batch?.status === 'undoing')
    await inLanes(program, batch, {
      next: rows.rowsToUndo,
      together: 1,
      step: undoRows,
      finish: finishUndoing,
    })
}

type Work = {
  next: typeof rows.rowsToPost
  together: number
  step: (ctx: Context, batch: store.BatchRow, some: readonly rows.RepaymentRow[]) => Promise<void>
  finish: (ctx: Context, batchId: string) => Promise<void>
}

async function inLanes(program: Program, batch: store.BatchRow, work: Work): Promise<void> {
  const actor = actorOf(batch)
  for (;;) {
    const places = await work.next(program.db, batch.intake_id, AT_ONCE)
    if (places.length === 0) break
    for (const round of roundsOf(places)) {
      const chunks = cut(round, work.together)
      const lane = async (): Promise<void> => {
        for (let chunk = chunks.shift(); chunk; chunk = chunks.shift())
          await together(program, actor, batch, chunk, work)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
  }
  await act(program, 'repaymentRun', actor, ctx => work.finish(ctx, batch.intake_id))
}

/** One row of a person at a time: the first of everybody, then the second of whoever has two. The last one tells of them all. */
function roundsOf(places: readonly rows.Place[]): rows.Place[][] {
  const rounds: rows.Place[][] = []
  const had = new Map<string, number>()
  for (const place of places) {
    // after a merge two rows of one loan may still name two people
    const whose = [place.customer_id, place.loan_id].filter(id => id !== null)
    const round = Math.max(0, ...whose.map(id => had.get(id) ?? 0))
    for (const id of whose) had.set(id, round + 1)
    rounds[round] = [...(rounds[round] ?? []), place]
  }
  return rounds
}

const cut = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))

/** In the name of whoever approved it. */
const actorOf = (batch: store.BatchRow): Actor => ({
  ...SYSTEM,
  id: batch.approved_by ?? SYSTEM.id,
  name: batch.approved_by_name ?? SYSTEM.name,
})

/** What the books refuse is noted on its row, and the others go on: one that is refused among many sends each by itself. */
async function together(
  program: Program,
  actor: Actor,
  batch: store.BatchRow,
  places: readonly rows.Place[],
  { step, ...work }: Work,
): Promise<void> {
  try {
    await act(program, 'repaymentRun', actor, async ctx =>
      step(ctx, batch, await rows.lockRows(ctx.tx, batch.intake_id, places)),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [place] = places
    if (places.length === 1 && place)
      await act(program, 'repaymentRun', actor, ctx => refused(ctx, batch, place, error))
    else for (const each of places) await together(program, actor, batch, [each], { step, ...work })
  }
}

async function refused(
  ctx: Context,
  batch: store.BatchRow,
  place: rows.Place,
  { code, message: problem }: Refusal,
): Promise<void> {
  const isUndo = batch.status === 'undoing'
  await rows.changeRow(ctx.tx, batch.intake_id, place, {
    problem,
    ...(isUndo ? {} : { status: 'refused' }),
    ...(code === 'repayment.posted_elsewhere' ? { bin: 'duplicate' } : {}),
  })
  if (!isUndo) await tellOfRest(ctx, batch, place)
  ctx.audit({
    subject: ['repayment', batch.intake_id],
    outcome: 'refused',
    reason: `Row ${place.row_number}: ${problem}`,
  })
}

const valueDay = (batch: store.BatchRow): LocalDate => {
  if (batch.value_on === null) throw new Error(`batch ${batch.number} has no value date`)
  return localDate(batch.value_on)
}

export const fresh = (row: rows.RepaymentRow): Kobo => kobo(row.amount - row.earlier)

/** A correction may bring what was posted before, or less: of that nothing can be given anywhere. */
export function refuseNothingNew(row: rows.RepaymentRow): void {
  if (fresh(row) <= 0n) refuse('repayment.nothing_new')
}

/** Two files that were matched side by side did not see each other: the second is told so on its row. */
async function onlyOnce(marking: Promise<void>): Promise<void> {
  try {
    await marking
  } catch (error) {
    if (isUniqueViolation(error, 'repayment_row_once')) refuse('repayment.posted_elsewhere')
    throw error
  }
}

async function postRows(
  ctx: Context,
  batch: store.BatchRow,
  some: readonly rows.RepaymentRow[],
): Promise<void> {
  // another worker may have been quicker
  const open = some.filter(row => row.status === 'open' && row.treatment !== 'skip')
  for (const row of open) refuseNothingNew(row)
  const toLoans = open.filter(isToLoan)
  const states = await receiveAll(
    ctx,
    toLoans.map(row => receiptOf(batch, row)),
  )
  const posted = toLoans.flatMap((row, n) => {
    const after = states[n]
    return after ? [{ row, after, balance: after.outstandingTotal }] : []
  })
  if (posted.length > 0) {
    await onlyOnce(rows.markPosted(ctx.tx, batch.intake_id, posted, ctx.now))
    await tellOnce(ctx, batch, posted)
  }
  const unknown = open.filter(row => !isToLoan(row))
  await keepInSuspense(ctx, batch, unknown)
}

type ToLoan = rows.RepaymentRow & { loan_id: string }
const isToLoan = (row: rows.RepaymentRow): row is ToLoan => row.treatment === 'post' && row.loan_id !== null

const receiptOf = (batch: store.BatchRow, row: ToLoan) =>
  ({
    loanId: row.loan_id,
    id: row.posting_id,
    amount: fresh(row),
    on: valueDay(batch),
    from: 'payrollOfficeReceivable',
    channel: 'payroll deduction',
    reference: `${batch.number}/${row.row_number}.${row.part}`,
    note: `${batch.number}, line ${row.line}`,
  }) as const

async function keepInSuspense(
  ctx: Context,
  batch: store.BatchRow,
  unknown: readonly rows.RepaymentRow[],
): Promise<void> {
  if (unknown.length === 0) return
  await postTogether(
    ctx,
    unknown.map(row => ({
      reason: 'unknownReceipt',
      ref: row.posting_id,
      effectiveOn: valueDay(batch),
      lines: intoSuspense(fresh(row)),
      note: `${batch.number}, line ${row.line}`,
    })),
  )
  await suspense.insertItems(ctx.tx, batch.intake_id, unknown, ctx.now)
  await onlyOnce(rows.markInSuspense(ctx.tx, batch.intake_id, unknown, ctx.now))
  for (const row of unknown)
    ctx.audit({
      subject: ['repayment', batch.intake_id],
      after: { suspense: fresh(row).toString(), line: row.line },
    })
}

export const intoSuspense = (amount: Kobo): Line[] => [
  { account: 'payrollOfficeReceivable', amount },
  { account: 'suspense', amount: negate(amount) },
]

/** A row that is refused after the person's others were posted keeps nobody from hearing of those. */
async function tellOfRest(ctx: Context, batch: store.BatchRow, place: rows.Place): Promise<void> {
  const after = place.customer_id && (await rows.lastPaidOf(ctx.tx, batch, place.customer_id))
  const [row] = await rows.lockRows(ctx.tx, batch.intake_id, [place])
  if (after && row) await tellOnce(ctx, batch, [{ row, after }])
}

/** One message a person and run, when the last of their rows is posted; written in the same transaction. */
async function tellOnce(
  ctx: Context,
  batch: store.BatchRow,
  posted: readonly { row: rows.RepaymentRow; after: Pick<LoanState, 'status' | 'credit'> }[],
): Promise<void> {
  // what is tried again later is told of by itself
  const again = batch.posted_at === null ? '' : ` ${batch.posted_at.toISOString()}`
  const people = await rows.peopleSoFar(
    ctx.tx,
    batch,
    posted.flatMap(({ row }) => row.customer_id ?? []),
  )
  const tellings = posted.flatMap(({ row: { customer_id, phone }, after }): Telling[] => {
    const person = customer_id === null ? undefined : people.get(customer_id)
    if (customer_id === null || phone === null || !person || person.open > 0 || person.amount === 0n)
      return []
    return [
      {
        phone,
        customerId: customer_id,
        event: `repayment ${batch.intake_id} ${customer_id}${again}`,
        subject: ['repayment', batch.intake_id],
        ...(batch.holds_messages ? { heldFor: HELD_FOR } : {}),
        ...tellingOf(person, after, valueDay(batch)),
      },
    ]
  })
  await tellAll(ctx, tellings)
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

const undoRows: Work['step'] = async (ctx, batch, some) => {
  for (const row of some) await undoRow(ctx, batch, row)
}

async function undoRow(ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow): Promise<void> {
  let stood = true
  if (row.status === 'posted' && row.loan_id !== null)
    stood = await takeBack(ctx, {
      loanId: row.loan_id,
      id: undoId(row.posting_id),
      of: row.posting_id,
      note: `${batch.number} was undone`,
    })
  else if (row.status === 'suspense') await emptySuspense(ctx, batch, row)
  else return
  await rows.changeRow(ctx.tx, batch.intake_id, row, {
    status: 'undone',
    problem: stood ? null : 'Its receipt had been reversed on the loan before: the undo passed over it.',
  })
}

/** The id of a reversal follows from the id of what it reverses, so that a repeat is the same reversal. */
export const undoId = (id: string): string =>
  // the version digit of a random id is 4; 5 marks one that was derived
  `${id.slice(0, 14)}5${id.slice(15)}`

async function emptySuspense(ctx: Context, batch: store.BatchRow, row: rows.RepaymentRow): Promise<void> {
  const item = await suspense.itemOfRow(ctx.tx, batch.intake_id, row.row_number, row.part)
  if (!item || item.uses.some(use => use.kind !== 'notDeducted' && use.undoneAt === null))
    throw new Refusal('repayment.suspense_used', { items: 1 })
  // what was not deducted has left it already, the way an undo would take it
  if (item.remaining === 0n) return
  await post(ctx, {
    reason: 'reversal',
    ref: `${row.posting_id} undone`,
    effectiveOn: ctx.today,
    lines: intoSuspense(kobo(-item.remaining)),
    note: `${batch.number} was undone`,
    whenClosed: 'adjust',
  })
  await suspense.takeOut(ctx.tx, item, {
    id: undoId(row.posting_id),
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
  await takeOutAbout(ctx, ['repayment', batchId], 'its batch was undone')
  // so that the same file may come again
  await supersede(ctx, batchId)
  const { passedOver } = batch.done
  ctx.audit({
    subject: ['repayment', batchId],
    before: { status: 'undoing' },
    after: { status: 'undone', ...(passedOver > 0 ? { passedOver } : {}) },
  })
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
