import type { Api } from '../../contract/api.ts'
import { kobo } from '../../engine/money.ts'
import type { Context, Handler } from '../context.ts'
import * as store from './ofCustomer.sql.ts'

export { countRequestsOf } from './ofCustomer.sql.ts'

export const ofCustomer: Handler<Api['requestsOfCustomer']> = async (ctx, { customerId }) => ({
  rows: (await store.requestsOfCustomer(ctx.tx, customerId)).map(row => ({
    id: row.id,
    reference: row.reference,
    stage: row.stage,
    productName: row.product_name,
    amount: kobo(row.amount),
    tenor: row.tenor,
    channel: row.channel,
    submittedAt: row.submitted_at.toISOString(),
    stageSince: row.stage_since.toISOString(),
    loanId: row.loan_id,
    consent: { version: row.consent_version, hash: row.consent_hash, address: row.consent_address },
  })),
})

/** Gives the requests of a merged record to the one that is kept. */
export async function moveAllOf(ctx: Context, from: string, to: string): Promise<number> {
  const moved = await store.moveRequestsOf(ctx.tx, from, to)
  for (const id of moved)
    ctx.audit({
      action: 'customerMerge',
      subject: ['request', id],
      before: { customer: from },
      after: { customer: to },
    })
  return moved.length
}
