/**
 * Payroll months whose deduction file has not arrived. While it is awaited, nobody knows whether an instalment of the
 * month was deducted, so no penalty grows on it. What is known of a month is a list of facts, each in force from the day
 * it was recorded: the state of an earlier day does not depend on it.
 */

import { addDays, daysBetween, type LocalDate, type PayMonth, payMonthOf } from './dates.ts'

/** Days during which a month was awaited: from the beginning of the month, where no first day is given, up to `to`. */
export type AwaitedSpan = { readonly from?: LocalDate | undefined; readonly to: LocalDate }

/**
 * An amount that a borrower may owe on the days after one up to another without being late: what a payroll that was not run
 * did not deduct. The oldest unpaid rows use it up.
 */
export type Excused = { readonly from: LocalDate; readonly to: LocalDate; readonly amount: bigint }

/** The awaited days of the months of one loan. Days before `since` are not awaited: the loan was not here yet. */
export type AwaitedFiles = {
  readonly since: LocalDate
  readonly months: ReadonlyMap<PayMonth, readonly AwaitedSpan[]>
  readonly excused?: readonly Excused[]
}

/** `until`: the last day on which the file is awaited. */
export type PlannedMonth = { readonly until: LocalDate; readonly toleranceDays: number }

export type MonthFact =
  | { readonly kind: 'arrived' | 'withdrawn'; readonly on: LocalDate }
  | { readonly kind: 'moved'; readonly on: LocalDate; readonly until: LocalDate }

/**
 * The awaited days of a month, out of its facts in the order of their entry. A withdrawn file is awaited again, for the
 * tolerance of the month at least.
 */
export function awaitedSpans(planned: PlannedMonth, facts: readonly MonthFact[]): AwaitedSpan[] {
  const spans: AwaitedSpan[] = []
  let [until, isHeard] = [planned.until, false]
  let from: LocalDate | undefined
  const close = (next: LocalDate | undefined): void => {
    const to = next !== undefined && next < until ? next : until
    if (isHeard || (from !== undefined && to <= from)) return
    const last = spans.at(-1)
    if (last && from !== undefined && last.to >= from) spans[spans.length - 1] = { ...last, to }
    else spans.push({ from, to })
  }
  for (const fact of facts) {
    close(fact.on)
    from = fact.on
    if (fact.kind === 'moved') until = fact.until
    else isHeard = fact.kind === 'arrived'
    if (fact.kind === 'withdrawn') until = later(until, addDays(fact.on, planned.toleranceDays))
  }
  close(undefined)
  return spans
}

const later = (one: LocalDate, other: LocalDate): LocalDate => (one > other ? one : other)

/** The awaited days after a due date, as pairs of days. */
function spansAfter(
  dueDate: LocalDate,
  awaited: AwaitedFiles,
): (readonly [from: LocalDate, to: LocalDate])[] {
  const first = later(dueDate, awaited.since)
  return (awaited.months.get(payMonthOf(dueDate)) ?? [])
    .map(({ from, to }) => [from === undefined ? first : later(from, first), to] as const)
    .filter(([from, to]) => from < to)
}

/** How many of the days between two are awaited, of an instalment that is due on a day. */
export function awaitedDays(
  awaited: AwaitedFiles | undefined,
  dueDate: LocalDate,
  from: LocalDate,
  to: LocalDate,
): number {
  if (!awaited) return 0
  let days = 0
  for (const [first, last] of spansAfter(dueDate, awaited)) {
    const [start, end] = [later(first, from), last < to ? last : to]
    if (start < end) days += daysBetween(start, end)
  }
  return days
}

type Stretch = { readonly from: LocalDate; readonly to: LocalDate; readonly excused: bigint }

/** The days from one to another in stretches on which the same amount is excused. */
export function excusedBetween(
  awaited: AwaitedFiles | undefined,
  from: LocalDate,
  to: LocalDate,
): readonly Stretch[] {
  const known = awaited?.excused ?? []
  const inside = known.flatMap(each => [each.from, each.to]).filter(day => from < day && day < to)
  const days = [...new Set([from, ...inside, to])].sort()
  return days.slice(1).map((end, n) => {
    const start = days[n] ?? from
    const inForce = known.filter(each => each.from <= start && end <= each.to)
    return { from: start, to: end, excused: inForce.reduce((sum, { amount }) => sum + amount, 0n) }
  })
}

/** Whether every day since a due date was awaited: an automatic penalty on it would be wrong. */
export const isAwaitedSince = (
  awaited: AwaitedFiles | undefined,
  charge: { readonly id: string; readonly due: bigint; readonly dueDate: LocalDate | undefined },
  day: LocalDate,
): boolean =>
  charge.id.startsWith('late-') &&
  charge.due > 0n &&
  charge.dueDate !== undefined &&
  charge.dueDate < day &&
  awaitedDays(awaited, charge.dueDate, charge.dueDate, day) === daysBetween(charge.dueDate, day)

/** The first day from another on by which so many days have passed since the due date, awaited days left out. */
export function dayAfter(
  awaited: AwaitedFiles | undefined,
  dueDate: LocalDate,
  days: number,
  earliest: LocalDate,
): LocalDate {
  let day = addDays(dueDate, days)
  if (!awaited) return later(day, earliest)
  const spans = spansAfter(dueDate, awaited)
  for (const [from, to] of spans) if (from < day) day = addDays(day, daysBetween(from, to))
  day = later(day, earliest)
  for (const [from, to] of spans) if (from < day && day <= to) day = addDays(to, 1)
  return day
}
