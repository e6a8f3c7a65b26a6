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
    how: 'A loan comes here when its request is approved, and leaves when the money has gone out.',
  },
  live: {
    title: LOAN_STATUS_LABELS.live,
    empty: 'No active loans yet',
    how: 'Disbursed loans appear here until everything is repaid.',
  },
  arrears: {
    title: 'In arrears',
    empty: 'Nobody is behind',
    how: 'An active loan shows here from the day after an instalment is missed until it has caught up.',
  },
  overpaid: {
    title: 'Overpaid',
    empty: 'No customer is in credit',
    how: 'A loan comes here when more was received than was owed. The credit is theirs: refund it.',
  },
  closed: {
    title: 'Closed',
    empty: 'No closed loans yet',
    how: 'A loan comes here when everything is repaid or settled. A reversal or a late entry opens it again.',
  },
  writtenOff: {
    title: 'Written off',
    empty: 'Nothing is written off',
    how: 'A loan comes here when two people agree that it will not be repaid. What still comes in is recovery.',
  },
  cancelled: {
    title: 'Cancelled',
    empty: 'No loan was cancelled',
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

/** On time, a first warning, and everything worse; the classes themselves are a setting. */
export function classTone(className: string, classes: readonly { name: string }[]): Tone {
  const at = classes.findIndex(each => each.name === className)
  if (at === 0) return 'positive'
  return at === 1 ? 'caution' : 'negative'
}

export const FROZEN = {
  deceased: 'The customer has died.',
  dispute: 'The customer disputes the loan.',
} as const

export type Component = keyof Parts
/** In the order in which people read a balance. */
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

/** Component by component over several loans. */
export const partsOver = (rows: readonly Pick<LoanRow, 'outstanding'>[]): Parts => {
  const total = (component: Component): Kobo => sum(rows.map(row => row.outstanding[component]))
  return Object.fromEntries(COMPONENTS.map(each => [each, total(each)])) as Parts
}

/** Months on the wire are plain text; the server has checked them. */
export const payMonthText = (month: string): string => monthText(month as PayMonth)

export const daysLateText = (days: number): string =>
  days === 0 ? 'On time' : `${countOf(days, 'day')} past due`

export type Standing = 'paid' | 'part' | 'late' | 'due' | 'coming'

/** Where one instalment stands on a day. */
export function standingOf({ dueOn, outstanding, paid }: Instalment, on: string): Standing {
  if (partsTotal(outstanding) <= 0n) return 'paid'
  if (dueOn < on) return 'late'
  if (dueOn === on) return 'due'
  return partsTotal(paid) > 0n ? 'part' : 'coming'
}
export const STANDINGS: Record<Standing, { title: string; tone: Tone }> = {
  paid: { title: 'Paid', tone: 'positive' },
  part: { title: 'Part paid', tone: 'notice' },
  late: { title: 'Late', tone: 'negative' },
  due: { title: 'Due today', tone: 'caution' },
  coming: { title: 'To come', tone: 'neutral' },
}
