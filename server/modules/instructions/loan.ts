import type { Api } from '../../../contract/api.ts'
import type { LineReason } from '../../../contract/instructions.ts'
import { addMonths, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import * as store from './instructions.sql.ts'
import * as standing from './standing.sql.ts'
import { sourcesOf } from './state.ts'

/** What a loan page and a settlement quote say about the deductions that are still to come. */

export const instructionOfLoan: Handler<Api['instructionOfLoan']> = async (ctx, { loanId }) => {
  const loan = (await standing.loanOf(ctx.tx, loanId)) ?? refuse('record.unknown', { what: 'loan' })
  const held = await standing.heldFor(ctx.tx, loanId, loan)
  const next = await standing.nextFor(ctx.tx, loanId, loan)
  const rejected = await standing.rejectedFor(ctx.tx, loan)
  const waiting = next ? await waitingOn(ctx.tx, 'instruction', [next.list_id]) : new Map<string, string>()
  return {
    standing:
      held && held.amount > 0n
        ? {
            amount: kobo(held.amount),
            ofLoan: kobo(held.of_loan),
            since: payMonthOf(localDate(held.since)),
            listId: held.list_id,
            listNumber: held.list_number,
            isAcknowledged: held.is_acknowledged,
          }
        : null,
    rejected: rejected
      ? { listId: rejected.list_id, listNumber: rejected.list_number, reason: rejected.reason }
      : null,
    next: next
      ? {
          listId: next.list_id,
          listNumber: next.list_number,
          month: payMonthOf(localDate(next.month)),
          status: next.status === 'computed' && waiting.size > 0 ? ('waiting' as const) : next.status,
          kind: next.kind,
          amount: kobo(next.amount),
          ofLoan: kobo(next.of_loan),
          reasons: next.reasons as LineReason[],
        }
      : null,
    ...(await comingDeductions(ctx, loanId, loan)),
  }
}

/** Deductions sent and not posted yet, and the first month whose list can still stop the next. */
async function comingDeductions(ctx: Context, loanId: string, loan: standing.LoanOf) {
  const coming = await standing.comingFor(ctx.tx, loanId, loan)
  const last = await store.lastSent(ctx.tx, loan.source)
  const here = localDate(`${payMonthOf(ctx.today)}-01`)
  const isPayroll = (await sourcesOf(ctx)).some(source => source.code === loan.source)
  const afterLast = last ? addMonths(localDate(last.month), 1) : here
  return {
    coming: coming.map(each => ({ month: payMonthOf(localDate(each.month)), amount: kobo(each.amount) })),
    stopMonth: isPayroll && last ? payMonthOf(afterLast > here ? afterLast : here) : null,
  }
}
