import { z } from 'zod/mini'
import { isOfficePhone } from '../engine/phone.ts'
import { officerCode } from './auth.ts'
import {
  changeReply,
  date,
  done,
  endpoint,
  exportOf,
  id,
  kobo,
  moment,
  NAIRA_MAX,
  NAIRA_MAX_TEXT,
  term,
  text,
  why,
} from './endpoint.ts'
import { fileLayout, LAYOUTS_INITIAL, layoutsProblems } from './layouts.ts'
import { GATEWAYS } from './messaging.ts'
import { OFFICE_PROVISION_PPM, SOURCE_DETAILS_INITIAL, sourceDetails, sourceProblems } from './paySources.ts'

/** What the sections of the settings are called. */
export const SECTION_TITLES = {
  organisation: 'Organisation',
  reasonCodes: 'Reason codes',
  approvalLimits: 'Approval limits',
  refunds: 'Refunds',
  affordability: 'Affordability',
  retirement: 'Retirement rules',
  payroll: 'Payroll sources and calendar',
  classes: 'Loan classification and provisions',
  monthEnd: 'Month-end rules',
  holidays: 'Public holidays',
  requiredDocuments: 'Required documents',
  sla: 'SLA (turnaround time)',
  borrowing: 'Borrowing limits',
  publicLink: 'Public loan request',
  consent: 'Consent and terms',
  sms: 'SMS gateway and rules',
  retention: 'Retention',
  layouts: 'File layouts',
  channelAccounts: 'Bank accounts by channel',
} as const

const whole = (least: number, most: number) =>
  z.number().check(z.int('A whole number'), z.gte(least, `At least ${least}`), z.lte(most, `At most ${most}`))
const ppm = whole(0, 1_000_000)
/** Doubtful and lost, by the classes that a lender starts with. */
const SUSPEND_FROM_DAYS = 61
const code = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{2,30}$/, '2 to 30 letters, digits or hyphens'))
const status = z.enum(['active', 'retired'])
/** What has a bank account of its own: disbursements from a paying account, remittances of a payroll source. */
export const ownAccountOf = (by: 'disbursement' | 'remittance', of: string): string => `${by} ${of}`
/** An account of the chart that holds money; where nothing was chosen, the default bank account. */
const moneyAccount = z.string().check(z.regex(/^\d{4}$/, 'Choose an account'))
const MONEY_ACCOUNT_INITIAL = '1010'
const openText = (longest: number) => text(longest, 0)
const positive = kobo.check(z.refine(value => value >= 0n, 'Enter zero or more'))

/** Rows are told apart by these fields; two of the same would leave it to chance which one counts. */
const distinctBy =
  (...fields: readonly [string, ...string[]]) =>
  (rows: readonly Readonly<Record<string, unknown>>[], ctx: z.core.$RefinementCtx): void => {
    const seen = new Set<string>()
    rows.forEach((row, index) => {
      const key = rowKey(row, fields)
      if (seen.has(key))
        ctx.addIssue({ code: 'custom', path: [index, fields[0]], message: 'Already in the list' })
      seen.add(key)
    })
  }

const rowKey = (row: Readonly<Record<string, unknown>>, fields: readonly string[]): string =>
  fields.map(field => String(row[field]).toUpperCase()).join(' ')

/** Where a reason is asked for. */
export const REASON_USES = ['reject', 'return', 'sendBack', 'override'] as const
/** Was offered once and never asked for: applicants withdraw without giving a reason. What was kept for it is still read. */
const REASON_USES_STORED = [...REASON_USES, 'withdraw'] as const

/** Thirty kilobytes in base64: enough for a mark of 256 pixels. */
export const LOGO_MAX_CHARACTERS = 40_000

/**
 * Every section of the settings: what it holds, what a new lender starts with, and whether a change needs a second
 * person. What is in use is retired, never deleted, so lists carry a status.
 */
