import { formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { stillOwed } from '../../../engine/loanEnd.ts'
import { inSms, type Kobo, kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { postTogether } from '../ledger/ledger.ts'
import { receiveAll } from '../loans/loans.ts'
import { holdMessages, notify, releaseMessages, templatesFor } from '../messaging/messaging.ts'
import { addDueEntries, settleBatch } from '../offices/offices.ts'
import { monthArrived } from '../payMonths/payMonths.ts'
import { reconcileAgain } from './batch.ts'
import { intoSuspense, lineReference } from './entries.ts'
import * as store from './repayments.sql.ts'
import * as rows from './rows.sql.ts'
import * as suspense from './suspense.sql.ts'

type Notice = Parameters<typeof notify>[1]

export const HELD_FOR = 'held with its batch'

const valueDay = (batch: store.BatchRow): LocalDate => {
  if (batch.value_on === null) throw new Error(`batch ${batch.number} has no value date`)
  return localDate(batch.value_on)
}

/** What a row brings beyond what was posted for it before. */
export const fresh = (row: rows.RepaymentRow): Kobo => kobo(row.amount - row.earlier)

/** A correction may bring what was posted before, or less: of that nothing can be given anywhere. */
export function refuseNothingNew(row: rows.RepaymentRow): void {
  if (fresh(row) <= 0n) refuse('repayment.nothing_new')
}

/** Two files matched at the same time did not see each other: the second is marked on its row. */
function refuseTwice(error: unknown): never {
  if (isUniqueViolation(error, 'repayment_row_once') || isUniqueViolation(error, 'repayment_row_payment'))
    refuse('repayment.posted_elsewhere')
  throw error
}

export async function postRows(
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
    return after ? [{ row, after, balance: stillOwed(after) }] : []
  })
  if (posted.length > 0) {
    await rows.markPosted(ctx.tx, batch.intake_id, posted, ctx.now, refuseTwice)
    await notifyOnce(ctx, batch, posted)
  }
  const unknown = open.filter(row => !isToLoan(row))
  await postToSuspense(ctx, batch, unknown)
  if (open.length > 0)
    await addDueEntries(
      ctx.tx,
      batch.intake_id,
      open.map(row => row.posting_id),
    )
}

type ToLoan = rows.RepaymentRow & { loan_id: string }
const isToLoan = (row: rows.RepaymentRow): row is ToLoan => row.treatment === 'post' && row.loan_id !== null

/** A receipt of another channel has its own day; a deduction counts from the day of its batch. */
const dayOf = (batch: store.BatchRow, row: rows.RepaymentRow): LocalDate =>
  row.value_on === null ? valueDay(batch) : localDate(row.value_on)

/** The payer's own reference where the row has one. Channels compare letters and digits alone, so a part has a letter. */
function referenceOf(batch: store.BatchRow, row: rows.RepaymentRow): string {
  if (batch.kind === 'payroll') return lineReference(batch.number, row)
  const whole =
    row.payment_key === null ? lineReference(batch.number, { line: row.line, part: 1 }) : row.reference
  return row.part > 1 ? `${whole} part ${row.part}` : whole
}

const receiptOf = (batch: store.BatchRow, row: ToLoan) =>
  ({
    loanId: row.loan_id,
    id: row.posting_id,
    amount: fresh(row),
    on: dayOf(batch, row),
    from: batch.cash_account,
    channel: batch.channel,
    reference: referenceOf(batch, row),
    note: `${batch.number}, line ${row.line}`,
  }) as const

async function postToSuspense(
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
      effectiveOn: dayOf(batch, row),
      lines: intoSuspense(fresh(row), batch.cash_account),
      bank: { by: batch.channel },
      note: `${batch.number}, line ${row.line}`,
    })),
  )
  await suspense.insertItems(ctx.tx, batch.intake_id, unknown, ctx.now)
  await rows.markInSuspense(ctx.tx, batch.intake_id, unknown, ctx.now, refuseTwice)
  for (const row of unknown)
    ctx.audit({
      subject: ['repayment', batch.intake_id],
      after: { suspense: fresh(row).toString(), line: row.line },
    })
}

