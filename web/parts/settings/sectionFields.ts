import { REASON_USES, type SectionName } from '../../../contract/settings.ts'

/** How each section is shown and typed. The contract says what is right; this says what it is called. */

export type Kind = 'text' | 'lines' | 'whole' | 'percent' | 'naira' | 'day' | 'switch' | 'choice' | 'picture'

export type FieldSpec = {
  name: string
  label: string
  kind: Kind
  hint?: string
  /** Stands after a whole number: "hours". */
  unit?: string
  /** May stay empty: an empty text, or no day at all. */
  optional?: true
  options?: readonly { value: string; label: string }[]
  /** In a table of rows: the share of the width. */
  width?: string
}

export type RowsSpec = {
  name: string
  title: string
  /** What one row is, for buttons: "Add reason". */
  one: string
  columns: readonly FieldSpec[]
  blank: Readonly<Record<string, string>>
  /** Rows carry a status and are retired instead of removed. */
  hasStatus: boolean
}

export type SectionSpec = { fields: readonly FieldSpec[]; rows?: RowsSpec }

const USES: Record<(typeof REASON_USES)[number], string> = {
  reject: 'Rejecting',
  return: 'Returning',
  sendBack: 'Sending back',
  override: 'Overriding a check',
}

const whole = (name: string, label: string, unit: string, hint?: string): FieldSpec => ({
  name,
  label,
  kind: 'whole',
  unit,
  ...(hint ? { hint } : {}),
})

/** The unit of an hour of the day: typed as a number, read as 20:00. */
export const HOUR = 'hour'