export const SECTIONS = {
  organisation: {
    title: SECTION_TITLES.organisation,
    help: 'Your company details. They appear in the footer, on letters and in SMS. An SMS provider can be chosen only once the phone number is set.',
    secondPerson: false,
    schema: z.object({
      operatingCompany: text(120, 2),
      address: openText(300),
      phone: openText(40),
      email: openText(120),
      rcNumber: openText(20),
      licence: openText(120),
      // a JPEG only: it is put on paper without being unpacked, so that none can be larger inside than out
      logo: z._default(
        z
          .string()
          .check(
            z.maxLength(LOGO_MAX_CHARACTERS, 'At most 30 kB'),
            z.regex(/^$|^data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]+={0,2}$/, 'Use a JPEG image'),
          ),
        '',
      ),
      /** The accounts disbursements are paid from. */
      bankAccounts: z._default(
        z
          .array(z.strictObject({ name: text(80, 3), status }))
          .check(z.maxLength(20), z.superRefine(distinctBy('name'))),
        [],
      ),
    }),
    initial: {
      operatingCompany: 'Iroko',
      address: '',
      phone: '',
      email: '',
      rcNumber: '',
      licence: '',
      logo: '',
      bankAccounts: [] as { name: string; status: z.infer<typeof status> }[],
    },
  },
  reasonCodes: {
    title: SECTION_TITLES.reasonCodes,
    help: 'Chosen when a request is rejected, returned or sent back, and when a check is overridden.',
    secondPerson: false,
    schema: z.object({
      codes: z
        .array(z.strictObject({ code, label: text(120), use: z.enum(REASON_USES_STORED), status }))
        .check(z.maxLength(200), z.superRefine(distinctBy('code', 'use'))),
    }),
    initial: {
      codes: [
        {
          code: 'PAY-TOO-LOW',
          label: 'Net pay is too low for the instalment',
          use: 'reject',
          status: 'active',
        },
        { code: 'NOT-ON-PAYROLL', label: 'Not found on the payroll', use: 'reject', status: 'active' },
        {
          code: 'NEAR-RETIREMENT',
          label: 'Retires before the last instalment',
          use: 'reject',
          status: 'active',
        },
        { code: 'IDENTITY', label: 'Identity could not be confirmed', use: 'reject', status: 'active' },
        { code: 'LIVE-LOAN', label: 'Too many active loans', use: 'reject', status: 'active' },
        { code: 'OTHER', label: 'Other (explain in the note)', use: 'reject', status: 'active' },
        { code: 'DOC-MISSING', label: 'A document is missing', use: 'return', status: 'active' },
        { code: 'DOC-UNREADABLE', label: 'A document cannot be read', use: 'return', status: 'active' },
        { code: 'RECHECK', label: 'Please check again', use: 'sendBack', status: 'active' },
        { code: 'TERMS', label: 'Different terms recommended', use: 'sendBack', status: 'active' },
        { code: 'CONFIRMED', label: 'Confirmed by other means', use: 'override', status: 'active' },
        { code: 'POLICY', label: 'Exception approved by policy', use: 'override', status: 'active' },
      ],
    },
  },
  approvalLimits: {
    title: SECTION_TITLES.approvalLimits,
    help: 'Actions above these limits need approval. Repayments and charges by one user on one loan count together within a day. Cash above the amount due this month always needs approval.',
    secondPerson: true,
    schema: z.object({ manualReceipt: positive, campaignRecipients: whole(1, 1_000_000) }),
    initial: { manualReceipt: '5000000', campaignRecipients: 100 },
  },
  refunds: {
    title: SECTION_TITLES.refunds,
    help: 'Smallest credit paid alone, and when a refund is unclaimed. Credits below the minimum are listed, and paid with the next credit of the loan or used for another loan of the customer. After these months without a payment, a refund can be marked as unclaimed; it remains a liability.',
    secondPerson: true,
    schema: z.object({ minimum: positive, unclaimedMonths: whole(1, 120) }),
    initial: { minimum: '10000', unclaimedMonths: 12 },
  },
  affordability: {
    title: SECTION_TITLES.affordability,
    help: 'Limits that the checks of a request use.',
    secondPerson: true,
    schema: z
      .object({
        shareOfPayPpm: ppm,
        payrollMonths: whole(1, 24),
        nameScorePass: whole(0, 100),
        nameScoreWarn: whole(0, 100),
      })
      .check(
        z.refine(({ nameScorePass, nameScoreWarn }) => nameScoreWarn <= nameScorePass, {
          path: ['nameScoreWarn'],
          message: 'Must not be above the score that passes',
        }),
      ),
    initial: { shareOfPayPpm: 333_300, payrollMonths: 3, nameScorePass: 85, nameScoreWarn: 65 },
  },
  retirement: {
    title: SECTION_TITLES.retirement,
    help: 'Retirement at the earlier of age and years of service. The last instalment must be due this many months before.',
    secondPerson: true,
    schema: z.object({
      marginMonths: whole(0, 60),
      rules: z
        .array(
          z.strictObject({ service: text(60), ageYears: whole(40, 80), serviceYears: whole(10, 60), status }),
        )
        .check(z.minLength(1), z.maxLength(30), z.superRefine(distinctBy('service'))),
    }),
    initial: {
      marginMonths: 3,
      rules: [
        { service: 'Civil service', ageYears: 60, serviceYears: 35, status: 'active' },
        { service: 'Teachers', ageYears: 65, serviceYears: 40, status: 'active' },
      ],
    },
  },
  payroll: {
    title: SECTION_TITLES.payroll,
    help: 'Payroll offices with their calendar, our codes in their files, instruction layout, charge and contact. A collections source is a file of repayments from another channel. Set the cut-off day of new loans on each product.',
    // the service decides until when people may owe, as the rules of retirement do
    secondPerson: true,
    schema: z.object({
      sources: z
        .array(
          // not strict: rows kept before 2026-11 also name a cut-off day, which is the product's alone
          z.object({
            code,
            name: text(80),
            service: text(60),
            payDay: whole(1, 31),
            status,
            ...sourceDetails,
          }),
        )
        .check(z.minLength(1), z.maxLength(100), z.superRefine(distinctBy('code'))),
      /** Share of what a payroll office owes, by its class of age, that the provision report counts as lost. */
      officeProvision: z._default(z.array(whole(0, 1_000_000)).check(z.length(5)), OFFICE_PROVISION_PPM),
    }),
    initial: {
      officeProvision: OFFICE_PROVISION_PPM,
      sources: [
        {
          code: 'IPPIS',
          name: 'IPPIS (federal)',
          service: 'Civil service',
          payDay: 25,
          status: 'active',
          ...SOURCE_DETAILS_INITIAL,
        },
        {
          code: 'GIFMIS',
          name: 'GIFMIS institutions',
          service: 'Civil service',
          payDay: 28,
          status: 'active',
          ...SOURCE_DETAILS_INITIAL,
        },
        {
          code: 'STATE',
          name: 'State payroll',
          service: 'Civil service',
          payDay: 28,
          status: 'active',
          ...SOURCE_DETAILS_INITIAL,
        },
        {
          code: 'TEACHERS',
          name: 'Teachers’ payroll',
          service: 'Teachers',
          payDay: 28,
          status: 'active',
          ...SOURCE_DETAILS_INITIAL,
        },
      ],
    },
  },
  classes: {
    title: SECTION_TITLES.classes,
    help: 'Days past due decide the class of a loan, and the class its provision (CBN, microfinance banks).',
    secondPerson: true,
    schema: z.object({
      classes: z.array(z.strictObject({ name: text(40), fromDays: whole(0, 3650), provisionPpm: ppm })).check(
        z.minLength(1),
        z.maxLength(12),
        z.refine(
          classes =>
            classes[0]?.fromDays === 0 &&
            classes.every((each, i) => i === 0 || each.fromDays > (classes[i - 1]?.fromDays ?? 0)),
          'Start at day 0, in ascending order',
        ),
      ),
      /** Interest on loans of the classes from this day on does not stay income. */
      suspendFromDays: z._default(whole(1, 3650), SUSPEND_FROM_DAYS),
    }),
    initial: {
      suspendFromDays: SUSPEND_FROM_DAYS,
      classes: [
        { name: 'Performing', fromDays: 0, provisionPpm: 10_000 },
        { name: 'Pass and watch', fromDays: 1, provisionPpm: 50_000 },
        { name: 'Substandard', fromDays: 31, provisionPpm: 200_000 },
        { name: 'Doubtful', fromDays: 61, provisionPpm: 500_000 },
        { name: 'Lost', fromDays: 91, provisionPpm: 1_000_000 },
      ],
    },
  },
  monthEnd: {
    title: SECTION_TITLES.monthEnd,
    help: 'What the close of a month looks at, and when the financial year ends.',
    secondPerson: true,
    schema: z.object({ yearEndMonth: whole(1, 12), suspenseDays: whole(1, 365) }),
    initial: { yearEndMonth: 12, suspenseDays: 30 },
  },
  holidays: {
    title: SECTION_TITLES.holidays,
    help: 'Public holidays do not count towards the SLA of a request.',
    secondPerson: false,
    schema: z.object({
      days: z
        .array(z.strictObject({ on: date, name: text(80) }))
        .check(z.maxLength(500), z.superRefine(distinctBy('on'))),
    }),
    initial: {
      days: [
        { on: '2026-12-25', name: 'Christmas Day' },
        { on: '2026-12-26', name: 'Boxing Day' },
        { on: '2027-01-01', name: 'New Year’s Day' },
        { on: '2027-05-01', name: 'Workers’ Day' },
        { on: '2027-06-12', name: 'Democracy Day' },
        { on: '2027-10-01', name: 'Independence Day' },
        { on: '2027-12-25', name: 'Christmas Day' },
        { on: '2027-12-26', name: 'Boxing Day' },
      ],
    },
  },
  requiredDocuments: {
    title: SECTION_TITLES.requiredDocuments,
    help: 'Documents an applicant must provide before a request can be approved.',
    // like everything that the checklist measures against
    secondPerson: true,
    schema: z.object({
      documents: z
        .array(z.strictObject({ title: text(80), status }))
        .check(z.maxLength(20), z.superRefine(distinctBy('title'))),
    }),
    initial: {
      documents: [
        { title: 'Work identity card', status: 'active' },
        { title: 'Latest payslip', status: 'active' },
      ],
    },
  },
  sla: {
    title: SECTION_TITLES.sla,
    help: 'Hours a request may stay in each queue before it is due soon, then overdue. Nights and weekends count, public holidays do not.',
    secondPerson: false,
    schema: z.object({
      reviewerHours: whole(1, 720),
      authorizerHours: whole(1, 720),
      amberPercent: whole(1, 100),
    }),
    initial: { reviewerHours: 24, authorizerHours: 12, amberPercent: 50 },
  },
  borrowing: {
    title: SECTION_TITLES.borrowing,
    help: 'Per customer, across all products.',
    secondPerson: true,
    schema: z.object({ liveLoansMost: whole(1, 10), daysBetween: whole(0, 365), loansPerYear: whole(1, 12) }),
    initial: { liveLoansMost: 1, daysBetween: 0, loansPerYear: 4 },
  },
  publicLink: {
    title: SECTION_TITLES.publicLink,
    help: 'When the public page accepts requests, and the notice shown while it does not.',
    secondPerson: false,
    schema: z
      .object({
        isOpen: z.boolean(),
        opensOn: z.nullable(date),
        closesOn: z.nullable(date),
        notice: openText(500),
        dailyCap: whole(1, 100_000),
        phoneCode: z.boolean(),
      })
      .check(
        z.refine(({ opensOn, closesOn }) => opensOn === null || closesOn === null || opensOn <= closesOn, {
          path: ['closesOn'],
          message: 'Must not be before the opening date',
        }),
      ),
    initial: {
      isOpen: true,
      opensOn: null,
      closesOn: null,
      notice: 'We are not accepting requests at the moment. Please try again later.',
      dailyCap: 1_000,
      // for the outbox alone, which shows the code to staff and to no applicant: a gateway that sends always carries it
      phoneCode: false,
    },
  },
  consent: {
    title: SECTION_TITLES.consent,
    help: 'Text that an applicant accepts. Each change is a new version, and every request keeps the version it was submitted with.',
    secondPerson: true,
    schema: z.object({ text: text(8_000, 50) }),
    initial: {
      text: [
        'I confirm that the information I have given is true and that I am applying for myself.',
        'I allow the lender to check my identity (BVN, NIN), my employment and pay with my payroll office, and my credit history with licensed credit bureaus, in order to decide on this request.',
        'If my loan is approved, I authorise my payroll office to deduct each instalment from my pay and remit it to the lender until the loan is repaid.',
        'I have the right to see, correct and, where the law allows, delete my data, and to withdraw this request until it is approved. I may cancel within three working days of signing the offer letter by repaying the amount disbursed.',
        'I agree to receive messages about this request and the loan on the phone number I give.',
      ].join('\n\n'),
    },
  },
  sms: {
    title: SECTION_TITLES.sms,
    help: 'SMS gateway, sender ID, cost, quiet hours, opt-out words and reminders.',
    secondPerson: false,
    schema: z.object({
      gateway: z.enum(['outbox', 'termii', 'africasTalking']),
      senderId: z.string().check(z.regex(/^([A-Za-z0-9 ]{3,11})?$/, '3 to 11 letters and digits')),
      channel: z.enum(['dnd', 'generic']),
      ratePerSecond: whole(1, 100),
      costPerSegment: positive,
      quietFromHour: whole(12, 24),
      quietUntilHour: whole(0, 11),
      dailyCap: whole(1, 50),
      bannedWords: openText(2_000),
      optOutWords: openText(200),
      optInWords: openText(200),
      reminders: z
        .array(z.strictObject({ rule: z.enum(['due in', 'overdue']), days: whole(0, 365) }))
        .check(z.maxLength(12), z.superRefine(distinctBy('rule', 'days'))),
    }),
    initial: {
      // nothing leaves the house until somebody has an account with a provider
      gateway: 'outbox',
      senderId: '',
      channel: 'dnd',
      ratePerSecond: 10,
      costPerSegment: '400',
      quietFromHour: 20,
      quietUntilHour: 8,
      dailyCap: 3,
      bannedWords:
        'thief, criminal, fraudster, police, arrest, jail, prison, court order, shame, disgrace, expose, your family, your friends, your boss, last warning',
      optOutWords: 'STOP, STOP ALL, UNSUBSCRIBE, CANCEL, END, QUIT, OPT OUT',
      optInWords: 'START, ALLOW, SUBSCRIBE, OPT IN',
      reminders: [
        { rule: 'due in', days: 3 },
        { rule: 'overdue', days: 1 },
        { rule: 'overdue', days: 7 },
        { rule: 'overdue', days: 30 },
      ],
    },
  },
  retention: {
    title: SECTION_TITLES.retention,
    help: 'How long data is retained. Older data is permanently deleted in the next daily run.',
    secondPerson: true,
    schema: z.object({
      rejectedRequestMonths: whole(1, 120),
      draftDocumentHours: whole(1, 720),
      payrollRowDays: whole(1, 365),
    }),
    initial: { rejectedRequestMonths: 60, draftDocumentHours: 48, payrollRowDays: 90 },
  },
  layouts: {
    title: SECTION_TITLES.layouts,
    help: 'Columns of the files that other programs read. Change them when the program that reads the file changes.',
    // what an accountant's system posts depends on them
    secondPerson: true,
    schema: z.object({ layouts: z.array(fileLayout).check(z.maxLength(60)) }),
    initial: { layouts: LAYOUTS_INITIAL },
  },
  channelAccounts: {
    title: SECTION_TITLES.channelAccounts,
    help: 'The bank or cash account where money is posted. A paying account or a payroll source can have its own. A change takes effect tomorrow at the earliest. Reversals go back to the account of the original entry.',
    secondPerson: true,
    schema: z.object({
      receipts: z.object({
        'bank transfer': moneyAccount,
        'payroll deduction': moneyAccount,
        cash: moneyAccount,
        cheque: moneyAccount,
        'direct debit': moneyAccount,
        card: moneyAccount,
      }),
      payouts: moneyAccount,
      remittances: moneyAccount,
      others: z._default(
        z
          .array(z.strictObject({ of: text(100), account: moneyAccount }))
          .check(z.maxLength(100), z.superRefine(distinctBy('of'))),
        [],
      ),
    }),
    initial: {
      receipts: {
        'bank transfer': MONEY_ACCOUNT_INITIAL,
        'payroll deduction': MONEY_ACCOUNT_INITIAL,
        cash: MONEY_ACCOUNT_INITIAL,
        cheque: MONEY_ACCOUNT_INITIAL,
        'direct debit': MONEY_ACCOUNT_INITIAL,
        card: MONEY_ACCOUNT_INITIAL,
      },
      payouts: MONEY_ACCOUNT_INITIAL,
      remittances: MONEY_ACCOUNT_INITIAL,
      others: [] as { of: string; account: string }[],
    },
  },
} as const satisfies Record<
  string,
  { title: string; help: string; secondPerson: boolean; schema: z.ZodMiniObject; initial: object }
