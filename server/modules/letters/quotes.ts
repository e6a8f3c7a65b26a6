import type { Api } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { DEDUCTION } from '../../../contract/loans.ts'
import { totalOf } from '../../../engine/allocation.ts'
import {
  addDays,
  addMonths,
  formatDate,
  type LocalDate,
  localDate,
  payMonthOf,
} from '../../../engine/dates.ts'
import { foldLoan, type LoanState } from '../../../engine/loan.ts'
import { inSms, kobo } from '../../../engine/money.ts'
import { SETTLEMENT_RULE, settlementQuote } from '../../../engine/settlement.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { getAccount } from '../loans/loans.ts'
import { notify } from '../messaging/messaging.ts'
import { type findQuote, insertQuote } from '../quotes/quotes.ts'
import * as store from './letters.sql.ts'

/** Settlement quotes: numbered, for a day, and stored as issued. */

const QUOTE_DAYS = 5

/** What the lists, the files and the calendar know of a loan's deductions. */
export type KnownDeductions = {
  /** Rows of batches that are not in the ledger. */
  rows: { amount: bigint; month: string; batchId: string; batchNumber: string }[]
  /** Months of the rows that are. */
  posted: readonly string[]
  /** Sent to the payroll office and not posted. */
  instructed: readonly { amount: bigint; month: string }[]
  /** The last month whose list was sent, and the first whose list can still stop a deduction. */
  sentUntil: string | null
  stopMonth: string | null
  /** Months of the calendar: whether the file of each is still to come. */
  calendar: ReadonlyMap<string, boolean>
}

export async function makeQuote(
  ctx: Context,
  { loanId, id, on }: Input<Api['settlementQuoteMake']>,
  known: KnownDeductions,
) {
  const { row, rows, events, agreement } = await getAccount(ctx, loanId)
  if (on < ctx.today) refuse('setting.past_date')
  const quoted = settlementQuote(agreement, events, on, SETTLEMENT_RULE)
  if (quoted.total === 0n) refuse('loan.refused', { why: 'nothing is owed' })
  const inFlight = inFlightOf(foldLoan(agreement, events, ctx.today), rows, on, known)
  const made = await insertQuote(ctx.tx, {
    id,
    loan_id: loanId,
    on_date: on,
    expires_on: addDays(on, QUOTE_DAYS),
    principal: quoted.principal,
    interest: quoted.interest,
    fees: quoted.fees,
    penalties: quoted.penalties,
    settlement_fee: quoted.settlementFee,
    credit: quoted.credit,
    rebate: quoted.rebate,
    total: quoted.total,
    per_day: quoted.perDay,
    in_flight: JSON.stringify(inFlight),
    stop_month: known.stopMonth === null ? null : `${known.stopMonth}-01`,
    made_by: ctx.actor.id,
    made_by_name: ctx.actor.name,
    made_at: ctx.now,
  })
  if (made.loan_id !== loanId || made.on_date !== on) refuse('idempotency.other_body')
  await notify(ctx, {
    phone: row.phone,
    about: 'settlementQuoted',
    facts: {
      loanNumber: row.number,
      amount: inSms(made.total),
      // the quote is taken for longer, but each day adds to its sum
      validUntil: formatDate(on),
      perDay: inSms(made.per_day),
      expiresOn: formatDate(localDate(made.expires_on)),
    },
    event: `quote ${made.id}`,
    subject: ['loan', loanId],
    customerId: row.customer_id,
  })
  ctx.audit({ subject: ['loan', loanId], after: { quote: made.number, total: made.total.toString(), on } })
  return describeQuote(made)
}

type QuoteRow = NonNullable<Awaited<ReturnType<typeof findQuote>>>
type EventRow = Awaited<ReturnType<typeof getAccount>>['rows'][number]

/** Money of a batch counts for the month of its file, whenever that came; other deductions for that of their day. */
const OF_BATCHES: ReadonlySet<EventRow['cash']> = new Set(['payrollOfficeReceivable', 'suspense'])

/**
 * Rows of batches, what the lists told the office to deduct, and of the months without a list the instalments up to the
 * payment day. A month whose file is posted, or whose tolerance has passed, brings nothing more.
 */
function inFlightOf(
  state: LoanState,
  rows: readonly EventRow[],
  on: LocalDate,
  { rows: batched, posted, instructed, sentUntil, stopMonth, calendar }: KnownDeductions,
): QuoteRow['in_flight'] {
  const alone = new Set(
    rows.filter(row => row.channel === DEDUCTION && !OF_BATCHES.has(row.cash)).map(row => row.id),
  )
  const heard = new Set<string>([
    ...batched.map(each => each.month),
    ...posted,
    ...state.entries
      .filter(entry => !entry.undone && alone.has(entry.event))
      .map(entry => payMonthOf(entry.date)),
  ])
  // of a month that the calendar does not have, this one and the last are in flight
  const lastMonth = payMonthOf(addMonths(localDate(`${payMonthOf(state.asOf)}-01`), -1))
  const isToCome = (month: string): boolean =>
    month <= payMonthOf(on) &&
    (sentUntil === null || month > sentUntil) &&
    (stopMonth === null || month < stopMonth) &&
    (calendar.get(month) ?? month >= lastMonth)
  const expected = new Map<string, bigint>(
    instructed.filter(each => !heard.has(each.month)).map(each => [each.month, each.amount]),
  )
  for (const row of state.instalments) {
    const month = payMonthOf(row.dueDate)
    if (heard.has(month) || !isToCome(month)) continue
    expected.set(month, (expected.get(month) ?? 0n) + totalOf(row.outstanding))
  }
  return [
    ...batched.map(each => ({ ...each, amount: each.amount.toString() })),
    ...[...expected]
      .filter(([, amount]) => amount > 0n)
      .map(([month, amount]) => ({
        amount: amount.toString(),
        month,
        batchId: null,
        batchNumber: null,
      })),
  ].toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
}

const describeQuote = (row: QuoteRow) => ({
  id: row.id,
  number: row.number,
  on: row.on_date,
  expiresOn: row.expires_on,
  principal: kobo(row.principal),
  interest: kobo(row.interest),
  fees: kobo(row.fees + row.settlement_fee),
  penalties: kobo(row.penalties),
  credit: kobo(row.credit),
  rebate: kobo(row.rebate),
  total: kobo(row.total),
  perDay: kobo(row.per_day),
  inFlight: row.in_flight.map(each => ({ ...each, amount: kobo(BigInt(each.amount)) })),
  stopMonth: row.stop_month === null ? null : payMonthOf(localDate(row.stop_month)),
  madeBy: row.made_by_name,
  madeAt: row.made_at.toISOString(),
})

export const listQuotes: Handler<Api['settlementQuoteList']> = async (ctx, { loanId }) => ({
  rows: (await store.quotesOf(ctx.tx, loanId)).map(describeQuote),
})
