import { REASON_USES, type SectionName } from '../../../contract/settings.ts'
import { CHANNEL_ACCOUNTS, OWN_ACCOUNTS } from './channelFields.ts'
import type { FieldSpec, RowsSpec } from './fieldSpec.ts'
import { FORMATS, LAYOUT_BLANK, LAYOUT_DETAILS, USES as LAYOUT_USES, layoutDetails } from './layoutFields.ts'
import { SOURCE_BLANK, SOURCE_DETAILS, usedDetails } from './paySourceFields.ts'

export type SectionSpec = { fields: readonly FieldSpec[]; rows?: RowsSpec }

const USES: Record<(typeof REASON_USES)[number], string> = {
  reject: 'Rejection',
  return: 'Return',
  sendBack: 'Send back',
  override: 'Check override',
}

const whole = (name: string, label: string, unit: string, hint?: string): FieldSpec =>
  hint ? { name, label, kind: 'whole', unit, hint } : { name, label, kind: 'whole', unit }

/** Unit of an hour of the day: typed as a number, shown as 20:00. */
export const HOUR = 'hour'

export const SECTION_SPECS: Record<SectionName, SectionSpec> = {
  organisation: {
    fields: [
      {
        name: 'operatingCompany',
        label: 'Operating company',
        kind: 'text',
        hint: 'Shown in the footer of every page.',
      },
      { name: 'address', label: 'Address', kind: 'text', optional: true },
      { name: 'phone', label: 'Phone', kind: 'text', optional: true },
      { name: 'email', label: 'Email', kind: 'text', optional: true },
      {
        name: 'rcNumber',
        label: 'RC number',
        kind: 'text',
        optional: true,
        hint: 'From the Corporate Affairs Commission. Printed on every letter.',
      },
      {
        name: 'licence',
        label: 'Lending licence',
        kind: 'text',
        optional: true,
        hint: 'As written on the licence. If it names the CBN, letters state that the CBN regulates you.',
      },
      {
        name: 'logo',
        label: 'Logo',
        kind: 'picture',
        optional: true,
        hint: 'Shown in the menu, on the public page and on letters. A square works best.',
      },
    ],
    rows: {
      name: 'bankAccounts',
      title: 'Bank accounts for disbursements',
      one: 'bank account',
      hasStatus: true,
      blank: { name: '', status: 'active' },
      columns: [{ name: 'name', label: 'Name', kind: 'text' }],
    },
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
        { name: 'label', label: 'Label', kind: 'text' },
        {
          name: 'use',
          label: 'Used for',
          kind: 'choice',
          width: '24%',
          options: REASON_USES.map(value => ({ value, label: USES[value] })),
        },
      ],
    },
  },
  refunds: {
    fields: [
      {
        name: 'minimum',
        label: 'Smallest refund',
        kind: 'naira',
        hint: 'Smaller credits stay on their loans and are not proposed.',
      },
      whole(
        'unclaimedMonths',
        'Unclaimed after',
        'months',
        'From the day of the credit. Marking a refund as unclaimed needs approval.',
      ),
    ],
  },
  approvalLimits: {
    fields: [
      {
        name: 'manualReceipt',
        label: 'Manual repayment or charge above',
        kind: 'naira',
        hint: 'Daily total one user enters on one loan. Needs approval above this amount.',
      },
      whole(
        'campaignRecipients',
        'Campaign to more than',
        'recipients',
        'Campaigns with more recipients need approval.',
      ),
    ],
  },
  affordability: {
    fields: [
      {
        name: 'shareOfPayPpm',
        label: 'Maximum share of net pay',
        kind: 'percent',
        hint: 'Limit for all instalments together. A product can set a lower limit.',
      },
      whole('payrollMonths', 'Payroll months checked', 'months'),
      whole(
        'nameScorePass',
        'Names match at a score of',
        'of 100',
        'Name score of the request against the payroll.',
      ),
      whole('nameScoreWarn', 'Names differ below', 'of 100', 'Scores in between need a manual check.'),
    ],
  },
  retirement: {
    fields: [whole('marginMonths', 'Last instalment before retirement by', 'months')],
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
    fields: ['up to 30 days', '31 to 60 days', '61 to 90 days', '91 to 180 days', 'more than 180 days'].map(
      (age, index) => ({
        name: `officeProvision.${index}`,
        label: `Provision on office debt, ${age}`,
        kind: 'percent' as const,
      }),
    ),
    rows: {
      name: 'sources',
      title: 'Payroll sources',
      one: 'source',
      hasStatus: true,
      blank: {
        code: '',
        name: '',
        service: 'Civil service',
        payDay: '25',
        status: 'active',
        ...SOURCE_BLANK,
      },
      columns: [
        { name: 'code', label: 'Code', kind: 'text', width: '17%' },
        { name: 'name', label: 'Name', kind: 'text' },
        { name: 'service', label: 'Retirement rule', kind: 'choice', from: 'services', width: '20%' },
        { ...whole('payDay', 'Pay day', ''), width: '12%' },
      ],
      details: SOURCE_DETAILS,
      used: of => usedDetails(of('kind'), of('charge.kind')),
      detailsTitle: 'calendar, codes, instruction file, charge and contact',
    },
  },
  classes: {
    fields: [whole('suspendFromDays', 'Interest suspended from', 'days past due')],
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
  monthEnd: {
    fields: [
      whole('yearEndMonth', 'Last month of the financial year', '1 to 12'),
      whole('suspenseDays', 'Warn of suspense items older than', 'days'),
    ],
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
      whole('reviewerHours', 'Pending Reviewer', 'hours'),
      whole('authorizerHours', 'Pending Authorizer', 'hours'),
      whole('amberPercent', 'Due soon after', '% of the SLA', 'Overdue when the SLA has passed.'),
    ],
  },
  borrowing: {
    fields: [
      whole('liveLoansMost', 'Active loans at a time', 'at most'),
      whole(
        'daysBetween',
        'Time between loans',
        'days',
        'From the day a loan is repaid to the next request.',
      ),
      whole('loansPerYear', 'Loans per year', 'at most'),
    ],
  },
  publicLink: {
    fields: [
      { name: 'isOpen', label: 'Public page accepts requests', kind: 'switch' },
      {
        name: 'opensOn',
        label: 'Opens on',
        kind: 'day',
        optional: true,
        hint: 'Leave blank to open immediately.',
      },
      {
        name: 'closesOn',
        label: 'Closes after',
        kind: 'day',
        optional: true,
        hint: 'Leave blank for no end date.',
      },
      { name: 'notice', label: 'Notice while closed', kind: 'lines', optional: true },
      whole('dailyCap', 'Requests per day', 'at most'),
      {
        name: 'phoneCode',
        label: 'Require a phone code with the test gateway',
        kind: 'switch',
        hint: 'With an SMS gateway a code is always required. The test gateway sends no SMS: read the code to the applicant from Messaging.',
      },
    ],
  },
  consent: {
    fields: [
      {
        name: 'text',
        label: 'Consent text',
        kind: 'lines',
        hint: 'A blank line starts a new paragraph.',
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
          { value: 'outbox', label: 'Test gateway (no SMS sent)' },
          { value: 'termii', label: 'Termii' },
          { value: 'africasTalking', label: 'Africa’s Talking' },
        ],
      },
      {
        name: 'senderId',
        label: 'Sender ID',
        kind: 'text',
        optional: true,
        hint: 'As registered with the networks, 3 to 11 letters and digits. Required for Termii.',
      },
      {
        name: 'channel',
        label: 'Route at Termii',
        kind: 'choice',
        hint: 'Offers always use the promotional route, which skips do-not-disturb numbers and MTN at night.',
        options: [
          { value: 'dnd', label: 'Transactional (do-not-disturb route)' },
          { value: 'generic', label: 'Promotional (generic route)' },
        ],
      },
      whole('ratePerSecond', 'Sending rate', 'messages per second'),
      { name: 'costPerSegment', label: 'Price per page', kind: 'naira' },
      whole(
        'quietFromHour',
        'Quiet hours from',
        HOUR,
        'Reminders, recovery messages and offers are held. Offers are always held from 20:00 to 08:00.',
      ),
      whole('quietUntilHour', 'Quiet hours until', HOUR),
      whole(
        'dailyCap',
        'SMS per customer per day',
        'at most',
        'Transaction and request messages are not counted.',
      ),
      {
        name: 'bannedWords',
        label: 'Banned words in recovery messages',
        kind: 'lines',
        optional: true,
        hint: 'Comma-separated.',
      },
      { name: 'optOutWords', label: 'Opt-out replies', kind: 'text', optional: true },
      { name: 'optInWords', label: 'Opt-in replies', kind: 'text', optional: true },
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
  layouts: {
    fields: [],
    rows: {
      name: 'layouts',
      title: 'Layouts',
      one: 'layout',
      hasStatus: true,
      blank: LAYOUT_BLANK,
      columns: [
        { name: 'name', label: 'Name', kind: 'text', width: '50%' },
        { name: 'use', label: 'File', kind: 'choice', options: LAYOUT_USES },
        { name: 'format', label: 'Format', kind: 'choice', options: FORMATS },
      ],
      details: LAYOUT_DETAILS,
      used: layoutDetails,
      detailsTitle: 'columns and how they are written',
    },
  },
  channelAccounts: { fields: CHANNEL_ACCOUNTS, rows: OWN_ACCOUNTS },
  retention: {
    fields: [
      whole(
        'rejectedRequestMonths',
        'Rejected requests',
        'months',
        'Also withdrawn requests. Then the applicant’s personal data is erased, unless they are a customer.',
      ),
      whole('draftDocumentHours', 'Documents of unsent requests', 'hours'),
      whole(
        'payrollRowDays',
        'Payroll file rows',
        'days',
        'Rows of non-customers. Rows of customers are retained.',
      ),
    ],
  },
}