>

export type SectionName = keyof typeof SECTIONS

/** Fields that need approval in sections which otherwise change without: where customers' messages go, and what protects customers. */
const APPROVED_FIELDS: Partial<Record<SectionName, readonly string[]>> = {
  sms: ['gateway', 'bannedWords', 'quietFromHour', 'quietUntilHour'],
}

/** Whether a change from the one value to the other needs approval. Turning the phone check of the public page off does; on, not. */
export function needsApproval(section: SectionName, before: object, after: object): boolean {
  if (SECTIONS[section].secondPerson) return true
  const held = (value: object, field: string): unknown => (value as Record<string, unknown>)[field]
  if (section === 'publicLink') return held(before, 'phoneCode') === true && held(after, 'phoneCode') !== true
  return (APPROVED_FIELDS[section] ?? []).some(field => held(before, field) !== held(after, field))
}
export const SECTION_NAMES = Object.keys(SECTIONS) as [SectionName, ...SectionName[]]
export type Section<S extends SectionName> = z.output<(typeof SECTIONS)[S]['schema']>

/**
 * Rows that records point at: once there, such a row is retired and never taken out, because a rejected request goes on
 * naming its reason.
 */
export const STORED_ROWS: Partial<
  Record<SectionName, { list: string; fields: readonly [string, ...string[]] }>
