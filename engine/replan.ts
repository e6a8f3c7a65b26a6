/** The rows that follow when the balance has changed: the same loan, from a later day, with less to repay. */

import { factors } from './accrual.ts'
import { dueDates } from './calendar.ts'
import { type LocalDate, toCalendar } from './dates.ts'
import type { PrepaymentEffect } from './events.ts'
import { divide, kobo } from './money.ts'
import { buildSchedule, type LoanTerms, type Schedule } from './schedule.ts'

/** The day of the month a series of due dates belongs to, which a later part of it must not forget. */
const anchorOf = ({ anchorDay, firstDueOn, disbursedOn }: LoanTerms): number =>
  anchorDay ?? toCalendar(firstDueOn ?? disbursedOn).day

/** Terms of what is left from one due date on. Grace and one-time fees belong to the start and are over. */
export function remainingTerms(
  terms: LoanTerms,
  balance: bigint,
  from: LocalDate,
  firstDueOn: LocalDate,
  rows: number,
): LoanTerms {
  const { grace: _, instalment: __, fees = [], ...rest } = terms
  const recurring = fees.filter(({ collected }) => collected === 'every-instalment')
  return {
    ...rest,
    ...(recurring.length > 0 ? { fees: recurring } : {}),
    principal: kobo(balance),
    disbursedOn: from,
    firstDueOn,
    anchorDay: anchorOf(terms),
    tenor: rows,
    oddFirstPeriod: 'ignored',
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
  const { rate, frequency, accrual = 'nominal', nominalYearDays = 365, rounding = 'half-up' } = terms
  const { base, parts } = factors({ rate, frequency, accrual, nominalYearDays }, boundaries)
  return divide(balance * parts.reduce((sum, part) => sum + part, 0n), base, rounding)
}