/** A row refused after the person's others were posted does not block their message. */
export async function notifyRest(ctx: Context, batch: store.BatchRow, place: rows.Place): Promise<void> {
  const after = place.customer_id && (await rows.lastPaidOf(ctx.tx, batch, place.customer_id))
  const [row] = await rows.lockRows(ctx.tx, batch.intake_id, [place])
  if (after && row) await notifyOnce(ctx, batch, [{ row, after }])
}

/** One message a person and run, when the last of their rows is posted; written in the same transaction. */
async function notifyOnce(
  ctx: Context,
  batch: store.BatchRow,
  posted: readonly {
    row: rows.RepaymentRow
    after: Pick<LoanState, 'status' | 'credit'>
    /** Still owed on the loan of the row, with what was written off of it. */
    balance?: Kobo
  }[],
): Promise<void> {
  // a later retry sends its own message
  const again = batch.posted_at === null ? '' : ` ${batch.posted_at.toISOString()}`
  const [people, templates] = await Promise.all([
    rows.peopleSoFar(
      ctx.tx,
      batch,
      posted.flatMap(({ row }) => row.customer_id ?? []),
    ),
    templatesFor(ctx, RECEIPT_MESSAGES),
  ])
  const notices = posted.flatMap(({ row: { customer_id, phone }, after, balance }): Notice[] => {
    const soFar = customer_id === null ? undefined : people.get(customer_id)
    // the list says that nothing is outstanding on a written-off loan
    const lost = after.status === 'written-off' ? (balance ?? 0n) : 0n
    const person = soFar && { ...soFar, balance: soFar.balance + lost }
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
  await notify({ ...ctx, templates }, ...notices)
}

const RECEIPT_MESSAGES = [
  'loanCompleted',
  'refundDue',
  'receiptShort',
  'receiptOver',
  'receiptExact',
] as const

/** By what came against what was expected. */
export function tellingOf(
  person: Omit<rows.PersonSoFar, 'open'>,
  after: Pick<LoanState, 'status' | 'credit'>,
  on: LocalDate,
) {
  const facts = {
    loanNumber: person.loans.join(' and '),
    amount: inSms(person.amount),
    paidOn: formatDate(on),
    balance: inSms(person.balance),
    expected: inSms(person.expected),
    shortBy: inSms(person.expected - person.amount),
    credit: inSms(after.credit),
  }
  if (after.status === 'closed' && person.balance === 0n) return { about: 'loanCompleted', facts } as const
  if (after.status === 'overpaid' && person.balance === 0n) return { about: 'refundDue', facts } as const
  if (person.amount < person.expected) return { about: 'receiptShort', facts } as const
  // a surplus that went to the next instalment is no credit to speak of
  if (person.amount > person.expected && after.credit > 0n) return { about: 'receiptOver', facts } as const
  return { about: 'receiptExact', facts } as const
}

export async function finishPosting(ctx: Context, batchId: string): Promise<void> {
  const batch = await store.lockBatch(ctx.tx, batchId)
  if (batch?.status !== 'posting') return
  await rows.closeSkipped(ctx.tx, batchId)
  await settleBatch(ctx, batchId)
  // paused or released while rows were posted, the last messages were written as it was before
  await (batch.holds_messages ? holdMessages : releaseMessages)(ctx, ['repayment', batchId], HELD_FOR)
  await store.changeBatch(ctx.tx, batchId, { status: 'posted', posted_at: ctx.now })
  const { source, period } = batch
  await monthArrived(ctx, { source, period, batchId })
  await reconcileAgain(ctx, batch)
  ctx.audit({
    subject: ['repayment', batchId],
    before: { status: 'posting' },
    after: { status: 'posted', rows: batch.done.done, refused: batch.done.refused },
  })
}
