export const MESSAGE_PURPOSES = [
  'code',
  'request',
  'receipt',
  'reminder',
  'recovery',
  'marketing',
  'test',
] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]

/** Answers to what the person did; a STOP does not silence them, because the law wants the receipt told. */
export const ALWAYS_TOLD: readonly MessagePurpose[] = ['code', 'request', 'receipt', 'test']

/** Every variable a template may hold: what the picker shows, and an example for the preview without a customer. */
export const VARIABLES = {
  company: { label: 'Operating company', example: 'Iroko' },
  companyPhone: { label: 'Our phone number', example: '0700 000 0000' },
  firstName: { label: 'First name', example: 'Ngozi' },
  surname: { label: 'Surname', example: 'Okafor' },
  customerNumber: { label: 'Customer number', example: 'C0100001' },
  reference: { label: 'Reference of the request', example: 'IRK-7KQ2-MX4T' },
  note: { label: 'What is wanted', example: 'your latest payslip' },
  loanNumber: { label: 'Loan number', example: 'L0100001' },
  amount: { label: 'Amount', example: 'NGN50,000.00' },
  paidOn: { label: 'Day of the payment', example: '14 Nov 2026' },
  balance: { label: 'Balance', example: 'NGN210,000.00' },
  expected: { label: 'Instalment expected', example: 'NGN60,000.00' },
  shortBy: { label: 'Missing from the instalment', example: 'NGN10,000.00' },
  credit: { label: 'Credit', example: 'NGN5,000.00' },
  settled: { label: 'Loans settled by it', example: 'NGN100,000.00 settled loan L0100001.' },
  accountEnding: { label: 'Pay-out account, last digits', example: '6785' },
  firstDueOn: { label: 'First deduction', example: '25 Dec 2026' },
  dueOn: { label: 'Next due day', example: '25 Nov 2026' },
  dueAmount: { label: 'Amount next due', example: 'NGN60,000.00' },
  arrears: { label: 'Arrears', example: 'NGN60,000.00' },
  daysPastDue: { label: 'Days past due, the number', example: '12' },
  timePastDue: { label: 'Days past due, in words', example: '12 days' },
  validUntil: { label: 'Day the quoted sum is of', example: '30 Nov 2026' },
  perDay: { label: 'Each day later adds', example: 'NGN666.67' },
  expiresOn: { label: 'Last day the quote is taken', example: '5 Dec 2026' },
  code: { label: 'One-time code', example: '482913' },
  minutes: { label: 'Minutes the code is valid', example: '10' },
} as const satisfies Record<string, { label: string; example: string }>
export type VariableName = keyof typeof VARIABLES

const EVERYWHERE = ['company', 'companyPhone'] as const

/** What is known of any customer, for campaigns; a customer without a loan has no loan variables. */
export const CAMPAIGN_VARIABLES: readonly VariableName[] = [
  ...EVERYWHERE,
  'firstName',
  'surname',
  'customerNumber',
  'loanNumber',
  'balance',
  'arrears',
  'daysPastDue',
  'timePastDue',
  'dueOn',
  'dueAmount',
]

/** What happens that customers are told about, and the facts each telling brings. */
export const EVENTS = {
  phoneCode: { title: 'Code for the loan request', purpose: 'code', variables: ['code', 'minutes'] },
  requestReceived: {
    title: 'Request received',
    purpose: 'request',
    variables: ['firstName', 'reference'],
  },
  requestReturned: { title: 'Documents wanted', purpose: 'request', variables: ['reference', 'note'] },
  requestRejected: { title: 'Request rejected', purpose: 'request', variables: ['reference'] },
  requestApproved: {
    title: 'Request approved',
    purpose: 'request',
    variables: ['firstName', 'reference', 'amount', 'loanNumber', 'accountEnding'],
  },
  loanDisbursed: {
    title: 'Loan paid out',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'firstDueOn'],
  },
  loanToppedUp: {
    title: 'Loan paid out, an old one settled',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'settled', 'firstDueOn'],
  },
  receiptExact: {
    title: 'Receipt',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'paidOn', 'balance'],
  },
  receiptShort: {
    title: 'Receipt, less than due',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'paidOn', 'balance', 'expected', 'shortBy'],
  },
  receiptOver: {
    title: 'Receipt, more than due',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'paidOn', 'balance', 'credit'],
  },
  loanCompleted: { title: 'Loan fully repaid', purpose: 'receipt', variables: ['loanNumber', 'amount'] },
  refundDue: {
    title: 'Loan fully repaid, refund due',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'credit'],
  },
  settlementQuoted: {
    title: 'Settlement quote',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'validUntil', 'perDay', 'expiresOn'],
  },
  reminderDue: {
    title: 'Reminder before the due day',
    purpose: 'reminder',
    variables: ['firstName', 'loanNumber', 'dueAmount', 'dueOn'],
  },
  reminderOverdue: {
    title: 'Reminder of arrears',
    purpose: 'recovery',
    variables: ['firstName', 'loanNumber', 'arrears', 'daysPastDue', 'timePastDue'],
  },
} as const satisfies Record<
  string,
  { title: string; purpose: MessagePurpose; variables: readonly VariableName[] }
>
export type EventName = keyof typeof EVENTS
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]]

/** What a template for this event, or for a campaign, may say. */
export const variablesFor = (event: EventName | null): readonly VariableName[] =>
  event === null ? CAMPAIGN_VARIABLES : [...EVERYWHERE, ...EVENTS[event].variables]
