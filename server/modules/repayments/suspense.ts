import type { Api, CommandInput } from '../../../contract/api.ts'
import { daysBetween, formatDate, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, negate } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'
import { businessDate, daysBefore } from '../../kernel/clock.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { post, reverse } from '../ledger/ledger.ts'
import { foreseeAct, previewReceipt, receive } from '../loans/loans.ts'
import { addDueEntries, holdOffice, settleBatch } from '../offices/offices.ts'
import { locked, reconcileAgain } from './batch.ts'
import { lineReference } from './entries.ts'
import { findBatch } from './repayments.sql.ts'
import * as store from './suspense.sql.ts'
import { reverseReceipt, undoId } from './undo.ts'

/** Unidentified money: it has an owner and an age, and leaves suspense only by an approved entry. */

const describe = (ctx: Pick<Context, 'today'>, row: store.SuspenseRow, approvalId: string | null) => ({
  id: row.id,
  batchId: row.batch_id,
  batchNumber: row.batch_number,
  period: row.period && payMonthOf(localDate(row.period)),
  staffNumber: row.staff_number,
  name: row.name,
  employer: row.employer,
  bin: row.bin,
  bankCode: row.bank_code,
  bankReference: row.reference,
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
  if (batch_id !== null) await locked(ctx, batch_id, 'posting', 'posted')
  const row = (await store.lockItem(ctx.tx, input.suspenseId)) ?? refuse('record.unknown', { what: 'item' })
  if (await store.isUse(ctx.tx, input.id)) refuse('idempotency.other_body')
  if (input.amount > row.remaining) refuse('suspense.short', { remaining: formatNaira(kobo(row.remaining)) })
  if (input.use.kind === 'notDeducted' && row.cash_account === 'bank') refuse('suspense.in_bank')
  if (input.use.kind === 'undone') checkWhole(row, input.amount)
  return row
}

/** Its entry is reversed as a whole: nothing of it has gone elsewhere. */
function checkWhole(row: store.SuspenseRow, amount: bigint): void {
  if (row.batch_id !== null) refuse('suspense.of_batch')
  if (amount !== row.amount) refuse('suspense.not_whole', { amount: formatNaira(kobo(row.amount)) })
}

/** Where it came from, for a person. */
const originOf = (row: store.SuspenseRow): string =>
  row.batch_id === null ? `bank account ${row.bank_code}` : row.batch_number

export const askToUse: Handler<Api['suspenseUse']> = async (ctx, input) => {
  const row = await lockUsable(ctx, input)
  const { whither } = await whitherOf(ctx, row, input)
  const approvalId = await propose(ctx, {
    command: 'suspenseUse',
    input,
    subject: ['suspense', row.id],
    summary: `${formatNaira(input.amount)} of ${row.name || row.staff_number} (${originOf(row)}) ${whither}`,
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
  if (use.kind === 'undone')
    return { whither: 'reversed, and the line of the bank statement is not in the ledger' }
  const { row, after } = await previewReceipt(ctx, { loanId: use.loanId, amount, on: use.on })
  const left = `${formatNaira(after.outstandingTotal)} then outstanding`
  const rest = `counting from ${formatDate(use.on)}, ${left}`
  // what goes into the trail outlives an erased person
  return { whither: `to ${row.number}, ${row.customer_name}, ${rest}`, bare: `to ${row.number}, ${rest}` }
}

/** Money that the office has sent all the same is its money with us, and goes back to it. */
async function leftToSend(ctx: Context, from: store.SuspenseRow, amount: bigint): Promise<string> {
  const batch = (await findBatch(ctx.tx, from.batch_id ?? '')) ?? refuse('record.unknown', { what: 'batch' })
  const owed = batch.owed - amount
  return owed < 0n
    ? `which has then sent ${formatNaira(kobo(-owed))} too much for ${batch.number}`
    : `which is then ${formatNaira(kobo(owed))} for ${batch.number}`
}

/** Reference of the source of the money and of this use of it. The payer of the transfer enters it. */
const ownReference = (row: store.SuspenseRow, useId: string): string =>
  `${row.batch_id === null ? `B${row.entry_id}` : lineReference(row.batch_number, row)} ${useId.slice(0, 8)}`

export async function useApproved(ctx: Context, input: CommandInput<'suspenseUse'>): Promise<void> {
  const row = await lockUsable(ctx, input)
  const { use, amount } = input
  if (use.kind === 'notDeducted' && row.batch_id !== null) await holdOffice(ctx, row.batch_id)
  const reference = (use.kind === 'returned' ? use.reference : undefined) ?? ownReference(row, input.id)
  await postUse(ctx, row, input, reference)
  if (use.kind === 'notDeducted' && row.batch_id !== null) {
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
  const batch = row.batch_id === null ? undefined : await findBatch(ctx.tx, row.batch_id)
  if (batch) await reconcileAgain(ctx, batch)
  ctx.audit({
    subject: ['suspense', row.id],
    before: { remaining: row.remaining.toString() },
    after: { remaining: (row.remaining - amount).toString(), use: use.kind },
    reason: input.reason,
  })
}

async function postUse(
  ctx: Context,
  row: store.SuspenseRow,
  { id, use, amount, reason }: CommandInput<'suspenseUse'>,
  reference: string,
): Promise<void> {
  if (use.kind === 'loan')
    await receive(ctx, {
      loanId: use.loanId,
      id,
      amount,
      on: use.on,
      from: 'suspense',
      channel: row.channel,
      reference,
      note: reason,
    })
  else if (use.kind === 'undone')
    await reverse(ctx, {
      entryId: row.entry_id ?? refuse('suspense.of_batch'),
      ref: id,
      effectiveOn: ctx.today,
      note: cutText(reason, 200),
    })
  else
    await post(ctx, {
      reason: use.kind === 'returned' ? 'refundPayout' : 'correction',
      ref: id,
      effectiveOn: ctx.today,
      lines: [
        { account: 'suspense', amount },
        { account: use.kind === 'returned' ? 'bank' : row.cash_account, amount: negate(amount) },
      ],
      bank: { by: 'disbursement' },
      note: cutText(
        use.kind === 'returned'
          ? `Returned, bank reference ${reference}: ${reason}`
          : `Not deducted: ${reason}`,
        200,
      ),
    })
}

// ── Of a bank statement ────────────────────────────────────────────────────────────────────────────────────────────

/** Money on a bank account whose payer is unknown: booked on its day, or today where that is closed. Gives its entry. */
export async function holdUnidentified(
  ctx: Context,
  item: {
    id: string
    code: number
    on: LocalDate
    amount: Kobo
    payer: string
    reference: string
    makerId: string
  },
): Promise<bigint> {
  const { entryId } = await post(
    { ...ctx, actor: { id: item.makerId } },
    {
      reason: 'unknownReceipt',
      ref: item.id,
      effectiveOn: item.on,
      lines: [
        { code: item.code, amount: item.amount },
        { account: 'suspense', amount: negate(item.amount) },
      ],
      whenClosed: 'adjust',
    },
  )
  await store.insertOfBank(ctx.tx, { ...item, entryId, at: ctx.now })
  return entryId
}

/** Such money was applied to the wrong loan: it comes back to its item. */
export const askToTakeBack: Handler<Api['suspenseTakeBack']> = async (ctx, { reason, ...input }) => {
  const found = await applied(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'suspenseTakeBack',
    input: { ...input, reason },
    subject: ['suspense', input.suspenseId],
    summary: `${formatNaira(kobo(found.amount))} off ${found.loan_number} and into suspense`,
    amount: kobo(found.amount),
    ...(await foreseeTakenBack(ctx, input)),
    reason,
  })
  return { approvalId }
}

type TakingBack = Pick<CommandInput<'suspenseTakeBack'>, 'suspenseId' | 'receiptId'>

const applied = async (ctx: Context, { suspenseId, receiptId }: TakingBack) =>
  (await store.lockApplied(ctx.tx, suspenseId, receiptId)) ?? refuse('repayment.not_taken_back')

export async function foreseeTakenBack(ctx: Context, input: TakingBack): Promise<Foresight> {
  const { loan_id } = await applied(ctx, input)
  return foreseeAct(ctx, {
    loanId: loan_id,
    id: undoId(input.receiptId),
    input: { act: 'reversal', of: input.receiptId },
  })
}

export async function takenBackApproved(
  ctx: Context,
  input: CommandInput<'suspenseTakeBack'>,
): Promise<void> {
  const found = await applied(ctx, input)
  await reverseReceipt(ctx, found.loan_id, input.receiptId, cutText(input.reason, 200))
  await store.putBack(ctx.tx, input.receiptId, found, ctx.now)
  ctx.audit({
    subject: ['suspense', input.suspenseId],
    before: { loan: found.loan_id, receipt: input.receiptId },
    after: { suspense: found.amount.toString() },
    reason: input.reason,
  })
}
