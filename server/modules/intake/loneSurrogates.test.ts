import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isStorable } from '../../../engine/text.ts'
import { cellsOf, describeContent, utf16be } from '../../../test/tables.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { run, send } from '../../../test/uploads.ts'
import { workbook, worksheet } from '../../../test/workbooks.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const SMILE = '😀'
const HALF = SMILE.slice(0, 1)
const LONG = 'x'.repeat(199) + SMILE
const marked = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('half a letter in a file', () => {
  test.each<[what: string, file: Buffer]>([
    ['UTF-16', marked(`STAFF_ID,FULL_NAME\n1,ADA ${HALF}\n`)],
    ['UTF-16 turned round', utf16be(`\ufeffSTAFF_ID,FULL_NAME\n1,ADA ${HALF}\n`)],
    ['at the very end of UTF-16', marked(`STAFF_ID,FULL_NAME\n1,ADA ${HALF}`)],
    [
      'a workbook that names it by number',
      workbook([
        {
          xml: worksheet(
            '<row r="1"><c r="A1" t="inlineStr"><is><t>1</t></is></c><c r="B1" t="inlineStr"><is><t>ADA &#xD83D;</t></is></c></row>',
          ),
        },
      ]),
    ],
    [
      'a workbook that escapes it',
      workbook([
        {
          rows: [
            ['STAFF_ID', 'FULL_NAME'],
            ['1', 'ADA _xD83D_'],
          ],
        },
      ]),
    ],
  ])('%s: is shown as �', async (_, file) => {
    const cells = (await cellsOf(file)).flat()
    expect(cells.every(isStorable)).toBe(true)
    expect(cells).toContain('ADA \ufffd')
  })

  test('a whole one stays, also across two blocks', async () => {
    const text = `STAFF_ID,FULL_NAME\n${`1,ADA ${SMILE}\n`.repeat(40_000)}`
    const cells = await cellsOf(marked(text))
    expect(cells.slice(1).every(([, name]) => name === `ADA ${SMILE}`)).toBe(true)
  })

  test('in the name of a sheet', async () => {
    const { sheets } = await describeContent(workbook([{ name: 'Oct &#xD83D;', rows: [['ID'], ['1']] }]))
    expect(sheets.every(({ name }) => isStorable(name))).toBe(true)
  })
})

test('a cell whose letter is cut by what the preview shows does not stop the upload', async () => {
  const caller = testApp.as('admin')
  const id = await send(caller, `STAFF_ID,FULL_NAME,NETPAY\n1,${LONG},100\n2,ADA,100\n`)
  await run(testApp, id)
  const { status, layout } = await caller.ok('intakeGet', { id })
  expect([status, layout?.columns.map(column => column.field)]).toEqual([
    'received',
    ['staffNumber', 'fullName', 'netPay'],
  ])
})
