import type { MonthDatesInput } from '../../../contract/sourceEvents.ts'
import { addDays, formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import type { Context, Foresight } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { eventMonths, type MonthRow, moveMonth } from '../payMonths/payMonths.ts'
import type { EventRow } from './events.sql.ts'

/** Dates of one month of a source that move: salaries paid late, a file or remittance put off, another cut-off. */

const PAY_DAY_LATE_MAX_DAYS = 120
const EXPECTED_MAX_DAYS = 365

type Dates = { [K in keyof MonthDatesInput]: string }

export const datesIn = (month: MonthRow): MonthDatesInput => ({
  instructionOn: localDate(month.instruction_on),
  payOn: localDate(month.pay_on),
  fileOn: localDate(month.file_on),
  remittanceOn: localDate(month.remittance_on),
})

export function checkDates(month: MonthRow, dates: MonthDatesInput): void {
  const before = datesIn(month)
  const problems: Record<string, string> = {}
  if (dates.payOn < month.period) problems['dates.payOn'] = 'Not before the month begins'
  if (dates.payOn > addDays(localDate(month.period), PAY_DAY_LATE_MAX_DAYS))
    problems['dates.payOn'] = `At most ${PAY_DAY_LATE_MAX_DAYS} days after the month begins`
  if (dates.instructionOn > dates.payOn) problems['dates.instructionOn'] = 'On pay day or before it'
  for (const name of ['fileOn', 'remittanceOn'] as const)
    if (dates[name] < dates.payOn) problems[`dates.${name}`] = 'On pay day or after it'
    else if (dates[name] > addDays(dates.payOn, EXPECTED_MAX_DAYS))
      problems[`dates.${name}`] = `At most ${EXPECTED_MAX_DAYS} days after pay day`
  if (month.heard_on !== null)
    for (const name of ['instructionOn', 'payOn', 'fileOn'] as const)
      if (dates[name] !== before[name])
        problems[`dates.${name}`] = 'The deduction file of this month is posted'
  if (Object.keys(problems).length > 0) refuseFields(problems)
  if (isSame(dates, before)) refuseFields({ 'dates.payOn': 'Change at least one date' })
}

const NAMES = ['instructionOn', 'payOn', 'fileOn', 'remittanceOn'] as const
const isSame = (one: MonthDatesInput, other: MonthDatesInput): boolean =>
  NAMES.every(name => one[name] === other[name])

export function datesOf(event: EventRow): { before: MonthDatesInput; after: MonthDatesInput } | null {
  if (event.kind !== 'dates') return null
  return { before: parsed(event.dates_before as Dates), after: parsed(event.dates as Dates) }
}

const parsed = (dates: Dates): MonthDatesInput => ({
  instructionOn: localDate(dates.instructionOn),
  payOn: localDate(dates.payOn),
  fileOn: localDate(dates.fileOn),
  remittanceOn: localDate(dates.remittanceOn),
})

/** To a day that is still to come: what customers are told. */
export const movesPayDay = (
  { before, after }: { before: MonthDatesInput; after: MonthDatesInput },
  today: LocalDate,
): boolean => after.payOn !== before.payOn && after.payOn >= today

export function effectOfDates(event: EventRow): Foresight {
  const dates = datesOf(event)
  if (!dates) throw new Error(`${event.number} moves no dates`)
  return { before: shown(dates.before), after: shown(dates.after) }
}

const shown = (dates: MonthDatesInput) => ({
  instructionsDue: formatDate(dates.instructionOn),
  payDay: formatDate(dates.payOn),
  fileExpected: formatDate(dates.fileOn),
  remittanceExpected: formatDate(dates.remittanceOn),
})

async function change(
  ctx: Context,
  event: EventRow,
  from: MonthDatesInput,
  to: MonthDatesInput,
  reason: string,
): Promise<void> {
  const first = localDate(event.from_month)
  const [month] = await eventMonths(ctx, event.source, first, first)
  // another move, or the file, came first
  if (!month || !isSame(datesIn(month), from)) return refuse('approval.stale')
  checkDates(month, to)
  await moveMonth(
    ctx,
    month,
    {
      instruction_on: to.instructionOn,
      pay_on: to.payOn,
      file_on: to.fileOn,
      remittance_on: to.remittanceOn,
      awaited_until: awaitedUntil(month, to.fileOn),
    },
    `${event.number}: ${reason}`,
  )
}

/** A file that was withdrawn is awaited for longer: a move shortens that no more than it must. */
const awaitedUntil = (month: MonthRow, fileOn: LocalDate): LocalDate =>
  fileOn === month.file_on ? localDate(month.awaited_until) : addDays(fileOn, month.tolerance_days)

export async function applyDates(ctx: Context, event: EventRow): Promise<void> {
  const dates = datesOf(event)
  if (dates) await change(ctx, event, dates.before, dates.after, event.reason)
}

export async function undoDates(ctx: Context, event: EventRow, reason: string): Promise<void> {
  const dates = datesOf(event)
  if (dates) await change(ctx, event, dates.after, dates.before, reason)
}
