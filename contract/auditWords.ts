import { capitalised, uncapitalised } from './capitalised.ts'
import { wordsOf } from './changes.ts'
import type { CommandName } from './commands.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import type { LoanActName } from './loans.ts'
import { SECTION_TITLES } from './sectionTitles.ts'
import { COMMAND_TITLES } from './trailWords.ts'

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** A refusal is kept by its code, which searches well; people read the sentence. */
export const reasonText = (reason: string | null): string | null =>
  reason !== null && isCode(reason) ? ERRORS[reason].message : reason

/** What the last word of an act's name becomes when it is done. Two words are one verb where the name says so. */
const DONE: Record<string, string> = {
  add: 'added',
  approve: 'approved',
  ask: 'asked for',
  assign: 'assigned',
  authorize: 'authorized',
  cancel: 'cancelled',
  change: 'changed',
  check: 'checked',
  claim: 'claimed',
  clear: 'cleared',
  close: 'closed',
  comment: 'commented on',
  confirm: 'confirmed',
  create: 'created',
  decline: 'declined',
  edit: 'edited',
  end: 'ended',
  enrol: 'enrolled',
  erase: 'erased',
  export: 'exported',
  'hand over': 'handed over',
  import: 'imported',
  lift: 'lifted',
  link: 'linked',
  make: 'made',
  map: 'mapped',
  mark: 'marked',
  match: 'matched',
  merge: 'merged',
  open: 'opened',
  override: 'overridden',
  pause: 'paused',
  reactivate: 'reactivated',
  recommend: 'recommended',
  record: 'recorded',
  reject: 'rejected',
  release: 'released',
  remove: 'removed',
  resend: 'sent again',
  reset: 'reset',
  resume: 'resumed',
  retire: 'retired',
  retry: 'tried again',
  return: 'returned',
  reveal: 'revealed',
  run: 'run',
  save: 'saved',
  seal: 'sealed',
  send: 'sent',
  'send back': 'sent back',
  'sign in': 'signed in',
  'sign out': 'signed out',
  'sign up': 'signed up',
  split: 'split',
  start: 'started',
  submit: 'submitted',
  suspend: 'suspended',
  'take back': 'taken back',
  test: 'tested',
  undo: 'undone',
  use: 'used',
  verify: 'verified',
  withdraw: 'withdrawn',
}

/** Where the name of the act is the program's word and not the desk's. */
const ACTS: Record<string, string> = {
  approvalApprove: 'Approved as second person',
  approvalAsk: 'Second person asked for',
  approvalDecline: 'Declined as second person',
  approvalWithdraw: 'Taken back before a second person decided',
  auditList: 'Audit trail looked at',
  bookImport: 'Taken over from the older books',
  claimMake: 'Bank claim made of an alert',
  campaignResendFailed: 'Failed messages of a campaign sent again',
  customerList: 'Customers searched by a personal number',
  customerSubjectExport: 'Everything held on a customer exported',
  dashboardFreeze: 'Month-end frozen',
  intakeCancel: 'Upload cancelled',
  intakeGet: 'Lines of an upload looked at',
  intakeHandOver: 'Upload handed over',
  intakeLayout: 'Heading line of an upload chosen',
  intakePeriod: 'Month of an upload changed',
  intakeMap: 'Columns of an upload confirmed',
  intakeMatch: 'Rows of an upload matched',
  intakeOpen: 'Upload started',
  intakeRefusalFile: 'Refused rows of an upload downloaded',
  intakeRefusals: 'Refused rows of an upload looked at',
  jobLetGo: 'Job that gave up let go',
  jobRetry: 'Job that gave up tried again',
  loanActDo: 'Act on a loan',
  loanList: 'Loan accounts looked for',
  messageList: 'Messages looked for',
  mySessionEnd: 'Own session ended',
  passwordResetSeen: 'Reset of the own password acknowledged',
  payoutReferenceAdd: 'Bank reference of a disbursement added',
  payoutResultImport: 'Bank result of a disbursement batch imported',
  payrollChanges: 'Changes of pay in a payroll looked at',
  payrollLookup: 'Payroll looked up',
  payrollSignals: 'Signals of a payroll raised',
  repaymentRun: 'Repayment batch posted or undone',
  requestList: 'Requests looked for',
  requestRetention: 'Applicant of an old request erased',
  userList: 'Staff looked for',
  userResetLink: 'Password-reset link made',
  viewShare: 'Sharing of a view changed',
}

