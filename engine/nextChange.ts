import { dayAfter } from './awaited.ts'
import { addDays, type LocalDate } from './dates.ts'
import type { InstalmentState, LoanAgreement, LoanState } from './loan.ts'

/**
 * The first day after `state.asOf` on which time alone may change the loan's books or figures, its count of days late
 * excepted. Too early costs one look in vain; too late would lose an entry, so every doubt is settled early.
 */
export function nextChangeOf(state: LoanState, agreement: Penal): LocalDate | null {
  const tomorrow = addDays(state.asOf, 1)
  const days: LocalDate[] = []
  for (const { dueDate, outstanding } of state.instalments) {
    const isOpen = outstanding.principal + outstanding.interest + outstanding.fee + outstanding.penalty > 0n
    // it falls due, and the day after that it is late
    if (isOpen && dueDate >= state.asOf) days.push(dueDate > state.asOf ? dueDate : tomorrow)
  }
  for (const { dueDate, outstanding } of state.charges)
    if (outstanding > 0n && dueDate !== undefined && dueDate >= state.asOf) days.push(addDays(dueDate, 1))
  days.push(...penaltyDays(state, agreement))
  return days.reduce<LocalDate | null>((first, day) => (first === null || day < first ? day : first), null)
}

type Penal = Pick<LoanAgreement, 'penalty' | 'awaited'>

/** When the penalty of each late row is charged or grows. */
const penaltyDays = (state: LoanState, agreement: Penal): LocalDate[] =>
  state.instalments
    .filter(({ dueDate }) => dueDate <= state.asOf)
    .flatMap(row => penaltyDay(row, state, agreement) ?? [])

/** The first day after `state.asOf` on which the penalty of a row may be charged or grow, unless it is paid by then. */
export function penaltyDay(
  { n, dueDate, due, outstanding }: InstalmentState,
  state: LoanState,
  { penalty: rule, awaited }: Penal,
): LocalDate | undefined {
  if (!rule) return undefined
  if (outstanding.principal + outstanding.interest === 0n) return undefined
  // new terms number their rows again, so the name alone may be that of an older row
  const isCharged = (): boolean =>
    due.penalty > 0n && state.charges.some(each => each.id === `late-${n}` && each.dueDate === dueDate)
  if (rule.each === 'once' && isCharged()) return undefined
  return dayAfter(awaited, dueDate, (rule.graceDays ?? 0) + 1, addDays(state.asOf, 1))
}
