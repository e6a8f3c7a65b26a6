import type { Api, CommandInput } from '../../../contract/api.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo, sum } from '../../../engine/money.ts'
import { quote } from '../../../engine/product.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { payableOf } from '../loans/loans.ts'
import { controlOf } from './bankExport.ts'
import { bankFileIn, bankLayout } from './bankLayout.ts'
import { changedSince, namesOf } from './disbursable.ts'
import * as store from './payouts.sql.ts'
import { lockFor, settlesOf } from './state.ts'

/** From a draft to an approved batch: what the approver reads, and that nothing changed until they approve. */

export const askForBatch: Handler<Api['payoutBatchAsk']> = async (ctx, { id, reason }) => ({
  approvalId: await submitBatch(ctx, await lockFor(ctx, id, 'ask'), reason),
})

export async function submitBatch(ctx: Context, batch: store.BatchRow, reason: string): Promise<string> {
  const lines = await unchangedLines(ctx, batch)
  const total = kobo(batch.total)
  const valueDate = formatDate(localDate(batch.value_on))
  return propose(ctx, {
    command: 'payoutBatchApprove',
    input: { id: batch.id, lines: batch.lines, total },
    subject: ['payoutBatch', batch.id],
    summary: `${batch.number}: ${paymentsText(lines)}, ${formatNaira(total)}, value date ${valueDate}`,
    amount: total,
    after: await effectOf(ctx, batch, lines),
    reason,
    involved: [batch.made_by],
  })
}

async function effectOf(
  ctx: Context,
  batch: store.BatchRow,
  lines: readonly store.LineRow[],
): Promise<object> {
  const layout = await bankLayout(ctx, 'payout', batch.paying_account)
  const { hashTotal, sha256 } = controlOf(lines, (await bankFileIn(layout, batch, lines)).bytes)
  return {
    netPayOut: formatNaira(kobo(batch.total)),
    payingAccount: batch.paying_account,
    valueDate: formatDate(localDate(batch.value_on)),
    ...sumsOf(lines),
    ...(await ofOne(ctx, batch, lines)),
    payments: batch.lines,
    hashTotal,
    sha256,
    ...(await sentBefore(ctx, batch, lines)),
  }
}

/** What the batch would release now. Refused where a loan of it no longer fits. */
export async function foreseeBatch(
  ctx: Context,
  { id }: CommandInput<'payoutBatchApprove'>,
): Promise<Foresight> {
  const find = ctx.tx.isTransaction ? store.lockBatch : store.findBatch
  const batch = (await find(ctx.tx, id)) ?? refuse('record.unknown', { what: 'disbursement batch' })
  return { after: await effectOf(ctx, batch, await unchangedLines(ctx, batch)) }
}

/** One payment is named, several are counted. */
function paymentsText(lines: readonly store.LineRow[]): string {
  const [first, ...more] = lines
  const refunds = lines.filter(line => line.kind === 'refund').length
  const loans = lines.length - refunds
  if (more.length === 0)
    return first?.kind === 'refund'
      ? `1 refund, ${first.refund_number} of ${first.loan_number}`
      : `1 loan, ${first?.loan_number}`
  return [
    ...(loans > 0 ? [countOf(loans, 'loan')] : []),
    ...(refunds > 0 ? [countOf(refunds, 'refund')] : []),
  ].join(' and ')
}

/** What the loans come to and what is deducted from them; the lines themselves are on the batch. */
function sumsOf(lines: readonly store.LineRow[]): object {
  const over = (part: (line: store.LineRow) => bigint) => sum(lines.map(line => kobo(part(line))))
  const settled = over(line => line.settled)
  const refunds = sum(lines.filter(line => line.kind === 'refund').map(line => kobo(line.amount)))
  const ofLoans = {
    amountOfTheLoans: formatNaira(over(line => line.principal)),
    takenOff: [
      `Fees ${formatNaira(over(line => line.fees))}`,
      ...(settled > 0n ? [`Older loans settled ${formatNaira(settled)}`] : []),
    ],
  }
  return {
    ...(lines.some(line => line.kind === 'loan') ? ofLoans : {}),
    ...(refunds > 0n ? { refunds: formatNaira(refunds) } : {}),
    references: [...new Set([lines[0]?.reference, lines.at(-1)?.reference])].join(' to '),
  }
}

