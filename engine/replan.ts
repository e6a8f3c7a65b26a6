/** The rows that follow when the balance has changed: the same loan, from a later day, with less to repay. */

import { factors } from './accrual.ts'
import { dueDates } from './calendar.ts'
import { type LocalDate, toCalendar } from './dates.ts'
import type { PrepaymentEffect } from './events.ts'
import { fraction } from './fraction.ts'
import { divide, kobo } from './money.ts'
import { buildSchedule } from './schedule.ts'
import type { LoanTerms, Schedule } from './terms.ts'

/** The day of the month a series of due dates belongs to, which a later part of it must not forget. */
const anchorOf = ({ anchorDay, firstDueOn, disbursedOn }: LoanTerms): number =>
  anchorDay ?? toCalendar(firstDueOn ?? disbursedOn).day

/** Rows at the start that a moratorium spares something. */
export const graceRows = ({ grace }: LoanTerms): number =>
  Math.max(grace?.principal ?? 0, grace?.interestDeferred ?? 0, grace?.interestWaived ?? 0)

/** What is left of a moratorium for so many rows, after so many others. */
function graceAfter(
  { rate, grace }: LoanTerms,
  gone: number,
  rows: number,
): Pick<LoanTerms, 'rate' | 'grace'> {
  const left = (whole = 0) => Math.min(Math.max(whole - gone, 0), rows - 1)
  if ((grace?.interestWaived ?? 0) - gone >= rows)
    return { rate: { ...rate, value: fraction(0n) }, grace: { principal: left(grace?.principal) } }
  return {
    rate,
    grace: {
      principal: left(grace?.principal),
      interestDeferred: left(grace?.interestDeferred),
      interestWaived: left(grace?.interestWaived),
    },
  }
}

/**
 * Terms of what is left from one due date on. One-time fees belong to the start and are over; so is a moratorium, unless
 * fewer rows are gone than it has.
 */
export function remainingTerms(
  terms: LoanTerms,
  balance: bigint,
  from: LocalDate,
  firstDueOn: LocalDate,
  rows: number,
  gone = Number.POSITIVE_INFINITY,
): LoanTerms {
  const { grace: _, instalment: __, fees = [], ...rest } = terms
  const recurring = fees.filter(({ collected }) => collected === 'every-instalment')
  return {
    ...rest,
    ...(gone < graceRows(terms) ? graceAfter(terms, gone, rows) : {}),
    ...(recurring.length > 0 ? { fees: recurring } : {}),
    principal: kobo(balance),
    disbursedOn: from,
    firstDueOn,
    anchorDay: anchorOf(terms),
    tenor: rows,
    oddFirstPeriod: from === terms.disbursedOn ? (terms.oddFirstPeriod ?? 'ignored') : 'ignored',
  }
}

/** The rows to come after a prepayment: as many but smaller, or as large but fewer. */
export function replan(remaining: LoanTerms, instalment: bigint, effect: PrepaymentEffect): Schedule {
  if (effect === 'smaller-instalment') return buildSchedule(remaining)
  return buildSchedule({ ...remaining, instalment: kobo(instalment) })
}

/** Due dates of a loan and of as many periods after its last as a holiday may need. */
export const dueDateSeries = (terms: LoanTerms, extraPeriods: number): LocalDate[] =>
  dueDates({ ...terms, tenor: terms.tenor + extraPeriods })

/** What periods skipped by a holiday earn on the balance. */
export function interestOfSkipped(
  terms: LoanTerms,
  balance: bigint,
  boundaries: readonly LocalDate[],
): bigint {
  const { rate, frequency, accrual = 'nominal', rounding = 'half-up' } = terms
  const { base, parts } = factors({ rate, frequency, accrual }, boundaries)
  return divide(balance * parts.reduce((sum, part) => sum + part, 0n), base, rounding)
}
