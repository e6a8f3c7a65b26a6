import type { Api } from '../../../contract/api.ts'
import type { SignalKind } from '../../../contract/payroll.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { messagesAbout } from '../messaging/messaging.ts'
import { remittancesOf } from '../offices/offices.ts'
import { sourceNames } from '../settings/settings.ts'
import { describe, shown } from './batch.ts'
import * as absent from './missing.sql.ts'
import { countRefused } from './refused.sql.ts'
import * as store from './repayments.sql.ts'
import { sumItems } from './suspense.sql.ts'

/** The Repayment Tracker: what came, whose it is, and what was done with it. */

export const list: Handler<Api['repaymentList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'repayments', filter, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listBatches(ctx.tx, filter, after, limit + 1), limit)
  const waiting = await waitingOn(
    ctx.tx,
    'repayment',
    rows.map(row => row.intake_id),
  )
  const names = await sourceNames(ctx)
  return {
    rows: rows.map(row => describe(row, names, waiting.get(row.intake_id) ?? null)),
    total: await store.countBatches(ctx.tx, filter),
    totalIsExact: true,
    next: last
      ? makeCursor(ctx.keys, 'repayments', filter, [last.opened_at.toISOString(), last.intake_id])
      : null,
    ...(filter.unremitted === 'true' ? await owed(ctx, filter, names) : { officesOwe: null, bySource: null }),
  }
}

export const counts: Handler<Api['repaymentCounts']> = async ctx => ({
  suspense: (await sumItems(ctx.tx, { state: 'open' })).count,
  refused: (await countRefused(ctx.tx)).count,
  unremitted: await store.countBatches(ctx.tx, { unremitted: 'true' }),
})

/** What the payroll offices owe: each for its batches, and all together by the ledger. */
async function owed(ctx: Context, filter: store.BatchFilter, names: ReadonlyMap<string, string>) {
  const sources = await store.owedBySource(ctx.tx, filter)
  return {
    officesOwe: await balanceOf(ctx, { account: 'payrollOfficeReceivable' }),
    bySource: sources.map(({ source, batches, owed: amount }) => ({
      source,
      sourceName: names.get(source) ?? source,
      batches,
      owed: kobo(amount),
    })),
  }
}

export const get: Handler<Api['repaymentGet']> = async (ctx, { id }) => ({
  ...(await shown(ctx, id)),
  correctedBy: (await store.correctionOf(ctx.tx, id)) ?? null,
  remittances: await remittancesOf(ctx, id),
  messages: await messagesAbout(ctx, ['repayment', id]),
})

export const missing: Handler<Api['repaymentMissing']> = async (ctx, { cursor, limit, source, period }) => {
  const shape = { source, period }
  const position = readCursor(ctx.keys, 'repaymentMissing', shape, cursor)
  const { total, exact } = await absent.countMissing(ctx.tx, source, period, ctx.today)
  const page = { after: position?.[0] ?? '', limit: limit + 1, isLong: !exact }
  const found = cutPage(await absent.listMissing(ctx.tx, source, period, ctx.today, page), limit)
  return {
    rows: found.rows.map(row => ({
      loanId: row.loan_id,
      loanNumber: row.loan_number,
      customerId: row.customer_id,
      customerName: row.customer_name,
      staffNumber: row.staff_number,
      employer: row.employer,
      expected: kobo(row.expected),
      arrears: kobo(row.arrears),
      signals: (row.signals ?? []) as SignalKind[],
      isOnPayroll: row.is_on_payroll,
    })),
    total,
    totalIsExact: exact,
    expectedTotal: exact ? kobo(await absent.sumMissing(ctx.tx, source, period, ctx.today)) : null,
    next: found.last ? makeCursor(ctx.keys, 'repaymentMissing', shape, [found.last.loan_number]) : null,
  }
}
