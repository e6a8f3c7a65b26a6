import type { SourceEventReason, SourceEventTreatment } from '../../../contract/sourceEvents.ts'
import { addMonths, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import type { Holiday, LoanEvent } from '../../../engine/events.ts'
import { foldLoan, type InstalmentState, type LoanAgreement, type LoanState } from '../../../engine/loan.ts'
import { refusalOf } from '../../../engine/refusals.ts'

/** What an event of a payroll source does to one loan, out of the loan as it is: a pure function, computed and applied by. */

export type EventRule = {
  /** First days of the first and the last month. */
  from: LocalDate
  to: LocalDate
  treatment: SourceEventTreatment
  interest: 'waived' | 'added' | null
}

export type Excuse = { month: LocalDate; amount: bigint; dueOn: LocalDate }

export type Plan =
  | { reason: SourceEventReason; problem: string | null }
  | { amount: bigint; interest: bigint; holiday: Holiday | null; excuses: Excuse[]; lastDueOn: LocalDate }

type Next = { id: string; enteredOn: LocalDate; sequence: number }
type Loan = { agreement: LoanAgreement; events: readonly LoanEvent[]; isFrozen: boolean }

const excluded = (reason: SourceEventReason, problem: string | null = null): Plan => ({ reason, problem })

/** Penalties are no part of an instalment. */
const unpaidOf = ({ outstanding: { principal, interest, fee } }: InstalmentState): bigint =>
  principal + interest + fee

const interestOf = (state: LoanState): bigint =>
  state.instalments.reduce((sum, { due }) => sum + due.interest, 0n)

export function planFor(rule: EventRule, state: LoanState, loan: Loan, next: Next, today: LocalDate): Plan {
  // of one that was computed, and has been written off, repaid or cancelled since
  if (state.status !== 'live') return excluded('ended')
  const rows = state.instalments.filter(row => isIn(row, rule))
  if (rows.length === 0) return excluded('nothingDue')
  const unpaid = rows.filter(row => unpaidOf(row) > 0n)
  const [first] = unpaid
  if (!first) return excluded('paid')
  const amount = unpaid.reduce((sum, row) => sum + unpaidOf(row), 0n)
  const lastDueOn = state.instalments.reduce(
    (last, { dueDate }) => (dueDate > last ? dueDate : last),
    first.dueDate,
  )
  if (rule.treatment === 'excuse')
    return { amount, interest: 0n, holiday: null, excuses: excusesOf(unpaid), lastDueOn }
  if (loan.isFrozen) return excluded('frozen')
  if (isRestructuredSince(loan.events, rule.from)) return excluded('restructured')
  const rest = rows.filter(row => row.dueDate >= first.dueDate).length
  let stuckOn: LocalDate | undefined = first.dueDate
  for (let periods = rest; ; periods++) {
    const holiday: Holiday = {
      ...next,
      type: 'holiday',
      date: today,
      from: first.dueDate,
      periods,
      interest: rule.interest ?? 'waived',
    }
    const refusal = refusalOf(loan.agreement, loan.events, holiday, today, state)
    if (refusal) return excluded('refused', refusal.name)
    const after = foldLoan(loan.agreement, [...loan.events, holiday], today)
    // the months may be more than the instalments that the loan has left in them
    const left = after.instalments.find(
      row =>
        isIn(row, { ...rule, from: first.dueDate }) &&
        row.outstanding.principal + row.outstanding.interest > 0n,
    )?.dueDate
    if (left !== undefined && left === stuckOn) return excluded('refused', 'nothing-to-move')
    stuckOn = left
    if (left !== undefined) continue
    return { amount, interest: interestOf(after) - interestOf(state), holiday, excuses: [], lastDueOn }
  }
}

const isIn = ({ dueDate }: InstalmentState, { from, to }: Pick<EventRule, 'from' | 'to'>): boolean =>
  dueDate >= from && dueDate < addMonths(to, 1)

const isRestructuredSince = (events: readonly LoanEvent[], from: LocalDate): boolean =>
  events.some(
    ({ id, type, date }) =>
      type === 'restructure' &&
      date >= from &&
      !events.some(each => each.type === 'reversal' && each.of === id),
  )

/** One excuse a month, from the last of its due dates on. */
function excusesOf(unpaid: readonly InstalmentState[]): Excuse[] {
  const months = new Map<LocalDate, Excuse>()
  for (const row of unpaid) {
    const month = localDate(`${payMonthOf(row.dueDate)}-01`)
    const known = months.get(month)
    months.set(month, { month, amount: (known?.amount ?? 0n) + unpaidOf(row), dueOn: row.dueDate })
  }
  return [...months.values()]
}

export const monthsOf = (rule: Pick<EventRule, 'from' | 'to'>): LocalDate[] => {
  const months: LocalDate[] = []
  for (let month = rule.from; month <= rule.to; month = addMonths(month, 1)) months.push(month)
  return months
}

/** The excuses of a loan as they are stored: each counts from its due date, or from today where that is over. */
export const storedExcuses = (loanId: string, plan: Extract<Plan, { excuses: Excuse[] }>, today: LocalDate) =>
  plan.excuses.map(({ month, amount, dueOn }) => ({
    loan_id: loanId,
    month,
    amount,
    from_on: dueOn > today ? dueOn : today,
    last_on: plan.lastDueOn,
  }))
