import { type Kobo, kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { section } from '../settings/settings.ts'
import * as store from './about.sql.ts'

/** How the messages about a record fared, and what they cost or will. */
export async function messagesAbout(
  ctx: Pick<Context, 'tx' | 'today'>,
  subject: readonly [type: string, id: string],
): Promise<{ counts: Record<string, number>; cost: Kobo }> {
  const rows = await store.countAbout(ctx.tx, subject)
  const { costPerSegment } = await section(ctx.tx, 'sms', ctx.today)
  const paid = rows.filter(row => row.status !== 'cancelled')
  const segments = paid.reduce((sum, row) => sum + row.segments, 0)
  return {
    counts: Object.fromEntries(rows.map(row => [row.status, row.count])),
    cost: kobo(costPerSegment * BigInt(segments)),
  }
}

/** Cancels unsent messages that are no longer true; sent messages stay as they are. */
export const cancelMessages = (
  ctx: Pick<Context, 'tx' | 'now'>,
  subject: readonly [type: string, id: string],
  reason: string,
  customerId?: string | null,
): Promise<void> => store.cancelAbout(ctx.tx, subject, { reason, customerId }, ctx.now)

/** Holds unsent messages, whatever else they waited for; those a sender has claimed go out. */
export const holdMessages = (
  ctx: Pick<Context, 'tx' | 'now'>,
  subject: readonly [type: string, id: string],
  heldFor: string,
): Promise<number> => store.holdAbout(ctx.tx, subject, heldFor, ctx.now)

/** Lets messages go that were held back with their record. */
export const releaseMessages = (
  ctx: Pick<Context, 'tx' | 'now'>,
  subject: readonly [type: string, id: string],
  heldFor: string,
): Promise<number> => store.releaseAbout(ctx.tx, subject, heldFor, ctx.now)