> = {
  organisation: { list: 'bankAccounts', fields: ['name'] },
  reasonCodes: { list: 'codes', fields: ['code', 'use'] },
  retirement: { list: 'rules', fields: ['service'] },
  payroll: { list: 'sources', fields: ['code'] },
  requiredDocuments: { list: 'documents', fields: ['title'] },
  layouts: { list: 'layouts', fields: ['name'] },
}

/** What a section names in its list of kept rows; empty for sections without one. */
export function storedRows(section: SectionName, value: unknown): string[] {
  const stored = STORED_ROWS[section]
  if (!stored || typeof value !== 'object' || value === null) return []
  const rows = (value as Record<string, unknown>)[stored.list]
  return Array.isArray(rows) ? rows.map(row => rowKey(row, stored.fields)) : []
}

/**
 * Rules for what is written from now on. They stand beside the schemas, which also read what was kept before there was
 * a rule: an old value must not close the section it stands in.
 */
export function writingProblems(section: SectionName, value: unknown): Record<string, string> {
  if (section === 'organisation') {
    const { phone = '' } = value as { phone?: string }
    return phone.trim() === '' || isOfficePhone(phone) ? {} : { phone: OFFICE_PHONE }
  }
  const tooMuch = Object.entries(value as object).filter(
    ([, each]) => typeof each === 'bigint' && each > NAIRA_MAX,
  )
  return {
    ...Object.fromEntries(tooMuch.map(([field]) => [field, NAIRA_MAX_TEXT])),
    ...(section === 'sms' ? smsProblems(value as Section<'sms'>) : {}),
    ...(section === 'payroll' ? sourceProblems((value as Section<'payroll'>).sources) : {}),
    ...(section === 'layouts' ? layoutsProblems((value as Section<'layouts'>).layouts) : {}),
    ...(section === 'classes' ? classProblems(value as Section<'classes'>) : {}),
  }
}

