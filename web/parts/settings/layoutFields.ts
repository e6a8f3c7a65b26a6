import {
  type LAYOUT_AMOUNTS,
  LAYOUT_CONTENTS,
  LAYOUT_DATES,
  type LAYOUT_ENCODINGS,
  type LAYOUT_FILLS,
  type LAYOUT_FORMATS,
  type LAYOUT_GROUPINGS,
  type LAYOUT_SEPARATORS,
  type LAYOUT_USES,
  type LayoutColumn,
} from '../../../contract/layouts.ts'
import type { Json } from '../../../contract/trail.ts'
import type { FieldSpec } from './fieldSpec.ts'

/** Fields of a file layout, and how they read. */

const choices = <V extends string>(labels: Record<V, string>): { value: V; label: string }[] =>
  (Object.keys(labels) as V[]).map(value => ({ value, label: labels[value] }))

export const USES = choices<(typeof LAYOUT_USES)[number]>({
  journal: 'Journal for the accountant’s system',
  payout: 'Disbursements for the bank',
  result: 'Result from the bank',
  borrowers: 'Borrowers for a credit bureau',
})
export const FORMATS = choices<(typeof LAYOUT_FORMATS)[number]>({
  csv: 'CSV',
  fixed: 'Text with fixed widths',
  xlsx: 'Excel (XLSX)',
})
const SEPARATORS = choices<(typeof LAYOUT_SEPARATORS)[number]>({
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  bar: 'Vertical bar',
})
const ENCODINGS = choices<(typeof LAYOUT_ENCODINGS)[number]>({
  utf8Mark: 'UTF-8 for Excel (with byte order mark)',
  utf8: 'UTF-8',
  latin1: 'Latin 1 (ISO 8859-1)',
  ascii: 'ASCII, without accents',
})
const AMOUNTS = choices<(typeof LAYOUT_AMOUNTS)[number]>({
  naira: 'Naira: 1250.50',
  kobo: 'Kobo: 125050',
})
const GROUPINGS = choices<(typeof LAYOUT_GROUPINGS)[number]>({
  day: 'One line for each day, account and side',
  entry: 'Every line of every entry',
})
export const FILLS = choices<(typeof LAYOUT_FILLS)[number]>({
  after: 'Spaces after',
  before: 'Spaces before',
  zeros: 'Zeros before',
})

export const LAYOUT_DETAILS: readonly FieldSpec[] = [
  {
    name: 'payingAccount',
    label: 'Paying account',
    kind: 'choice',
    from: 'payingAccounts',
    optional: true,
    hint: 'From Settings > Organisation.',
  },
  { name: 'grouping', label: 'Lines', kind: 'choice', options: GROUPINGS },
  { name: 'separator', label: 'Separator', kind: 'choice', options: SEPARATORS },
  {
    name: 'quotes',
    label: 'Quotation marks',
    kind: 'choice',
    options: choices({ needed: 'Where needed', all: 'Around every cell' }),
  },
  { name: 'encoding', label: 'Encoding', kind: 'choice', options: ENCODINGS },
  {
    name: 'lineEnd',
    label: 'End of a line',
    kind: 'choice',
    options: choices({ windows: 'Windows (CR LF)', unix: 'Unix (LF)' }),
  },
  {
    name: 'firstRow',
    label: 'Headings',
    kind: 'choice',
    options: choices({ headings: 'In the first row', none: 'None' }),
  },
  {
    name: 'dates',
    label: 'Dates',
    kind: 'choice',
    options: LAYOUT_DATES.map(value => ({ value, label: value })),
  },
  { name: 'amounts', label: 'Amounts', kind: 'choice', options: AMOUNTS },
  { name: 'columns', label: 'Columns', kind: 'cells' },
  { name: 'header', label: 'Row above the lines', kind: 'cells', optional: true },
  { name: 'trailer', label: 'Row below the lines', kind: 'cells', optional: true },
]

/** What the form of a new layout starts with. */
export const LAYOUT_BLANK: Readonly<Record<string, string>> = {
  name: '',
  status: 'active',
  use: 'journal',
  payingAccount: '',
  format: 'csv',
  grouping: 'day',
  separator: 'comma',
  quotes: 'needed',
  encoding: 'utf8Mark',
  lineEnd: 'windows',
  firstRow: 'headings',
  dates: 'DD/MM/YYYY',
  amounts: 'naira',
  columns: '[]',
  header: '[]',
  trailer: '[]',
}

/** A workbook has neither separators nor encodings, and only a journal is grouped. */
export const layoutDetails = (of: (name: string) => string): readonly FieldSpec[] =>
  LAYOUT_DETAILS.filter(({ name }) => {
    if (name === 'payingAccount') return of('use') === 'payout' || of('use') === 'result'
    // of a file that is read only the headings count
    if (of('use') === 'result') return name === 'columns'
    if (name === 'grouping') return of('use') === 'journal'
    if (name === 'separator' || name === 'quotes') return of('format') === 'csv'
    if (name === 'encoding' || name === 'lineEnd') return of('format') !== 'xlsx'
    return true
  })

/** "Net Amount: amount without sign, 12 characters". */
export function columnText(given: { readonly [key: string]: Json }): string {
  const column = given as Pick<LayoutColumn, 'heading' | 'content' | 'text' | 'width'>
  const { content, width, heading } = column
  const fixed = content === 'fixed' ? ` “${column.text}”` : ''
  const wide = width > 0 ? `, ${width} characters` : ''
  return `${heading ? `${heading}: ` : ''}${LAYOUT_CONTENTS[content].label}${fixed}${wide}`
}
