import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { xls } from '../../../../test/files.ts'
import { HOSTILE_TABLES } from '../../../../test/hostileTables.ts'
import { ROSTER, rowsOf } from '../../../../test/tables.ts'
import { STYLES, workbook, worksheet } from '../../../../test/workbooks.ts'

describe('G3 files made to hurt are refused', () => {
  test.each(HOSTILE_TABLES)('%s', async (_, content, code) => {
    await expect(rowsOf(content())).rejects.toMatchObject({ name: 'TableProblem', code })
  })
})

test('a file with bytes changed at random is read or refused by name, and nothing else happens', async () => {
  const shared = { sharedStrings: '<si><t>Eze</t></si>', styles: STYLES }
  const xml = worksheet('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46296</v></c></row>')
  const files = [
    workbook([{ xml }, { rows: [['STAFF_ID', 480210]] }], shared),
    xls(),
    Buffer.from(`\ufeff${ROSTER}`, 'utf16le'),
  ]
  const change = fc.tuple(fc.nat(), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      async (file, changes) => {
        const hurt = Buffer.from(file)
        for (const [place, byte] of changes) hurt[place % hurt.length] = byte
        await rowsOf(hurt).catch((error: unknown) => expect(error).toMatchObject({ name: 'TableProblem' }))
      },
    ),
    { numRuns: 300 },
  )
})
