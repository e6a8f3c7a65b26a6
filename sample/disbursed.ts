import { randomUUID } from 'node:crypto'
import type { LocalDate } from '../engine/dates.ts'
import type { Program } from '../server/kernel/act.ts'
import type { Actor } from '../server/kernel/context.ts'
import { Refusal } from '../server/kernel/refusal.ts'
import { postPayouts } from '../server/modules/payouts/post.ts'
import { callerFor } from './caller.ts'
import { approved } from './uploads.ts'

/** One loan through its batch of one: submitted, approved, paid by the bank on that day, and posted. */
export async function disbursed(
  program: Program,
  [clerk, checker]: readonly [Actor, Actor],
  { loanId, on, payingAccount }: { loanId: string; on: LocalDate; payingAccount: string },
): Promise<void> {
  const call = callerFor(program, clerk)
  const id = randomUUID()
  const form = { id, loanIds: [loanId], refundIds: [], valueOn: on, payingAccount, reason: 'As agreed' }
  const { pendingApprovalId } = await call('payoutBatchMake', form)
  await approved(program, checker, pendingApprovalId)
  const [line] = (await call('payoutLineList', { id, limit: 1 })).rows
  const reported = {
    result: 'paid',
    on,
    bankReference: `NIP-${line?.reference}`,
    reason: 'Bank statement',
  } as const
  await call('payoutLineMark', { id, lineId: line?.id ?? '', ...reported })
  await postPayouts(program, id)
  const [posted] = (await call('payoutLineList', { id, limit: 1 })).rows
  if (posted?.problem) throw new Refusal('loan.refused', { why: posted.problem })
}
