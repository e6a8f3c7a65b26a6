import type { Reply } from '../../../contract/endpoint.ts'
import type {
  instructionApi,
  LineDecision,
  LineException,
  LineKind,
  LineReason,
  ListStatus,
} from '../../../contract/instructions.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/Badge.tsx'

export type InstructionList = Reply<typeof instructionApi.instructionList>['rows'][number]
export type InstructionDetails = Reply<typeof instructionApi.instructionGet>
export type InstructionLine = Reply<typeof instructionApi.instructionLineList>['rows'][number]
export type InstructionDue = Reply<typeof instructionApi.instructionDue>['rows'][number]

type Word = { title: string; tone: Tone }

export const LIST_WORDS: Record<ListStatus, Word & { next: string }> = {
  computing: { title: 'Computing', tone: 'neutral', next: 'The list is being computed.' },
  computed: { title: 'Computed', tone: 'caution', next: 'Check its lines, then submit it for approval.' },
  waiting: { title: 'Pending approval', tone: 'caution', next: 'An approver decides.' },
  approved: {
    title: 'Approved',
    tone: 'caution',
    next: 'Download the file and send it to the payroll office.',
  },
  sent: { title: 'Sent', tone: 'neutral', next: 'Record what the payroll office answers.' },
  acknowledged: { title: 'Acknowledged', tone: 'positive', next: 'The payroll office accepted it.' },
  superseded: { title: 'Superseded', tone: 'neutral', next: 'A later list replaces it.' },
  cancelled: { title: 'Cancelled', tone: 'neutral', next: 'It was never sent.' },
}

export const KIND_WORDS: Record<LineKind, Word> = {
  new: { title: 'New', tone: 'positive' },
  change: { title: 'Change', tone: 'caution' },
  stop: { title: 'Stop', tone: 'negative' },
  resume: { title: 'Resume', tone: 'positive' },
  continue: { title: 'Continue', tone: 'neutral' },
  none: { title: 'Not sent', tone: 'neutral' },
}

export const EXCEPTION_WORDS: Record<LineException, string> = {
  notOnPayroll: 'Not on payroll',
  overLimit: 'Above the pay limit',
  sharedNumber: 'Staff number of several customers',
  noNumber: 'No staff number',
  settlementPending: 'Settlement pending approval',
}

export const DECISION_WORDS: Record<LineDecision, string> = {
  include: 'Included',
  exclude: 'Excluded',
  override: 'Limit overridden',
}

export const REASON_WORDS: Record<LineReason, string> = {
  firstDeduction: 'First deduction',
  loanAdded: 'Another loan started',
  loanEnded: 'One loan ended',
  repaid: 'Nothing is owed any more',
  inFlight: 'Repaid by deductions still in transit',
  frozen: 'Loan frozen',
  nothingDue: 'Nothing is due this month',
  sourceBan: 'Ban on deductions at this source',
  lastAmount: 'Last deduction',
  arrears: 'Part of the arrears added',
  limit: 'Reduced to the pay limit',
  instalment: 'The instalment changed',
  resumed: 'Instalments are due again',
  excluded: 'Left as it is',
}

export const instructionPath = (id: string): string => paths.repaymentsTab('instructions', { id })

/** The place of an upload that has not begun. */
export const NEW_UPLOAD = 'new'
export const acknowledgementPath = (id: string): string =>
  paths.repaymentsTab('instructions', { id, upload: NEW_UPLOAD })

/** Views of the rejected lines, as the address names them. */
export const REJECTED_VIEWS = { all: 'rejected', mine: 'rejected-mine' }
