import type { Api } from '../../../contract/api.ts'
import type { LineReason } from '../../../contract/instructions.ts'
import { addMonths, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import * as store from './instructions.sql.ts'
import * as standing from './standing.sql.ts'
import { monthOf, sourcesOf } from './state.ts'

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

/** Of every loan of a customer that a deduction is on its way to. */
export const instructionsOfCustomer: Handler<Api['instructionsOfCustomer']> = async (ctx, { customerId }) => {
  const loans = await standing.loansOfCustomer(ctx.tx, customerId)
  const [loan] = loans
  if (!loan) return { rows: [], stopMonth: null }
  const coming = await standing.comingFor(ctx.tx, loan, ctx.today)
  return {
    rows: loans.flatMap(each => {
      const own = coming.filter(row => row.loan_id === each.id)
      return own.length > 0 ? [{ loanId: each.id, loanNumber: each.number, coming: own.map(described) }] : []
    }),
    stopMonth: (await stopOf(ctx, loan.source, ctx.today)).month,
  }
}

const described = ({ month, amount }: standing.ComingRow) => ({
  month: payMonthOf(localDate(month)),
  amount: kobo(amount),
})

/** Deductions sent and not posted yet, and the first month whose list can still stop the next. */
async function comingDeductions(ctx: Context, loanId: string, loan: standing.LoanOf) {
  const coming = await standing.comingFor(ctx.tx, loan, ctx.today)
  return {
    coming: coming.filter(each => each.loan_id === loanId).map(described),
    stopMonth: (await stopOf(ctx, loan.source, ctx.today)).month,
  }
}

/**
 * The first month whose list can stop the deduction of a loan that is repaid on a day: it is not sent yet, and its cut-off has
 * not passed. A source without lists has none.
 */
async function stopOf(ctx: Pick<Context, 'tx' | 'today'>, source: string, on: LocalDate) {
  const last = await store.lastSent(ctx.tx, source)
  const payroll = (await sourcesOf(ctx)).find(each => each.code === source)
  if (!payroll || !last) return { sentUntil: null, month: null }
  const sentUntil = localDate(last.month)
  const here = localDate(`${payMonthOf(on)}-01`)
  const open = on > (await monthOf(ctx, payroll, here)).cutOffOn ? addMonths(here, 1) : here
  const next = addMonths(sentUntil, 1)
  return { sentUntil: payMonthOf(sentUntil), month: payMonthOf(next > open ? next : open) }
}

/** What a settlement on a day still has to expect of the lists. */
export async function deductionsToCome(ctx: Pick<Context, 'tx' | 'today'>, loanId: string, on: LocalDate) {
  const loan = (await standing.loanOf(ctx.tx, loanId)) ?? refuse('record.unknown', { what: 'loan' })
  const coming = await standing.comingFor(ctx.tx, loan, ctx.today)
  const stop = await stopOf(ctx, loan.source, on)
  return {
    instructed: coming.filter(each => each.loan_id === loanId).map(described),
    sentUntil: stop.sentUntil,
    stopMonth: stop.month,
  }
}
