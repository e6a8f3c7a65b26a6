import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { localDate } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { eraseApprovals } from '../approvals/approvals.ts'
import { checkDocument as checkCustomerDocument, type Erased, setStatus } from '../customers/customers.ts'
import { eraseDocuments, heldDocuments } from '../documents/documents.ts'
import { statedOwner } from './importLine.ts'
import { insertEvents } from './loans.sql.ts'
import * as store from './ofCustomer.sql.ts'
import { encodeEvent } from './state.ts'

/** What becomes of a customer's loans when something becomes of the customer. */

export async function totalsOf(
  tx: Tx,
  customerId: string,
): Promise<{ total: number; open: number; outstanding: Kobo; arrears: Kobo }> {
  const { total, open, outstanding, arrears } = await store.loanTotalsOf(tx, customerId)
  return { total, open, outstanding: kobo(BigInt(outstanding)), arrears: kobo(BigInt(arrears)) }
}

/** Of a customer who died every loan is frozen with the change. */
export const changeCustomerStatus: Handler<Api['customerStatusChange']> = async (ctx, input) => {
  const revision = await setStatus(ctx, input)
  const { id, status, reason } = input
  const frozenLoans = status === 'deceased' ? await freezeAllOf(ctx, id, 'deceased', reason) : 0
  return { revision, frozenLoans }
}

/** Nothing is taken, asked for or paid out until somebody looks at each loan. Says how many open ones there were. */
export async function freezeAllOf(
  ctx: Context,
  customerId: string,
  cause: 'deceased' | 'dispute',
  reason: string,
): Promise<number> {
  await store.lockLoansOf(ctx.tx, customerId)
  const frozen = await store.freezeLoansOf(ctx.tx, customerId, cause)
  await insertEvents(
    ctx.tx,
    frozen.map(loan => freezing(ctx, loan, reason)),
  )
  for (const { id, status } of frozen)
    ctx.audit({
      action: 'loanActDo',
      subject: ['loan', id],
      before: { status, frozen: null },
      after: { act: 'freeze', frozen: cause },
      reason,
    })
  return frozen.filter(({ status }) => OPEN.has(status)).length
}

/** What is repaid is frozen with the rest, but nothing of it stops today. */
const OPEN: ReadonlySet<string> = new Set(['awaiting disbursement', 'live', 'overpaid'])

/** Penalties stand still from today; what is in the books already, should the clock have been put back, stays there. */
function freezing(ctx: Context, loan: store.FrozenLoan, note: string) {
  const id = randomUUID()
  const { booked_through: booked, sequence } = loan
  const date = booked !== null && booked > ctx.today ? localDate(booked) : ctx.today
  return {
    id,
    loanId: loan.id,
    sequence,
    type: 'freeze',
    effectiveOn: date,
    event: encodeEvent({ id, type: 'freeze', date, enteredOn: ctx.today, sequence }),
    amount: 0n,
    channel: null,
    reference: null,
    note,
    cash: 'bank' as const,
    at: ctx.now,
    byId: ctx.actor.id,
    byName: ctx.actor.name,
  }
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

/** What stands beside a person's loans and says whose they are: the same that an erasure cuts. */
export async function heldOn(ctx: Context, { ids }: Pick<Erased, 'ids'>) {
  const loanIds = await store.loanIdsOf(ctx.tx, ids)
  return {
    payouts: await store.payoutsTo(ctx.tx, loanIds),
    takenOver: (await store.importsOf(ctx.tx, loanIds)).map(({ intake_id, row_number, stated, ...line }) => ({
      ...line,
      stated: JSON.parse(ctx.keys.open(stated, statedOwner(intake_id, row_number))) as unknown,
    })),
    signals: await store.signalsOn(ctx.tx, loanIds),
    documents: await heldDocuments(ctx.tx, 'loan', loanIds),
  }
}

/** The loans stay as they are; what stands beside them no longer says whose they were. */
export async function eraseAllOf(ctx: Context, { ids, label }: Erased): Promise<void> {
  const loanIds = await store.loanIdsOf(ctx.tx, ids)
  await store.erasePayouts(ctx.tx, loanIds, label)
  await store.eraseImports(ctx.tx, loanIds, label)
  await store.eraseSignals(ctx.tx, loanIds)
  await eraseDocuments(ctx.tx, 'loan', loanIds)
  await eraseApprovals(ctx.tx, 'loan', loanIds, label)
}
