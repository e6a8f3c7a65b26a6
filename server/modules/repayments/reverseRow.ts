import type { Api, CommandInput } from '../../../contract/api.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { post } from '../ledger/ledger.ts'
import { foreseeAct } from '../loans/loans.ts'
import { cancelMessages } from '../messaging/messaging.ts'
import { addDueEntries, addReversedElsewhere, holdOffice, settleBatch } from '../offices/offices.ts'
import { locked, lockedOpen, reconcileAgain, seen } from './batch.ts'
import { intoSuspense } from './entries.ts'
import { fresh } from './post.ts'
import type { BatchRow } from './repayments.sql.ts'
import * as rows from './rows.sql.ts'
import * as suspense from './suspense.sql.ts'
import { reverseReceipt, undoId } from './undo.ts'

/**
 * One receipt that went to the wrong loan: two people take it off, and its money waits in suspense, from where it goes to
 * the right one. The payroll office has still deducted it, so the batch keeps counting it. A sum that was said not to be
 * deducted, and was after all, comes back the same way: the office owes it again.
 */

type Standing = { amount: Kobo } & (
  | { of: 'row'; row: rows.RepaymentRow; loanId: string; loanNumber: string }
  | { of: 'loan'; given: suspense.GivenRow; loanId: string; loanNumber: string }
  | { of: 'office'; given: suspense.GivenRow }
)

/** Given with a row of the batch, or later out of what the batch left in suspense. */
async function standing(
  ctx: Context,
  { id, receiptId }: Pick<CommandInput<'repaymentTakeBack'>, 'id' | 'receiptId'>,
): Promise<Standing> {
  const row = await rows.findPosted(ctx.tx, id, receiptId)
  if (row?.loan_id)
    return { of: 'row', row, loanId: row.loan_id, loanNumber: row.loan_number ?? '', amount: fresh(row) }
  const given = (await suspense.lockGiven(ctx.tx, id, receiptId)) ?? refuse('repayment.not_taken_back')
  const amount = kobo(given.amount)
  if (given.kind === 'notDeducted') {
    // the correction was measured against nothing deducted, and brought the sum itself
    if (given.corrected_by !== null) refuse('repayment.corrected', { number: given.corrected_by })
    return { of: 'office', given, amount }
  }
  return { of: 'loan', given, loanId: given.loan_id, loanNumber: given.loan_number, amount }
}

export const askToTakeBack: Handler<Api['repaymentTakeBack']> = async (ctx, input) => {
  const batch = await lockedOpen(ctx, input.id)
  if (batch.status !== 'posted') refuse('repayment.status', { number: batch.number, status: batch.status })
  const found = await standing(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'repaymentTakeBack',
    input,
    subject: ['repayment', input.id],
    // no name: what is asked here outlives an erased person
    summary: `${formatNaira(found.amount)} of ${batch.number} ${
      found.of === 'office' ? 'was deducted after all: back' : `off ${found.loanNumber} and`
    } into suspense`,
    amount: found.amount,
    ...(await foresee(ctx, batch, input.receiptId, found)),
    reason: input.reason,
  })
  return { approvalId }
}

export async function foreseeTakeBack(
  ctx: Context,
  input: CommandInput<'repaymentTakeBack'>,
): Promise<Foresight> {
  const batch = await seen(ctx, input.id)
  return foresee(ctx, batch, input.receiptId, await standing(ctx, input))
}

/** What it does to the loan, or to what the office owes for the batch. */
async function foresee(ctx: Context, batch: BatchRow, of: string, found: Standing): Promise<Foresight> {
  if (found.of !== 'office')
    return foreseeAct(ctx, { loanId: found.loanId, id: undoId(of), input: { act: 'reversal', of } })
  const { owed } = batch
  return {
    before: { unremitted: formatNaira(kobo(owed)) },
    after: {
      effect: `${formatNaira(found.amount)} into suspense, owed by the payroll office again`,
      unremitted: formatNaira(kobo(owed + found.amount)),
    },
  }
}

export async function takeBackApproved(
  ctx: Context,
  input: CommandInput<'repaymentTakeBack'>,
): Promise<void> {
  const batch = await locked(ctx, input.id, 'posted')
  await holdOffice(ctx, input.id)
  const found = await standing(ctx, input)
  const of = input.receiptId
  const note = cutText(`Reversed from ${batch.number}: ${input.reason}`, 200)
  if (found.of === 'office') await owedAgain(ctx, batch, { useId: of, amount: found.amount, note })
  else if (!(await reverseReceipt(ctx, found.loanId, of, note)) && found.of === 'row')
    await addReversedElsewhere(ctx.tx, input.id, { loanId: found.loanId, postingId: of })
  if (found.of === 'row') {
    await intoItem(ctx, batch, found.row, note)
    if (found.row.customer_id !== null)
      await cancelMessages(ctx, ['repayment', input.id], 'the repayment was reversed', found.row.customer_id)
  } else await suspense.putBack(ctx.tx, of, found.given, ctx.now)
  await addDueEntries(ctx.tx, input.id, [of, undoId(of), `${of} undone`])
  await settleBatch(ctx, input.id)
  await reconcileAgain(ctx, batch)
  ctx.audit({
    subject: ['repayment', input.id],
    before: found.of === 'office' ? { use: 'notDeducted' } : { loan: found.loanId, receipt: of },
    after: { suspense: found.amount.toString() },
    reason: input.reason,
  })
}

/** The entry that took it off, turned round. */
const owedAgain = (
  ctx: Context,
  { cash_account }: BatchRow,
  { useId, amount, note }: { useId: string; amount: Kobo; note: string },
): Promise<unknown> =>
  post(ctx, {
    reason: 'reversal',
    ref: `${useId} undone`,
    effectiveOn: ctx.today,
    lines: intoSuspense(amount, cash_account),
    note,
    whenClosed: 'adjust',
  })

async function intoItem(
  ctx: Context,
  { cash_account }: BatchRow,
  row: rows.RepaymentRow,
  note: string,
): Promise<void> {
  await post(ctx, {
    reason: 'unknownReceipt',
    ref: row.posting_id,
    effectiveOn: ctx.today,
    lines: intoSuspense(fresh(row), cash_account),
    bank: { asIn: row.posting_id },
    note,
    whenClosed: 'adjust',
  })
  await suspense.insertItems(ctx.tx, row.batch_id, [row], ctx.now)
  await rows.changeRow(ctx.tx, row.batch_id, row, {
    status: 'suspense',
    treatment: 'suspense',
    loan_id: null,
    // whose money it is, is what went wrong
    customer_id: null,
    balance_after: null,
  })
}