/** What the trail calls a record, where that is the program's word. */
const RECORDS: Record<string, string> = {
  claim: 'Bank claim',
  intake: 'Upload',
  monthEnd: 'Month-end',
  optOut: 'Opt-out',
  payoutBatch: 'Disbursement batch',
  payroll: 'Payroll number',
  repayment: 'Repayment batch',
  search: 'Search among',
  smsGateway: 'SMS gateway',
}

export const recordText = (subjectType: string): string => RECORDS[subjectType] ?? wordsOf(subjectType)

/** `customerReveal` → "Customer revealed", `signIn` → "Signed in": a trail tells what was done. */
export function actText(action: string): string {
  const known = ACTS[action]
  if (known) return known
  const words = wordsOf(action)
    .toLowerCase()
    .replace(/\bpayout\b/, 'disbursement')
    .split(' ')
  for (const length of [2, 1]) {
    const done = DONE[words.slice(-length).join(' ')]
    if (done) return capitalised([...words.slice(0, -length), done].join(' '))
  }
  return capitalised(words.join(' '))
}

type Entry = { action: string; subjectType: string; outcome: 'done' | 'refused'; after: unknown }

const BATCHES: Record<string, string> = {
  posted: 'Repayment batch posted',
  undone: 'Repayment batch undone',
}

const LOAN_ACTS: Record<LoanActName, string> = {
  disburse: 'Loan disbursed',
  cancel: 'Loan cancelled before disbursement',
  receipt: 'Receipt recorded',
  reversal: 'Entry reversed',
  charge: 'Charge added',
  waiver: 'Waiver given',
  holiday: 'Payroll holiday given',
  restructure: 'Loan restructured',
  settle: 'Loan settled early',
  writeOff: 'Loan written off',
  recovery: 'Recovery recorded',
  refund: 'Credit refunded',
  freeze: 'Loan frozen',
  unfreeze: 'Loan unfrozen',
}

type Kept = { act?: string; command?: string; status?: string; suspense?: string }

/** A second person decides on many things: what was done, and of what. */
const decided =
  (action: string) =>
  ({ command }: Kept): string | undefined => {
    const title = COMMAND_TITLES[command as CommandName]
    return title && `${ACTS[action]}: ${uncapitalised(title)}`
  }

/** A note beside an act, that a number was typed which its page hides: it says nothing of what became of the act. */
const numberTried =
  (where: string) =>
  (_: Kept, subjectType: string): string | undefined =>
    subjectType === 'search' ? `Hidden number typed into ${where}` : undefined

/** Acts that do several things, and which of them it was. */
const TOLD: Record<string, (kept: Kept, subjectType: string) => string | undefined> = {
  approvalApprove: decided('approvalApprove'),
  approvalAsk: decided('approvalAsk'),
  approvalDecline: decided('approvalDecline'),
  approvalWithdraw: decided('approvalWithdraw'),
  customerChange: numberTried('a change of a customer'),
  loanActDo: ({ act }) => LOAN_ACTS[act as LoanActName],
  optOutAdd: numberTried('an opt-out'),
  repaymentRun: ({ status, suspense }, subjectType) => {
    if (subjectType !== 'repayment') return undefined
    return suspense === undefined ? BATCHES[status ?? ''] : 'Row of a repayment batch put into suspense'
  },
}

/** As `actText`, and where one act does several things, which of them it was. */
export function entryText({ action, subjectType, outcome, after }: Entry): string {
  const told = outcome === 'done' && TOLD[action]?.(after ?? {}, subjectType)
  return told || actText(action)
}

/** Records that are kept by a word of the program. */
const NAMES: Record<string, Record<string, string>> = {
  setting: { ...SECTION_TITLES, security: 'Security' },
  smsGateway: { outbox: 'Built-in outbox', termii: 'Termii', africasTalking: 'Africa’s Talking' },
}

export const nameText = (subjectType: string, subjectId: string): string | undefined =>
  // a search is kept by what was searched, which is in words already
  subjectType === 'search' ? subjectId : NAMES[subjectType]?.[subjectId]
