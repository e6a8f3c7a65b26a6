import { formatDate, formatMoment, parseDate } from '../engine/dates.ts'
import { formatNaira, kobo } from '../engine/money.ts'
import type { RepaymentFrequency } from '../engine/product.ts'
import type { CommandName } from './api.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { LOAN_ACTION_LABELS, STAGE_LABELS } from './labels.ts'
import type { LoanActName } from './loans.ts'
import { SECTION_TITLES } from './settings.ts'
import { capitalised, EMPLOYER, IPPIS_NUMBER, reasonWords, uncapitalised } from './vocabulary.ts'

/** What the program's words are called where people read a trail. */

export const COMMAND_TITLES: Record<CommandName, string> = {
  userRolesChange: 'Role change',
  userApprove: 'New user',
  userReactivate: 'User reactivation',
  userResetLink: 'Password reset link',
  settingChange: 'Settings change',
  gatewayAccountChange: 'SMS gateway account change',
  productChange: 'Product change',
  productRetire: 'Product deactivation',
  instructionApprove: 'Deduction instructions',
  repaymentSubmit: 'Repayment batch',
  repaymentUndo: 'Repayment batch reversal',
  repaymentTakeBack: 'Repayment reversal to suspense',
  repaymentRetry: 'Reassigned repayments',
  remittanceRecord: 'Remittance',
  remittanceUndo: 'Remittance reversal',
  officeReceiptRecord: 'Receipt of a payroll office',
  officeReceiptAllocate: 'Allocation of a receipt',
  officeReceiptUndo: 'Reversal of a receipt',
  officeWriteDown: 'Write-down of office debt',
  officeWriteDownUndo: 'Reversal of a write-down',
  adviceChange: 'Remittance advice',
  sourceCodeChange: 'Deduction code of a payroll source',
  sourceEventApply: 'Event of a payroll source',
  sourceEventReverse: 'Reversal of a payroll source event',
  suspenseUse: 'Use of suspense item',
  suspenseTakeBack: 'Suspense item reversed off a loan',
  intakeAccept: 'Upload',
  templateApprove: 'Message template',
  campaignStart: 'Campaign',
  periodClose: 'Period close',
  monthClose: 'Month-end close',
  periodReopen: 'Reopening of a period',
  accountSave: 'Ledger account',
  journalPost: 'Manual journal',
  bankLinePost: 'Line of a bank statement',
  bankLineSuspense: 'Bank statement line to suspense',
  bankReconcile: 'Bank reconciliation',
  journalReversal: 'Reversal of a manual journal',
  recurringJournal: 'Recurring journal',
  customerSensitiveChange: 'Customer change',
  customerMerge: 'Customer merge',
  customerErase: 'Customer erasure',
  loanActDo: 'Loan action',
  payoutBatchApprove: 'Disbursement batch',
  payoutLineClear: 'Payment that cannot be posted',
  payoutLineFail: 'Failed disbursement (manual)',
  refundApprove: 'Refunds',
  refundUnclaim: 'Unclaimed refunds',
  refundSetOff: 'Credit used for another loan',
}

export const RHYTHM_WORDS: Record<RepaymentFrequency['rhythm'], string> = {
  weekly: 'Every week',
  'two-weekly': 'Every two weeks',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  'one-payment': 'One payment at the end',
}

/** By the field they stand in: "authorizer" is a stage here and a role elsewhere. */
export const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  command: COMMAND_TITLES,
  stage: STAGE_LABELS,
  rhythm: RHYTHM_WORDS,
}

/** Fields whose name in the record is not what people call them. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  act: 'Action',
  amountOfTheLoans: 'Loan amount',
  approval: 'Approval',
  bvn: 'BVN',
  command: 'Submitted',
  event: 'Loan transaction',
  ippisNumber: IPPIS_NUMBER,
  kinAddress: 'Next of kin’s address',
  kinName: 'Next of kin',
  kinPhone: 'Next of kin’s phone',
  kinRelationship: 'Next of kin’s relationship',
  lga: 'Local government area',
  mda: EMPLOYER,
  netPayOut: 'Net disbursement',
  nin: 'NIN',
  reasonCode: 'Reason',
  refuseSamePlace: 'Refuse approvals from the maker’s address and browser',
  sentBefore: 'Approved for transfer before',
  sha256: 'SHA-256 of the bank file',
  takenOff: 'Deducted',
  totpRequiredFor: 'Two-factor authentication required for',
}

/** JSON as the audit trail keeps it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type Change = {
  /** `roles`, `bank.accountNumber`: where in the record. */
  path: string
  kind: 'added' | 'removed' | 'changed' | 'same'
  before: Json | undefined
  after: Json | undefined
}

