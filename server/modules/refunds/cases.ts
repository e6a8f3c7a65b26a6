import type { Api } from '../../../contract/api.ts'
import { REFUND_LISTED } from '../../../contract/refunds.ts'
import { kobo } from '../../../engine/money.ts'
import type { Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { exportOf } from '../../kernel/export.ts'
import { refuse } from '../../kernel/refusal.ts'
import { sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { sumForecast } from './forecast.ts'
import * as store from './refunds.sql.ts'
import { describeCase, isPossible, rulesOf } from './state.ts'
import { paymentsBehind, ruleOf, warningsFor } from './story.ts'

/** The refund desk: cases by state, and the story of one. */

export const list: Handler<Api['refundList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'refunds', filter, cursor), 'since', 'number')
  const rules = await rulesOf(ctx)
  const found = await store.listCases(ctx.tx, filter, rules.minimum, after, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const { total, exact } = await store.countCases(ctx.tx, filter, rules.minimum)
  return {
    rows: rows.map(row => describeCase(row, rules, ctx.today)),
    total,
    totalIsExact: exact,
    amount: kobo(await store.sumCases(ctx.tx, filter, rules.minimum)),
    next: last ? makeCursor(ctx.keys, 'refunds', filter, [last.since, last.number]) : null,
  }
}

export const exportCases = exportOf(list, {
  what: 'refund cases',
  name: 'refunds',
  columns: [
    ['Case', row => row.number],
    ['State', row => sheetWords(row.status)],
    ['Loan number', row => row.loanNumber],
    ['Customer', row => row.customerName],
    ['Refund (NGN)', row => sheetNaira(row.amount)],
    ['Credit since', row => row.detectedOn],
    ['In this state since', row => row.since],
    ['Account officer', row => row.officerCode],
    ['Payroll office paid', row => row.office],
    ['Bank', row => row.bankName],
    ['Account (last four digits)', row => row.account],
    ['Batch', row => row.batch?.number ?? null],
    ['Note', row => row.note],
  ],
})

export const counts: Handler<Api['refundCounts']> = async ctx => {
  const rules = await rulesOf(ctx)
  const known = new Map((await store.countByStatus(ctx.tx, rules.minimum)).map(each => [each.status, each]))
  const forecast = await sumForecast(ctx)
  return {
    counts: [
      ...REFUND_LISTED.map(status => {
        const found = known.get(status)
        return {
          status,
          total: found?.total ?? 0,
          amount: kobo(found?.amount ?? 0n),
          since: found?.since ?? null,
        }
      }),
      { status: 'forecast' as const, ...forecast, since: null },
    ],
    minimum: rules.minimum,
    unclaimedMonths: rules.unclaimedMonths,
  }
}

export const get: Handler<Api['refundGet']> = async (ctx, { id }) => {
  const [row = refuse('record.unknown', { what: 'refund' })] = await store.casesByIds(ctx.tx, [id])
  const rules = await rulesOf(ctx)
  const behind = await paymentsBehind(ctx, [row.loan_id])
  const payments = behind.get(row.loan_id) ?? []
  const proposal = row.proposal_id ? await store.findProposal(ctx.tx, row.proposal_id) : undefined
  const lines = await store.linesOf(ctx.tx, id)
  const mayBeSetOff = isPossible(row.status, 'setOff') && row.waiting_approval === null
  const loans = mayBeSetOff ? await store.activeLoansOf(ctx.tx, row.customer_id, row.loan_id) : []
  return {
    ...describeCase(row, rules, ctx.today),
    loanCredit: kobo(row.loan_credit),
    rule: ruleOf(payments),
    payments: payments.map(({ isDeduction: _, isReversible: __, ...each }) => each),
    lines: lines.map(each => ({
      batchId: each.batch_id,
      batchNumber: each.batch_number,
      reference: each.reference,
      amount: kobo(each.amount),
      status: each.status,
      bankOn: each.bank_on,
      bankReference: each.bank_reference,
      reason: each.reason,
    })),
    warnings: warningsFor([row], behind),
    proposedAt: proposal?.proposed_at.toISOString() ?? null,
    proposedBy: proposal?.proposed_by_name ?? null,
    reason: proposal?.reason ?? null,
    approvedAt: row.approved_at?.toISOString() ?? null,
    approvedBy: row.approved_by_name,
    setOff: loans.map(each => ({ loanId: each.id, number: each.number, owed: kobo(each.owed_total) })),
  }
}
