import { z } from 'zod/mini'
import { MESSAGE_MAX_LENGTH } from '../engine/template.ts'
import {
  changeReply,
  date,
  done,
  endpoint,
  exportOf,
  id,
  kobo,
  listOf,
  moment,
  page,
  term,
  text,
  why,
} from './endpoint.ts'

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
export const ALWAYS_NOTIFIED: readonly MessagePurpose[] = ['code', 'request', 'receipt', 'test']

/** Whether a STOP, a cap or the night holds it back, as it does offers, reminders and asking for arrears: none of them answers anybody. */
export const isStoppable = (purpose: MessagePurpose): boolean => !ALWAYS_NOTIFIED.includes(purpose)

/** Every variable a template may hold: what the picker shows, and an example for the preview without a customer. */
export const VARIABLES = {
  company: { label: 'Company name', example: 'Iroko Credit Limited' },
  companyPhone: { label: 'Company phone', example: '0700 000 0000' },
  firstName: { label: 'First name', example: 'Ngozi' },
  surname: { label: 'Surname', example: 'Okafor' },
  customerNumber: { label: 'Customer number', example: 'C0100001' },
  reference: { label: 'Request reference', example: 'IRK-7KQ2-MX4T' },
  note: { label: 'Document requested', example: 'your latest payslip' },
  loanNumber: { label: 'Loan number', example: 'L0100001' },
  amount: { label: 'Amount', example: 'NGN50,000.00' },
  paidOn: { label: 'Payment date', example: '14 Nov 2026' },
  balance: { label: 'Outstanding balance', example: 'NGN210,000.00' },
  expected: { label: 'Amount due', example: 'NGN60,000.00' },
  shortBy: { label: 'Amount short', example: 'NGN10,000.00' },
  credit: { label: 'Credit balance', example: 'NGN5,000.00' },
  settled: { label: 'Loans settled', example: 'NGN100,000.00 settled loan L0100001.' },
  accountEnding: { label: 'Bank account, last 4 digits', example: '6785' },
  firstDueOn: { label: 'First salary deduction', example: '25 Dec 2026' },
  dueOn: { label: 'Next due date', example: '25 Nov 2026' },
  dueAmount: { label: 'Next amount due', example: 'NGN60,000.00' },
  arrears: { label: 'Arrears', example: 'NGN60,000.00' },
  daysPastDue: { label: 'Days past due (number)', example: '12' },
  timePastDue: { label: 'Days past due (in words)', example: '12 days' },
  validUntil: { label: 'Quote date', example: '30 Nov 2026' },
  perDay: { label: 'Extra per later day', example: 'NGN666.67' },
  expiresOn: { label: 'Quote valid until', example: '5 Dec 2026' },
  months: { label: 'Payroll months', example: 'Dec 2026 to Feb 2027' },
  payDay: { label: 'Pay day', example: '5 Jan 2027' },
  code: { label: 'One-time code', example: '482913' },
  minutes: { label: 'Code expiry (minutes)', example: '10' },
} as const satisfies Record<string, { label: string; example: string }>
export type VariableName = keyof typeof VARIABLES
/** What a text is filled with. */
export type Facts = Partial<Record<VariableName, string>>

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
  phoneCode: { title: 'Loan request code', purpose: 'code', variables: ['code', 'minutes'] },
  requestReceived: {
    title: 'Request received',
    purpose: 'request',
    variables: ['firstName', 'reference'],
  },
  requestReturned: { title: 'Documents requested', purpose: 'request', variables: ['reference', 'note'] },
  requestRejected: { title: 'Request rejected', purpose: 'request', variables: ['reference'] },
  requestApproved: {
    title: 'Request approved',
    purpose: 'request',
    variables: ['firstName', 'reference', 'amount', 'loanNumber', 'accountEnding'],
  },
  loanDisbursed: {
    title: 'Loan disbursed',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'firstDueOn'],
  },
  loanToppedUp: {
    title: 'Top-up disbursed',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'settled', 'firstDueOn'],
  },
  receiptExact: {
    title: 'Repayment received',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'paidOn', 'balance'],
  },
  receiptShort: {
    title: 'Repayment received (less than due)',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'paidOn', 'balance', 'expected', 'shortBy'],
  },
  receiptOver: {
    title: 'Repayment received (more than due)',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'paidOn', 'balance', 'credit'],
  },
  loanCompleted: { title: 'Loan fully repaid', purpose: 'receipt', variables: ['loanNumber', 'amount'] },
  refundDue: {
    title: 'Loan fully repaid, refund due',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'credit'],
  },
  refundSent: {
    title: 'Refund paid',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'accountEnding', 'paidOn'],
  },
  refundReturned: {
    title: 'Refund returned',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'accountEnding'],
  },
  settlementQuoted: {
    title: 'Settlement quote',
    purpose: 'receipt',
    variables: ['loanNumber', 'amount', 'validUntil', 'perDay', 'expiresOn'],
  },
  reminderDue: {
    title: 'Payment reminder',
    purpose: 'reminder',
    variables: ['firstName', 'loanNumber', 'dueAmount', 'dueOn'],
  },
  reminderOverdue: {
    title: 'Overdue reminder',
    purpose: 'recovery',
    variables: ['firstName', 'loanNumber', 'arrears', 'daysPastDue', 'timePastDue'],
  },
  instalmentsMoved: {
    title: 'Instalments moved back',
    purpose: 'reminder',
    variables: ['loanNumber', 'months', 'dueOn'],
  },
  instalmentsExcused: {
    title: 'Instalments collected at the end',
    purpose: 'reminder',
    variables: ['loanNumber', 'months'],
  },
  payDayMoved: {
    title: 'Pay day moved',
    purpose: 'reminder',
    variables: ['loanNumber', 'months', 'payDay'],
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

/** `simulated`: the built-in gateway had it, which sends nothing. `cancelled`: we chose not to send it, and `statusReason` says why. `unknown`: the provider may have it; never resent by itself. */
export const MESSAGE_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'simulated',
  'failed',
  'unknown',
  'held',
  'cancelled',
] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export const noCounts = (): Record<MessageStatus, number> =>
  Object.fromEntries(MESSAGE_STATUSES.map(status => [status, 0])) as Record<MessageStatus, number>

