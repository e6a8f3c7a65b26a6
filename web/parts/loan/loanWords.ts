import type { z } from 'zod/mini'
import { LOAN_STATUS_LABELS } from '../../../contract/labels.ts'
import type { ledgerEntry } from '../../../contract/ledger.ts'
import type { LOAN_TABS, LoanStatusName, loan, loanPreview, loanRow, quote } from '../../../contract/loans.ts'
import { countOf } from '../../../engine/countText.ts'
import type { PayMonth } from '../../../engine/dates.ts'
import { type Kobo, sum } from '../../../engine/money.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { monthText } from '../figures.ts'

/** What the words of the contract are called on screen. */

export type Loan = z.output<typeof loan>
export type LoanRow = z.output<typeof loanRow>
export type LoanPreview = z.output<typeof loanPreview>
export type SettlementQuote = z.output<typeof quote>
export type Happening = Loan['happenings'][number]
export type Instalment = Loan['current'][number]
export type Parts = LoanRow['outstanding']
export type LedgerEntry = z.output<typeof ledgerEntry>
export type LoanTab = (typeof LOAN_TABS)[number]

export const TABS: Record<LoanTab, { title: string; empty: string; how: string }> = {
  awaiting: {
    title: 'Awaiting disbursement',
    empty: 'No loans awaiting disbursement',
    how: 'Loans appear here when their request is approved, until they are disbursed.',
  },
  live: {
    title: LOAN_STATUS_LABELS.live,
    empty: 'No active loans yet',
    how: 'Disbursed loans that are not fully repaid appear here.',
  },
  arrears: {
    title: 'In arrears',
    empty: 'No loans in arrears',
    how: 'Active loans with an overdue instalment appear here.',
  },
  overpaid: {
    title: 'Overpaid',
    empty: 'No overpaid loans',
    how: 'Loans with a credit balance appear here. Refund it to the customer.',
  },
  closed: {
    title: 'Closed',
    empty: 'No closed loans yet',
    how: 'Fully repaid or settled loans appear here. A reversal can reopen them.',
  },
  writtenOff: {
    title: 'Written off',
    empty: 'No written-off loans',
    how: 'Loans appear here when their write-off is approved. Later payments are recoveries.',
  },
  cancelled: {
    title: 'Cancelled',
    empty: 'No cancelled loans',
    how: 'Approved loans cancelled before disbursement appear here.',
  },
}

export const STATUSES: Record<LoanStatusName, { title: string; tone: Tone }> = {
  'awaiting disbursement': { title: LOAN_STATUS_LABELS['awaiting disbursement'], tone: 'notice' },
  live: { title: LOAN_STATUS_LABELS.live, tone: 'positive' },
  overpaid: { title: LOAN_STATUS_LABELS.overpaid, tone: 'caution' },
  closed: { title: LOAN_STATUS_LABELS.closed, tone: 'neutral' },
  'written off': { title: LOAN_STATUS_LABELS['written off'], tone: 'negative' },
  cancelled: { title: LOAN_STATUS_LABELS.cancelled, tone: 'neutral' },
}

/** The colour of a class by its place in the settings. */
export function classTone(className: string, classes: readonly { name: string }[]): Tone {
  const at = classes.findIndex(each => each.name === className)
  if (at === 0) return 'positive'
  return at === 1 ? 'caution' : 'negative'
}

export const FROZEN = {
  deceased: 'Customer deceased.',
  dispute: 'Customer disputes the loan.',
} as const

export type Component = keyof Parts
/** Display order of the components. */
export const COMPONENTS: readonly Component[] = ['principal', 'interest', 'fee', 'penalty']
export const COMPONENT_WORDS: Record<Component, string> = {
  principal: 'Principal',
  interest: 'Interest',
  fee: 'Fees',
  penalty: 'Penalties',
}
export const componentWord = (component: string): string =>
  COMPONENT_WORDS[component as Component] ?? component

export const partsTotal = (parts: Parts): Kobo => sum(COMPONENTS.map(each => parts[each]))

/** Totals by component over several loans. */
export const partsOver = (rows: readonly Pick<LoanRow, 'outstanding'>[]): Parts => {
  const total = (component: Component): Kobo => sum(rows.map(row => row.outstanding[component]))
  return Object.fromEntries(COMPONENTS.map(each => [each, total(each)])) as Parts
}

/** Formats a month validated by the server. */
export const payMonthText = (month: string): string => monthText(month as PayMonth)

export const daysLateText = (days: number): string =>
  days === 0 ? 'On time' : `${countOf(days, 'day')} past due`

export type Standing = 'paid' | 'part' | 'late' | 'due' | 'coming'

/** The status of an instalment on a date. */
export function standingOf({ dueOn, outstanding, paid }: Instalment, on: string): Standing {
  if (partsTotal(outstanding) <= 0n) return 'paid'
  if (dueOn < on) return 'late'
  if (dueOn === on) return 'due'
  return partsTotal(paid) > 0n ? 'part' : 'coming'
}
export const STANDINGS: Record<Standing, { title: string; tone: Tone }> = {
  paid: { title: 'Paid', tone: 'positive' },
  part: { title: 'Partly paid', tone: 'notice' },
  late: { title: 'Overdue', tone: 'negative' },
  due: { title: 'Due today', tone: 'caution' },
  coming: { title: 'Upcoming', tone: 'neutral' },
}
