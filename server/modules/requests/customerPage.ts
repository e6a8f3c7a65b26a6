import type { Api } from '../../../contract/api.ts'
import type { Context, Handler, TextHandler } from '../../kernel/context.ts'
import { known, listsWith, readPage } from '../customers/customers.ts'
import { pageOfMessages } from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import { idsOfRequests, loanFigures, loanTotals, requestCount } from './ofCustomer.sql.ts'

/** Customers with what loans, requests and messages know of them: the list and the page of one. */

const lists = async (ctx: Context) =>
  listsWith(loanFigures((await section(ctx.tx, 'classes', ctx.today)).classes, ctx.today))

export const list: TextHandler<Api['customerList']> = async (ctx, input) =>
  (await lists(ctx)).list(ctx, input)

export const exportList: Handler<Api['customerExport']> = async (ctx, input) =>
  (await lists(ctx)).exportList(ctx, input)

export const get: Handler<Api['customerGet']> = (ctx, { id }) =>
  readPage(ctx, id, { loans: loanTotals(id, ctx.today), requests: requestCount(id) })

export const messages: Handler<Api['customerMessages']> = async (ctx, input) => {
  const { id: customerId } = await known(ctx.tx, input.id)
  return pageOfMessages(ctx, { customerId, requestIds: idsOfRequests(customerId) }, input)
}
