import type { Api, CommandInput } from '../../../contract/api.ts'
import { formatDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { closedThrough } from '../ledger/ledger.ts'
import { holdUnidentified, useApproved } from '../repayments/repayments.ts'
import * as store from './matching.sql.ts'
import { openLine } from './matching.ts'
import { lockBankAccount, reconciledThrough } from './statements.sql.ts'
import { bankAccountOf } from './statements.ts'

/** A received line whose payer is unknown: it goes to suspense, and from there to a loan or back to the payer. */

type Holding = CommandInput<'bankLineSuspense'>

export const askToHold: Handler<Api['bankLineSuspense']> = async (ctx, { reason, ...input }) => {
  const { code } = await openLine(ctx, input.lineId)
  await lockBankAccount(ctx.tx, code)
  const line = await openLine(ctx, input.lineId)
  const { after } = await foreseeHeld(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'bankLineSuspense',
    input,
    subject: ['bankLine', input.lineId],
    summary: `${formatNaira(kobo(line.amount))} of ${formatDate(line.booked_on)} to suspense`,
    amount: kobo(line.amount),
    after,
    reason,
  })
  return { approvalId }
}

export async function foreseeHeld(ctx: Context, { lineId }: Holding): Promise<Foresight> {
  const line = (await store.findLine(ctx.tx, lineId)) ?? refuse('record.unknown', { what: 'line' })
  if (line.match_id !== null) refuse('bank.matched')
  if (line.amount <= 0n) refuseFields({ lineId: 'Only money received goes to suspense' })
  const { title } = await bankAccountOf(ctx, line.code)
  const closed = await closedThrough(ctx)
  return {
    after: {
      // what belongs to a closed period is posted in the open one
      on: closed !== null && line.booked_on <= closed ? ctx.today : line.booked_on,
      account: `${line.code} ${title}`,
      statement: `${formatDate(line.booked_on)}, ${[line.narration, line.reference].filter(Boolean).join(', ')}`,
    },
  }
}

/** The approved command behind `bankLineSuspense`: the entry, its item and its match in one transaction. */
export async function holdApproved(ctx: Context, input: Holding, asked: Asked): Promise<void> {
  const peek = (await store.findLine(ctx.tx, input.lineId)) ?? refuse('record.unknown', { what: 'line' })
  const { code } = peek
  await lockBankAccount(ctx.tx, code)
  const { after } = await foreseeHeld(ctx, input)
  const line = (await store.findLine(ctx.tx, input.lineId)) ?? peek
  const entryId = await holdUnidentified(ctx, {
    id: input.id,
    code,
    on: line.booked_on,
    amount: kobo(line.amount),
    payer: line.narration || line.reference || 'No narration',
    reference: line.reference,
    makerId: asked.makerId,
  })
  const match = { id: input.id, code, kind: 'posted' as const, by: asked.makerId, at: ctx.now }
  await store.writeMatch(ctx.tx, match, [input.lineId], [String(entryId)])
  ctx.audit({
    action: 'bankLineSuspense',
    subject: ['bankLine', input.lineId],
    after: { ...after, entry: String(entryId) },
    reason: asked.reason,
  })
}

/**
 * The approved use of a suspense item. One whose entry is reversed frees its line, unless that is reconciled; the entry and its
 * reversal then cancel each other.
 */
export async function useAndReopen(ctx: Context, input: CommandInput<'suspenseUse'>): Promise<void> {
  const match = input.use.kind === 'undone' ? await store.findMatch(ctx.tx, input.suspenseId) : undefined
  if (match) await lockBankAccount(ctx.tx, match.code)
  await useApproved(ctx, input)
  if (!match) return
  const through = await reconciledThrough(ctx.tx, match.code)
  if (through !== null && match.last_on <= through) return
  if (await store.findMatch(ctx.tx, match.id)) await store.deleteMatch(ctx.tx, match.id)
  await store.matchReversals(ctx.tx, match.code, ctx.now)
}
