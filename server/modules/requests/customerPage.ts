import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { known, readPage } from '../customers/customers.ts'
import { pageOfMessages } from '../messaging/messaging.ts'
import { idsOfRequests, loanTotals, requestCount } from './ofCustomer.sql.ts'

/** The page of a customer: what customers, loans, requests and messages know of one. */

export const get: Handler<Api['customerGet']> = (ctx, { id }) =>
  readPage(ctx, id, { loans: loanTotals(id), requests: requestCount(id) })

export const messages: Handler<Api['customerMessages']> = async (ctx, input) => {
  const { id: customerId } = await known(ctx.tx, input.id)
  return pageOfMessages(ctx, { customerId, requestIds: idsOfRequests(customerId) }, input)
}
