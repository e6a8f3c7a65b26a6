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
import { type findQuote, getAccount, insertQuote } from '../loans/loans.ts'
import { notify } from '../messaging/messaging.ts'
import * as store from './letters.sql.ts'

/** Settlement quotes: numbered, for a day, and stored as issued. */

const QUOTE_DAYS = 5

/** What repayments know of a loan's deductions. */
type InBatches = {
  /** Rows that are not in the ledger. */
  rows: { amount: bigint; month: string; batchId: string; batchNumber: string }[]
  /** Months of the rows that are. */
  posted: readonly string[]
  /** Months whose file has come, with the loan in it or without. */
  came: readonly string[]
}

export async function makeQuote(
  ctx: Context,
  { loanId, id, on }: Input<Api['settlementQuoteMake']>,
  inBatches: InBatches,
) {
  const { row, rows, events, agreement } = await getAccount(ctx, loanId)
  if (on < ctx.today) refuse('setting.past_date')
  const quoted = settlementQuote(agreement, events, on, SETTLEMENT_RULE)
  if (quoted.total === 0n) refuse('loan.refused', { why: 'nothing is owed' })
  const inFlight = inFlightOf(foldLoan(agreement, events, ctx.today), rows, on, inBatches)
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
 * Rows of batches, and the expected deduction of each month up to the payment day that was not reported yet. The
 * previous month counts too until its file has come.
 */
function inFlightOf(
  state: LoanState,
  rows: readonly EventRow[],
  on: LocalDate,
  { rows: batched, posted, came }: InBatches,
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
  const thisMonth = payMonthOf(state.asOf)
  const lastMonth = payMonthOf(addMonths(localDate(`${thisMonth}-01`), -1))
  const first = came.includes(lastMonth) ? thisMonth : lastMonth
  const expected = new Map<string, bigint>()
  for (const row of state.instalments) {
    const month = payMonthOf(row.dueDate)
    if (month < first || month > payMonthOf(on) || heard.has(month)) continue
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
  madeBy: row.made_by_name,
  madeAt: row.made_at.toISOString(),
})

export const listQuotes: Handler<Api['settlementQuoteList']> = async (ctx, { loanId }) => ({
  rows: (await store.quotesOf(ctx.tx, loanId)).map(describeQuote),
})
