import { expect, test } from 'vitest'
import { describeLayout, type Layout } from './layout.ts'
import { coverLayout, coverRow } from './mask.ts'

const head = (...lines: string[][]) => lines.map((cells, index) => ({ sheet: 0, line: index + 1, cells }))
const layoutOf = (...lines: string[][]): Layout =>
  describeLayout('book', { kind: 'csv', sheets: [] }, head(...lines), {})

const HEADER = [
  'Loan number',
  'Surname',
  'BVN',
  'NIN',
  'Phone',
  'Account number',
  'Net pay',
  'Basic',
  'Grade',
]
const LINE = [
  'OLD-1',
  'Okeke',
  '22471234567',
  '12345678901',
  '0803 123 4567',
  '0123456785',
  '185000.50',
  '91000',
  'GL 8',
]

test.each<[what: string, column: number, covered: string]>([
  ['a loan number', 0, 'OLD-1'],
  ['a name', 1, 'Okeke'],
  ['a BVN', 2, '•••••••4567'],
  ['a NIN', 3, '•••••••8901'],
  ['a phone', 4, '•••• ••• 4567'],
  ['an account', 5, '••••••6785'],
  ['pay, of which not even the end is shown', 6, '••••••.••'],
  ['what has no meaning here but may be pay', 7, '•••••'],
  ['a grade', 8, 'GL 8'],
])('%s is shown to those who may not reveal as it should be', (_, column, covered) => {
  const { head: lines } = coverLayout(layoutOf(HEADER, LINE))
  expect(lines[0]?.cells[column]).toBe(HEADER[column])
  expect(lines[1]?.cells[column]).toBe(covered)
})

test('without a header, or with a line of people taken for one, no column says what may be shown', () => {
  const nameless = coverLayout(layoutOf(LINE, LINE))
  expect(nameless.head[0]?.cells[6]).toBe('••••••.••')
  expect(nameless.head[1]?.cells[2]).toBe('•••••••••••')
  const mistaken = coverLayout({
    ...describeLayout('book', { kind: 'csv', sheets: [] }, head(LINE, LINE), { headerLine: 1 }),
  })
  expect(mistaken.columns[2]?.header).toBe('•••••••••••')
  expect(mistaken.head.flatMap(line => line.cells).join(' ')).not.toMatch(/\d{5}/)
})

const MAPPING = { staffNumber: 0, fullName: 1, netPay: 2 }
const refused = (faults: string, ...cells: string[]) => ({ row_number: 1, sheet: 0, line: 2, cells, faults })

test('a long number in a column of something else is covered, a day and its hour are not', () => {
  const row = refused('fullName.missing', '22471234567', '2026-10-31 00:00', '1.00')
  expect(coverRow(MAPPING, row).cells).toEqual(['•••••••4567', '2026-10-31 00:00', '•.••'])
})

test('in a row shifted by an extra comma no cell is trusted', () => {
  const row = refused('row.tooManyCells', '434590', 'OKEKE', 'ADA', '185000.50')
  expect(coverRow(MAPPING, row).cells).toEqual(['••••••', 'OKEKE', 'ADA', '••••••.••'])
})
