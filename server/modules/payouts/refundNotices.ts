import { inSms, kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { notify } from '../messaging/messaging.ts'
import type * as store from './payouts.sql.ts'
import { payeeContact } from './refunds.sql.ts'

type News =
  | { about: 'refundSent'; facts: { paidOn: string } }
  | { about: 'refundReturned'; facts: Record<string, never> }

/** Once for each result of the bank: sent when it has paid, returned when it has not. */
export async function notifyOfRefund(ctx: Context, line: store.LineRow, news: News): Promise<void> {
  // what is returned to a payroll office is settled between it and its staff
  if (line.refund_office !== null) return
  const person = await payeeContact(ctx.tx, line.loan_id)
  if (!person || person.status === 'deceased' || person.frozen === 'deceased') return
  await notify(ctx, {
    phone: person.phone,
    customerId: person.customer_id,
    subject: ['loan', line.loan_id],
    event: `refund ${line.id} ${news.about} ${line.bank_on ?? ''}`,
    about: news.about,
    facts: {
      loanNumber: line.loan_number,
      amount: inSms(kobo(line.amount)),
      accountEnding: line.account_number.slice(-4),
      ...news.facts,
    },
  })
}
