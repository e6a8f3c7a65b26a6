import {
  addDays,
  addMonths,
  type LocalDate,
  localDate,
  type PayMonth,
  payMonthOf,
} from '../../../engine/dates.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { section } from '../settings/settings.ts'
import * as store from './payMonths.sql.ts'

/** A month is opened so long before it begins that a daily run which fails for days misses none. */
const OPENED_MONTHS = 2

type Calendar = {
  code: string
  payDay: number
  instructionDay: number
  fileDays: number
  remittanceDays: number
  toleranceDays: number
}

const firstDayOf = (month: PayMonth): LocalDate => localDate(`${month}-01`)

/** The dates of one payroll month by the settings of its source. */
export function datesOf(source: Omit<Calendar, 'code'>, month: PayMonth): store.MonthDates {
  const payOn = addMonths(firstDayOf(month), 0, source.payDay)
  const fileOn = addDays(payOn, source.fileDays)
  return {
    instruction_on: addMonths(firstDayOf(month), 0, source.instructionDay),
    pay_on: payOn,
    file_on: fileOn,
    remittance_on: addDays(payOn, source.remittanceDays),
    awaited_until: addDays(fileOn, source.toleranceDays),
  }
}

async function payrollSources(tx: Tx, day: LocalDate): Promise<Calendar[]> {
  const { sources } = await section(tx, 'payroll', day)
  return sources.filter(({ kind, status }) => kind === 'payroll' && status === 'active')
}

/**
 * Opens the months of every source that a day can see coming. A month that is opened after its pay day counts as heard:
 * its arrears stay what they were.
 */
export async function openMonths(tx: Tx, day: LocalDate): Promise<void> {
  const sources = await payrollSources(tx, day)
  const months = Array.from({ length: OPENED_MONTHS + 1 }, (_, ahead) =>
    payMonthOf(addMonths(firstDayOf(payMonthOf(day)), ahead)),
  )
  const rows = sources.flatMap(source => months.map(month => newMonth(source, month, day)))
  if (rows.length > 0) await store.openMonths(tx, rows, day)
}

function newMonth(source: Calendar, month: PayMonth, day: LocalDate): store.NewMonth {
  const dates = datesOf(source, month)
  const begins = firstDayOf(month)
  return {
    source: source.code,
    period: begins,
    ...dates,
    tolerance_days: source.toleranceDays,
    is_awaited: dates.pay_on >= day,
    awaited_from: begins < day ? day : null,
  }
}

type Arrival = { source: string; period: string; batchId: string }

/** Locks the month, opening it where the calendar does not have it; undefined for a source without a calendar. */
async function monthOf(
  ctx: Pick<Context, 'tx' | 'today'>,
  { source, period }: Omit<Arrival, 'batchId'>,
): Promise<store.MonthRow | undefined> {
  const found = await store.lockMonth(ctx.tx, source, period)
  if (found) return found
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  const known = sources.find(({ code, kind }) => code === source && kind === 'payroll')
  if (!known) return undefined
  await store.openMonths(ctx.tx, [newMonth(known, payMonthOf(localDate(period)), ctx.today)], ctx.today)
  return store.lockMonth(ctx.tx, source, period)
}

/** A batch of the month was posted. Only the first one changes anything; true when it did. */
export async function monthArrived(
  ctx: Pick<Context, 'tx' | 'today' | 'now'>,
  arrival: Arrival,
): Promise<boolean> {
  const month = await monthOf(ctx, arrival)
  if (!month || month.heard_on !== null) return false
  await store.insertFact(ctx.tx, { ...factOf(ctx, arrival), kind: 'arrived', batchId: arrival.batchId })
  const heard = { on: ctx.today, batchId: arrival.batchId }
  await store.setHeard(ctx.tx, month, heard, month.awaited_until)
  return true
}

/** The last posted batch of the month was reversed: its file is awaited again, for the tolerance at least. */
export async function monthWithdrawn(
  ctx: Pick<Context, 'tx' | 'today' | 'now'>,
  arrival: Arrival,
): Promise<boolean> {
  const month = await monthOf(ctx, arrival)
  if (!month || month.heard_on === null) return false
  await store.insertFact(ctx.tx, { ...factOf(ctx, arrival), kind: 'withdrawn', batchId: arrival.batchId })
  const again = addDays(ctx.today, month.tolerance_days)
  await store.setHeard(ctx.tx, month, null, again > month.awaited_until ? again : month.awaited_until)
  return true
}

const factOf = (ctx: Pick<Context, 'today' | 'now'>, { source, period }: Omit<Arrival, 'batchId'>) => ({
  source,
  period,
  on: ctx.today,
  until: null,
  reason: '',
  at: ctx.now,
  by: null,
})

/** The months of an event, locked in their order; those to come are opened by the settings of today. */
export async function eventMonths(
  ctx: Pick<Context, 'tx' | 'today'>,
  source: string,
  from: LocalDate,
  to: LocalDate,
): Promise<store.MonthRow[]> {
  const months: store.MonthRow[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) {
    const row = await monthOf(ctx, { source, period: month })
    if (row) months.push(row)
  }
  return months
}

/** Moves the dates of a month. What is known of its days so far stays as it is. */
export async function moveMonth(
  ctx: Pick<Context, 'tx' | 'today' | 'now'> & { actor: { id: string } },
  month: store.MonthRow,
  dates: store.MonthDates,
  reason: string,
): Promise<void> {
  // also where the tolerance is as it was: from now on the month does not follow the settings
  await store.insertFact(ctx.tx, {
    ...factOf(ctx, month),
    kind: 'moved',
    batchId: null,
    until: dates.awaited_until,
    reason,
    by: ctx.actor.id,
  })
  await store.setDates(ctx.tx, month, dates)
}

/** Who follows a month up; gives it as it was. */
export async function assignMonth(
  ctx: Pick<Context, 'tx' | 'now'> & { actor: { name: string } },
  { source, period, ownerId, note }: { source: string; period: string; ownerId: string | null; note: string },
): Promise<store.MonthRow | undefined> {
  const month = await store.lockMonth(ctx.tx, source, period)
  if (month) await store.setNote(ctx.tx, month, { ownerId, note, at: ctx.now, byName: ctx.actor.name })
  return month
}
