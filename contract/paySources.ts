import { z } from 'zod/mini'
import { addDays, daysInMonth, fromCalendar, type LocalDate, type PayMonth } from '../engine/dates.ts'
import { kobo as toKobo } from '../engine/money.ts'
import { kobo, text } from './endpoint.ts'
import { findBank } from './nigeria.ts'

/** A payroll source as the settings hold it: its calendar, our identity in its files, its layouts, charge and contact. */

/** payroll: an office deducts from pay and remits. collections: a file of repayments from another channel. */
export const SOURCE_KINDS = ['payroll', 'collections'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/**
 * How a code in a file is compared with ours, without case, spaces and signs. exact: equal. prefix: begins with it.
 * alias: another spelling that the office uses for us, compared as a whole.
 */
export const CODE_MATCHES = ['exact', 'prefix', 'alias'] as const

/** The account that a collections file debits: our bank, or what the processor collected and has not settled yet. */
export const CASH_ACCOUNTS = ['bank', 'collectionsReceivable'] as const

/** Channels of repayments that arrive in a collections file. */
export const COLLECTION_CHANNELS = ['bank transfer', 'direct debit', 'card', 'cheque', 'cash'] as const

/** Provision on what an office owes, by days since it was expected: 0–30, 31–60, 61–90, 91–180, more than 180. */
export const OFFICE_PROVISION_PPM = [0, 50_000, 100_000, 250_000, 500_000]

/** What a column of an instruction file can hold, in the order the layout lists them. */
export const INSTRUCTION_COLUMNS = [
  'staffNumber',
  'fullName',
  'employer',
  'element',
  'beneficiary',
  'change',
  'amount',
  'previousAmount',
  'startMonth',
  'endMonth',
  'instalments',
  'balance',
  'loanNumber',
] as const
export type InstructionColumn = (typeof INSTRUCTION_COLUMNS)[number]

const whole = (least: number, most: number) =>
  z.number().check(z.int('A whole number'), z.gte(least, `At least ${least}`), z.lte(most, `At most ${most}`))
const dayOfMonth = whole(1, 31)
const openText = (longest: number) => text(longest, 0)

const ourCode = z.strictObject({ match: z.enum(CODE_MATCHES), value: text(60) })
export type OurCode = z.output<typeof ourCode>

/** What is compared of a code: letters and digits in capitals. Every code without any is the same one. */
export const BLANK_CODE = '(blank)'
export const codeKey = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '') || BLANK_CODE

/** The settings name the code as ours. */
export const isOurCode = (codes: readonly OurCode[], key: string): boolean =>
  codes.some(({ match, value }) =>
    match === 'prefix' ? key !== BLANK_CODE && key.startsWith(codeKey(value)) : key === codeKey(value),
  )

const layoutOut = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  /** Heading and content of each column; the defaults of Iroko when empty. */
  columns: z
    .array(z.strictObject({ heading: text(60), content: z.enum(INSTRUCTION_COLUMNS) }))
    .check(z.maxLength(30)),
  /** A delta file lists changes only; a full file also lists what continues. */
  scope: z.enum(['delta', 'full']),
})

const charge = z.strictObject({
  /** Kept back by the office from what it remits: a share, an amount for each deduction, or nothing. */
  kind: z.enum(['none', 'share', 'each']),
  ppm: whole(0, 200_000),
  each: kobo,
})

/** Where money is returned to the office. */
const officeAccount = z.strictObject({
  name: openText(120),
  bankCode: openText(6),
  accountNumber: openText(10),
})
export type OfficeAccount = z.output<typeof officeAccount>

const contact = z.strictObject({
  person: openText(120),
  title: openText(120),
  address: openText(300),
  email: openText(120),
  phone: openText(40),
})

/** Fields of a source beyond its code, name, retirement rule, pay day and status. Rows of release 0.2 have none of them. */
export const sourceDetails = {
  kind: z._default(z.enum(SOURCE_KINDS), 'payroll'),
  /** Day of the month by which the office needs the instructions of that month. */
  instructionDay: z._default(dayOfMonth, 10),
  /** Days after pay day on which the deduction file and the remittance are expected. */
  fileDays: z._default(whole(0, 180), 14),
  remittanceDays: z._default(whole(0, 365), 21),
  /** Further days for which a missing deduction file does not count as default. */
  toleranceDays: z._default(whole(0, 120), 14),
  /** Deduction elements and beneficiary codes that are ours. Empty: every row of a file is ours. */
  elements: z._default(z.array(ourCode).check(z.maxLength(50)), []),
  beneficiaries: z._default(z.array(ourCode).check(z.maxLength(50)), []),
  /** Part of an instalment that may be instructed on top of it while a loan is in arrears, in parts per million. */
  arrearsPpm: z._default(whole(0, 1_000_000), 0),
  layoutOut: z._default(layoutOut, { format: 'csv', columns: [], scope: 'delta' }),
  charge: z._default(charge, { kind: 'none', ppm: 0, each: toKobo(0n) }),
  account: z._default(officeAccount, { name: '', bankCode: '', accountNumber: '' }),
  contact: z._default(contact, { person: '', title: '', address: '', email: '', phone: '' }),
  /** Of a collections source. */
  cashAccount: z._default(z.enum(CASH_ACCOUNTS), 'bank'),
  channel: z._default(z.enum(COLLECTION_CHANNELS), 'bank transfer'),
}

