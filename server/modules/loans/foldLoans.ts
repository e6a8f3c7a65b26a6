import { totalOf } from '../../../engine/allocation.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { decodeEvents } from '../../../engine/eventText.ts'
import { foldLoan, type LoanAgreement, type LoanState } from '../../../engine/loan.ts'
import { type Loss, lossOf } from '../../../engine/loanEnd.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { isEven, mostInMonth } from '../../../engine/product.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import type { PublicContext } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { awaitedOfLoans } from '../payMonths/payMonths.ts'
import * as store from './daily.sql.ts'
import { payersOf } from './lateness.sql.ts'
import { agreementOf, figuresOf, termsOf } from './state.ts'

/** Loans folded to a day, many at once, for those who add them up. */
export async function foldLoans<T>(
  tx: Tx,
  ids: readonly string[],
  day: LocalDate,
  take: (state: LoanState, loanId: string, loan: Folded) => T,
): Promise<T[]> {
  const stored = await store.eventsByLoan(tx, ids)
  const rows = await store.signedLoans(tx, ids)
  const awaited = await awaitedOfLoans(tx, payersOf(ids))
  return rows.map(row => {
    const events = decodeEvents(stored.get(row.id))
    const agreement = agreementOf({ row, events, awaited: awaited.get(row.id) }, day)
    return take(foldLoan(agreement, events, day), row.id, { agreement, events, figures: figuresOf })
  })
}

/** What a loan is folded from, and its figures as lists show them. */
export type Folded = {
  agreement: LoanAgreement
  events: readonly LoanEvent[]
  figures: typeof figuresOf
}

/** What was lost on those of some loans that are written off, which are few. */
export async function lossesIn(
  tx: Tx,
  loans: readonly { id: string; status: string }[],
  today: LocalDate,
): Promise<Map<string, Loss | null>> {
  const ids = loans.filter(({ status }) => status === 'written off').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  return new Map(await foldLoans(tx, ids, today, (state, id) => [id, lossOf(state)] as const))
}

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
  const others = rows.filter(row => !isEven(termsOf(row))).map(row => row.id)
  const events = others.length > 0 ? await store.eventsByLoan(tx, others) : new Map<string, string>()
  return rows.map(row => ({
    id: row.id,
    number: row.number,
    status: row.status,
    inMonth: isEven(termsOf(row)) ? kobo(row.instalment) : heaviestMonth(row, events.get(row.id), today),
  }))
}

/** What falls due in a month is no matter of penalties. Before the disbursement by the schedule it would have today; after it by what is still owed. */
function heaviestMonth(row: store.OpenLoan, stored: string | undefined, today: PublicContext['today']): Kobo {
  const events = decodeEvents(stored)
  const agreement = agreementOf({ row, events, awaited: undefined }, today)
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
