import type { Api } from '../../../contract/api.ts'
import { addMonths, localDate, payMonthOf } from '../../../engine/dates.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { deductionsToCome } from '../instructions/instructions.ts'
import { makeQuote } from '../letters/letters.ts'
import { monthsFrom } from '../payMonths/payMonths.ts'
import * as store from './inFlight.sql.ts'

/** A settlement quote says what is on its way from the payroll office. */
export const makeSettlementQuote: Handler<Api['settlementQuoteMake']> = async (ctx, input) =>
  makeQuote(ctx, input, {
    rows: await store.rowsInFlight(ctx.tx, input.loanId),
    posted: await store.monthsPosted(ctx.tx, input.loanId),
    ...(await deductionsToCome(ctx, input.loanId, input.on)),
    calendar: await calendarOf(ctx, input.loanId),
  })

/** Months of the loan's payroll source in the last year and ahead: whether a file of each is still to come. */
async function calendarOf(ctx: Context, loanId: string): Promise<Map<string, boolean>> {
  const from = addMonths(localDate(`${payMonthOf(ctx.today)}-01`), -12)
  const source = await store.sourceOf(ctx.tx, loanId)
  const months = await monthsFrom(ctx.tx, source, from)
  return new Map(
    months.map(each => [
      payMonthOf(localDate(each.period)),
      each.heard_on === null && each.awaited_until >= ctx.today,
    ]),
  )
}
