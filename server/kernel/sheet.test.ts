import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { StreamedFile } from '../../contract/endpoint.ts'
import {
  CSV_SAFE,
  csvOf,
  lineOf,
  pagedSheet,
  type SheetColumns,
  sheetOf,
  wholeSheetOf,
  xlsxOf,
} from './sheet.ts'

/** Signs that mean something in a CSV or to Excel are likely, so that every kind of cell comes up. */
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",; Ade9＝＋－＠') }),
  fc.constantFrom('Okonkwo Adaeze', '•••• 4321', '₦1,250,000.00', ''),
)

test.each(['=1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '\r\n=1', ' =1', '\n\t+1', '\v@A', '\n＝1'])(
  'B73%j is text wherever it stands',
  formula => {
    const columns = [['Name', (row: string[]) => row[0] ?? ''], ['Note', (row: string[]) => row[1] ?? '']] as const
    for (const row of [[formula, 'Ade'], ['Ade', formula]]) {
      const reported = row.map(cell => (cell === formula ? `'${cell}` : cell))
      expect(parse(csvOf(columns, [row]), { bom: true })[1]).toEqual(reported)
      expect(parse(lineOf(row))[0]).toEqual(reported)
    }
  },
) // biome-ignore format: a table

test('B73 what only begins with a space, or holds a sign further on, stays as it is', () => {
  const stored = [' Ade', 'a=1', '\nAde', '1 - 2', "O'Brien", '']
  expect(parse(lineOf(stored))[0]).toEqual(stored)
})

test('B73 a line written the short way is the line that the library writes', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 12 }), cells => {
      expect(lineOf(cells)).toBe(stringify([cells], CSV_SAFE))
    }),
    { numRuns: 2_000 },
  )
})

test('a sheet whose name Excel would not take is called by the part that it takes', async () => {
  const { sheets } = await readXlsx(
    await xlsxOf('missing-Federal Capital Territory Administration-2026-10', [['Name']]),
  )
  expect(sheets[0]?.name).toBe('missing-Federal Capital Territo')
  const odd = await readXlsx(await xlsxOf(`missing-Lagos/Ogun: [*?'2026`, [['Name']]))
  expect(odd.sheets[0]?.name).toBe('missing-Lagos Ogun      2026')
})

test('amounts are numbers that Excel can add up; everything else, and what it could not hold, is text', async () => {
  const rows = [
    ['Customer', 'Amount (NGN)'],
    ['=SUM(A1)', '61666.67'],
    ['0123456789', '-0.10'],
    ['Okonkwo', '9999999999999.99'],
    ['Bello', '99999999999999.99'],
    ['Adeyemi', ''],
  ]
  const { sheets } = await readXlsx(await xlsxOf('Statement', rows))
  expect(sheets[0]?.rows.slice(1).map(row => row.slice(0, 2))).toEqual([
    ['=SUM(A1)', 61_666.67],
    ['0123456789', -0.1],
    ['Okonkwo', 9_999_999_999_999.99],
    ['Bello', '99999999999999.99'],
    ['Adeyemi', expect.toBeOneOf(['', null])],
  ])
})

test('days and counts are numbers in a workbook, made whole or page by page; what names something is text', async () => {
  type Late = { phone: string; days: number | null }
  const columns: SheetColumns<Late> = [
    ['Phone', row => row.phone],
    ['Days past due', row => row.days],
  ]
  const rows = [
    { phone: '0803', days: 12 },
    { phone: '0805', days: 0 },
    { phone: '0806', days: null },
  ]
  const about = { name: 'late', on: '2026-11-16' }
  const whole = await sheetOf('xlsx', about, columns, rows)
  const paged = wholeSheetOf(
    'xlsx',
    about,
    pagedSheet(columns, async () => rows),
  )
  if (!(paged instanceof StreamedFile)) throw new Error('made as a whole')
  const pieces: Uint8Array[] = []
  for await (const piece of paged.pieces) pieces.push(Buffer.from(piece))
  for (const bytes of [whole.bytes, Buffer.concat(pieces)])
    expect((await readXlsx(Buffer.from(bytes))).sheets[0]?.rows.slice(1)).toEqual([
      ['0803', 12],
      ['0805', 0],
      ['0806', expect.toBeOneOf(['', null])],
    ])
  expect(csvOf(columns, rows)).toBe('\ufeffPhone,Days past due\n0803,12\n0805,0\n0806,\n')
})

test('a workbook of any length is written while it is read, a page at a time', async () => {
  const asked: number[] = []
  const next = async (after: number | null, limit: number): Promise<number[]> => {
    asked.push(after ?? 0)
    const from = after ?? 0
    return Array.from({ length: Math.min(limit, 45_000 - from) }, (_, at) => from + at + 1)
  }
  const file = wholeSheetOf(
    'xlsx',
    { name: 'customers', on: '2026-11-16' },
    pagedSheet(
      [
        ['Number', n => `C${n}`],
        ['Name', n => (n % 2 === 0 ? '=SUM(A1)' : null)],
        ['Owed (NGN)', n => `${n}.50`],
      ],
      next,
    ),
  )
  expect(file.name).toBe('customers-2026-11-16.xlsx')
  if (!(file instanceof StreamedFile)) throw new Error('made as a whole')
  const pieces: Uint8Array[] = []
  for await (const piece of file.pieces) {
    // one page before it is sent, and no more
    if (pieces.length === 1) expect(asked.length).toBeLessThan(20)
    pieces.push(Buffer.from(piece))
  }
  const [sheet] = (await readXlsx(Buffer.concat(pieces))).sheets
  expect(sheet?.name).toBe('customers')
  expect(sheet?.rows).toHaveLength(45_001)
  expect(sheet?.rows.slice(0, 3)).toEqual([
    ['Number', 'Name', 'Owed (NGN)'],
    ['C1', expect.toBeOneOf(['', null]), 1.5],
    ['C2', '=SUM(A1)', 2.5],
  ])
})
