import { EVENT_LABELS } from '../engine/eventLabels.ts'
import type { EntryReason } from './ledger.ts'
import type { LoanActName, LoanStatusName } from './loans.ts'
import type { STATEMENT_KINDS } from './offices.ts'
import type { InstalmentStateName, MonthState } from './payMonths.ts'
import type { Bin } from './repayments.ts'
import type { CheckName } from './requests.ts'
import type {
  SourceEventKind,
  SourceEventLoanStatus,
  SourceEventReason,
  SourceEventStatus,
} from './sourceEvents.ts'
import type { Stage } from './vocabulary.ts'

/** One label for each value: screens, exports, letters, approvals and the audit trail take it from here. */

export const LOAN_STATUS_LABELS: Record<LoanStatusName, string> = {
  'awaiting disbursement': 'Awaiting disbursement',
  live: 'Active',
  overpaid: 'Overpaid',
  closed: 'Closed',
  'written off': 'Written off',
  cancelled: 'Cancelled',
}

/** Accepts the engine's spelling too: `written-off`, `awaiting-disbursement`. */
export const loanStatusLabel = (status: string): string =>
  LOAN_STATUS_LABELS[status.replaceAll('-', ' ') as LoanStatusName] ?? status

/** The type of a loan transaction, in the engine's spelling. */
export const loanEventLabel = (type: string): string =>
  type === 'credit-used' ? 'Credit used' : (EVENT_LABELS[type as keyof typeof EVENT_LABELS] ?? type)

/** Journal entries: loan transactions by the same name, and what only the ledger has. */
export const ENTRY_LABELS: Record<EntryReason, string> = {
  openingBalance: 'Opening balance',
  disbursement: loanEventLabel('disbursement'),
  payout: 'Disbursement by the bank',
  instalmentDue: 'Instalment due',
  fee: loanEventLabel('charge'),
  penalty: 'Penalty',
  receipt: loanEventLabel('receipt'),
  deduction: 'Salary deduction',
  remittance: 'Remittance',
  unknownReceipt: 'Unidentified payment',
  refund: loanEventLabel('refund'),
  refundPayout: 'Refund paid by the bank',
  waiver: loanEventLabel('waiver'),
  restructure: loanEventLabel('restructure'),
  settlement: loanEventLabel('settlement'),
  writeOff: loanEventLabel('write-off'),
  recovery: loanEventLabel('recovery'),
  reversal: loanEventLabel('reversal'),
  correction: 'Correction',
  journal: 'Manual journal',
  accrual: 'Interest accrual',
  suspension: 'Interest suspension',
  provision: 'Provision change',
  yearEnd: 'Year-end transfer',
}

/** Entries of the statement of a payroll office. */
export const STATEMENT_LABELS: Record<(typeof STATEMENT_KINDS)[number], string> = {
  deductions: 'Deductions',
  receipt: 'Remittance',
  receiptReversed: 'Remittance reversed',
  charge: 'Charge',
  chargeReversed: 'Charge reversed',
  writeDown: 'Write-down',
  writeDownReversed: 'Write-down reversed',
  overDeduction: 'Over-deduction to return',
  returned: 'Over-deduction returned',
}

type LoanActionLabels = {
  /** A verb: the menu and the button. */
  title: string
  /** A noun: the item pending approval and the note of the ledger entry. */
  item: string
  /** The audit trail. */
  done: string
}

export const LOAN_ACTION_LABELS: Record<LoanActName, LoanActionLabels> = {
  disburse: { title: 'Disburse', item: 'Disbursement', done: 'Loan disbursed' },
  cancel: {
    title: 'Cancel before disbursement',
    item: 'Cancellation',
    done: 'Loan cancelled before disbursement',
  },
  receipt: { title: 'Record repayment', item: 'Repayment', done: 'Repayment recorded' },
  reversal: { title: 'Reverse', item: 'Reversal', done: 'Transaction reversed' },
  charge: { title: 'Add a charge', item: 'Charge', done: 'Charge added' },
  waiver: { title: 'Waive', item: 'Waiver', done: 'Waiver granted' },
  holiday: { title: 'Grant repayment holiday', item: 'Repayment holiday', done: 'Repayment holiday granted' },
  restructure: { title: 'Restructure', item: 'Restructure', done: 'Loan restructured' },
  settle: { title: 'Settle early', item: 'Early settlement', done: 'Loan settled early' },
  writeOff: { title: 'Write off', item: 'Write-off', done: 'Loan written off' },
  recovery: { title: 'Record recovery', item: 'Recovery', done: 'Recovery recorded' },
  refund: { title: 'Refund credit', item: 'Refund', done: 'Credit refunded' },
  freeze: { title: 'Freeze charges', item: 'Freeze', done: 'Loan frozen' },
  unfreeze: { title: 'Unfreeze charges', item: 'Unfreeze', done: 'Loan unfrozen' },
}

