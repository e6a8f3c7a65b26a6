import { localDate } from '../../../engine/dates.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Actor, Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { payOut } from '../loans/loans.ts'
import * as store from './payouts.sql.ts'
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
  await payOut(ctx, {
    loanId: line.loan_id,
    id: line.payout_id,
    on: localDate(line.bank_on ?? batch.value_on),
    reference: line.reference,
    note: `${batch.number}${line.bank_reference ? `, bank reference ${line.bank_reference}` : ''}`,
    settles: settlesOf(line),
    settlesOn: localDate(batch.value_on),
  })
  await store.updateLine(ctx.tx, id, { status: 'paid' })
  await closeIfDone(ctx, batch_id)
  return true
}