/** Lists and figures tell classes apart by name alone. */
function classProblems({ classes }: Section<'classes'>): Record<string, string> {
  const names = new Set(classes.map(({ name }) => name.trim().toLowerCase()))
  return names.size === classes.length ? {} : { classes: 'Class names must be different' }
}

/** The networks register letters and digits alone; Termii refuses everything that bears no sender. */
function smsProblems({ gateway, senderId }: Section<'sms'>): Record<string, string> {
  if (senderId === '') return gateway === 'termii' ? { senderId: 'Termii requires a sender ID' } : {}
  return /^[A-Za-z0-9]{3,11}$/.test(senderId) ? {} : { senderId: '3 to 11 letters and digits, no spaces' }
}

const OFFICE_PHONE = 'A Nigerian phone number, such as 0700 47656 00, 01-270 1234 or +234 803 123 4567'

/** A section as stored and sent: `value` is the wire form; `SECTIONS[name].schema` reads it. */
export const settingVersion = z
  .object({
    section: z.enum(SECTION_NAMES),
    version: z.int(),
    value: z.json(),
    effectiveOn: z.string(),
    changedBy: z.nullable(z.string()),
    changedAt: z.nullable(moment),
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'SettingVersion' })

const linkState = z.enum(['working', 'failing', 'unused'])

