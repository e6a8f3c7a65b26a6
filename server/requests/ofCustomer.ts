import { randomBytes } from 'node:crypto'
import type { Api } from '../../contract/api.ts'
import { kobo } from '../../engine/money.ts'
import { eraseApprovals } from '../approvals/approvals.ts'
import type { Context, Handler } from '../context.ts'
import type { Erased } from '../customers/customers.ts'
import { eraseDocuments } from '../documents/documents.ts'
import * as store from './ofCustomer.sql.ts'
import { versionsOf } from './requests.sql.ts'

export { countOpenRequestsOf, countRequestsOf, requestCount } from './ofCustomer.sql.ts'

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

/** Still an application by its form, and nobody's: the terms that were asked for stay as they are. */
const NOBODY = {
  surname: 'Erased', firstName: 'Customer', otherNames: '', dateOfBirth: '1900-01-01', phone: '00000000', email: '', address: 'Erased',
  lga: 'Erased', ippisNumber: 'ERASED', grade: '', step: '', firstAppointmentOn: '1900-01-01', netPay: '1', purpose: 'Erased',
  accountNumber: '0000000000', kinName: 'Erased', kinRelationship: 'Erased', kinPhone: '00000000', kinAddress: '',
} // biome-ignore format: a table
/** Eleven digits that are nobody's. */
const NO_NUMBER = '00000000001'

/** The requests stay with their terms and their decisions; who asked is cut. */
export async function eraseAllOf(ctx: Context, { ids, label, mark }: Erased): Promise<void> {
  const sealed = { bvn: ctx.keys.seal(NO_NUMBER), nin: ctx.keys.seal(NO_NUMBER) }
  const requestIds: string[] = []
  for (const customerId of ids) requestIds.push(...(await store.lockRequestsOf(ctx.tx, customerId)))
  for (const id of requestIds) {
    for (const { version } of await versionsOf(ctx.tx, id))
      await store.eraseVersion(ctx.tx, id, version, { ...NOBODY, ...sealed })
    await store.eraseWords(ctx.tx, id)
    await store.eraseRequest(ctx.tx, id, {
      label,
      mark,
      bvnIndex: randomBytes(32),
      ninIndex: randomBytes(32),
    })
  }
  await eraseDocuments(ctx.tx, 'request', requestIds)
  await eraseApprovals(ctx.tx, 'request', requestIds, label)
}
