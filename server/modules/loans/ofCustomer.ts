import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { localDate } from '../../../engine/dates.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { setStatus } from '../customers/customers.ts'
import * as store from './loans.sql.ts'
import { type EventEntry, saveEvents } from './saveEvents.ts'

/** What becomes of a customer's loans when something becomes of the customer. */

/** Of a customer who died every loan is frozen with the change. */
export const changeCustomerStatus: Handler<Api['customerStatusChange']> = async (ctx, input) => {
  const revision = await setStatus(ctx, input)
  const { id, status, reason } = input
  const frozenLoans = status === 'deceased' ? await freezeAllOf(ctx, id, 'deceased', reason) : 0
  return { revision, frozenLoans }
}

/** Stops charges and disbursements until each loan is reviewed. Returns how many were open. */
export async function freezeAllOf(
  ctx: Context,
  customerId: string,
  cause: 'deceased' | 'dispute',
  reason: string,
): Promise<number> {
  await store.lockLoansOf(ctx.tx, customerId)
  const frozen = await store.freezeLoansOf(ctx.tx, customerId, cause)
  await saveEvents(
    ctx,
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

/** Penalties stand still from today; what is in the ledger already, should the clock have been put back, stays there. */
function freezing(ctx: Context, loan: store.FrozenLoan, note: string): EventEntry {
  const { booked_through: booked, sequence } = loan
  const date = booked !== null && booked > ctx.today ? localDate(booked) : ctx.today
  return {
    loanId: loan.id,
    event: { id: randomUUID(), type: 'freeze', date, enteredOn: ctx.today, sequence },
    channel: null,
    reference: null,
    note,
    cash: 'bank',
    maker: ctx.actor,
  }
}

/** Moves the loans of a merged record to the remaining one. */
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