const outsideLink = z.object({
  name: z.string(),
  kind: z.enum(['sms', 'payroll']),
  /** The code of a payroll source. */
  source: z.nullable(z.string()),
  state: linkState,
  detail: z.string(),
  lastSuccessAt: z.nullable(moment),
})

export const settingsApi = {
  settingList: endpoint({
    method: 'GET',
    path: '/api/settings',
    permission: 'console.read',
    summary:
      'Lists every settings section as in effect today, with scheduled versions and pending approvals.',
    input: z.object({}),
    reply: z.object({
      rows: z.array(
        z.extend(settingVersion, { next: z.nullable(settingVersion), pendingApprovalId: z.nullable(id) }),
      ),
    }),
  }),
  settingHistory: endpoint({
    method: 'GET',
    path: '/api/settings/:section/history',
    permission: 'console.read',
    summary: 'Lists all versions of a settings section, newest first.',
    input: z.object({ section: z.enum(SECTION_NAMES) }),
    reply: z.object({ rows: z.array(z.extend(settingVersion, { approvedBy: z.nullable(z.string()) })) }),
  }),
  settingChange: endpoint({
    method: 'PUT',
    path: '/api/settings/:section',
    permission: 'settings.change',
    summary:
      'Creates a new version of a settings section, effective from a date. Some sections need approval.',
    input: z.object({
      section: z.enum(SECTION_NAMES),
      value: z.json(),
      effectiveOn: date,
      reason: why(500),
      /** The version that was on the screen: a change made meanwhile is not overwritten unseen. */
      basedOn: z.int(),
    }),
    reply: changeReply,
  }),
  outsideLinkList: endpoint({
    method: 'GET',
    path: '/api/outside-links',
    permission: 'console.read',
    summary: 'Lists external connections (SMS gateway, payroll sources) with their status and last success.',
    input: z.object({}),
    reply: z.object({ rows: z.array(outsideLink) }),
  }),
  payrollSourceTest: endpoint({
    method: 'POST',
    path: '/api/outside-links/payroll/:source/test',
    permission: 'settings.change',
    summary: 'Compares the last approved month of a payroll source with the one due by its pay day.',
    input: z.object({ source: term(40) }),
    reply: z.object({ state: linkState, words: z.array(z.string()) }),
  }),
}

