import { addDays, type LocalDate } from '../../../engine/dates.ts'
import type { InstalmentState, LoanState } from '../../../engine/loan.ts'
import type { PenaltyRule } from '../../../engine/penalty.ts'

/**
 * The first day after `state.asOf` on which time alone may change the loan's books or figures, its count of days late
 * excepted. Too early costs one look in vain; too late would lose an entry, so every doubt is settled early.
 */
export function nextChangeOf(state: LoanState, penalty: PenaltyRule | undefined): LocalDate | null {
  const tomorrow = addDays(state.asOf, 1)
  const days: LocalDate[] = []
  for (const { dueDate, outstanding } of state.instalments) {
    const isOpen = outstanding.principal + outstanding.interest + outstanding.fee + outstanding.penalty > 0n
    // it falls due, and the day after that it is late
    if (isOpen && dueDate >= state.asOf) days.push(dueDate > state.asOf ? dueDate : tomorrow)
  }
  for (const { dueDate, outstanding } of state.charges)
    if (outstanding > 0n && dueDate !== undefined && dueDate >= state.asOf) days.push(addDays(dueDate, 1))
  if (penalty) days.push(...penaltyDays(state, penalty))
  return days.reduce<LocalDate | null>((first, day) => (first === null || day < first ? day : first), null)
}

/** When the penalty of each late row is charged or grows. */
const penaltyDays = (state: LoanState, rule: PenaltyRule): LocalDate[] =>
  state.instalments
    .filter(({ dueDate }) => dueDate <= state.asOf)
    .flatMap(row => penaltyDay(row, state, rule) ?? [])

/** The first day after `state.asOf` on which the penalty of a row may be charged or grow, unless it is paid by then. */
export function penaltyDay(
  { n, dueDate, due, outstanding }: InstalmentState,
  state: LoanState,
  rule: PenaltyRule,
): LocalDate | undefined {
  if (outstanding.principal + outstanding.interest === 0n) return undefined
  // new terms number their rows again, so the name alone may be that of an older row
  const isCharged = (): boolean =>
    due.penalty > 0n && state.charges.some(each => each.id === `late-${n}` && each.dueDate === dueDate)
  if (rule.each === 'once' && isCharged()) return undefined
  const [first, tomorrow] = [addDays(dueDate, (rule.graceDays ?? 0) + 1), addDays(state.asOf, 1)]
  return first > tomorrow ? first : tomorrow
}