/** The summary of a loan action starts with its label: "Write-off: L0100450, …". */
export function splitLoanActionSummary(summary: string): { item: string; rest: string } | undefined {
  const label = Object.values(LOAN_ACTION_LABELS).find(({ item }) => summary.startsWith(`${item}: `))
  return label && { item: label.item, rest: summary.slice(`${label.item}: `.length) }
}

/** Where a request is, for staff. The menu names the first two. */
export const STAGE_LABELS: Record<Stage, string> = {
  reviewer: 'Pending Reviewer',
  authorizer: 'Pending Authorizer',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** The same for applicants. */
export const APPLICANT_STAGE_LABELS: Record<Stage, string> = {
  reviewer: 'Under review',
  authorizer: 'Awaiting final decision',
  approved: 'Approved',
  rejected: 'Not approved',
  withdrawn: 'Withdrawn',
}

/** How a row of a repayment file matches a loan. */
/** Of a line of a bank statement in suspense, which was matched with no file. */
export const UNKNOWN_PAYER = 'Unknown payer'
export const MATCH_LABELS: Record<Bin | 'invalid', string> = {
  exact: 'Exact',
  short: 'Short',
  over: 'Over',
  nameDiffers: 'Name differs',
  duplicate: 'Duplicate',
  noLoan: 'No active loan',
  closedLoan: 'Closed loan',
  ambiguous: 'Multiple matches',
  notOurs: 'Not identified',
  foreign: 'Not ours',
  unknownElement: 'Unknown element',
  invalid: 'Invalid',
}

/** What became of an instalment, by its payroll month. */
export const INSTALMENT_STATE_LABELS: Record<InstalmentStateName, string> = {
  awaited: 'Due, file not received',
  notDeducted: 'File received, nothing deducted',
  short: 'Short',
  unremitted: 'Deducted, not remitted',
}

/** A payroll month in the calendar. */
export const MONTH_STATE_LABELS: Record<MonthState, string> = {
  upcoming: 'Upcoming',
  awaiting: 'Awaiting file',
  overdue: 'File overdue',
  skipped: 'Skipped',
  posted: 'Posted',
  partlyRemitted: 'Partly remitted',
  remitted: 'Remitted',
}

/** What is wrong when a check fails; its title says what is right. */
export const CHECK_FAILURES: Record<CheckName, string> = {
  payrollFound: 'not on the payroll',
  nameMatch: 'name differs from the payroll',
  employmentActive: 'employment is not active',
  affordable: 'instalment above the limit',
  retiresLater: 'last instalment too close to retirement',
  salaryAccount: 'salary account differs',
  customerFile: 'customer record differs',
  noLiveLoan: 'active loans above the limits',
  noDuplicate: 'identity used by another person',
  notFromStaff: 'sent by a user',
  standing: 'customer is blocked',
  consent: 'no consent',
  documents: 'required documents missing',
}

// ── Events of a payroll source ─────────────────────────────────────────────────────────────────────────────────────

export const SOURCE_EVENT_KIND_LABELS: Record<SourceEventKind, string> = {
  skipped: 'Skipped month',
  strike: 'Strike',
  ban: 'Ban on deductions',
  dates: 'Dates moved',
}

export const SOURCE_EVENT_STATUS_LABELS: Record<SourceEventStatus, string> = {
  computing: 'Computing',
  computed: 'Computed',
  waiting: 'Pending approval',
  applying: 'Being applied',
  applied: 'Applied',
  undoing: 'Being reversed',
  undone: 'Reversed',
  cancelled: 'Cancelled',
}

export const SOURCE_EVENT_LOAN_LABELS: Record<SourceEventLoanStatus, string> = {
  ready: 'To be applied',
  excluded: 'Excluded',
  done: 'Applied',
  undone: 'Reversed',
  kept: 'Not reversed',
}

export const SOURCE_EVENT_REASON_LABELS: Record<SourceEventReason, string> = {
  nothingDue: 'No instalment in these months',
  paid: 'Already paid',
  frozen: 'Loan frozen',
  restructured: 'Restructured since',
  refused: 'Cannot be moved',
  ended: 'Loan has ended since',
  builtUpon: 'Terms changed since',
}
