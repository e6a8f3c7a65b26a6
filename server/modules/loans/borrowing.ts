import { totalOf } from '../../../engine/allocation.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { foldLoan } from '../../../engine/loan.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { mostInMonth } from '../../../engine/product.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import type { PublicContext } from '../../kernel/context.ts'
import { eventsByLoan } from './daily.sql.ts'
import * as store from './loans.sql.ts'
import { agreementOf, decodeEvents, openDossier, stateOn, termsOf } from './state.ts'

type OpenLoan = Pick<store.OpenLoan, 'id' | 'number' | 'status'> & {
  /** What it takes from pay in a month: the instalment, where the same falls due in each. */
  inMonth: Kobo
}

/** Loans that still take from pay, or soon will. */
export async function openLoansOf(
  { tx, today }: Pick<PublicContext, 'tx' | 'today'>,
  customerId: string,
): Promise<OpenLoan[]> {
  const rows = await store.openLoansOf(tx, customerId)
  const others = rows.filter(row => !isEven(row)).map(row => row.id)
  const events = others.length > 0 ? await eventsByLoan(tx, others) : new Map<string, string>()
  return rows.map(row => ({
    id: row.id,
    number: row.number,
    status: row.status,
    inMonth: isEven(row) ? kobo(row.instalment) : heaviestMonth(row, events.get(row.id), today),
  }))
}

function isEven(row: store.OpenLoan): boolean {
  const { frequency, repayment, fees, moratorium, firstPeriod } = termsOf(row)
  if (frequency.rhythm !== 'monthly' || repayment === 'equal-principal' || firstPeriod === 'by-days')
    return false
  return (
    moratorium.principalRows + moratorium.interestRows === 0 && fees.every(fee => fee.collected !== 'spread')
  )
}

/** Before the pay-out by the schedule it would have today; after it by what is still owed. */
function heaviestMonth(row: store.OpenLoan, stored: string | undefined, today: PublicContext['today']): Kobo {
  const events = decodeEvents(stored)
  const agreement = agreementOf({ row, events }, today)
  if (row.status === 'awaiting disbursement')
    return mostInMonth(
      buildSchedule(agreement.terms).rows.map(({ dueDate, total }) => ({ dueDate, amount: total })),
    )
  return mostInMonth(
    foldLoan(agreement, events, today).instalments.map(({ dueDate, outstanding }) => ({
      dueDate,
      amount: totalOf(outstanding),
    })),
  )
}

type RepaidLoan = { number: string; on: LocalDate }

/** The loan of a customer, but for some, that was repaid last, by whatever settled the last of it. */
export async function lastRepaid(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  customerId: string,
  except: readonly (string | null)[],
): Promise<RepaidLoan | undefined> {
  let last: RepaidLoan | undefined
  for (const row of await store.loansOfCustomer(ctx.tx, customerId)) {
    if ((row.status !== 'closed' && row.status !== 'overpaid') || except.includes(row.id)) continue
    const { closedOn } = stateOn(await openDossier(ctx.tx, row), ctx.today, ctx.today)
    if (closedOn && (!last || closedOn > last.on)) last = { number: row.number, on: closedOn }
  }
  return last
}
