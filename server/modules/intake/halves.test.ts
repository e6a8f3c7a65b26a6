import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isStorable } from '../../../engine/text.ts'
import { type House, openHouse } from '../../../test/cast.ts'
import { cellsOf, describeContent, utf16be } from '../../../test/tables.ts'
import { run, send, upload } from '../../../test/uploads.ts'
import { workbook, worksheet } from '../../../test/workbooks.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

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
  const caller = house.as('admin')
  const id = await send(caller, `STAFF_ID,FULL_NAME,NETPAY\n1,${LONG},100\n2,ADA,100\n`)
  await run(house, id)
  const { status, layout } = await caller.ok('intakeGet', { id })
  expect([status, layout?.columns.map(column => column.field)]).toEqual([
    'received',
    ['staffNumber', 'fullName', 'netPay'],
  ])
})

test('only fields of the file are mapped', async () => {
  const caller = house.as('admin')
  const id = await send(caller, 'STAFF_ID,FULL_NAME,NETPAY,NOTE\n1,ADA,100,x\n', { period: '2026-07' })
  await run(house, id)
  const { layout } = await caller.ok('intakeGet', { id })
  for (const field of ['anything', 'x\0', 'constructor'])
    await caller.refused('intakeMap', { id, mapping: { ...layout?.mapping, [field]: 3 } }, 'input.invalid')
  const kept = await house.pool.query(`select from intake_mapping where mapping ? 'anything'`)
  expect(kept.rows).toEqual([])
})

test('B56 a formula in the heading of a file comes back as text', async () => {
  const heading = '=HYPERLINK("http://evil.example")'
  const file = `STAFF_ID,FULL_NAME,NETPAY,"${heading.replaceAll('"', '""')}"\n1,ADA,none,x\n`
  const id = await upload(house, file, { period: '2026-06', fileName: `${randomUUID()}.csv` })
  const refused = await house.as('admin').ok('intakeRefusalFile', { id })
  // written while it is sent: nobody knows its length beforehand, and no node holds a million rows
  const { headers } = await house.as('admin').call('intakeRefusalFile', { id })
  expect(headers).not.toHaveProperty('content-length')
  const [first = ''] = Buffer.from(refused.bytes).toString().split('\n')
  expect(first).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  // corrected and sent again, its columns are known all the same
  const again = await upload(house, Buffer.from(refused.bytes).toString().replace(',none,', ',100,'), {
    period: '2026-06',
    correctsId: id,
  })
  expect((await house.as('admin').ok('intakeGet', { id: again })).goodRows).toBe(1)
})

test('under one id one upload is begun: another file is refused, the same is noted as a repeat', async () => {
  const admin = house.as('admin')
  const begun = {
    id: randomUUID(),
    kind: 'payroll' as const,
    source: 'IPPIS',
    period: '2026-05',
    fileName: 'may.csv',
    bytes: 100,
  }
  await admin.ok('intakeOpen', begun)
  await admin.ok('intakeOpen', begun)
  await admin.refused('intakeOpen', { ...begun, fileName: 'june.csv' }, 'idempotency.other_body')
  await admin.refused('intakeOpen', { ...begun, period: '2026-06' }, 'idempotency.other_body')
  const { rows } = await house
    .as('auditor')
    .ok('recordHistory', { subjectType: 'intake', subjectId: begun.id })
  expect(rows.map(row => row.after)).toMatchObject([{ repeated: true }, { file: 'may.csv' }])
})
