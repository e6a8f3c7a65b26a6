import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { makeQuote } from '../letters/letters.ts'
import * as store from './inFlight.sql.ts'

/** A settlement quote says what is on its way from the payroll office. */
export const makeSettlementQuote: Handler<Api['settlementQuoteMake']> = async (ctx, input) =>
  makeQuote(ctx, input, {
    rows: await store.rowsInFlight(ctx.tx, input.loanId),
    posted: await store.monthsPosted(ctx.tx, input.loanId),
    came: await store.monthsCame(ctx.tx, input.loanId),
  })
