import type { Api } from '../../contract/api.ts'
import type { CommandInput } from '../../contract/commands.ts'
import type { PayoutClearing, PayoutLineStatus } from '../../contract/payouts.ts'
import { localDate } from '../../engine/dates.ts'
import { formatNaira, kobo, negate } from '../../engine/money.ts'
import { propose } from '../approvals/approvals.ts'
import type { Context, Handler } from '../context.ts'
import { post } from '../ledger/ledger.ts'
import { refuse } from '../refusal.ts'
import * as store from './payouts.sql.ts'
import { closeIfDone, lockFor } from './payoutsState.ts'

/**
 * A payment that the bank has made and the books refuse for good: its loan was cancelled, or paid out another way, before we heard of it.
 * Two people say what becomes of the money. What came back was never in the books, and the line has failed. What is claimed back is
 * entered: it has left the bank, and stands in disbursement clearing until it comes.
 */
const CLEARINGS = {
  posting: { cameBack: 'failed', claimed: 'claimed' },
  claimed: { cameBack: 'failed' },
} as const satisfies Partial<Record<PayoutLineStatus, Partial<Record<PayoutClearing, PayoutLineStatus>>>>

type Leads = Partial<Record<PayoutClearing, PayoutLineStatus>>

/** While the books may still follow, there is nothing to clear. */
const leadsFrom = ({ status, problem }: store.LineRow): Leads =>
  status === 'claimed' || (status === 'posting' && problem !== null) ? CLEARINGS[status] : {}

export const clearingsFor = (line: store.LineRow, isWaiting: boolean): PayoutClearing[] =>
  isWaiting ? [] : (Object.keys(leadsFrom(line)) as PayoutClearing[])

const MEANS: Record<PayoutClearing, string> = {
  cameBack: 'the money came back',
  claimed: 'the money is claimed back',
}

type Input = CommandInput<'payoutLineClear'>

async function held(ctx: Context, { id, lineId, to }: Input) {
  const batch = await lockFor(ctx, id, 'result')
  const line = await store.findLine(ctx.tx, lineId)
  if (line?.batch_id !== id) return refuse('record.unknown', { what: 'line' })
  const next = leadsFrom(line)[to]
  if (!next)
    return refuse('payout.line', { why: `${line.loan_number} has no payment that waits to be cleared so` })
  return { batch, line, next }
}

export const askToClear: Handler<Api['payoutLineClear']> = async (ctx, input) => {
  const { line } = await held(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'payoutLineClear',
    input,
    subject: ['loan', line.loan_id],
    summary: `${line.reference}, ${formatNaira(kobo(line.amount))} that ${line.loan_number} cannot take: ${MEANS[input.to]}`,
    ...(line.problem ? { before: { problem: line.problem } } : {}),
    after: { payout: line.reference, amount: formatNaira(kobo(line.amount)), becomes: MEANS[input.to] },
    reason: input.reason,
  })
  return { approvalId }
}

export async function clearApproved(ctx: Context, input: Input): Promise<void> {
  const { batch, line, next } = await held(ctx, input)
  if (next === 'claimed') await enter(ctx, batch, line, input, 'left')
  else if (line.status === 'claimed') await enter(ctx, batch, line, input, 'came')
  await store.updateLine(ctx.tx, line.id, { status: next, reason: input.reason, problem: null })
  ctx.audit({
    action: 'payoutLineClear',
    subject: ['payoutBatch', batch.id],
    before: { payout: line.reference, status: line.status },
    after: { payout: line.reference, status: next },
    reason: input.reason,
  })
  if (batch.status === 'sent') await closeIfDone(ctx, batch.id)
}

/** Left the bank on the day of the batch, and comes back on the day that two people agree it has. */
async function enter(
  ctx: Context,
  batch: store.BatchRow,
  { amount, loan_id: loanId, reference }: store.LineRow,
  { clearId }: Input,
  way: 'left' | 'came',
): Promise<void> {
  const moved = way === 'left' ? kobo(amount) : negate(kobo(amount))
  await post(ctx, {
    reason: way === 'left' ? 'payout' : 'reversal',
    ref: clearId,
    effectiveOn: way === 'left' ? localDate(batch.value_on) : ctx.today,
    lines: [
      { account: 'disbursementClearing', amount: moved, loanId },
      { account: 'bank', amount: negate(moved) },
    ],
    note: `${reference}: no loan could take it`,
    whenClosed: 'adjust',
  })
}
