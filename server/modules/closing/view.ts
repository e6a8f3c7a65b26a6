import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { endOfMonth } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { checklist } from './checklist.ts'
import { endsYear, firstOf, monthText } from './close.ts'
import * as store from './closing.sql.ts'
import { inOrder, type Line, linesToPost, totalOf } from './figures.ts'
import * as sums from './lines.sql.ts'
import { nextToClose } from './reopen.ts'

/** A month as its close sees it: checklist, figures, and the loans behind each. */

type Shown = Reply<Api['monthCloseGet']>

export const get: Handler<Api['monthCloseGet']> = async (ctx, { month }) => {
  const first = firstOf(month)
  const through = endOfMonth(first)
  const closing = await store.findClosing(ctx.tx, first)
  const isClosed = closing?.status === 'closed'
  return {
    month,
    through,
    state: isClosed ? 'closed' : through < ctx.today ? 'open' : 'running',
    checks: isClosed ? [] : await checklist(ctx, first),
    figures: closing ? await figuresOf(ctx, closing) : null,
    yearEnd: await endsYear(ctx, first),
    pendingApprovalId: (await waitingOn(ctx.tx, 'period', [through])).get(through) ?? null,
    closing: isClosed ? describe(closing) : null,
  }
}

async function figuresOf(ctx: Context, closing: store.ClosingRow): Promise<NonNullable<Shown['figures']>> {
  const lines: Line[] =
    closing.status === 'closed'
      ? inOrder(
          (await store.linesOf(ctx.tx, closing.id)).flatMap(({ kind, ...line }) =>
            kind === 'yearEnd' ? [] : [{ ...line, kind }],
          ),
          closing.classes,
        )
      : await linesToPost(ctx, closing)
  const names = await sums.productNames(ctx.tx)
  const [provision, suspension] = [totalOf(lines, 'provision'), totalOf(lines, 'suspension')]
  return {
    calculatedAt: closing.calculated_at.toISOString(),
    lines: lines.map(line => ({
      kind: line.kind,
      productId: line.product_id,
      product: names.get(line.product_id ?? '') ?? '',
      class: line.class,
      loans: line.loans,
      balance: kobo(line.balance),
      change: kobo(line.change),
      writtenOff: kobo(line.written_off),
    })),
    accrual: kobo(totalOf(lines, 'accrual').balance),
    provision: kobo(provision.balance),
    provisionChange: kobo(provision.change),
    suspended: kobo(suspension.balance),
    suspensionChange: kobo(suspension.change),
  }
}

const describe = (row: store.ClosingRow) => ({
  month: row.month.slice(0, 7),
  state: row.status,
  submittedBy: row.submitted_by,
  approvedBy: row.approved_by,
  closedAt: row.closed_at?.toISOString() ?? null,
  reopenedAt: row.reopened_at?.toISOString() ?? null,
  reopenSubmittedBy: row.reopen_submitted_by,
  reopenApprovedBy: row.reopen_approved_by,
  reopenReason: row.reopen_reason,
  acknowledged: row.acknowledged,
})

export const list: Handler<Api['monthCloseList']> = async ctx => ({
  rows: (await store.listClosings(ctx.tx)).map(describe),
  next: (await nextToClose(ctx)).slice(0, 7),
})

export const listLoans: Handler<Api['monthCloseLoanList']> = async (ctx, input) => {
  const { cursor, limit, ...filter } = input
  const place = readCursor(ctx.keys, 'monthCloseLoans', filter, cursor)
  const after = placeOf(place, 'number')
  const first = firstOf(input.month)
  const closing =
    (await store.findClosing(ctx.tx, first)) ?? refuse('closing.not_calculated', { month: monthText(first) })
  const found = await sums.loansInCut(ctx.tx, closing, filter, after?.number ?? null, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const names = await sums.productNames(ctx.tx)
  const { total, exact } = await sums.countCut(ctx.tx, closing, filter)
  return {
    rows: rows.map(row => ({
      loanId: row.loan_id,
      number: row.number,
      product: names.get(row.product_id) ?? '',
      class: row.class,
      daysPastDue: row.days_past_due,
      principal: kobo(row.principal),
      interestDue: kobo(row.interest_due),
      interestEarned: kobo(row.interest_earned),
      amount: kobo(row.amount),
    })),
    amount: kobo(await sums.sumCut(ctx.tx, closing, filter)),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'monthCloseLoans', filter, [last.number]) : null,
  }
}
