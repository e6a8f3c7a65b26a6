import type { Api, CommandInput } from '../../../contract/api.ts'
import { daysBetween, formatDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira, kobo, negate } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'
import { businessDate, daysBefore } from '../../kernel/clock.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { post } from '../ledger/ledger.ts'
import { previewReceipt, receive } from '../loans/loans.ts'
import { addDueEntries, holdOffice, settleBatch } from '../offices/offices.ts'
import { locked, reconcileAgain } from './batch.ts'
import { lineReference } from './entries.ts'
import { findBatch } from './repayments.sql.ts'
import * as store from './suspense.sql.ts'

/** Unidentified money: it has an owner and an age, and leaves suspense only by an approved entry. */

const describe = (ctx: Pick<Context, 'today'>, row: store.SuspenseRow, approvalId: string | null) => ({
  id: row.id,
  batchId: row.batch_id,
  batchNumber: row.batch_number,
  period: payMonthOf(localDate(row.period)),
  staffNumber: row.staff_number,
  name: row.name,
  employer: row.employer,
  bin: row.bin,
  amount: kobo(row.amount),
  remaining: kobo(row.remaining),
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  receivedOn: row.value_on ?? businessDate(row.opened_at),
  openedAt: row.opened_at.toISOString(),
  days: daysBetween(businessDate(row.opened_at), ctx.today),
  closedAt: row.closed_at?.toISOString() ?? null,
  approvalId,
  uses: row.uses.map(use => ({
    ...use,
    amount: kobo(BigInt(use.amount)),
    at: new Date(use.at).toISOString(),
    undoneAt: use.undoneAt === null ? null : new Date(use.undoneAt).toISOString(),
  })),
})

/** Ages are counted from this moment. */
export function suspenseFilter(
  ctx: Pick<Context, 'now'>,
  { olderThan, ...rest }: Omit<store.SuspenseFilter, 'openedBefore'> & { olderThan?: number | undefined },
): store.SuspenseFilter {
  return olderThan ? { ...rest, openedBefore: daysBefore(ctx.now, olderThan) } : rest
}

export const listSuspense: Handler<Api['suspenseList']> = async (ctx, { cursor, limit, ...asked }) => {
  const after = placeOf(readCursor(ctx.keys, 'suspense', asked, cursor), 'at', 'id')
  const filter = suspenseFilter(ctx, asked)
  const { rows, last } = cutPage(await store.listItems(ctx.tx, filter, after, limit + 1), limit)
  const waiting = await waitingOn(
    ctx.tx,
    'suspense',
    rows.map(row => row.id),
  )
  const { count, total } = await store.sumItems(ctx.tx, filter)
  return {
    rows: rows.map(row => describe(ctx, row, waiting.get(row.id) ?? null)),
    total: count,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'suspense', asked, [last.opened_at.toISOString(), last.id]) : null,
    openTotal: kobo(total),
  }
}

export const assignSuspense: Handler<Api['suspenseAssign']> = async (ctx, { id, ownerId }) => {
  const row = (await store.lockItem(ctx.tx, id)) ?? refuse('record.unknown', { what: 'item' })
  if (!(await store.setOwner(ctx.tx, id, ownerId))) refuse('record.unknown', { what: 'colleague' })
  ctx.audit({ subject: ['suspense', id], before: { owner: row.owner_id }, after: { owner: ownerId } })
  const now = (await store.findItem(ctx.tx, id)) ?? row
  return describe(ctx, now, (await waitingOn(ctx.tx, 'suspense', [id])).get(id) ?? null)
}

/** The batch first: it is not undone while its money is applied, nor is its money applied while it is undone. */
async function lockUsable(ctx: Context, input: CommandInput<'suspenseUse'>): Promise<store.SuspenseRow> {
  const { batch_id } =
    (await store.findItem(ctx.tx, input.suspenseId)) ?? refuse('record.unknown', { what: 'item' })
  await locked(ctx, batch_id, 'posting', 'posted')
  const row = (await store.lockItem(ctx.tx, input.suspenseId)) ?? refuse('record.unknown', { what: 'item' })
  if (await store.isUse(ctx.tx, input.id)) refuse('idempotency.other_body')
  if (input.amount > row.remaining) refuse('suspense.short', { remaining: formatNaira(kobo(row.remaining)) })
  if (input.use.kind === 'notDeducted' && row.cash_account === 'bank') refuse('suspense.in_bank')
  return row
}

export const askToUse: Handler<Api['suspenseUse']> = async (ctx, input) => {
  const row = await lockUsable(ctx, input)
  const { whither } = await whitherOf(ctx, row, input)
  const approvalId = await propose(ctx, {
    command: 'suspenseUse',
    input,
    subject: ['suspense', row.id],
    summary: `${formatNaira(input.amount)} of ${row.name || row.staff_number} (${row.batch_number}) ${whither}`,
    amount: input.amount,
    ...(await effectOfUse(ctx, row, input)),
    reason: input.reason,
  })
  return { approvalId }
}

