import { formatDate, localDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Actor, Context } from '../../kernel/context.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { payOut } from '../loans/loans.ts'
import * as store from './payouts.sql.ts'
import { notifyOfRefund } from './refundNotices.ts'
import { refundsBy } from './refunds.sql.ts'
import { closeIfDone, settlesOf } from './state.ts'

const AT_ONCE = 50

/**
 * Posts what the bank has paid, each loan in its own short transaction under an id made with the line: killed anywhere
 * and run again, nothing is posted twice and nothing is left out. What posting refuses is noted on its line.
 */
export async function postPayouts(program: Program, batchId: string): Promise<number> {
  let posted = 0
  for (;;) {
    const lines = await store.linesToPost(program.db, batchId, AT_ONCE)
    if (lines.length === 0) break
    for (const line of lines) if (await postLine(program, line)) posted += 1
  }
  return posted
}

/** In the name of the user who recorded the bank's result. */
const actorOf = (line: store.LineRow): Actor => ({
  ...SYSTEM,
  id: line.told_by ?? SYSTEM.id,
  name: line.told_by_name ?? SYSTEM.name,
})

async function postLine(program: Program, line: store.LineRow): Promise<boolean> {
  try {
    return await act(program, 'payoutPost', actorOf(line), ctx => postOnce(ctx, line))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message } = error
    await act(program, 'payoutPost', actorOf(line), async ctx => {
      await store.updateLine(ctx.tx, line.id, { problem: message })
      ctx.audit({ subject: ['loan', line.loan_id], outcome: 'refused', reason: message })
    })
    return false
  }
}

async function postOnce(ctx: Context, { id, batch_id }: store.LineRow): Promise<boolean> {
  const batch = await store.lockBatch(ctx.tx, batch_id)
  const line = await store.findLine(ctx.tx, id)
  // another worker was quicker
  if (!batch || line?.status !== 'posting') return false
  if (line.refund_id !== null) await postRefund(ctx, batch, line, line.refund_id)
  else await postLoan(ctx, batch, line)
  await closeIfDone(ctx, batch_id)
  return true
}

async function postLoan(ctx: Context, batch: store.BatchRow, line: store.LineRow): Promise<void> {
  await payOut(ctx, {
    loanId: line.loan_id,
    id: line.payout_id,
    on: localDate(line.bank_on ?? batch.value_on),
    reference: line.reference,
    payingAccount: batch.paying_account,
    note: `${batch.number}${line.bank_reference ? `, bank reference ${line.bank_reference}` : ''}`,
    settles: settlesOf(line),
    settlesOn: localDate(batch.value_on),
  })
  await store.updateLine(ctx.tx, line.id, { status: 'paid' })
}

/** The credit leaves the ledger now that the bank has paid it. A case is paid by one line, whatever another says later. */
async function postRefund(
  ctx: Context,
  batch: store.BatchRow,
  line: store.LineRow,
  refundId: string,
): Promise<void> {
  await store.lockLoans(ctx.tx, [line.loan_id])
  const [refund] = await refundsBy(ctx.tx, [refundId])
  if (!refund || refund.payout_id !== line.payout_id || refund.status !== 'paying')
    refuse('payout.line', {
      why: `${line.refund_number} is ${refund?.status ?? 'unknown'}: no refund is due`,
    })
  const on = localDate(line.bank_on ?? batch.value_on)
  // the case first: the credit that leaves is its own
  await store.updateLine(ctx.tx, line.id, { status: 'paid' })
  await payOut(ctx, {
    loanId: line.loan_id,
    id: line.payout_id,
    refund: kobo(line.amount),
    on,
    reference: line.reference,
    payingAccount: batch.paying_account,
    note: `${batch.number}, ${line.refund_number}${line.bank_reference ? `, bank reference ${line.bank_reference}` : ''}`,
  })
  await notifyOfRefund(ctx, line, { about: 'refundSent', facts: { paidOn: formatDate(on) } })
}