/** Field by field, what an act did to a record: what changed first, in the record's own order. */
export function changesBetween(before: Json | null, after: Json | null): Change[] {
  const all = compared('', before ?? undefined, after ?? undefined)
  return [...all.filter(change => change.kind !== 'same'), ...all.filter(change => change.kind === 'same')]
}

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compared(path: string, before: Json | undefined, after: Json | undefined): Change[] {
  const open = (isRecord(before) || before === undefined) && (isRecord(after) || after === undefined)
  if (open && (before !== undefined || after !== undefined)) {
    const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
    return [...keys].flatMap(key => compared(path ? `${path}.${key}` : key, before?.[key], after?.[key]))
  }
  if (before === undefined && after === undefined) return []
  return [{ path, kind: kindOf(before, after), before, after }]
}

function kindOf(before: Json | undefined, after: Json | undefined): Change['kind'] {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return sameJson(before, after) ? 'same' : 'changed'
}

/** PostgreSQL gives back jsonb with its keys in its own order, so text cannot be compared. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every(key => sameJson(a[key], b[key]))
  }
  return a === b
}

/** `accountOfficerCode` → "Account officer code"; `bank.accountNumber` → "Bank › Account number"; `loanId` → "Loan". */
export const wordsOf = (path: string): string =>
  path
    .split('.')
    .map(part => {
      const known = FIELD_WORDS[part]
      if (known) return known
      return capitalised(spaced(part.replace(/(?<=.)Id$/, '')))
    })
    .join(' › ')

const spaced = (name: string): string =>
  name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('pay out', 'pay-out')

/** Fields that hold money. The trail keeps it as kobo in digits, where a count is a number. */
const MONEY: ReadonlySet<string> = new Set(
  `accrual amount arrears bankCredit cost costPerSegment credit declaredTotal deducted fees instalment interest limit
  manualReceipt netPay netPayOut outstanding owed penalties price principal provision received remaining suspended suspense total yearResult`.split(
    /\s+/,
  ),
)

const IDENTIFIER = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
/** What a record is kept by; no person knows one by it. */
export const isIdentifier = (value: Json | undefined): value is string =>
  typeof value === 'string' && IDENTIFIER.test(value)

/** Without what the act is kept by elsewhere: a new identifier says nothing, one in the place of another does. */
export function withoutNewIdentifiers(before: Json | null, after: Json | null): Json | null {
  if (after === null || !isRecord(after)) return after
  const had = before !== null && isRecord(before) ? before : {}
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => name in had || !isIdentifier(value)),
  )
}

/** Fields that hold words of the program, such as `closedLoan`. Any other value stands as somebody typed it. */
const CODES: ReadonlySet<string> = new Set(
  'act action bin check cut event flag gateway kind loans purpose section signal status subjectType use view'.split(
    ' ',
  ),
)
const PROGRAM_WORD = /^[a-z]+(?:[A-Z][a-z]+)+$/

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** No person reads an identifier; an auditor looks things up by it. */
export type Identifiers = 'short' | 'whole'

/** A value as a person reads it; `path` says where in the record it stands. */
export function valueText(value: Json | undefined, path = '', identifiers: Identifiers = 'short'): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.map(each => valueText(each, path, identifiers)).join(isRecord(value[0]) ? '; ' : ', ')
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, each]) => `${wordsOf(name)}: ${valueText(each, name, identifiers)}`)
      .join(', ')
  if (typeof value !== 'string') return String(value)
  if (isIdentifier(value)) return identifiers === 'whole' ? value : `${value.slice(0, 8)}…`
  return textText(value, path.slice(path.lastIndexOf('.') + 1))
}

function textText(text: string, field: string): string {
  const known = VALUE_WORDS[field]?.[text]
  if (known) return known
  if (/^-?\d+$/.test(text) && MONEY.has(field)) return formatNaira(kobo(BigInt(text)))
  if (MOMENT.test(text)) return momentText(text)
  if (field === 'reasonCode') return reasonWords(text)
  if (FIELD_NAMES.has(field) || (CODES.has(field) && PROGRAM_WORD.test(text)))
    return FIELD_WORDS[text] ?? spaced(text)
  const day = parseDate(text)
  return day ? formatDate(day) : text
}

function momentText(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : formatMoment(at)
}

/** What was shown to somebody is kept by the names of the fields. */
const FIELD_NAMES: ReadonlySet<string> = new Set(['revealed', 'handedOver'])

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** A refusal is kept by its code, which searches well; people read the sentence. */
export const reasonText = (reason: string | null): string | null =>
  reason !== null && isCode(reason) ? ERRORS[reason].message : reason

