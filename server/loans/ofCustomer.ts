import { type Kobo, kobo } from '../../engine/money.ts'
import { eraseApprovals } from '../approvals/approvals.ts'
import type { Context } from '../context.ts'
import { checkDocument as checkCustomerDocument, type Erased } from '../customers/customers.ts'
import type { Tx } from '../db.ts'
import { eraseDocuments } from '../documents/documents.ts'
import { eraseClaimsOn } from '../messaging/messaging.ts'
import { refuse } from '../refusal.ts'
import * as store from './ofCustomer.sql.ts'

/** What becomes of a customer's loans when something becomes of the customer; handed to customers by api.ts. */

export { loanTotals } from './ofCustomer.sql.ts'

export async function totalsOf(
  tx: Tx,
  customerId: string,
): Promise<{ total: number; open: number; outstanding: Kobo; arrears: Kobo }> {
  const { total, open, outstanding, arrears } = await store.loanTotalsOf(tx, customerId)
  return { total, open, outstanding: kobo(BigInt(outstanding)), arrears: kobo(BigInt(arrears)) }
}

/** Nothing is taken, asked for or paid out until somebody looks at each loan. */
export async function freezeAllOf(
  ctx: Context,
  customerId: string,
  cause: 'deceased' | 'dispute',
  reason: string,
): Promise<number> {
  const frozen = await store.freezeLoansOf(ctx.tx, customerId, cause)
  for (const { id, status } of frozen)
    ctx.audit({
      action: 'loanActDo',
      subject: ['loan', id],
      before: { status, frozen: null },
      after: { act: 'freeze', frozen: cause },
      reason,
    })
  return frozen.length
}

/** Gives the loans of a merged record to the one that is kept. */
export async function moveAllOf(ctx: Context, from: string, to: string): Promise<number> {
  const moved = await store.moveLoansOf(ctx.tx, from, to)
  for (const { id } of moved)
    ctx.audit({
      action: 'customerMerge',
      subject: ['loan', id],
      before: { customer: from },
      after: { customer: to },
    })
  return moved.length
}

export async function heldByPayment(tx: Tx, customerId: string): Promise<string | null> {
  const reference = await store.openPaymentTo(tx, customerId)
  return reference ? `payment ${reference} to them is on its way, or claimed back` : null
}

/** A document is added to a loan that there is, of somebody we know. */
export async function checkDocument(ctx: Context, document: { subjectId: string }): Promise<void> {
  const customerId = await store.customerOf(ctx.tx, document.subjectId)
  await checkCustomerDocument(ctx, {
    subjectId: customerId ?? refuse('record.unknown', { what: 'loan' }),
  })
}

/** The loans stay as they are; what stands beside them no longer says whose they were. */
export async function eraseAllOf(ctx: Context, { ids, label }: Erased): Promise<void> {
  const loanIds = await store.loanIdsOf(ctx.tx, ids)
  await store.erasePayouts(ctx.tx, loanIds, label)
  await store.eraseImports(ctx.tx, loanIds, label)
  await store.eraseSignals(ctx.tx, loanIds)
  await eraseClaimsOn(ctx.tx, loanIds)
  await eraseDocuments(ctx.tx, 'loan', loanIds)
  await eraseApprovals(ctx.tx, 'loan', loanIds, label)
}
