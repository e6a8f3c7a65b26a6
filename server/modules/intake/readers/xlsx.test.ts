import { describe, expect, test } from 'vitest'
import { compound, xls } from '../../../../test/files.ts'
import { cellsOf, describeContent, refusal, rowsOf } from '../../../../test/tables.ts'
import { SPREADSHEET, STYLES, workbook, worksheet } from '../../../../test/workbooks.ts'

describe('workbooks', () => {
  test('B67 without a sheet, with two, with a hidden one', async () => {
    expect(await refusal(workbook([]))).toMatchObject({ code: 'noSheet' })
    const content = workbook([
      { name: 'October', rows: [['ID'], ['1']] },
      { name: 'Notes', state: 'hidden', rows: [['secret']] },
      { name: 'Rest', rows: [['ID'], ['2']] },
    ])
    expect(await describeContent(content)).toEqual({
      kind: 'xlsx',
      sheets: [
        { name: 'October', hidden: false },
        { name: 'Notes', hidden: true },
        { name: 'Rest', hidden: false },
      ],
    })
    expect((await rowsOf(content)).map(({ sheet, cells }) => [sheet, cells[0]])).toEqual([
      [0, 'ID'],
      [0, '1'],
      [2, 'ID'],
      [2, '2'],
    ])
    expect(await rowsOf(content, { sheet: 1 })).toEqual([{ sheet: 1, line: 1, cells: ['secret'] }])
  })

  test('B68 merged and missing cells keep their places, rows their numbers', async () => {
    const xml = worksheet(
      '<row r="3"><c r="A3"><v>1</v></c><c r="D3"><v>4</v></c></row><row r="9"><c r="B9"><v>2</v></c></row><row r="10"/>',
    ).replace('</worksheet>', '<mergeCells count="1"><mergeCell ref="A3:C3"/></mergeCells></worksheet>')
    expect(await rowsOf(workbook([{ xml }]))).toEqual([
      { sheet: 0, line: 3, cells: ['1', '', '', '4'] },
      { sheet: 0, line: 9, cells: ['', '2'] },
    ])
  })

  test.each<[what: string, cell: string, is1904: boolean, text: string]>([
    ['B68 a date by its number', '<c s="1"><v>46296</v></c>', false, '2026-10-01'],
    ['B68 a date in a format of its own', '<c s="2"><v>29990</v></c>', false, '1982-02-08'],
    ['B68 a day of the years after 1904', '<c s="1"><v>44834</v></c>', true, '2026-10-01'],
    ['B68 the first of March 1900', '<c s="1"><v>61</v></c>', false, '1900-03-01'],
    ['B68 the first day of Excel', '<c s="1"><v>1</v></c>', false, '1900-01-01'],
    ['B68 a day that never was', '<c s="1"><v>60</v></c>', false, '60'],
    ['a day and a time', '<c s="4"><v>46296.75</v></c>', false, '2026-10-01 18:00:00'],
    ['a day of ISO 8601', '<c t="d"><v>2026-10-01T00:00:00</v></c>', false, '2026-10-01'],
    ['B65 leading zeros kept by the format', '<c s="3"><v>123456789</v></c>', false, '0123456789'],
    ['an amount with a word in its format', '<c s="5"><v>46296.5</v></c>', false, '46296.5'],
    ['B65 a number with an exponent', '<c><v>1.2E+10</v></c>', false, '12000000000'],
    ['a small number with an exponent', '<c><v>1.5E-3</v></c>', false, '0.0015'],
    ['an amount with the noise of binary numbers', '<c><v>187450.35000000001</v></c>', false, '187450.35'],
    ['noise from below', '<c><v>187450.34999999998</v></c>', false, '187450.35'],
    ['noise that carries over', '<c><v>99.999999999999997</v></c>', false, '100'],
    ['a negative amount', '<c><v>-187450.35000000001</v></c>', false, '-187450.35'],
    ['sixteen digits', '<c><v>5399123412341234</v></c>', false, '5399123412341234'],
    ['a number beyond all use', '<c><v>1E+300</v></c>', false, '1E+300'],
    ['yes', '<c t="b"><v>1</v></c>', false, 'TRUE'],
    ['the last result of a formula', '<c t="str"><f>A1&amp;"x"</f><v>Eze x</v></c>', false, 'Eze x'],
    [
      'text in runs, without its reading',
      '<c t="inlineStr"><is><r><t>OKON</t></r><r><t>KWO</t></r><rPh><t>x</t></rPh></is></c>',
      false,
      'OKONKWO',
    ],
    ['B66 a formula as text', '<c t="inlineStr"><is><t>=1+1</t></is></c>', false, '=1+1'],
    ['what XML cannot hold', '<c t="inlineStr"><is><t>a_x000A_b_x0000_c</t></is></c>', false, 'a\nbc'],
    ['entities', '<c t="inlineStr"><is><t>O&apos;Brien &amp; &#8358;5</t></is></c>', false, "O'Brien & ₦5"],
  ])('%s', async (_, cell, date1904, text) => {
    const rows = await rowsOf(
      workbook([{ xml: worksheet(`<row>${cell}</row>`) }], { styles: STYLES, date1904 }),
    )
    expect(rows).toEqual([{ sheet: 0, line: 1, cells: [text] }])
  })

  test('shared texts, also in runs and with every tag prefixed', async () => {
    const xml = `<x:worksheet xmlns:x="${SPREADSHEET.slice(7, -1)}"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>1</x:v></x:c><x:c r="B1" t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    const sharedStrings =
      '<si><t>Eze</t></si><si><r><t>OKON</t></r><r><t xml:space="preserve">KWO </t></r></si>'
    expect(await cellsOf(workbook([{ xml }], { sharedStrings }))).toEqual([['OKONKWO ', 'Eze']])
  })

  test('twenty thousand shared texts come back, each its own', async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `ỌKỌNKWỌ ${at}`)
    const sharedStrings = names.map(name => `<si><t>${name}</t></si>`).join('')
    const xml = worksheet(names.map((_, at) => `<row><c t="s"><v>${at}</v></c></row>`).join(''))
    expect((await cellsOf(workbook([{ xml }], { sharedStrings }))).flat()).toEqual(names)
  })

  test.each([
    [
      'B69 an error',
      '<c r="C1" t="e"><f>VLOOKUP(1,A:B,2,0)</f><v>#N/A</v></c>',
      ['', '', '#N/A'],
      'Cell C1 shows #N/A.',
    ],
    [
      'B69 no result',
      '<c r="A1"><f>A2</f></c>',
      [],
      'Cell A1 holds a formula that was never calculated; save the file in Excel once.',
    ],
    [
      'a text that is not there',
      '<c r="A1" t="s"><v>7</v></c>',
      [],
      'Cell A1 points to a text that the file does not hold.',
    ],
    ['a value in column XFD', '<c r="XFD1"><v>1</v></c>', [], 'This row has more than 256 columns.'],
    [
      'a text too long',
      `<c r="A1" t="str"><v>${'x'.repeat(40_000)}</v></c>`,
      [`${'x'.repeat(100)}…`],
      'Cell A1 holds more than 32,767 characters.',
    ],
  ])('a formula or cell with %s makes its row invalid', async (_, cell, cells, problem) => {
    const xml = worksheet(`<row>${cell}</row><row><c><v>5</v></c></row>`)
    expect(await rowsOf(workbook([{ xml }]))).toEqual([
      { sheet: 0, line: 1, cells, problem },
      { sheet: 0, line: 2, cells: ['5'] },
    ])
  })

  test('B70 a password is said, and an .xls is sent back to be saved as .xlsx', async () => {
    expect(await refusal(compound('EncryptedPackage', Buffer.alloc(5_000, 7)))).toEqual({
      code: 'locked',
      message: 'This Excel file is locked with a password. Save it without one and choose the new copy.',
    })
    expect(await refusal(xls())).toEqual({
      code: 'wrongType',
      message: 'This is an older Excel workbook (.xls). Save the workbook as .xlsx and upload it again.',
    })
  })

  test('sheets that name one part are not read once for each', async () => {
    const sheet = workbook([{ rows: [['ID']] }, { rows: [['ID']] }])
    expect(await cellsOf(sheet)).toEqual([['ID'], ['ID']])
    const shared = workbook([{ rows: [['ID']] }, { part: 'worksheets/SHEET1.xml' }])
    expect(await refusal(shared)).toMatchObject({ code: 'damaged' })
  })

  test('B72 what the sheet says of its size is not believed', async () => {
    const xml = worksheet('<row><c r="A1"><v>1</v></c></row>').replace(
      '<sheetData>',
      '<dimension ref="A1:XFD1048576"/><sheetData>',
    )
    expect(await cellsOf(workbook([{ xml }]))).toEqual([['1']])
  })

  test('B59 rows are counted over all sheets', async () => {
    const content = workbook([{ rows: [['ID'], ['1'], ['2']] }, { rows: [['ID'], ['3']] }])
    expect(await rowsOf(content, { limits: { rows: 3 } })).toHaveLength(5)
    await expect(rowsOf(content, { limits: { rows: 2 } })).rejects.toMatchObject({ code: 'tooManyRows' })
  })
})