/** What the last word of an act's name becomes when it is done. Two words are one verb where the name says so. */
const DONE: Record<string, string> = {
  add: 'added',
  approve: 'approved',
  ask: 'submitted',
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
  'hand over': 'submitted',
  import: 'imported',
  lift: 'lifted',
  link: 'linked',
  make: 'created',
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
  resend: 'resent',
  reset: 'reset',
  resume: 'resumed',
  retire: 'deactivated',
  retry: 'retried',
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
  stop: 'stopped',
  submit: 'submitted',
  suspend: 'suspended',
  'take back': 'reversed',
  test: 'tested',
  undo: 'reversed',
  use: 'used',
  verify: 'verified',
  withdraw: 'withdrawn',
}

/** Where the name of the act is the program's word and not the desk's. */
const ACTS: Record<string, string> = {
  approvalApprove: 'Approved',
  approvalAsk: 'Submitted for approval',
  approvalDecline: 'Declined',
  approvalWithdraw: 'Withdrawn',
  auditList: 'Audit trail viewed',
  bankLinePost: 'Posting of a bank statement line',
  bankLineReceipt: 'Repayment of a bank statement line',
  bankLineSuspense: 'Bank statement line sent to suspense',
  bankMatchMake: 'Bank statement lines matched',
  bankMatchRun: 'Bank statement lines matched automatically',
  bankMatchUndo: 'Match of bank statement lines removed',
  bankReconcile: 'Bank reconciliation',
  bankStatementImport: 'Bank statement read',
  bankStatementMap: 'Columns of a bank statement confirmed',
  bookImport: 'Existing loan imported',
  payoutFilePreview: 'Bank file previewed',
  borrowerFile: 'File for a credit bureau exported',
  borrowerFilePreview: 'File for a credit bureau previewed',
  journalFile: 'Journal exported',
  journalFilePreview: 'Journal export previewed',
  journalReverse: 'Reversal of a manual journal submitted',
  officeReceiptAllocate: 'Receipt of a payroll office allocated',
  officeLetterIssue: 'Demand letter issued',
  officeWriteDown: 'Write-down of office debt posted',
  officeWriteDownUndo: 'Write-down of office debt reversed',
  payMonthMove: 'Dates of a payroll month submitted',
  sourceEventApply: 'Event of a payroll source approved',
  sourceEventCancel: 'Event of a payroll source cancelled',
  sourceEventCompute: 'Event of a payroll source recorded',
  sourceEventRecompute: 'Event of a payroll source computed again',
  sourceEventReverse: 'Reversal of a payroll source event approved',
  sourceEventRun: 'Event of a payroll source processed',
  sourceEventSubmit: 'Event of a payroll source submitted',
  sourceEventUndo: 'Reversal of a payroll source event submitted',
  claimConfirm: 'Bank alert confirmed',
  claimExport: 'Bank alerts exported',
  claimMake: 'Bank alert received',
  claimReject: 'Bank alert rejected',
  campaignResendFailed: 'Failed messages of a campaign resent',
  customerList: 'Customers searched by a personal number',
  customerSubjectExport: 'Personal data of a customer exported',
  dashboardFreeze: 'Month-end snapshot saved',
  instructionAcknowledge: 'Instruction list acknowledged',
  instructionAnswer: 'Answer to an instruction recorded',
  instructionAnswersRecord: 'Acknowledgement file recorded',
  instructionApprove: 'Instruction list approved',
  instructionCancel: 'Instruction list cancelled',
  instructionCompute: 'Instruction list computed',
  instructionDecide: 'Exceptions of an instruction list decided',
  instructionFile: 'Instruction file exported',
  instructionLetter: 'Covering letter of an instruction list printed',
  instructionRecompute: 'Instruction list computed again',
  instructionRejectionChange: 'Rejected instruction changed',
  instructionSend: 'Instruction file taken',
  instructionSubmit: 'Instruction list submitted',
  intakeCancel: 'Upload cancelled',
  intakeGet: 'Rows of an upload viewed',
  intakeHandOver: 'Upload submitted',
  intakeLayout: 'Header row of an upload chosen',
  intakePeriod: 'Month of an upload changed',
  intakeMap: 'Columns of an upload confirmed',
  intakeMatch: 'Rows of an upload matched',
  intakeOpen: 'Upload started',
  intakeRefusalFile: 'Invalid rows of an upload downloaded',
  intakeRefusals: 'Invalid rows of an upload viewed',
  jobLetGo: 'Failed job discarded',
  jobRetry: 'Failed job retried',
  loanActDo: 'Loan action',
  loanList: 'Loan accounts searched',
  messageList: 'Messages searched',
  monthClose: 'Month closed',
  monthCloseCalculate: 'Month-end close calculated',
  monthCloseSubmit: 'Month-end close submitted',
  mySessionEnd: 'Own session ended',
  periodReopen: 'Reopening of a period',
  passwordResetSeen: 'Password reset acknowledged',
  payMonthExport: 'Payroll calendar exported',
  payMonthNote: 'Payroll month assigned',
  payoutReferenceAdd: 'Bank reference of a disbursement added',
  payoutResultExport: 'Result sheet of a disbursement batch downloaded',
  payoutResultImport: 'Bank result of a disbursement batch imported',
  payrollChanges: 'Pay changes of a payroll month viewed',
  payrollLookup: 'Payroll looked up',
  payrollSignals: 'Signals of a payroll month raised',
  recordSearch: 'Records searched',
  repaymentCodeMark: 'Deduction code marked',
  reconciliationAssign: 'Reconciliation exceptions assigned',
  reconciliationClose: 'Reconciliation exceptions closed',
  reconciliationNote: 'Note of a reconciliation exception saved',
  reconciliationRecalculate: 'Payroll month recalculated',
  reconciliationReopen: 'Reconciliation exception reopened',
  recurringJournalStop: 'Recurring journal stopped',
  refundApprove: 'Refund approved',
  refundPropose: 'Refund submitted',
  refundReopen: 'Refund not approved',
  refundSetOff: 'Credit used for another loan',
  refundUnclaim: 'Refund marked as unclaimed',
  repaymentRun: 'Repayment batch posted or reversed',
  requestList: 'Requests searched',
  requestRetention: 'Applicant’s data deleted (retention)',
  sourceCodeChange: 'Deduction code of a payroll source changed',
  userList: 'Users searched',
  userResetLink: 'Password reset link created',
  viewShare: 'Sharing of a view changed',
}

