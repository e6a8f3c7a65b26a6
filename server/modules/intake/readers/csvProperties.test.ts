import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saved, utf16be } from '../../../../test/tables.ts'
import { CsvSplitter } from './csv.ts'
import { readRows } from './rows.ts'
import type { TableRow, TableShape } from './table.ts'
import { DEFAULT_LIMITS } from './table.ts'

const WINDOWS_LETTERS = [...'abcÄé€ž“”\'\t,;| "\n\r=+-@0129']
const anyCell = fc.string({ unit: 'grapheme', maxLength: 12 }).map(text => text.replaceAll(/[\0\ufeff]/g, ''))
const plainCell = fc.string({ unit: fc.constantFrom(...WINDOWS_LETTERS), maxLength: 12 })
const tableOf = (cell: fc.Arbitrary<string>): fc.Arbitrary<string[][]> =>
  fc.integer({ min: 1, max: 6 }).chain(width =>
    fc.array(
      fc.array(cell, { minLength: width, maxLength: width }).filter(cells => width > 1 || cells[0] !== ''),
      { minLength: 1, maxLength: 12 },
    ),
  )

type Style = { delimiter: string; newline: string; isAllQuoted: boolean; isEnded: boolean }
const anyStyle: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  isAllQuoted: fc.boolean(),
  isEnded: fc.boolean(),
})

function written(table: string[][], { delimiter, newline, isAllQuoted, isEnded }: Style): string {
  const one = (cell: string): string =>
    isAllQuoted || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  return table.map(cells => cells.map(one).join(delimiter)).join(newline) + (isEnded ? newline : '')
}

const LETTERS_1252 = new Map(
  [...'€žÄé“”'].map((letter, at) => [letter, [0x80, 0x9e, 0xc4, 0xe9, 0x93, 0x94][at] ?? 0]),
)
const ENCODERS: Record<NonNullable<TableShape['encoding']>, (text: string) => Buffer> = {
  'utf-8': text => Buffer.from(text),
  'utf-16le': text => Buffer.from(text, 'utf16le'),
  'utf-16be': utf16be,
  'windows-1252': text =>
    Buffer.from([...text].map(letter => LETTERS_1252.get(letter) ?? letter.charCodeAt(0))),
}

test.each(Object.entries(ENCODERS))(
  'any table written as CSV in %s reads back equal',
  async (name, encode) => {
    const encoding = name as keyof typeof ENCODERS
    const cell = encoding === 'windows-1252' ? plainCell : anyCell
    await fc.assert(
      fc.asyncProperty(tableOf(cell), anyStyle, async (table, style) => {
        const path = await saved(encode(written(table, style)))
        const shape: TableShape = { kind: 'csv', encoding, delimiter: style.delimiter, sheets: [] }
        const cells: string[][] = []
        for await (const batch of readRows(path, shape)) cells.push(...batch.map(row => row.cells))
        expect(cells).toEqual(table)
      }),
      { numRuns: 150 },
    )
  },
)

test('rows do not depend on where the blocks of a file end', () => {
  const mess = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', '\r'), maxLength: 60 })
  fc.assert(
    fc.property(mess, fc.array(fc.nat(60), { maxLength: 6 }), (text, cuts) => {
      const whole = new CsvSplitter(',', DEFAULT_LIMITS).end(text)
      const splitter = new CsvSplitter(',', DEFAULT_LIMITS)
      const rows: TableRow[] = []
      let from = 0
      for (const cut of [...cuts].sort((a, b) => a - b)) {
        rows.push(...splitter.write(text.slice(from, cut)))
        from = Math.max(from, cut)
      }
      rows.push(...splitter.end(text.slice(from)))
      expect(rows).toEqual(whole)
    }),
    { numRuns: 2_000 },
  )
})
