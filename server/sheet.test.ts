import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf } from './sheet.ts'

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