async function effectOfUse(
  ctx: Context,
  row: store.SuspenseRow,
  input: CommandInput<'suspenseUse'>,
): Promise<Foresight> {
  const { whither, bare = whither } = await whitherOf(ctx, row, input)
  return {
    before: { remaining: formatNaira(kobo(row.remaining)) },
    after: {
      effect: `${formatNaira(input.amount)} out of suspense ${bare}`,
      remaining: formatNaira(kobo(row.remaining - input.amount)),
    },
  }
}

export async function foreseeUse(ctx: Context, input: CommandInput<'suspenseUse'>): Promise<Foresight> {
  if (ctx.tx.isTransaction) return effectOfUse(ctx, await lockUsable(ctx, input), input)
  const row = (await store.findItem(ctx.tx, input.suspenseId)) ?? refuse('record.unknown', { what: 'item' })
  if (input.amount > row.remaining) refuse('suspense.short', { remaining: formatNaira(kobo(row.remaining)) })
  return effectOfUse(ctx, row, input)
}

/** The approver must know which loan it goes to and what it leaves there, or by which transfer it is refunded. */
async function whitherOf(
  ctx: Context,
  from: store.SuspenseRow,
  { id, use, amount }: CommandInput<'suspenseUse'>,
): Promise<{ whither: string; bare?: string }> {
  if (use.kind === 'returned')
    return { whither: `back to the payer, bank reference ${use.reference ?? ownReference(from, id)}` }
  if (use.kind === 'notDeducted')
    return { whither: `off what the payroll office owes, ${await leftToSend(ctx, from, amount)}` }
  const { row, after } = await previewReceipt(ctx, { loanId: use.loanId, amount, on: use.on })
  const left = `${formatNaira(after.outstandingTotal)} then outstanding`
  const rest = `counting from ${formatDate(use.on)}, ${left}`
  // what goes into the trail outlives an erased person
  return { whither: `to ${row.number}, ${row.customer_name}, ${rest}`, bare: `to ${row.number}, ${rest}` }
}

/** Money that the office has sent all the same is its money with us, and goes back to it. */
async function leftToSend(ctx: Context, from: store.SuspenseRow, amount: bigint): Promise<string> {
  const batch = (await findBatch(ctx.tx, from.batch_id)) ?? refuse('record.unknown', { what: 'batch' })
  const owed = batch.owed - amount
  return owed < 0n
    ? `which has then sent ${formatNaira(kobo(-owed))} too much for ${batch.number}`
    : `which is then ${formatNaira(kobo(owed))} for ${batch.number}`
}

/** Reference of the source of the money and of this use of it. The payer of the transfer enters it. */
const ownReference = (row: store.SuspenseRow, useId: string): string =>
  `${lineReference(row.batch_number, row)} ${useId.slice(0, 8)}`

export async function useApproved(ctx: Context, input: CommandInput<'suspenseUse'>): Promise<void> {
  const row = await lockUsable(ctx, input)
  const { use, amount } = input
  if (use.kind === 'notDeducted') await holdOffice(ctx, row.batch_id)
  const reference = (use.kind === 'returned' ? use.reference : undefined) ?? ownReference(row, input.id)
  if (use.kind === 'loan')
    await receive(ctx, {
      loanId: use.loanId,
      id: input.id,
      amount,
      on: use.on,
      from: 'suspense',
      channel: row.channel,
      reference,
      note: input.reason,
    })
  else
    await post(ctx, {
      reason: use.kind === 'returned' ? 'refundPayout' : 'correction',
      ref: input.id,
      effectiveOn: ctx.today,
      lines: [
        { account: 'suspense', amount },
        { account: use.kind === 'returned' ? 'bank' : row.cash_account, amount: negate(amount) },
      ],
      bank: { by: 'pay-out' },
      note: cutText(
        use.kind === 'returned'
          ? `Returned, bank reference ${reference}: ${input.reason}`
          : `Not deducted: ${input.reason}`,
        200,
      ),
    })
  if (use.kind === 'notDeducted') {
    await addDueEntries(ctx.tx, row.batch_id, [input.id])
    await settleBatch(ctx, row.batch_id)
  }
  await store.takeOut(ctx.tx, row, {
    id: input.id,
    kind: use.kind,
    amount,
    loanId: use.kind === 'loan' ? use.loanId : null,
    note: use.kind === 'returned' ? `Bank reference ${reference}: ${input.reason}` : input.reason,
    by: ctx.actor.id,
    at: ctx.now,
  })
  const batch = await findBatch(ctx.tx, row.batch_id)
  if (batch) await reconcileAgain(ctx, batch)
  ctx.audit({
    subject: ['suspense', row.id],
    before: { remaining: row.remaining.toString() },
    after: { remaining: (row.remaining - amount).toString(), use: use.kind },
    reason: input.reason,
  })
}
