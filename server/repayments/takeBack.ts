import type { Api } from '../../contract/api.ts'
import type { CommandInput } from '../../contract/commands.ts'
import { formatNaira, type Kobo, kobo } from '../../engine/money.ts'
import { propose } from '../approvals/approvals.ts'
import type { Context, Handler } from '../context.ts'
import { post } from '../ledger/ledger.ts'
import { foreseeTakeBack, takeBack } from '../loans/loans.ts'
import { refuse } from '../refusal.ts'
import { locked, lockedOpen } from './batch.ts'
import { intoSuspense } from './entries.ts'
import { fresh } from './post.ts'
import * as rows from './rows.sql.ts'
import * as suspense from './suspense.sql.ts'
import { undoId } from './undo.ts'

/**
 * One receipt that went to the wrong loan: two people take it off, and its money waits in suspense, from where it goes to
 * the right one. The payroll office has still deducted it, so the batch keeps counting it.
 */

type Standing = { loanId: string; loanNumber: string; amount: Kobo } & (
  | { row: rows.RepaymentRow }
  | { given: { item: string; amount: bigint } }
)

/** Given with a row of the batch, or later out of what the batch left in suspense. */
async function standing(
  ctx: Context,
  { id, receiptId }: Pick<CommandInput<'repaymentTakeBack'>, 'id' | 'receiptId'>,
): Promise<Standing> {
  const row = await rows.findPosted(ctx.tx, id, receiptId)
  if (row?.loan_id)
    return {
      row,
      loanId: row.loan_id,
      loanNumber: row.loan_number ?? '',
      amount: fresh(row),
    }
  const given = (await suspense.findGiven(ctx.tx, id, receiptId)) ?? refuse('repayment.not_taken_back')
  return {
    given,
    loanId: given.loan_id,
    loanNumber: given.loan_number,
    amount: kobo(given.amount),
  }
}

export const askToTakeBack: Handler<Api['repaymentTakeBack']> = async (ctx, input) => {
  const batch = await lockedOpen(ctx, input.id)
  if (batch.status !== 'posted') refuse('repayment.status', { number: batch.number, status: batch.status })
  const { loanId, loanNumber, amount } = await standing(ctx, input)
  const of = input.receiptId
  const approvalId = await propose(ctx, {
    command: 'repaymentTakeBack',
    input,
    subject: ['repayment', input.id],
    // no name: what is asked here outlives an erased person
    summary: `${formatNaira(amount)} of ${batch.number} off ${loanNumber} and into suspense`,
    ...(await foreseeTakeBack(ctx, { loanId, id: undoId(of), of })),
    reason: input.reason,
  })
  return { approvalId }
}

export async function takeBackApproved(
  ctx: Context,
  input: CommandInput<'repaymentTakeBack'>,
): Promise<void> {
  const batch = await locked(ctx, input.id, 'posted')
  const found = await standing(ctx, input)
  const note = `Taken back from ${batch.number}: ${input.reason}`.slice(0, 200)
  await takeBack(ctx, { loanId: found.loanId, id: undoId(input.receiptId), of: input.receiptId, note })
  if ('row' in found) await intoItem(ctx, found.row, note)
  else await suspense.putBack(ctx.tx, input.receiptId, found.given, ctx.now)
  ctx.audit({
    subject: ['repayment', input.id],
    before: { loan: found.loanId, receipt: input.receiptId },
    after: { suspense: found.amount.toString() },
    reason: input.reason,
  })
}

async function intoItem(ctx: Context, row: rows.RepaymentRow, note: string): Promise<void> {
  await post(ctx, {
    reason: 'unknownReceipt',
    ref: row.posting_id,
    effectiveOn: ctx.today,
    lines: intoSuspense(fresh(row)),
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