/** The queue numbers its jobs. */
const jobId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'The number of a job'))

/** More that gave up than this are one fault many times over: letting go of these shows the next. */
export const FAILED_JOBS_MAX = 100

const failedJob = z
  .object({
    id: jobId,
    /** What it was to do. */
    title: z.string(),
    /** The record it was at work on, where it is one's. */
    subjectType: z.nullable(z.string()),
    subjectId: z.nullable(id),
    attempts: z.int(),
    failedAt: moment,
    /** Why the last try failed, without names and numbers of people. */
    error: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'FailedJob' })

/** How the program itself is, and work in the background that gave up. */
export const BACKUP_KINDS = ['backup', 'log', 'restoreTest'] as const
export const CLOCK_PROBLEMS = ['ahead of the database', 'ahead of the records'] as const

export const jobApi = {
  health: endpoint({
    method: 'GET',
    path: '/api/settings/health',
    permission: 'console.read',
    summary:
      'Returns system health: jobs, workers, audit seal, database, gateway balance and last ledger check.',
    input: z.object({}),
    reply: z.object({
      jobsWaiting: z.int(),
      jobsFailed: z.int(),
      workers: z.int(),
      auditUnsealed: z.int(),
      databaseVersion: z.string(),
      databaseBytes: z.string(),
      messagesQueued: z.int(),
      /** Until quiet hours end, a batch is let go or a person says so. */
      messagesHeld: z.int(),
      gateway: z.enum(GATEWAYS),
      /** In the provider's own words; null where it was never read. */
      gatewayBalance: z.nullable(z.string()),
      gatewayBalanceAt: z.nullable(moment),
      lastProofAt: z.nullable(moment),
      lastProofOk: z.nullable(z.boolean()),
      /** When a forwarded address last came that is not trusted: a proxy of which the program does not know. */
      untrustedProxyAt: z.nullable(moment),
      /** Replicas that this process may read from. One that is not asked is too far behind or does not answer. */
      replicas: z.array(
        z.object({ host: z.string(), lagSeconds: z.nullable(z.number()), isAsked: z.boolean() }),
      ),
      /** How far the machine whose clock is most wrong is ahead of the database; null where none was compared lately. */
      clockSkewMs: z.nullable(z.int()),
      /** Of the built-in database; none where no place for backups is set. */
      backups: z.array(
        z.object({
          kind: z.enum(BACKUP_KINDS),
          at: moment,
          ok: z.boolean(),
          tookMs: z.int(),
          detail: z.string(),
          okAt: z.nullable(moment),
        }),
      ),
      /** Why nothing is written. */
      clockProblem: z.nullable(z.enum(CLOCK_PROBLEMS)),
    }),
  }),
  failedJobList: endpoint({
    method: 'GET',
    path: '/api/failed-jobs',
    permission: 'console.read',
    summary: 'Lists failed background jobs, newest first, at most 100, each with its last error.',
    input: z.object({}),
    reply: z.object({ rows: z.array(failedJob) }),
  }),
  jobRetry: endpoint({
    method: 'POST',
    path: '/api/failed-jobs/:id/retry',
    permission: 'settings.change',
    summary: 'Retries a failed job.',
    input: z.object({ id: jobId }),
    reply: done,
  }),
  jobLetGo: endpoint({
    method: 'POST',
    path: '/api/failed-jobs/let-go',
    permission: 'settings.change',
    summary: 'Discards failed jobs. Their work stays incomplete.',
    input: z.object({
      ids: z.array(jobId).check(z.minLength(1), z.maxLength(FAILED_JOBS_MAX)),
      reason: why(500),
    }),
    reply: done,
  }),
}

const officerLink = z
  .object({
    code: z.string(),
    officerName: z.string(),
    officerActive: z.boolean(),
    enabled: z.boolean(),
    expiresOn: z.nullable(z.string()),
    opened: z.int(),
    started: z.int(),
    submitted: z.int(),
  })
  .register(z.globalRegistry, { id: 'OfficerLink' })

const officerLinkList = endpoint({
  method: 'GET',
  path: '/api/officer-links',
  permission: 'console.read',
  summary: 'Lists the loan request link of each account officer with its counts.',
  input: z.object({}),
  reply: z.object({ rows: z.array(officerLink) }),
})

export const officerLinkApi = {
  officerLinkList,
  officerLinkExport: exportOf(
    officerLinkList,
    '/api/officer-links/export',
    'Exports the loan request links of account officers with their counts as CSV or XLSX.',
  ),
  officerLinkChange: endpoint({
    method: 'PUT',
    path: '/api/officer-links/:code',
    permission: 'settings.change',
    summary: 'Enables or disables an account officer’s link, or sets its last day.',
    input: z.object({ code: officerCode, enabled: z.boolean(), expiresOn: z.nullable(date) }),
    reply: officerLink,
  }),
}