/** Of one loan: where the money goes, each fee, and what will be repaid. */
async function ofOne(
  ctx: Context,
  batch: store.BatchRow,
  [line, ...more]: readonly store.LineRow[],
): Promise<object> {
  if (line?.kind === 'refund' && more.length === 0) {
    const { bankName: bank, account } = maskedAccount(line.bank_code, line.account_number)
    return { bank, account }
  }
  const payOutOn = localDate(batch.value_on)
  const payable = line && more.length === 0 ? await payableOf(ctx, line.loan_id, payOutOn) : undefined
  if (!line || !payable) return {}
  const { terms, principal, row } = payable
  const quoted = quote(terms, { amount: principal, tenor: row.tenor, payOutOn })
  const fees = quoted.fees.filter(fee => fee.collected === 'deducted' && fee.amount > 0n)
  const { bankName, account } = maskedAccount(line.bank_code, line.account_number)
  const count = quoted.schedule.rows.length
  return {
    bank: bankName,
    account,
    takenOff: [
      ...fees.map(fee => `${fee.name} ${formatNaira(fee.amount)}`),
      ...settlesOf(line).map(each => `${formatNaira(each.amount)} that settles loan ${each.number}`),
    ],
    toBeRepaid: `${formatNaira(quoted.total)} in ${count === 1 ? '1 instalment' : `${count} instalments`}`,
    firstDeduction: formatDate(quoted.firstDueOn),
  }
}

/** A loan that was approved for transfer before may have been paid: the approver reads when, how much and what the bank said. */
async function sentBefore(
  ctx: Context,
  batch: store.BatchRow,
  lines: readonly store.LineRow[],
): Promise<object> {
  const earlier = await store.earlierLines(ctx.tx, batch.id, {
    loanIds: lines.filter(line => line.kind === 'loan').map(line => line.loan_id),
    refundIds: lines.flatMap(line => line.refund_id ?? []),
  })
  if (earlier.length === 0) return {}
  return {
    sentBefore: earlier.map(each =>
      [
        `${each.loan_number}: ${each.batch_number}`,
        formatDate(businessDate(each.sent_at)),
        formatNaira(kobo(each.amount)),
        each.status,
      ].join(', '),
    ),
  }
}

/** The lines as they were chosen, or a refusal that names what changed about them since. */
async function unchangedLines(ctx: Context, batch: store.BatchRow): Promise<store.LineRow[]> {
  const lines = await store.linesOf(ctx.tx, batch.id, 'open')
  const changed = await changedSince(ctx, batch, lines)
  const named = lines.flatMap(line => {
    const why = changed.get(line.loan_id)
    return why ? [{ number: line.loan_number, why }] : []
  })
  if (named.length > 0) refuse('payout.unfit', { loans: namesOf(named) })
  return lines
}

/** The approved command: what the approver saw is checked once more against what is. */
export async function approveBatch(ctx: Context, input: CommandInput<'payoutBatchApprove'>): Promise<void> {
  const batch = await lockFor(ctx, input.id, 'approve')
  if (batch.lines !== input.lines || batch.total !== input.total) refuse('approval.stale')
  await unchangedLines(ctx, batch)
  await store.updateBatch(ctx.tx, batch.id, {
    status: 'approved',
    approved_at: ctx.now,
    approved_by_name: ctx.actor.name,
  })
  ctx.audit({
    action: 'payoutBatchApprove',
    subject: ['payoutBatch', batch.id],
    before: { status: 'waiting' },
    after: { status: 'approved', loans: batch.lines, total: formatNaira(kobo(batch.total)) },
  })
}
