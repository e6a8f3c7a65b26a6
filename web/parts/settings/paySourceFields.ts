import { BANKS } from '../../../contract/nigeria.ts'
import {
  CODE_MATCHES,
  COLLECTION_CHANNELS,
  INSTRUCTION_COLUMNS,
  type InstructionColumn,
} from '../../../contract/paySources.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import type { FieldSpec } from './fieldSpec.ts'

/** Fields of a payroll source beyond its row: calendar, codes, instruction file, charge, contact. */

export const MATCH_WORDS: Record<(typeof CODE_MATCHES)[number], string> = {
  exact: 'Exactly',
  prefix: 'Beginning with',
  alias: 'Also written',
}

export const COLUMN_WORDS: Record<InstructionColumn, string> = {
  staffNumber: IPPIS_NUMBER,
  fullName: 'Name',
  employer: EMPLOYER,
  element: 'Deduction element',
  beneficiary: 'Beneficiary',
  change: 'Change (new, change, stop …)',
  amount: 'Amount to deduct',
  previousAmount: 'Previous amount',
  startMonth: 'First month',
  endMonth: 'Last month',
  instalments: 'Instalments left',
  balance: 'Outstanding balance',
  loanNumber: 'Loan number',
}
export const COLUMN_CHOICES = INSTRUCTION_COLUMNS.map(value => ({ value, label: COLUMN_WORDS[value] }))
export const MATCH_CHOICES = CODE_MATCHES.map(value => ({ value, label: MATCH_WORDS[value] }))

const days = (name: string, label: string): FieldSpec => ({ name, label, kind: 'whole', unit: 'days' })
const contact = (name: string, label: string): FieldSpec => ({
  name: `contact.${name}`,
  label,
  kind: 'text',
  optional: true,
})

export const SOURCE_DETAILS: readonly FieldSpec[] = [
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: [
      { value: 'payroll', label: 'Payroll: an office deducts from pay and remits' },
      { value: 'collections', label: 'Collections: repayments from another channel' },
    ],
  },
  { name: 'instructionDay', label: 'Instruction cut-off day', kind: 'whole' },
  days('fileDays', 'File expected after pay day'),
  days('remittanceDays', 'Remittance expected after pay day'),
  days('toleranceDays', 'Tolerance for a late file'),
  { name: 'elements', label: 'Our deduction elements', kind: 'codes' },
  { name: 'beneficiaries', label: 'Our beneficiary codes', kind: 'codes' },
  {
    name: 'layoutOut.format',
    label: 'Instruction file',
    kind: 'choice',
    options: [
      { value: 'csv', label: 'CSV' },
      { value: 'xlsx', label: 'Excel (XLSX)' },
    ],
  },
  {
    name: 'layoutOut.scope',
    label: 'Lines in the file',
    kind: 'choice',
    options: [
      { value: 'delta', label: 'Changes only' },
      { value: 'full', label: 'All deductions' },
    ],
  },
  { name: 'layoutOut.columns', label: 'Columns of the instruction file', kind: 'columns' },
  { name: 'arrearsPpm', label: 'Arrears added, as a share of the instalment', kind: 'percent' },
  {
    name: 'charge.kind',
    label: 'Agreed charge',
    kind: 'choice',
    options: [
      { value: 'none', label: 'None' },
      { value: 'share', label: 'Share of the amount deducted' },
      { value: 'each', label: 'Amount for each deduction' },
    ],
  },
  { name: 'charge.ppm', label: 'Share withheld by the office', kind: 'percent' },
  { name: 'charge.each', label: 'Amount for each deduction', kind: 'naira' },
  { name: 'account.name', label: 'Account name', kind: 'text', optional: true },
  {
    name: 'account.bankCode',
    label: 'Bank',
    kind: 'choice',
    optional: true,
    options: [
      { value: '', label: 'Not provided' },
      ...BANKS.map(bank => ({ value: bank.Code, label: bank.Name })),
    ],
  },
  { name: 'account.accountNumber', label: 'Account number', kind: 'text', optional: true },
  contact('person', 'Contact person'),
  contact('title', 'Job title'),
  contact('email', 'Email'),
  contact('phone', 'Phone'),
  contact('address', 'Address'),
  {
    name: 'cashAccount',
    label: 'Account debited',
    kind: 'choice',
    options: [
      { value: 'bank', label: 'Bank' },
      { value: 'collectionsReceivable', label: 'Collections received by the processor' },
    ],
  },
  {
    name: 'channel',
    label: 'Channel',
    kind: 'choice',
    options: COLLECTION_CHANNELS.map(value => ({
      value,
      label: `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`,
    })),
  },
]

/** What the form of a new source starts with, and what a source of an older version has. */
export const SOURCE_BLANK: Readonly<Record<string, string>> = {
  kind: 'payroll',
  instructionDay: '10',
  fileDays: '14',
  remittanceDays: '21',
  toleranceDays: '14',
  elements: '[]',
  beneficiaries: '[]',
  'layoutOut.format': 'csv',
  'layoutOut.scope': 'delta',
  'layoutOut.columns': '[]',
  arrearsPpm: '0',
  'charge.kind': 'none',
  'charge.ppm': '0',
  'charge.each': '0.00',
  'account.name': '',
  'account.bankCode': '',
  'account.accountNumber': '',
  'contact.person': '',
  'contact.title': '',
  'contact.email': '',
  'contact.phone': '',
  'contact.address': '',
  cashAccount: 'bank',
  channel: 'bank transfer',
}

const ONLY_PAYROLL =
  /^(instructionDay|fileDays|remittanceDays|toleranceDays|elements|beneficiaries|arrearsPpm|layoutOut|charge|account\.)/

/** Fields that a source of this kind uses; an agreed charge has one figure at most. */
export function usedDetails(kind: string, charge: string): readonly FieldSpec[] {
  return SOURCE_DETAILS.filter(({ name }) => {
    if (kind === 'collections') return !ONLY_PAYROLL.test(name)
    if (name === 'charge.ppm') return charge === 'share'
    if (name === 'charge.each') return charge === 'each'
    return name !== 'cashAccount' && name !== 'channel'
  })
}