/** What the trail calls a record, where that is the program's word. */
const RECORDS: Record<string, string> = {
  claim: 'Bank alert',
  instruction: 'Deduction instructions',
  sourceEvent: 'Payroll source event',
  intake: 'Upload',
  journal: 'Manual journal',
  ledgerAccount: 'Ledger account',
  monthEnd: 'Month-end',
  office: 'Payroll office',
  officeReceipt: 'Receipt of a payroll office',
  optOut: 'Opt-out',
  payMonth: 'Payroll month',
  payoutBatch: 'Disbursement batch',
  payroll: 'Staff number',
  recurringJournal: 'Recurring journal',
  refund: 'Refund',
  refundProposal: 'Refunds',
  repayment: 'Repayment batch',
  search: 'Search in',
  smsGateway: 'SMS gateway',
  sourceCode: 'Deduction code',
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
  undone: 'Repayment batch reversed',
}

type Stored = { act?: string; command?: string; status?: string; suspense?: string }

/** A second person decides on many things: what was done, and of what. */
const decided =
  (action: string) =>
  ({ command }: Stored): string | undefined => {
    const title = COMMAND_TITLES[command as CommandName]
    return title && `${ACTS[action]}: ${uncapitalised(title)}`
  }

/** A note beside an act, that a number was typed which its page hides: it says nothing of what became of the act. */
const numberTried =
  (where: string) =>
  (_: Stored, subjectType: string): string | undefined =>
    subjectType === 'search' ? `Hidden number typed into ${where}` : undefined

/** Acts that do several things, and which of them it was. */
const REPORTED: Record<string, (stored: Stored, subjectType: string) => string | undefined> = {
  approvalApprove: decided('approvalApprove'),
  approvalAsk: decided('approvalAsk'),
  approvalDecline: decided('approvalDecline'),
  approvalWithdraw: decided('approvalWithdraw'),
  customerChange: numberTried('a change of a customer'),
  loanActDo: ({ act }) => LOAN_ACTION_LABELS[act as LoanActName]?.done,
  optOutAdd: numberTried('an opt-out'),
  repaymentRun: ({ status, suspense }, subjectType) => {
    if (subjectType !== 'repayment') return undefined
    return suspense === undefined ? BATCHES[status ?? ''] : 'Row of a repayment batch sent to suspense'
  },
}

/** As `actText`, and where one act does several things, which of them it was. */
export function entryText({ action, subjectType, outcome, after }: Entry): string {
  const reported = outcome === 'done' && REPORTED[action]?.(after ?? {}, subjectType)
  return reported || actText(action)
}

