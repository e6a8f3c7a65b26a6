import type { Api, CommandInput } from '../../../contract/api.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { actAndReopen } from '../bankAlerts/bankAlerts.ts'
import { ask } from '../loans/loans.ts'
import { section } from '../settings/settings.ts'
import * as store from './matching.sql.ts'
import { openLine } from './matching.ts'
import { lockBankAccount } from './statements.sql.ts'

/** A line of a statement that is a repayment of a loan. */

/** Day and amount are the bank's. The account is locked before the loan, here and by the approver. */
export const askToReceive: Handler<Api['bankLineReceipt']> = async (
  ctx,
  { lineId, loanId, id, reference, reason },
) => {
  const { code } = await openLine(ctx, lineId)
  await lockBankAccount(ctx.tx, code)
  const line = await openLine(ctx, lineId)
  if (line.amount <= 0n) refuseFields({ lineId: 'Only a receipt is a repayment' })
  const bank = await accountOfTransfers(ctx, line.booked_on)
  if (code !== bank) refuse('bank.other_account', { code, bank })
  await store.setReceipt(ctx.tx, lineId, id)
  const act = {
    act: 'receipt',
    amount: kobo(line.amount),
    on: line.booked_on,
    channel: 'bank transfer',
    reference,
  } as const
  const { approvalId } = await ask(ctx, { loanId, id, input: act, reason })
  if (approvalId === null) await matchReceipt(ctx, id, ctx.actor.id)
  ctx.audit({ subject: ['bankLine', lineId], after: { loan: loanId, receipt: id }, reason })
  return { approvalId }
}

/** The approved act on a loan: a repayment that was recorded from a line is matched to it, or not posted. */
export async function actAndMatch(
  ctx: Context,
  input: CommandInput<'loanActDo'>,
  asked: Asked,
): Promise<void> {
  const line = input.input.act === 'receipt' ? await store.lineOfReceipt(ctx.tx, input.id) : undefined
  if (line) await lockBankAccount(ctx.tx, line.code)
  await actAndReopen(ctx, input, asked)
  if (line) await matchReceipt(ctx, input.id, asked.makerId)
}

/** Where a repayment by bank transfer of that day is posted. */
async function accountOfTransfers(ctx: Context, day: LocalDate): Promise<number> {
  const { receipts } = await section(ctx.tx, 'channelAccounts', day)
  return Number.parseInt(receipts['bank transfer'], 10)
}

async function matchReceipt(ctx: Context, receiptId: string, by: string): Promise<void> {
  const line = await store.lineOfReceipt(ctx.tx, receiptId)
  if (!line || line.match_id !== null) return refuse('bank.matched')
  const entry = await store.entryOfReceipt(ctx.tx, line.code, receiptId)
  if (entry?.amount !== line.amount)
    return refuse('bank.other_account', {
      code: line.code,
      bank: await accountOfTransfers(ctx, line.booked_on),
    })
  const match = { id: receiptId, code: line.code, kind: 'posted' as const, by, at: ctx.now }
  await store.writeMatch(ctx.tx, match, [String(line.id)], [String(entry.entry_id)])
  ctx.audit({
    action: 'bankLineReceipt',
    subject: ['bankLine', String(line.id)],
    after: { receipt: receiptId, entry: String(entry.entry_id) },
  })
}