/** Several at once, as the figures count them: what has not left the house yet, and what was handed to the gateway. */
export const MESSAGE_GROUPS = {
  waiting: ['queued', 'held'],
  handedOver: ['sending', 'sent', 'delivered', 'simulated', 'failed', 'unknown'],
} as const satisfies Record<string, readonly MessageStatus[]>
export type MessageGroup = keyof typeof MESSAGE_GROUPS
export const MESSAGE_GROUP_NAMES = ['waiting', 'handedOver'] as const satisfies readonly MessageGroup[]

export const GATEWAYS = ['outbox', 'termii', 'africasTalking'] as const
export type GatewayName = (typeof GATEWAYS)[number]

/** One SMS as it is shown beside a customer or a loan; the log knows more. */
export const message = z
  .object({
    id,
    at: moment,
    /** Masked; the text is kept whole because it is what the customer read. */
    phone: z.string(),
    purpose: z.string(),
    text: z.string(),
    segments: z.int(),
    status: z.enum(MESSAGE_STATUSES),
    statusAt: moment,
    subjectType: z.nullable(z.string()),
    subjectId: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Message' })

export const messageRow = z
  .extend(message, {
    /** Why it was held, failed or cancelled, in words. */
    statusReason: z.nullable(z.string()),
    gateway: z.nullable(z.enum(GATEWAYS)),
    /** What it is told by: an event's name, or null for a campaign or a text of its own. */
    event: z.nullable(z.string()),
    templateId: z.nullable(id),
    templateVersion: z.nullable(z.int()),
    campaignId: z.nullable(id),
    customerId: z.nullable(id),
    /** By the settings' price per part; the provider's own where it said one. */
    cost: kobo,
    attempt: z.int(),
    resendOf: z.nullable(id),
    resentAs: z.nullable(id),
    /** Not before this moment: quiet hours, a schedule, a provider that asked us to wait. */
    notBefore: z.nullable(moment),
  })
  .register(z.globalRegistry, { id: 'MessageRow' })

export const statusCounts = z
  .object(
    Object.fromEntries(MESSAGE_STATUSES.map(status => [status, z.int()])) as Record<
      MessageStatus,
      z.ZodMiniInt
    >,
  )
  .register(z.globalRegistry, { id: 'MessageCounts' })

const report = z.object({
  at: moment,
  gateway: z.enum(GATEWAYS),
  /** The provider's own word, cut to 100 characters. */
  said: z.string(),
  /** What it means to us; null where we do not know the word. */
  status: z.nullable(z.enum(MESSAGE_STATUSES)),
  /** False for a repeat, or one that came after something better was known. */
  moved: z.boolean(),
})

const overview = z
  .object({
    gateway: z.enum(GATEWAYS),
    isPaused: z.boolean(),
    /** Of the last 24 hours. */
    counts: statusCounts,
    /** Of what was handed over; what is held or was never sent costs nothing. */
    segments: z.int(),
    cost: kobo,
    /** Waiting now, whenever written. */
    waiting: z.int(),
    oldestWaitingAt: z.nullable(moment),
    claimsOpen: z.int(),
  })
  .register(z.globalRegistry, { id: 'MessagingOverview' })

const reason = why(500)

export const messagingApi = {
  messagingOverview: endpoint({
    method: 'GET',
    path: '/api/messages/overview',
    permission: 'console.read',
    summary:
      'Returns the messages of the last 24 hours by status and cost, pending messages, and whether sending is paused.',
    input: z.object({}),
    reply: overview,
  }),
  messageList: endpoint({
    // somebody's phone number stands in no address
    method: 'POST',
    path: '/api/messages/list',
    permission: 'console.read',
    summary: 'Lists messages to customers and applicants, newest first.',
    reads: true,
    replay: false,
    input: z.extend(page, {
      /** A phone or its last four digits, or the name or a number of a customer. */
      search: z.optional(term(100)),
      status: z.optional(z.enum([...MESSAGE_STATUSES, ...MESSAGE_GROUP_NAMES])),
      purpose: z.optional(z.enum(MESSAGE_PURPOSES)),
      event: z.optional(z.enum(EVENT_NAMES)),
      campaignId: z.optional(id),
      customerId: z.optional(id),
      subjectType: z.optional(term(40)),
      subjectId: z.optional(term(60)),
      /** Written on or after this day, and on or before that one. */
      from: z.optional(date),
      to: z.optional(date),
      /** Came to its status in the last 24 hours, as the figures count. */
      within: z.optional(z.enum(['24h'])),
    }),
    reply: listOf(z.extend(messageRow, { customerName: z.nullable(z.string()) })),
  }),
  messageGet: endpoint({
    method: 'GET',
    path: '/api/messages/:id',
    permission: 'console.read',
    summary: 'Returns one message with all delivery reports.',
    input: z.object({ id }),
    reply: z.object({ message: messageRow, providerId: z.nullable(z.string()), reports: z.array(report) }),
  }),
  messageResend: endpoint({
    method: 'POST',
    path: '/api/messages/:id/resend',
    permission: 'money.ask',
    summary: 'Resends a failed message as a new, linked message. All sending rules apply again.',
    input: z.object({ id, newId: id, reason }),
    reply: messageRow,
  }),
  sendingPause: endpoint({
    method: 'POST',
    path: '/api/messages/pause',
    permission: 'money.ask',
    summary: 'Pauses sending until it is resumed. Messages already sent to the provider are not affected.',
    input: z.object({ reason }),
    reply: done,
  }),
  sendingResume: endpoint({
    method: 'POST',
    path: '/api/messages/resume',
    permission: 'money.ask',
    summary: 'Resumes sending.',
    input: z.object({ reason: z.optional(reason) }),
    reply: done,
  }),
}

/** A secret is never given back: only that it is there, and its end, so that two can be told apart. */
const storedSecret = z.object({ isSet: z.boolean(), last4: z.nullable(z.string()) })

const gatewayAccount = z
  .object({
    gateway: z.enum(['termii', 'africasTalking']),
    baseUrl: z.string(),
    /** Africa's Talking signs in with it; Termii has none. */
    username: z.string(),
    apiKey: storedSecret,
    /** Termii signs with it; for Africa's Talking it is part of the address to paste. */
    webhookSecret: storedSecret,
    /** Where the provider sends reports and replies; `{key}` stands for the secret, shown once when it is made. */
    webhookPaths: z.array(z.object({ use: z.string(), path: z.string() })),
    changedBy: z.nullable(z.string()),
    changedAt: z.nullable(moment),
  })
  .register(z.globalRegistry, { id: 'GatewayAccount' })

const gatewayState = z
  .object({
    /** In use, by the settings' section "SMS gateway and rules". */
    gateway: z.enum(GATEWAYS),
    isPaused: z.boolean(),
    pausedBy: z.nullable(z.string()),
    pausedReason: z.nullable(z.string()),
    lastSuccessAt: z.nullable(moment),
    lastFailureAt: z.nullable(moment),
    lastFailure: z.nullable(z.string()),
    /** In the provider's own words ("NGN 1,250.00"); null where it was never read. */
    balance: z.nullable(z.string()),
    balanceAt: z.nullable(moment),
    /** The provider asked us to slow down; nothing is handed over before this. */
    backOffUntil: z.nullable(moment),
    accounts: z.array(gatewayAccount),
  })
  .register(z.globalRegistry, { id: 'GatewayState' })

const sealedSecret = z.object({ sealed: z.string(), last4: z.string() })

/** As it waits for approval: the keys sealed, and the address it was measured by. */
export const gatewayAccountChange = z.object({
  gateway: z.enum(['termii', 'africasTalking']),
  baseUrl: z.string(),
  username: z.string(),
  from: z.nullable(z.string()),
  apiKey: z.nullable(sealedSecret),
  webhookSecret: z.nullable(sealedSecret),
})

export const gatewayApi = {
  gatewayGet: endpoint({
    method: 'GET',
    path: '/api/sms-gateway',
    permission: 'console.read',
    summary: 'Returns the SMS gateway in use, its status and the configured accounts, without secrets.',
    input: z.object({}),
    reply: gatewayState,
  }),
  gatewayAccountChange: endpoint({
    method: 'PUT',
    path: '/api/sms-gateway/accounts/:gateway',
    permission: 'settings.change',
    summary:
      'Submits the address, user name or keys of a gateway account for approval. A key that is left out is not changed.',
    replay: false,
    input: z.object({
      gateway: z.enum(['termii', 'africasTalking']),
      baseUrl: z
        .url({ protocol: /^https?$/, error: 'Enter an address such as https://api.ng.termii.com' })
        .check(z.maxLength(200)),
      username: text(60, 0),
      apiKey: z.optional(text(200, 8)),
      /** Termii's signing secret, as its dashboard shows it. */
      webhookSecret: z.optional(text(200, 8)),
      reason,
    }),
    reply: z.object({ approvalId: id }),
  }),
  gatewayWebhookKeyMake: endpoint({
    method: 'POST',
    path: '/api/sms-gateway/africas-talking-key',
    permission: 'settings.change',
    summary: 'Creates a new secret for the callback addresses of Africa’s Talking and returns it once.',
    replay: false,
    input: z.object({ reason }),
    reply: z.object({
      secret: z.string(),
      paths: z.array(z.object({ use: z.string(), path: z.string() })),
    }),
  }),
  gatewayCheck: endpoint({
    method: 'POST',
    path: '/api/sms-gateway/check',
    permission: 'settings.change',
    summary: 'Requests the gateway balance in the background. The result appears in the gateway status.',
    input: z.object({}),
    reply: done,
  }),
  gatewayTest: endpoint({
    method: 'POST',
    path: '/api/sms-gateway/test',
    permission: 'settings.change',
    summary: 'Queues a test message to a phone number. Its delivery status appears on the message.',
    input: z.object({ id, phone: text(40) }),
    reply: messageRow,
  }),
}

/** Providers' callbacks: machines without a session, who prove themselves by a signature or a secret in the address. */
export const webhookApi = {
  termiiWebhook: endpoint({
    method: 'POST',
    path: '/api/webhooks/termii',
    public: true,
    summary: 'Receives delivery reports and replies from Termii, signed over the raw body.',
    // the report itself is kept, with its time; a trail entry for each would only repeat it
    unaudited: true,
    replay: false,
    raw: true,
    input: z.object({}),
    reply: done,
  }),
  africasTalkingWebhook: endpoint({
    method: 'POST',
    path: '/api/webhooks/africas-talking/:key/:kind',
    public: true,
    summary: 'Receives delivery reports, replies and opt-outs from Africa’s Talking at a secret address.',
    // as above
    unaudited: true,
    replay: false,
    raw: true,
    input: z.object({ key: term(200), kind: z.enum(['delivery', 'inbound', 'opt-out']) }),
    reply: done,
  }),
}

/** What a person may write a template for; codes and tests have no template of their own making. */
export const TEMPLATE_PURPOSES = ['request', 'receipt', 'reminder', 'recovery', 'marketing'] as const
export type TemplatePurpose = (typeof TEMPLATE_PURPOSES)[number]

export const TEMPLATE_STATUSES = ['draft', 'approved', 'retired'] as const

const templateVersion = z
  .object({
    version: z.int(),
    body: z.string(),
    status: z.enum(TEMPLATE_STATUSES),
    segments: z
      .int()
      .register(z.globalRegistry, { description: 'SMS pages with example values; names and amounts vary' }),
    madeBy: z.string(),
    madeAt: moment,
    approvedBy: z.nullable(z.string()),
    approvedAt: z.nullable(moment),
    retiredAt: z.nullable(moment),
  })
  .register(z.globalRegistry, { id: 'TemplateVersion' })

export const template = z
  .object({
    id,
    name: z.string(),
    purpose: z.enum(MESSAGE_PURPOSES),
    event: z.nullable(z.enum(EVENT_NAMES)),
    /** draft: never approved. approved: a version is in force. retired: none is any more. */
    status: z.enum(TEMPLATE_STATUSES),
    inForce: z.nullable(templateVersion),
    draft: z.nullable(templateVersion),
    pendingApprovalId: z.nullable(id),
    lastUsedAt: z.nullable(moment),
  })
  .register(z.globalRegistry, { id: 'MessageTemplate' })

const templateBody = text(MESSAGE_MAX_LENGTH)

const preview = z
  .object({
    /** Null while something is wrong; `problems` says what. */
    text: z.nullable(z.string()),
    problems: z.array(z.string()),
    encoding: z.enum(['GSM-7', 'UCS-2']),
    units: z.int(),
    unitsLeft: z.int(),
    segments: z.int(),
    cost: kobo,
    /** Characters that make the text three times as dear, such as ₦. */
    outsideGsm7: z.array(z.string()),
    /** The body in the cheap alphabet, to offer instead; null when it is already. */
    cheaper: z.nullable(z.string()),
    /** Words a recovery text may not hold. */
    banned: z.array(z.string()),
    customerName: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'TemplatePreview' })

export const templateApi = {
  templateList: endpoint({
    method: 'GET',
    path: '/api/message-templates',
    permission: 'console.read',
    summary: 'Lists message templates by name, with their current version and draft.',
    input: z.extend(page, {
      status: z.optional(z.enum(TEMPLATE_STATUSES)),
      purpose: z.optional(z.enum(MESSAGE_PURPOSES)),
      event: z.optional(z.enum(EVENT_NAMES)),
      search: z.optional(term(80)),
    }),
    reply: listOf(template),
  }),
  templateGet: endpoint({
    method: 'GET',
    path: '/api/message-templates/:id',
    permission: 'console.read',
    summary: 'Returns one template with all its versions, newest first.',
    input: z.object({ id }),
    reply: z.object({ template, versions: z.array(templateVersion) }),
  }),
  templateSave: endpoint({
    method: 'PUT',
    path: '/api/message-templates/:id',
    permission: 'settings.change',
    summary: 'Creates a template or its next draft. The current version is used until the draft is approved.',
    input: z.object({
      id,
      name: text(80, 3),
      purpose: z.enum(TEMPLATE_PURPOSES),
      /** What it tells about by itself; null for campaigns. Purpose then follows the event. */
      event: z.nullable(z.enum(EVENT_NAMES)),
      body: templateBody,
      /** The newest version that was on the screen; 0 for a new template. */
      basedOn: z.int(),
    }),
    reply: template,
  }),
  templateApprove: endpoint({
    method: 'POST',
    path: '/api/message-templates/:id/approve',
    permission: 'settings.change',
    summary: 'Submits a draft for approval. It then replaces the current version.',
    input: z.object({ id, version: z.int(), reason }),
    reply: changeReply,
  }),
  templateRetire: endpoint({
    method: 'POST',
    path: '/api/message-templates/:id/retire',
    permission: 'settings.change',
    summary:
      'Deactivates a template. Events without a template send no message. A draft that was never approved is deleted.',
    input: z.object({ id, reason }),
    reply: template,
  }),
  templatePreview: endpoint({
    method: 'POST',
    path: '/api/message-templates/preview',
    permission: 'settings.change',
    summary: 'Renders a text for a customer or with examples: problems, pages, cost and banned words.',
    // it changes nothing; it is a POST because a body does not fit into an address
    unaudited: true,
    replay: false,
    input: z.object({
      body: z.string().check(z.maxLength(10_000, 'At most 10,000 characters')),
      purpose: z.enum(MESSAGE_PURPOSES),
      event: z.nullable(z.enum(EVENT_NAMES)),
      customerId: z.optional(id),
    }),
    reply: preview,
  }),
}

export const INBOUND_MEANINGS = ['opt out', 'opt in', 'bank alert', 'reply'] as const

const optOut = z
  .object({
    id,
    phone: z.string(),
    customerId: z.nullable(id),
    customerName: z.nullable(z.string()),
    since: moment,
    /** The reply, the network's notice, or who entered it. */
    source: z.string(),
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'OptOut' })

const inbound = z
  .object({
    id,
    at: moment,
    /** A customer's number masked, a bank's name whole. */
    from: z.string(),
    text: z.string(),
    /** What became of it. */
    meaning: z.enum(INBOUND_MEANINGS),
    customerId: z.nullable(id),
    customerName: z.nullable(z.string()),
    claimId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'InboundMessage' })

export const inboundApi = {
  optOutList: endpoint({
    method: 'GET',
    path: '/api/opt-outs',
    permission: 'console.read',
    summary: 'Lists phone numbers that opted out, newest first.',
    input: page,
    reply: listOf(optOut),
  }),
  optOutAdd: endpoint({
    method: 'POST',
    path: '/api/opt-outs',
    permission: 'customer.change',
    summary:
      'Records that a customer opted out of messages. Transaction and request messages are still sent.',
    input: z.object({ id, phone: text(40), reason }),
    reply: optOut,
  }),
  optOutLift: endpoint({
    method: 'POST',
    path: '/api/opt-outs/:id/lift',
    permission: 'customer.change',
    summary: 'Records that a customer wants messages again.',
    input: z.object({ id, reason }),
    reply: done,
  }),
  inboundList: endpoint({
    method: 'GET',
    path: '/api/messages/inbound',
    permission: 'console.read',
    summary: 'Lists messages received from customers and banks, newest first.',
    input: z.extend(page, { meaning: z.optional(z.enum(INBOUND_MEANINGS)) }),
    reply: listOf(inbound),
  }),
}

export const messagingExportApi = {
  messageExport: exportOf(
    messagingApi.messageList,
    '/api/messages/export',
    'Exports the filtered messages as CSV or XLSX.',
  ),
  templateExport: exportOf(
    templateApi.templateList,
    '/api/messaging-export/templates',
    'Exports the filtered templates with their texts as CSV or XLSX.',
  ),
  optOutExport: exportOf(
    inboundApi.optOutList,
    '/api/messaging-export/opt-outs',
    'Exports the opt-outs, phone numbers masked, as CSV or XLSX.',
  ),
  inboundExport: exportOf(
    inboundApi.inboundList,
    '/api/messaging-export/inbound',
    'Exports the filtered inbound messages as CSV or XLSX.',
  ),
}

export const CLAIM_STATUSES = ['open', 'confirmed', 'rejected'] as const

/** What a bank's SMS says came in. Nothing is posted on it until a person has found it on the statement. */
export const claim = z
  .object({
    id,
    at: moment,
    from: z.string(),
    text: z.string(),
    amount: kobo,
    accountMask: z.nullable(z.string()),
    /** Lagos time as the bank printed it. */
    paidAt: z.nullable(z.string()),
    description: z.nullable(z.string()),
    reference: z.nullable(z.string()),
    status: z.enum(CLAIM_STATUSES),
    /** Loans it could be for, likeliest first, with the reason. */
    matches: z.array(
      z.object({ loanId: id, loanNumber: z.string(), customerName: z.string(), why: z.string() }),
    ),
    /** The loan it was confirmed for. */
    loanId: z.nullable(id),
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(moment),
    note: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'BankClaim' })

export const claimApi = {
  claimList: endpoint({
    method: 'GET',
    path: '/api/bank-claims',
    permission: 'console.read',
    summary: 'Lists payments from bank alerts, newest first, with the loans each could be for.',
    input: z.extend(page, { status: z.optional(z.enum(CLAIM_STATUSES)) }),
    reply: listOf(claim),
  }),
  claimGet: endpoint({
    method: 'GET',
    path: '/api/bank-claims/:id',
    permission: 'console.read',
    summary: 'Returns one bank alert with the loans it could be for.',
    input: z.object({ id }),
    reply: claim,
  }),
  claimConfirm: endpoint({
    method: 'POST',
    path: '/api/bank-claims/:id/confirm',
    permission: 'money.ask',
    summary:
      'Confirms that a bank alert is on the bank statement and belongs to this loan, and records the repayment. Above the limit it needs approval.',
    input: z.object({ id, loanId: id, paidOn: date, reference: text(60, 2), note: reason }),
    reply: z.object({ claim, approvalId: z.nullable(id) }),
  }),
  claimReject: endpoint({
    method: 'POST',
    path: '/api/bank-claims/:id/reject',
    permission: 'money.ask',
    summary: 'Rejects a bank alert that is not a payment to us. Nothing is recorded.',
    input: z.object({ id, note: reason }),
    reply: claim,
  }),
}

export const claimExportApi = {
  claimExport: exportOf(
    claimApi.claimList,
    '/api/messaging-export/claims',
    'Exports the payments from bank alerts as CSV or XLSX.',
  ),
}