/** Records that are kept by a word of the program. */
const NAMES: Record<string, Record<string, string>> = {
  setting: { ...SECTION_TITLES, security: 'Security' },
  smsGateway: { outbox: 'Test gateway (no SMS sent)', termii: 'Termii', africasTalking: 'Africa’s Talking' },
}

export const nameText = (subjectType: string, subjectId: string): string | undefined =>
  // a search is kept by what was searched, which is in words already
  subjectType === 'search' ? subjectId : NAMES[subjectType]?.[subjectId]

type Words = {
  /** What approval does, where the item itself does not say it in figures. */
  effect: string
  /** What happens next, after "Approved." */
  next: string
  /** Every field that is shown, by its path, in the order of reading. Null: in the words of its section or product. */
  fields: Readonly<Record<string, string>> | null
}

const LOAN_FIELDS = {
  status: 'Loan status',
  settledWith: 'Settled with',
  writtenOff: 'Written off',
  unearnedInterest: 'Interest not yet earned, cancelled',
  outstanding: 'Outstanding balance',
  'ofWhich.principal': 'Outstanding principal',
  'ofWhich.interest': 'Outstanding interest',
  'ofWhich.fees': 'Outstanding fees',
  'ofWhich.penalties': 'Outstanding penalties',
  penalties: 'Penalties',
  arrears: 'Arrears',
  credit: 'Credit balance',
  instalment: 'Instalment',
  instalmentsLeft: 'Instalments left',
  nextDue: 'Next due',
  lastDue: 'Last due',
  receipt: 'Repayment',
}

const PAYMENT_FIELDS = {
  sentBefore: 'Approved for transfer before',
  netPayOut: 'Net disbursement',
  refunds: 'Refunds',
  paidBack: 'Refund',
  payees: 'Paid to',
  bank: 'Bank',
  account: 'Account',
  beAware: 'Attention',
  payingAccount: 'Paying account',
  valueDate: 'Value date',
  reference: 'Reference',
  references: 'References',
  amountOfTheLoans: 'Loan amount',
  takenOff: 'Deducted',
  toBeRepaid: 'Total repayment',
  firstDeduction: 'First deduction',
  creditNow: 'Credit balance before',
  creditCameFrom: 'Credit came from',
  creditAfter: 'Credit balance after',
  payout: 'Disbursement',
  amount: 'Amount',
  becomes: 'Becomes',
  problem: 'Why it was not posted',
  payments: 'Payments',
  hashTotal: 'Hash total of the accounts',
  sha256: 'SHA-256 of the bank file',
}

const UNREMITTED = 'Unremitted for the batch'
const OFFICE_FIELDS = {
  owedByOffice: 'Owed by the payroll office',
  officeCredit: 'Credit of the payroll office',
  reference: 'Bank reference',
  allocation: 'Allocation',
  warning: 'Attention',
}

const DATE_FIELDS = {
  instructionsDue: 'Instructions due',
  payDay: 'Pay day',
  fileExpected: 'File expected',
  remittanceExpected: 'Remittance expected',
}

