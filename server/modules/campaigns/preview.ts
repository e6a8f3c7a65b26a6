import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { previewText } from '../messaging/messaging.ts'
import { factsOfCustomer } from './audience.ts'

/** A template in the words that one customer would read. */
export const previewTemplate: Handler<Api['templatePreview']> = async (ctx, input) => {
  const customer =
    input.customerId === undefined ? undefined : await factsOfCustomer(ctx.tx, input.customerId, ctx.today)
  if (input.customerId !== undefined && !customer) refuse('record.unknown', { what: 'customer' })
  return previewText(ctx, input, customer)
}
