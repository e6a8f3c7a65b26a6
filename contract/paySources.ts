import { z } from 'zod/mini'
import { kobo as toKobo } from '../engine/money.ts'
import { kobo, text } from './endpoint.ts'

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
  layoutOut: z._default(layoutOut, { format: 'csv', columns: [], scope: 'delta' }),
  charge: z._default(charge, { kind: 'none', ppm: 0, each: toKobo(0n) }),
  contact: z._default(contact, { person: '', title: '', address: '', email: '', phone: '' }),
  /** Of a collections source. */
  cashAccount: z._default(z.enum(CASH_ACCOUNTS), 'bank'),
  channel: z._default(z.enum(COLLECTION_CHANNELS), 'bank transfer'),
}