/** What the approver of each command reads. Loaded with the dialog alone. */
export const APPROVAL_WORDS: Record<CommandName, Words> = {
  userRolesChange: {
    effect: 'The user has these roles from now on.',
    next: 'The roles apply now.',
    fields: { roles: 'Roles' },
  },
  gatewayAccountChange: {
    effect: 'Messages to customers are sent to this address with this account.',
    next: 'The next message uses the new account.',
    fields: {
      baseUrl: 'Address',
      username: 'User name',
      apiKey: 'API key',
      webhookSecret: 'Signing secret',
    },
  },
  userApprove: {
    effect: 'The user can sign in with these roles.',
    next: 'The user can sign in now.',
    fields: { roles: 'Roles' },
  },
  userReactivate: {
    effect: 'The user can sign in again with the roles below.',
    next: 'The user can sign in again.',
    fields: { status: 'Account status', roles: 'Roles' },
  },
  userResetLink: {
    effect: 'The maker gets a one-time link that sets a new password for this user.',
    next: 'The maker can open the link now.',
    fields: { resetLink: 'Password reset link', dropsSecondFactor: 'Turns off two-factor authentication' },
  },
  settingChange: {
    effect: 'The setting applies from the date above.',
    next: 'The setting applies from its date.',
    fields: null,
  },
  productChange: {
    effect: 'New requests use these terms from the date above. Loans already made keep theirs.',
    next: 'The terms apply from their date.',
    fields: null,
  },
  productRetire: {
    effect: 'The product can no longer be requested. Its loans stay as they are.',
    next: 'The product is no longer offered.',
    fields: { status: 'Product status' },
  },
  repaymentSubmit: {
    effect: 'The rows of the batch are posted.',
    next: 'Posting has started. The batch page shows its progress.',
    fields: {
      nameDiffers: 'Name differs',
      withoutName: 'No name',
      matchResults: 'Match results',
      file: 'File',
      invalid: 'Invalid',
      repaired: 'Repaired',
      declared: 'Declared',
      bankCredit: 'Bank credit',
      gap: 'Explanation of the difference',
    },
  },
  repaymentUndo: {
    effect: 'Every posting of the batch is reversed.',
    next: 'The reversal has started. The batch page shows its progress.',
    fields: { posted: 'Posted to loans', suspense: 'In suspense' },
  },
  repaymentTakeBack: {
    effect: 'The repayment is reversed on its loan and its amount moves to suspense.',
    next: 'The amount is in suspense.',
    fields: { unremitted: UNREMITTED, ...LOAN_FIELDS },
  },
  repaymentRetry: {
    effect: 'The rows that were not posted are posted where they are assigned now.',
    next: 'Posting has started. The batch page shows its progress.',
    fields: { rows: 'Reassigned rows' },
  },
  remittanceRecord: {
    effect: 'The remittance is recorded as received from the payroll office.',
    next: 'The remittance is recorded.',
    fields: {
      unremitted: UNREMITTED,
      reference: 'Bank reference',
      officeCredit: 'Credit of the payroll office',
    },
  },
  remittanceUndo: {
    effect: 'The remittance is reversed.',
    next: 'The amount is unremitted again.',
    fields: { unremitted: UNREMITTED },
  },
  officeReceiptRecord: {
    effect: 'The bank credit is recorded and allocated to its batches.',
    next: 'The receipt is recorded.',
    fields: OFFICE_FIELDS,
  },
  officeReceiptAllocate: {
    effect: 'The receipt is allocated as shown. The rest is credit of the payroll office.',
    next: 'The receipt is allocated.',
    fields: OFFICE_FIELDS,
  },
  officeReceiptUndo: {
    effect: 'The receipt is reversed. Its batches are owed again.',
    next: 'The receipt is reversed.',
    fields: OFFICE_FIELDS,
  },
  officeWriteDown: {
    effect: 'The payroll office no longer owes the amount. It is booked as expense.',
    next: 'The write-down is posted.',
    fields: { unremitted: UNREMITTED },
  },
  officeWriteDownUndo: {
    effect: 'The payroll office owes the amount again.',
    next: 'The write-down is reversed.',
    fields: { unremitted: UNREMITTED },
  },
  adviceChange: {
    effect: 'Remitted is per person for this receipt as shown.',
    next: 'The months of the receipt are calculated again.',
    fields: {
      advice: 'Remittance advice',
      persons: 'Persons',
      total: 'Total',
      reference: 'Bank reference',
    },
  },
  sourceCodeChange: {
    effect: 'The code counts as shown for batches without a decision and for later files.',
    next: 'The answer is changed. Batches without a decision are matched again.',
    fields: { code: 'Code', answer: 'Answer', rows: 'Rows matched again' },
  },
  sourceEventApply: {
    effect: 'The event applies to all loans of the payroll source that are not excluded.',
    next: 'The event applies. Its page shows the progress.',
    fields: {
      months: 'Months',
      loans: 'Loans',
      instalments: 'Instalments',
      treatment: 'Instalments of these months',
      interestChange: 'Change of total interest',
      instructionLists: 'Instruction lists',
      excludedLoans: 'Excluded loans',
      sms: 'SMS',
      attention: 'Attention',
      ...DATE_FIELDS,
    },
  },
  sourceEventReverse: {
    effect: 'The event is reversed on its loans. Days that are over stay as they were.',
    next: 'The reversal has started. The event page shows its progress.',
    fields: {
      months: 'Months',
      reversedLoans: 'Loans reversed',
      keptLoans: 'Loans that cannot be reversed',
      sms: 'SMS',
      ...DATE_FIELDS,
    },
  },
  suspenseUse: {
    effect: 'The amount leaves suspense.',
    next: 'The amount has left suspense.',
    fields: { remaining: 'Left in suspense' },
  },
  suspenseTakeBack: {
    effect: 'The repayment is reversed on its loan and its amount moves back to suspense.',
    next: 'The amount is in suspense.',
    fields: LOAN_FIELDS,
  },
  intakeAccept: {
    effect: 'The valid rows of the file are used.',
    next: 'The file is approved. Processing continues in the background.',
    fields: {
      warning: 'Attention',
      rows: 'Rows in the file',
      good: 'Valid rows',
      refused: 'Invalid rows',
      repaired: 'Repaired values',
      matched: 'Rows of customers',
    },
  },
  templateApprove: {
    effect: 'Messages use this text from now on.',
    next: 'The text is in use.',
    fields: { body: 'Text', version: 'Version' },
  },
  campaignStart: {
    effect: 'The messages are sent.',
    next: 'Sending starts at its time. The campaign page shows its progress.',
    fields: {
      template: 'Template',
      text: 'Text',
      audience: 'Audience',
      recipients: 'Recipients',
      at: 'Starts',
    },
  },
  accountSave: {
    effect: 'The chart of accounts is changed as shown.',
    next: 'The chart of accounts is changed.',
    fields: {
      title: 'Title',
      kind: 'Kind',
      houseCode: 'House code',
      isClosed: 'Closed',
      holdsMoney: 'Holds money',
      bank: 'Bank',
      accountNumber: 'Account number',
      accountName: 'Account name',
    },
  },
  journalPost: {
    effect: 'The journal is posted on its date.',
    next: 'The journal is posted. The balances of its accounts include it.',
    fields: { on: 'Date', memo: 'Description', lines: 'Lines' },
  },
  journalReversal: {
    effect: 'The journal is reversed by its exact opposite.',
    next: 'The journal is reversed.',
    fields: { entry: 'Entry', on: 'Date of reversal', memo: 'Description' },
  },
  bankLinePost: {
    effect: 'The line is posted on its date, and matched with the entry.',
    next: 'The line is posted and matched.',
    fields: { on: 'Date', memo: 'Description', statement: 'On the statement', lines: 'Lines' },
  },
  bankLineSuspense: {
    effect: 'The amount is posted to suspense and the line is matched.',
    next: 'The amount is in suspense. Apply it to a loan or refund it in the Repayment Tracker.',
    fields: { on: 'Date of posting', account: 'Bank account', statement: 'On the statement' },
  },
  bankReconcile: {
    effect: 'The account counts as reconciled through this date. Its matches up to then stay.',
    next: 'The account is reconciled through this date.',
    fields: {
      reconciledThrough: 'Reconciled through',
      ledgerBalance: 'Ledger balance',
      statementBalance: 'Statement balance',
      openItems: 'Open items',
      beforeFirstStatement: 'Difference before the first statement',
    },
  },
  recurringJournal: {
    effect: 'The journal is posted every month on its day.',
    next: 'The journal is posted every month until it ends or is stopped.',
    fields: { memo: 'Description', lines: 'Lines', day: 'Day of the month', from: 'From', until: 'Until' },
  },
  monthClose: {
    effect: 'The figures of the month are posted. Nothing can be posted in it afterwards.',
    next: 'The month is closed.',
    fields: {
      closedThrough: 'Closed through',
      accrual: 'Interest accrued, not due',
      provision: 'Provision',
      suspended: 'Interest in suspense',
      yearResult: 'Transferred to retained earnings',
      acknowledged: 'Acknowledged',
    },
  },
  periodReopen: {
    effect: 'The period is open again. What its close posted is reversed.',
    next: 'The period is open. Close it again when it is corrected.',
    fields: { closedThrough: 'Closed through', entriesReversed: 'Entries reversed' },
  },
  periodClose: {
    effect: 'Nothing can be posted on or before this date afterwards.',
    next: 'The period is closed.',
    fields: { closedThrough: 'Closed through' },
  },
  customerSensitiveChange: {
    effect: 'The customer record is changed as shown.',
    next: 'The customer record is changed.',
    fields: {
      title: 'Title',
      surname: 'Surname',
      firstName: 'First name',
      otherNames: 'Other names',
      gender: 'Gender',
      dateOfBirth: 'Date of birth',
      bvn: 'BVN',
      nin: 'NIN',
      phone: 'Phone',
      payrollSource: 'Payroll source',
      ippisNumber: IPPIS_NUMBER,
      firstAppointmentOn: 'First appointment',
      bankCode: 'Bank',
      accountNumber: 'Account number',
    },
  },
  customerMerge: {
    effect: 'One record remains, with the values under After. Loans and requests of both move to it.',
    next: 'The records are merged.',
    fields: {
      Name: 'Name',
      Born: 'Date of birth',
      BVN: 'BVN',
      NIN: 'NIN',
      Phone: 'Phone',
      'E-mail': 'Email',
      Address: 'Address',
      [EMPLOYER]: EMPLOYER,
      Payroll: 'Payroll',
      Bank: 'Bank',
      Account: 'Account',
      'Next of kin': 'Next of kin',
    },
  },
  customerErase: {
    effect: 'Everything that identifies the customer is erased. This cannot be reversed.',
    next: 'The customer’s data is erased.',
    fields: {},
  },
  loanActDo: {
    effect: 'The loan changes as shown.',
    next: 'The loan page shows the result.',
    fields: { ...PAYMENT_FIELDS, ...LOAN_FIELDS },
  },
  instructionApprove: {
    effect: 'The list is released for the payroll office. Deductions change once the office follows it.',
    next: 'The list is released. Download its file and send it to the payroll office.',
    fields: {
      lines: 'Lines',
      totalInstructed: 'Total instructed',
      heldBefore: 'Total before',
      netChange: 'Net change',
      newDeductions: 'New deductions',
      changedDeductions: 'Changed amounts',
      stoppedDeductions: 'Deductions to stop',
      resumedDeductions: 'Deductions to resume',
      continuedDeductions: 'Unchanged deductions',
      exceptionsDecided: 'Exceptions decided',
      contentSha256: 'SHA-256 of the content',
    },
  },
  payoutBatchApprove: {
    effect:
      'The batch is released for transfer at the bank. No money moves yet: each loan is posted once the bank has paid.',
    next: 'The batch is released. Make the transfers at the bank, then record the bank results.',
    fields: PAYMENT_FIELDS,
  },
  payoutLineClear: {
    effect: 'The payment line is settled as shown.',
    next: 'The payment line is settled.',
    fields: PAYMENT_FIELDS,
  },
  payoutLineFail: {
    effect: 'The payment is recorded as not paid. The loan can be disbursed again.',
    next: 'The loan is awaiting disbursement again.',
    fields: {
      payment: 'Payment',
      amount: 'Amount',
      sentToTheBank: 'Sent to the bank',
      bankDate: 'Bank date',
      loanBecomes: 'The loan becomes',
      refundBecomes: 'The refund becomes',
    },
  },
  refundApprove: {
    effect: 'The refunds can be paid with a disbursement batch. No money moves yet.',
    next: 'The refunds are approved. Add them to a disbursement batch.',
    fields: { ...PAYMENT_FIELDS, cases: 'Cases' },
  },
  refundUnclaim: {
    effect: 'The refunds are marked as unclaimed. They remain a liability and can be proposed again.',
    next: 'The refunds are unclaimed.',
    fields: { ...PAYMENT_FIELDS, cases: 'Cases' },
  },
  refundSetOff: {
    effect: 'The credit repays the other loan. No money moves at the bank.',
    next: 'Both loans show the entry.',
    fields: { creditNow: 'Credit balance', outstanding: 'Outstanding balance of the other loan' },
  },
}

