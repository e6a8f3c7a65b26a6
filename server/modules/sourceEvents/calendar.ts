import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { MONTH_STATE_LABELS } from '../../../contract/labels.ts'
import type { MonthState } from '../../../contract/payMonths.ts'
import { type LocalDate, localDate, type PayMonth, payMonthOf } from '../../../engine/dates.ts'
import { type Kobo, kobo, ZERO } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetNaira } from '../../kernel/sheet.ts'
import { assignMonth, missingMonths } from '../payMonths/payMonths.ts'
import { sourceNames } from '../settings/settings.ts'
import * as store from './calendar.sql.ts'

type Row = Reply<Api['payMonthList']>['rows'][number]

function stateOf(row: store.CalendarRow, files: store.MonthFiles | undefined, today: LocalDate): MonthState {
  if (row.heard_on === null) {
    if (row.skipped_by !== null) return 'skipped'
    if (row.pay_on >= today) return 'upcoming'
    return row.file_on < today ? 'overdue' : 'awaiting'
  }
  if (!files || files.deducted === files.unremitted) return 'posted'
  return files.unremitted > 0n ? 'partlyRemitted' : 'remitted'
}

async function describe(ctx: Context, rows: readonly store.CalendarRow[]): Promise<Row[]> {
  const names = await sourceNames(ctx)
  const files = new Map(
    (await store.remittedByMonth(ctx.tx, rows)).map(each => [`${each.source} ${each.period}`, each]),
  )
  return Promise.all(
    rows.map(async row => {
      const found = files.get(`${row.source} ${row.period}`)
      const isAwaited = row.is_awaited && row.heard_on === null && row.awaited_until >= ctx.today
      const isWaitedFor = isAwaited && row.skipped_by === null && row.pay_on < ctx.today
      return {
        source: row.source,
        sourceName: names.get(row.source) ?? row.source,
        period: payMonthOf(localDate(row.period)),
        instructionOn: row.instruction_on,
        payOn: row.pay_on,
        fileOn: row.file_on,
        remittanceOn: row.remittance_on,
        awaitedUntil: row.awaited_until,
        isAwaited,
        skippedBy: row.skipped_by,
        state: stateOf(row, found, ctx.today),
        postedOn: row.heard_on,
        batch: row.batch_id && row.batch_number ? { id: row.batch_id, number: row.batch_number } : null,
        batches: found?.batches ?? 0,
        deducted: amount(found?.deducted),
        unremitted: amount(found?.unremitted),
        waitingLoans: isWaitedFor
          ? await store.countWaiting(ctx.tx, row.source, row.period, ctx.today)
          : null,
        ownerId: row.owner_id,
        ownerName: row.owner_name,
        note: row.note,
        notedAt: row.noted_at?.toISOString() ?? null,
        notedBy: row.noted_by_name,
      }
    }),
  )
}

const amount = (value: bigint | undefined): Kobo => (value === undefined ? ZERO : kobo(value))

export const listCalendar: Handler<Api['payMonthList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'pay months', filter, cursor), 'period', 'source')
  const found = await store.listCalendar(ctx.tx, filter, ctx.today, after, limit + 1)
  const { rows, last } = cutPage(found, limit)
  return {
    rows: await describe(ctx, rows),
    total: await store.countCalendar(ctx.tx, filter, ctx.today),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'pay months', filter, [last.period, last.source]) : null,
  }
}

const WAITING_SHOWN = 20

/** Months whose loans are late by contract only. */
export const listWaiting: Handler<Api['payMonthWaiting']> = async ctx => {
  const names = await sourceNames(ctx)
  const months = await missingMonths(ctx.tx, ctx.today, WAITING_SHOWN)
  const rows = []
  for (const { source, period, file_on: fileOn, awaited_until: awaitedUntil } of months) {
    const loans = await store.countWaiting(ctx.tx, source, period, ctx.today)
    const month: PayMonth = payMonthOf(localDate(period))
    if (loans.total > 0)
      rows.push({
        source,
        sourceName: names.get(source) ?? source,
        period: month,
        fileOn,
        awaitedUntil,
        loans,
      })
  }
  return { rows }
}

export const noteMonth: Handler<Api['payMonthNote']> = async (ctx, { source, period, ownerId, note }) => {
  const before = await assignMonth(ctx, { source, period: `${period}-01`, ownerId, note })
  if (!before) refuse('record.unknown', { what: 'payroll month' })
  ctx.audit({
    subject: ['payMonth', `${source} ${period}`],
    before: { owner: before.owner_id, note: before.note },
    after: { owner: ownerId, note },
  })
  return {}
}

const COLUMNS: SheetColumns<Row> = [
  ['Payroll source', row => row.sourceName],
  ['Month', row => row.period],
  ['Instructions due', row => row.instructionOn],
  ['Pay day', row => row.payOn],
  ['File expected', row => row.fileOn],
  ['Awaited until', row => row.awaitedUntil],
  ['File posted', row => row.postedOn],
  ['Batch', row => row.batch?.number ?? null],
  ['Remittance expected', row => row.remittanceOn],
  ['Status', row => MONTH_STATE_LABELS[row.state]],
  ['Deducted (NGN)', row => sheetNaira(row.deducted)],
  ['Unremitted (NGN)', row => sheetNaira(row.unremitted)],
  ['Loans waiting', row => row.waitingLoans?.total ?? null],
  ['Assigned to', row => row.ownerName],
  ['Note', row => row.note],
]

export const exportCalendar: Handler<Api['payMonthExport']> = async (ctx, { format, ...filter }) => {
  const total = await store.countCalendar(ctx.tx, filter, ctx.today)
  return sheetOfRows(ctx, format, {
    what: 'payroll calendar',
    about: { filter },
    rows: total,
    name: 'payroll-calendar',
    columns: COLUMNS,
    next: async (last, limit) => {
      const after = last && { period: `${last.period}-01`, source: last.source }
      return describe(ctx, await store.listCalendar(ctx.tx, filter, ctx.today, after, limit))
    },
  })
}
