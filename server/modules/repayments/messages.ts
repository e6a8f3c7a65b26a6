import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { holdMessages } from '../messaging/messaging.ts'
import { locked } from './batch.ts'
import { batchesHolding } from './messages.sql.ts'
import { HELD_FOR } from './post.ts'
import { changeBatch } from './repayments.sql.ts'

/** What the sender has claimed by now goes out; the rest, and what is still to be written, waits for the release. */
export const pauseMessages: Handler<Api['repaymentMessagesPause']> = async (ctx, { id, reason }) => {
  const batch = await locked(ctx, id, 'posting', 'posted')
  const held = await holdMessages(ctx, ['repayment', id], HELD_FOR)
  await changeBatch(ctx.tx, id, { holds_messages: true })
  ctx.audit({
    subject: ['repayment', id],
    before: { holdsMessages: batch.holds_messages },
    after: { holdsMessages: true, messagesHeld: held },
    ...(reason ? { reason } : {}),
  })
  return { held }
}

/** For the sender, which asks again of each batch when it claims its messages. */
export const pausedBatches = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await batchesHolding(tx, [...new Set(ids)])).map(id => [id, HELD_FOR]))