export const SECTION_SPECS: Record<SectionName, SectionSpec> = {
  organisation: {
    fields: [
      {
        name: 'operatingCompany',
        label: 'Operating company',
        kind: 'text',
        hint: 'Stands in the footer of every page.',
      },
      { name: 'address', label: 'Address', kind: 'text', optional: true },
      { name: 'phone', label: 'Phone', kind: 'text', optional: true },
      { name: 'email', label: 'E-mail', kind: 'text', optional: true },
      {
        name: 'rcNumber',
        label: 'RC number',
        kind: 'text',
        optional: true,
        hint: 'From the Corporate Affairs Commission. Stands on every letter.',
      },
      {
        name: 'licence',
        label: 'Lending licence',
        kind: 'text',
        optional: true,
        hint: 'As it stands on the licence. Where that names the CBN, every letter says that it regulates you.',
      },
      {
        name: 'logo',
        label: 'Logo',
        kind: 'picture',
        optional: true,
        hint: 'Beside the menu, on the public page and on every letter. A square looks best.',
      },
    ],
  },
  reasonCodes: {
    fields: [],
    rows: {
      name: 'codes',
      title: 'Reasons',
      one: 'reason',
      hasStatus: true,
      blank: { code: '', label: '', use: 'reject', status: 'active' },
      columns: [
        { name: 'code', label: 'Code', kind: 'text', width: '24%' },
        { name: 'label', label: 'What people read', kind: 'text' },
        {
          name: 'use',
          label: 'Used when',
          kind: 'choice',
          width: '24%',
          options: REASON_USES.map(value => ({ value, label: USES[value] })),
        },
      ],
    },
  },
  approvalLimits: {
    fields: [
      {
        name: 'manualReceipt',
        label: 'Manual receipt or charge above',
        kind: 'naira',
        hint: 'What one person enters by hand on one loan in a day needs approval above this total.',
      },
      whole(
        'campaignRecipients',
        'Campaign to more than',
        'recipients',
        'A message to more people than this waits too.',
      ),
    ],
  },
  affordability: {
    fields: [
      {
        name: 'shareOfPayPpm',
        label: 'Share of pay',
        kind: 'percent',
        hint: 'The most that all instalments together may take. A product can ask for less.',
      },
      whole('payrollMonths', 'Payroll looked at', 'months'),
      whole(
        'nameScorePass',
        'Names agree from',
        'of 100',
        'How alike the names of the application and the payroll must be.',
      ),
      whole('nameScoreWarn', 'Names differ below', 'of 100', 'Between the two a person looks.'),
    ],
  },
  retirement: {
    fields: [whole('marginMonths', 'Last instalment before retirement', 'months')],
    rows: {
      name: 'rules',
      title: 'Rules per service',
      one: 'service',
      hasStatus: true,
      blank: { service: '', ageYears: '60', serviceYears: '35', status: 'active' },
      columns: [
        { name: 'service', label: 'Service', kind: 'text' },
        { ...whole('ageYears', 'Age', 'years'), width: '20%' },
        { ...whole('serviceYears', 'Years of service', ''), width: '20%' },
      ],
    },
  },
  payroll: {
    fields: [],
    rows: {
      name: 'sources',
      title: 'Payroll sources',
      one: 'source',
      hasStatus: true,
      blank: { code: '', name: '', service: 'Civil service', payDay: '25', status: 'active' },
      columns: [
        { name: 'code', label: 'Code', kind: 'text', width: '17%' },
        { name: 'name', label: 'Name', kind: 'text' },
        { name: 'service', label: 'Retirement rule', kind: 'choice', width: '20%' },
        { ...whole('payDay', 'Pay day', ''), width: '12%' },
      ],
    },
  },
  classes: {
    fields: [],
    rows: {
      name: 'classes',
      title: 'Classes',
      one: 'class',
      hasStatus: false,
      blank: { name: '', fromDays: '', provisionPpm: '' },
      columns: [
        { name: 'name', label: 'Class', kind: 'text' },
        { ...whole('fromDays', 'From days past due', ''), width: '26%' },
        { name: 'provisionPpm', label: 'Provision', kind: 'percent', width: '26%' },
      ],
    },
  },
  holidays: {
    fields: [],
    rows: {
      name: 'days',
      title: 'Days',
      one: 'holiday',
      hasStatus: false,
      blank: { on: '', name: '' },
      columns: [
        { name: 'on', label: 'Day', kind: 'day', width: '30%' },
        { name: 'name', label: 'Name', kind: 'text' },
      ],
    },
  },
  requiredDocuments: {
    fields: [],
    rows: {
      name: 'documents',
      title: 'Documents',
      one: 'document',
      hasStatus: true,
      blank: { title: '', status: 'active' },
      columns: [{ name: 'title', label: 'Title', kind: 'text' }],
    },
  },
  sla: {
    fields: [
      whole('reviewerHours', 'Reviewer', 'hours'),
      whole('authorizerHours', 'Authorizer', 'hours'),
      whole('amberPercent', 'Turns amber after', '% of the time', 'And red when the time is over.'),
    ],
  },
  borrowing: {
    fields: [
      whole('liveLoansMost', 'Active loans at once', 'at most'),
      whole(
        'daysBetween',
        'Between two loans',
        'days',
        'From the day one is repaid to the day the next is asked for.',
      ),
      whole('loansPerYear', 'Loans a year', 'at most'),
    ],
  },
  publicLink: {
    fields: [
      { name: 'isOpen', label: 'The page takes requests', kind: 'switch' },
      { name: 'opensOn', label: 'Opens on', kind: 'day', optional: true, hint: 'Empty: at once.' },
      { name: 'closesOn', label: 'Closes after', kind: 'day', optional: true, hint: 'Empty: it stays open.' },
      { name: 'notice', label: 'Notice while it is closed', kind: 'lines', optional: true },
      whole('dailyCap', 'Requests a day', 'at most'),
      {
        name: 'phoneCode',
        label: 'Ask for a phone code even with the built-in outbox',
        kind: 'switch',
        hint: 'A gateway that sends always carries a code to the applicant’s phone. The outbox sends nothing: there the code only stands in Messaging, for staff to tell.',
      },
    ],
  },
  consent: {
    fields: [
      {
        name: 'text',
        label: 'What an applicant agrees to',
        kind: 'lines',
        hint: 'An empty line begins a new paragraph.',
      },
    ],
  },
  sms: {
    fields: [
      {
        name: 'gateway',
        label: 'Gateway',
        kind: 'choice',
        options: [
          { value: 'outbox', label: 'Built-in outbox (sends nothing)' },
          { value: 'termii', label: 'Termii' },
          { value: 'africasTalking', label: 'Africa’s Talking' },
        ],
      },
      {
        name: 'senderId',
        label: 'Sender id',
        kind: 'text',
        optional: true,
        hint: 'As registered with the networks, 3 to 11 letters and digits. Termii sends nothing without one.',
      },
      {
        name: 'channel',
        label: 'Route at Termii',
        kind: 'choice',
        hint: 'Of all but offers, which always go by the promotional one: it reaches nobody who asked not to be disturbed, and nobody on MTN by night.',
        options: [
          { value: 'dnd', label: 'Transactional (do-not-disturb route)' },
          { value: 'generic', label: 'Promotional (generic route)' },
        ],
      },
      whole('ratePerSecond', 'At most', 'messages a second'),
      { name: 'costPerSegment', label: 'Price of a part', kind: 'naira' },
      whole(
        'quietFromHour',
        'Quiet from',
        HOUR,
        'Reminders and offers wait until morning, offers from 20:00 to 08:00 in any case; codes, answers and receipts do not.',
      ),
      whole('quietUntilHour', 'Quiet until', HOUR),
      whole('dailyCap', 'To one person a day', 'at most', 'Receipts and answers are not counted.'),
      {
        name: 'bannedWords',
        label: 'Words no reminder of arrears may hold',
        kind: 'lines',
        optional: true,
        hint: 'Separated by commas.',
      },
      { name: 'optOutWords', label: 'Replies that mean “no more”', kind: 'text', optional: true },
      { name: 'optInWords', label: 'Replies that mean “again”', kind: 'text', optional: true },
    ],
    rows: {
      name: 'reminders',
      title: 'Reminders',
      one: 'reminder',
      hasStatus: false,
      blank: { rule: 'overdue', days: '14' },
      columns: [
        {
          name: 'rule',
          label: 'When',
          kind: 'choice',
          width: '50%',
          options: [
            { value: 'due in', label: 'Due in' },
            { value: 'overdue', label: 'Overdue by' },
          ],
        },
        whole('days', 'Days', ''),
      ],
    },
  },
  retention: {
    fields: [
      whole(
        'rejectedRequestMonths',
        'Rejected requests',
        'months',
        'And withdrawn ones: then the applicant is erased, unless they became a customer. Terms and decisions stay.',
      ),
      whole('draftDocumentHours', 'Documents of requests never sent', 'hours'),
      whole(
        'payrollRowDays',
        'Rows of payroll files',
        'days',
        'Of people who are no customers; the rows of customers stay.',
      ),
    ],
  },
}