/** The details of a source as they are sent, before anyone changes them. */
export const SOURCE_DETAILS_INITIAL = {
  kind: 'payroll',
  instructionDay: 10,
  fileDays: 14,
  remittanceDays: 21,
  toleranceDays: 14,
  elements: [],
  beneficiaries: [],
  arrearsPpm: 0,
  layoutOut: { format: 'csv', columns: [], scope: 'delta' },
  charge: { kind: 'none', ppm: 0, each: '0' },
  account: { name: '', bankCode: '', accountNumber: '' },
  contact: { person: '', title: '', address: '', email: '', phone: '' },
  cashAccount: 'bank',
  channel: 'bank transfer',
}

type Calendar = {
  payDay: number
  instructionDay: number
  fileDays: number
  remittanceDays: number
  toleranceDays: number
}
/** The days of a payroll month; a day that the month does not have is its last. */
export function sourceDates(
  calendar: Calendar,
  month: PayMonth,
): Record<'instructions' | 'payDay' | 'file' | 'remittance' | 'overdueAfter', LocalDate> {
  const [year = 0, number = 1] = month.split('-').map(part => parseInt(part, 10))
  const dayOf = (day: number) => fromCalendar(year, number, Math.min(day, daysInMonth(year, number)))
  const payDay = dayOf(calendar.payDay)
  const file = addDays(payDay, calendar.fileDays)
  return {
    instructions: dayOf(calendar.instructionDay),
    payDay,
    file,
    remittance: addDays(payDay, calendar.remittanceDays),
    overdueAfter: addDays(file, calendar.toleranceDays),
  }
}

/** A short beginning would take the codes of other lenders for ours. */
const PREFIX_MIN_CHARACTERS = 3

function codeProblems(path: string, codes: readonly OurCode[]): [string, string][] {
  return codes.flatMap(({ match, value }, index): [string, string][] => {
    const at = `${path}.${index}.value`
    const key = codeKey(value)
    const before = codes.slice(0, index)
    if (key === BLANK_CODE) return [[at, 'Enter letters or digits']]
    if (before.some(each => codeKey(each.value) === key)) return [[at, 'Already in the list']]
    if (match === 'prefix' && key.length < PREFIX_MIN_CHARACTERS)
      return [[at, `At least ${PREFIX_MIN_CHARACTERS} letters or digits`]]
    const wider = codes.find(
      (each, other) => other !== index && each.match === 'prefix' && key.startsWith(codeKey(each.value)),
    )
    return wider ? [[at, `Already covered by codes beginning with ${wider.value}`]] : []
  })
}

/** As parsed or as sent: the browser checks what it has not sent yet. */
type WrittenSource = {
  kind?: SourceKind
  elements?: readonly OurCode[]
  beneficiaries?: readonly OurCode[]
  layoutOut?: { columns: readonly { heading: string; content: InstructionColumn }[] }
  charge?: { kind: 'none' | 'share' | 'each'; ppm: number | null; each: unknown }
  contact?: { email: string }
  account?: OfficeAccount
}

function layoutProblems(path: string, { kind, layoutOut }: WrittenSource): [string, string][] {
  const columns = layoutOut?.columns ?? []
  if (columns.length === 0) return []
  if (kind === 'collections')
    return [
      [`${path}.layoutOut.columns`, 'A collections source has no instruction file. Remove its columns.'],
    ]
  const headings = columns.map(({ heading }) => heading.trim().toUpperCase())
  const repeated = columns.flatMap((_, index): [string, string][] =>
    headings[index] !== '' && headings.indexOf(headings[index] ?? '') < index
      ? [[`${path}.layoutOut.columns.${index}.heading`, 'Already a heading of this file']]
      : [],
  )
  const contents = columns.map(({ content }) => content)
  const missing = [
    ...(contents.includes('staffNumber') ? [] : ['the staff number']),
    ...(contents.includes('amount') ? [] : ['the amount']),
  ]
  return missing.length === 0
    ? repeated
    : [[`${path}.layoutOut.columns`, `Add a column for ${missing.join(' and ')}`], ...repeated]
}

function chargeProblems(path: string, { charge }: WrittenSource): [string, string][] {
  if (charge?.kind === 'share' && !charge.ppm) return [[`${path}.charge.ppm`, 'Enter a share above zero']]
  const isNothing = !charge || String(charge.each) === '0' || String(charge.each).startsWith('-')
  return charge?.kind === 'each' && isNothing ? [[`${path}.charge.each`, 'Enter an amount above zero']] : []
}

/** All of it, or none. */
function accountProblems(path: string, { kind, account }: WrittenSource): [string, string][] {
  if (!account || Object.values(account).every(each => each.trim() === '')) return []
  if (kind === 'collections')
    return [[`${path}.account.name`, 'A collections source has no payroll office. Leave it blank.']]
  return [
    ...(account.name.trim() === '' ? [[`${path}.account.name`, 'Enter the name of the account']] : []),
    ...(findBank(account.bankCode) ? [] : [[`${path}.account.bankCode`, 'Choose the bank']]),
    ...(/^\d{10}$/.test(account.accountNumber) ? [] : [[`${path}.account.accountNumber`, 'Enter 10 digits']]),
  ] as [string, string][]
}

/** What a source that is written from now on must not have, by field. */
export function sourceProblems(sources: readonly WrittenSource[]): Record<string, string> {
  return Object.fromEntries(
    sources.flatMap((source, index) => {
      const path = `sources.${index}`
      const email = source.contact?.email.trim() ?? ''
      return [
        ...codeProblems(`${path}.elements`, source.elements ?? []),
        ...codeProblems(`${path}.beneficiaries`, source.beneficiaries ?? []),
        ...layoutProblems(path, source),
        ...chargeProblems(path, source),
        ...accountProblems(path, source),
        ...(email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
          ? []
          : [
              [`${path}.contact.email`, 'An email address, such as payroll@agency.gov.ng'] as [
                string,
                string,
              ],
            ]),
      ]
    }),
  )
}
