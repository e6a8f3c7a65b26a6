import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { lineOf, xlsxOf } from './sheet.ts'

/** Signs that mean something in a CSV or to Excel are likely, so that every kind of cell comes up. */
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",; Ade9＝＋－＠') }),
  fc.constantFrom('Okonkwo Adaeze', '•••• 4321', '₦1,250,000.00', ''),
)

test('B73 a line written the short way is the line that the library writes', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 12 }), cells => {
      expect(lineOf(cells)).toBe(stringify([cells], { escape_formulas: true }))
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
