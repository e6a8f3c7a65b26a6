import type { Api, CommandInput } from '../../../contract/api.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  formatDate,
  type LocalDate,
  localDate,
} from '../../../engine/dates.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { closedThrough, reopenPeriod, reverse } from '../ledger/ledger.ts'
import * as store from './closing.sql.ts'

/** Reopening the latest closed period: by two people, with what its close posted reversed on the same days. */

export const submitReopening: Handler<Api['periodReopen']> = async (ctx, { through, reason }) => {
  const { before, after } = await foreseeReopening(ctx, { through })
  const approvalId = await propose(ctx, {
    command: 'periodReopen',
    input: { through },
    subject: ['period', through],
    summary: `Reopen the period closed through ${formatDate(through)}`,
    before: before ?? null,
    after,
    reason,
  })
  return { approvalId }
}

export async function foreseeReopening(
  ctx: Context,
  { through }: CommandInput<'periodReopen'>,
): Promise<Foresight> {
  const closed = await closedThrough(ctx)
  if (closed !== through) refuse('closing.not_latest', { through: closed ? formatDate(closed) : 'no date' })
  const closing = await closingThrough(ctx, through)
  const lines = closing ? await store.linesOf(ctx.tx, closing.id) : []
  const reversed = lines.reduce(
    (count, { entry_id, back_entry_id }) =>
      count + (entry_id === null ? 0 : 1) + (back_entry_id === null ? 0 : 1),
    0,
  )
  return { before: { closedThrough: through }, after: { closedThrough: null, entriesReversed: reversed } }
}

/** The close of the month that a period ends with; a period may end on any other day. */
async function closingThrough(
  ctx: Pick<Context, 'tx'>,
  through: LocalDate,
): Promise<store.ClosingRow | undefined> {
  const closing = await store.findClosing(ctx.tx, localDate(`${through.slice(0, 7)}-01`))
  return closing?.status === 'closed' && endOfMonth(closing.month) === through ? closing : undefined
}

/** The approved command behind `periodReopen`. */
export async function reopenApproved(
  ctx: Context,
  { through }: CommandInput<'periodReopen'>,
  asked: Asked,
): Promise<void> {
  const reason = asked.reason ?? ''
  await reopenPeriod(ctx, { through, submittedBy: asked.makerId, reason })
  const closing = await closingThrough(ctx, through)
  if (closing) {
    await store.lockClosing(ctx.tx, closing.month)
    for (const { entry_id, back_entry_id } of await store.linesOf(ctx.tx, closing.id))
      for (const entryId of [entry_id, back_entry_id])
        if (entryId !== null)
          await reverse(ctx, { entryId, ref: `${closing.id} reopened ${entryId}`, note: reason })
    await store.markReopened(ctx.tx, closing.id, {
      submittedBy: asked.makerId,
      approvedBy: ctx.actor.id,
      at: ctx.now,
      reason,
    })
  }
  ctx.audit({
    action: 'periodReopen',
    subject: ['period', through],
    before: { closedThrough: through },
    after: { closedThrough: await closedThrough(ctx) },
    reason: asked.reason,
  })
}

/** The month that is closed next: after the last one, or the one that ended last. */
export async function nextToClose(ctx: Pick<Context, 'tx' | 'today'>): Promise<LocalDate> {
  const last = await store.lastClosed(ctx.tx, null)
  if (last) return addMonths(last.month, 1)
  const through = await closedThrough(ctx)
  const ended = addMonths(localDate(`${ctx.today.slice(0, 7)}-01`), -1)
  const after = through === null ? ended : localDate(`${addDays(through, 1).slice(0, 7)}-01`)
  return after > ended ? after : ended
}
