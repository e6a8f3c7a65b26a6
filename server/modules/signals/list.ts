import type { Api } from '../../../contract/api.ts'
import { localDate, payMonthOf } from '../../../engine/dates.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { retirementRuleFor } from '../customers/customers.ts'
import { acceptedPayroll } from '../payroll/payroll.ts'
import * as store from './signals.sql.ts'

/** Raises signals from an accepted month for people with a live loan; a file replaced since raises none. */
export async function raiseSignals(ctx: Context, intakeId: string): Promise<void> {
  const file = await acceptedPayroll(ctx.tx, intakeId)
  if (!file) return
  const { rule, marginMonths } = await retirementRuleFor(ctx, file.source)
  const raised = await store.raiseSignals(ctx.tx, file, { ...rule, marginMonths }, ctx.now)
  await store.closeOutdatedSignals(ctx.tx, file, ctx.now)
  await store.closeRepeatedSignals(ctx.tx, file, ctx.now)
  ctx.audit({ subject: ['intake', intakeId], after: { signals: raised } })
}

export const listSignals: Handler<Api['signalList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'signals', filter, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listSignals(ctx.tx, filter, after, limit + 1), limit)
  const { total, exact } = await store.countSignals(ctx.tx, filter)
  return {
    rows: rows.map(describe),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'signals', filter, [last.raised_at.toISOString(), last.id]) : null,
  }
}

export const closeSignal: Handler<Api['signalClose']> = async (ctx, { id, note }) => {
  const row = (await store.lockSignal(ctx.tx, id)) ?? refuse('record.unknown', { what: 'signal' })
  if (row.closed_at !== null) refuse('signal.closed', { who: row.closed_by_name ?? 'a later month' })
  await store.closeSignal(ctx.tx, id, ctx.actor.id, note, ctx.now)
  ctx.audit({ subject: ['loan', row.loan_id], after: { signal: row.kind, month: row.month }, reason: note })
  return describe({ ...row, closed_at: ctx.now, closed_by_name: ctx.actor.name, note })
}

const describe = (row: store.SignalRow) => ({
  id: row.id,
  kind: row.kind,
  source: row.source,
  month: payMonthOf(localDate(row.month)),
  customerId: row.customer_id,
  customerName: row.customer_name,
  loanId: row.loan_id,
  loanNumber: row.loan_number,
  detail: row.detail,
  raisedAt: row.raised_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  closedBy: row.closed_by_name,
  note: row.note,
})
