import type { Api } from '../../../contract/api.ts'
import type { Input, Reply } from '../../../contract/endpoint.ts'
import type { Context } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { describeMessage } from './log.ts'
import * as store from './ofCustomer.sql.ts'

/** A page of what was written to a customer. */
export async function pageOfMessages(
  ctx: Context,
  recipient: store.Recipient,
  { cursor, limit, id }: Input<Api['customerMessages']>,
): Promise<Reply<Api['customerMessages']>> {
  const after = placeOf(readCursor(ctx.keys, 'customerMessages', { id }, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.messagesTo(ctx.tx, recipient, after, limit + 1), limit)
  return {
    rows: rows.map(describeMessage),
    total: await store.countMessagesTo(ctx.tx, recipient),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'customerMessages', { id }, [last.at.toISOString(), last.id]) : null,
  }
}
