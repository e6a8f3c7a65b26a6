import type { EventName, Facts } from '../../../contract/messaging.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { stillOwed } from '../../../engine/loanEnd.ts'
import { inSms, type Kobo, kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { notify, templatesFor } from '../messaging/messaging.ts'
import { amountOf } from './prepare.ts'
import type { Dossier } from './state.ts'
import { payoutOn, settledTotal, type Whole } from './topup.ts'

/** What reaches the borrower: the disbursement less what it settles. */
const netOf = (dossier: Dossier, on: LocalDate, beside: Whole['beside']): Kobo =>
  kobo(payoutOn(dossier, on) - settledTotal(beside.map(each => ({ amount: amountOf(each.event) }))))

export type Templates = Awaited<ReturnType<typeof templatesFor>>

/** Templates of the messages that an act can cause, read together with the loan. */
export const templatesOf = (ctx: Context, act: Whole['act']['act']): Promise<Templates> =>
  templatesFor(ctx, NEWS_OF[act] ?? [])

const RECEIVED = ['loanCompleted', 'refundDue', 'receiptOver', 'receiptExact', 'receiptShort'] as const
const NEWS_OF: Partial<Record<Whole['act']['act'], readonly EventName[]>> = {
  disburse: ['loanDisbursed', 'loanToppedUp'],
  receipt: RECEIVED,
  settle: RECEIVED,
}

export async function notifyCustomer(
  ctx: Context & { templates?: Templates },
  done: Whole,
  after: LoanState,
): Promise<void> {
  await notify(ctx, ...noticesOf(done, after))
}

/** What the customer is sent of an act, if anything. */
export function noticesOf(done: Whole, after: LoanState): Notice[] {
  const { row } = done.dossier
  const news = messageForEvent(done, after)
  if (!news || row.frozen === 'deceased') return []
  const notice = { phone: row.phone, subject: ['loan', row.id], customerId: row.customer_id } as const
  return [{ ...notice, ...news, event: `loan ${done.event?.id}` }]
}
type Notice = Parameters<typeof notify>[1]

type News = { about: EventName; facts: Facts }

/** The template and its values. */
function messageForEvent(done: Whole, after: LoanState): News | undefined {
  const { act, event } = done
  if (!event) return undefined
  if (act.act === 'disburse') return newsOfPayout(done, act.on, after)
  if (act.act !== 'receipt' && act.act !== 'settle') return undefined
  const received = { loanNumber: done.dossier.row.number, amount: inSms(amountOf(event)) }
  if (after.status === 'closed') return { about: 'loanCompleted', facts: received }
  if (after.status === 'overpaid')
    return { about: 'refundDue', facts: { ...received, credit: inSms(after.credit) } }
  const facts = { ...received, paidOn: formatDate(event.date), balance: inSms(stillOwed(after)) }
  if (after.credit > 0n) return { about: 'receiptOver', facts: { ...facts, credit: inSms(after.credit) } }
  const missing = after.arrears.total
  if (missing === 0n) return { about: 'receiptExact', facts }
  const expected = inSms(kobo(amountOf(event) + missing))
  return { about: 'receiptShort', facts: { ...facts, expected, shortBy: inSms(missing) } }
}

function newsOfPayout({ dossier, beside }: Whole, on: LocalDate, after: LoanState): News {
  const facts = {
    loanNumber: dossier.row.number,
    amount: inSms(netOf(dossier, on, beside)),
    firstDueOn: after.nextDue ? formatDate(after.nextDue.date) : 'soon',
  }
  if (beside.length === 0) return { about: 'loanDisbursed', facts }
  const settled = beside.map(
    each => `${inSms(amountOf(each.event))} settled loan ${each.dossier.row.number}.`,
  )
  return { about: 'loanToppedUp', facts: { ...facts, settled: settled.join(' ') } }
}
