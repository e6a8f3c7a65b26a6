import type { Api, CommandInput } from '../../../contract/api.ts'
import type { AccountName, EntryReason } from '../../../contract/ledger.ts'
import type { PayoutClearing, PayoutLineStatus } from '../../../contract/payouts.ts'
import { localDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, negate } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { type Line, post } from '../ledger/ledger.ts'
import * as store from './payouts.sql.ts'
import { closeIfDone, lockFor } from './state.ts'

/**
 * A payment the bank has made and posting refuses for good: its loan was cancelled or disbursed otherwise before. An
 * approved decision says what happens to the funds. Returned funds were never posted, and the line failed. A recall is
 * posted to disbursement clearing until the funds return or are written off.
 */
const CLEARINGS = {
  posting: { cameBack: 'failed', claimed: 'claimed' },
  claimed: { cameBack: 'failed', lost: 'lost' },
  lost: { cameBack: 'failed' },
} as const satisfies Partial<Record<PayoutLineStatus, Partial<Record<PayoutClearing, PayoutLineStatus>>>>

type Leads = Partial<Record<PayoutClearing, PayoutLineStatus>>

/** While the ledger may still follow, there is nothing to clear. */
const leadsFrom = ({ status, problem }: store.LineRow): Leads =>
  status === 'claimed' || status === 'lost' || (status === 'posting' && problem !== null)
    ? CLEARINGS[status]
    : {}

export const clearingsFor = (line: store.LineRow, isWaiting: boolean): PayoutClearing[] =>
  isWaiting ? [] : (Object.keys(leadsFrom(line)) as PayoutClearing[])

const MEANS: Record<PayoutClearing, string> = {
  cameBack: 'the money came back',
  claimed: 'the money is claimed back',
  lost: 'the money is lost, and written off',
}

type Input = CommandInput<'payoutLineClear'>

async function held(ctx: Context, { id, lineId, to }: Input) {
  const batch = await lockFor(ctx, id, 'result')
  const line = await store.findLine(ctx.tx, lineId)
  if (line?.batch_id !== id) return refuse('record.unknown', { what: 'line' })
  const next = leadsFrom(line)[to]
  if (!next)
    return refuse('payout.line', {
      why: `${line.loan_number} has no payment that can be cleared in this way`,
    })
  return { batch, line, next }
}

export const askToClear: Handler<Api['payoutLineClear']> = async (ctx, input) => {
  const { line } = await held(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'payoutLineClear',
    input,
    subject: ['loan', line.loan_id],
    summary: `${line.reference}, ${formatNaira(kobo(line.amount))} that ${line.loan_number} cannot take: ${MEANS[input.to]}`,
    amount: kobo(line.amount),
    ...(line.problem ? { before: { problem: line.problem } } : {}),
    after: { payout: line.reference, amount: formatNaira(kobo(line.amount)), becomes: MEANS[input.to] },
    reason: input.reason,
  })
  return { approvalId }
}

export async function clearApproved(ctx: Context, input: Input): Promise<void> {
  const { batch, line, next } = await held(ctx, input)
  await enter(ctx, batch, line, next, input.clearId)
  await store.updateLine(ctx.tx, line.id, {
    status: next,
    reason: input.reason,
    problem: null,
    ...(next === 'failed' ? { came_back_at: ctx.now } : {}),
  })
  ctx.audit({
    action: 'payoutLineClear',
    subject: ['payoutBatch', batch.id],
    before: { payout: line.reference, status: line.status },
    after: { payout: line.reference, status: next },
    reason: input.reason,
  })
  if (batch.status === 'sent') await closeIfDone(ctx, batch.id)
}

/** Where the ledger has the money of a line that no loan can take; before posting, it never left the bank. */
const STANDS: Partial<Record<PayoutLineStatus, AccountName>> = {
  claimed: 'disbursementClearing',
  lost: 'writeOffExpense',
}
const REASONS: Partial<Record<PayoutLineStatus, EntryReason>> = { claimed: 'payout', lost: 'writeOff' }

/** Left the bank on the day of the batch; the rest happens on the day that two people agree on it. */
async function enter(
  ctx: Context,
  batch: store.BatchRow,
  { status, amount, loan_id: loanId, reference }: store.LineRow,
  next: PayoutLineStatus,
  clearId: string,
): Promise<void> {
  const [from, to] = [STANDS[status] ?? 'bank', STANDS[next] ?? 'bank']
  if (from === to) return
  const line = (account: AccountName, moved: Kobo): Line =>
    account === 'disbursementClearing' ? { account, amount: moved, loanId } : { account, amount: moved }
  const { repeated } = await post(ctx, {
    reason: REASONS[next] ?? 'reversal',
    ref: clearId,
    effectiveOn: from === 'bank' ? localDate(batch.value_on) : ctx.today,
    lines: [line(to, kobo(amount)), line(from, negate(kobo(amount)))],
    // money that came back is on the account that paid it
    bank: { by: 'disbursement', of: batch.paying_account, on: localDate(batch.value_on) },
    note: `${reference}: no loan could take it`,
    whenClosed: 'adjust',
  })
  // the id of an earlier act on it: the line would say what no entry does
  if (repeated) refuse('idempotency.other_body')
}