type Asked = { command: string; before: Json | null; after: Json | null }

const wordsFor = (command: string): Words | undefined =>
  Object.hasOwn(APPROVAL_WORDS, command) ? APPROVAL_WORDS[command as CommandName] : undefined

/** In figures where the item has them: as they were worked out when it was submitted, or opened. */
export function effectOf({ command, after }: Asked): string {
  const said = after !== null && typeof after === 'object' && !Array.isArray(after) ? after.effect : undefined
  const text = typeof said === 'string' && said !== '' ? said : (wordsFor(command)?.effect ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const nextOf = (command: string): string => wordsFor(command)?.next ?? ''

type Shown = Change & { label: string }

/** The fields of an item that have a label, in the order of reading. */
export function labelledChanges({ command, before, after }: Asked): Shown[] {
  const fields = wordsFor(command)?.fields ?? {}
  const order = Object.keys(fields)
  return changesBetween(before, after)
    .flatMap(change => {
      const label = fields[change.path]
      return label === undefined ? [] : [{ ...change, label }]
    })
    .toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
}

/** The labelled fields that differ between two states of an item, in words. */
export const changedLines = (command: string, before: Json | null, after: Json | null): string[] =>
  labelledChanges({ command, before, after })
    .filter(({ kind }) => kind !== 'same')
    .map(
      ({ label, path, before: was, after: is }) =>
        `${label}: ${valueText(was, path)}, now ${valueText(is, path)}`,
    )

/** Fields that an item would show and nobody has named: a fault of the program. */
export function unlabelled({ command, before, after }: Asked): string[] {
  const words = wordsFor(command)
  if (!words) return [command]
  const { fields } = words
  if (fields === null) return []
  return changesBetween(before, after)
    .map(change => change.path)
    .filter(path => path !== 'effect' && path !== '' && fields[path] === undefined)
}
