import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  compound,
  office,
  oldWorkbook,
  png,
  SPREADSHEET,
  workbook,
  worksheet,
  zip,
} from '../../test/files.ts'
import { CsvSplitter } from './csvSplitter.ts'
import {
  describeTable,
  type ReadOptions,
  readTable,
  type TableProblem,
  type TableRow,
  type TableShape,
} from './table.ts'
import { DEFAULT_LIMITS } from './tableProblem.ts'

let directory = ''
let made = 0
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'iroko-table-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function saved(content: Buffer | string): Promise<string> {
  const path = join(directory, `${made++}`)
  await writeFile(path, content)
  return path
}

const describeContent = async (content: Buffer | string): Promise<TableShape> =>
  describeTable(await saved(content))

async function rowsOf(content: Buffer | string, options: ReadOptions = {}): Promise<TableRow[]> {
  const path = await saved(content)
  const rows: TableRow[] = []
  for await (const batch of readTable(path, await describeTable(path, options.limits), options))
    rows.push(...batch)
  return rows
}

const cellsOf = async (content: Buffer | string): Promise<string[][]> =>
  (await rowsOf(content)).map(({ cells }) => cells)

const refusal = (content: Buffer | string): Promise<Pick<TableProblem, 'code' | 'message'>> =>
  rowsOf(content).then(
    () => {
      throw new Error('the file was taken')
    },
    ({ code, message }: TableProblem) => ({ code, message }),
  )

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const ROSTER = 'STAFF_ID,FULL_NAME,NETPAY\n480210,ADÉBÁYỌ TUNDE,187450.35\n'
const READ = [
  ['STAFF_ID', 'FULL_NAME', 'NETPAY'],
  ['480210', 'ADÉBÁYỌ TUNDE', '187450.35'],
]

describe('encodings', () => {
  test.each<[id: string, content: Buffer, encoding: string]>([
    ['B48 UTF-16, little end first, marked', Buffer.from(`\ufeff${ROSTER}`, 'utf16le'), 'utf-16le'],
    ['B48 UTF-16, big end first, marked', utf16be(`\ufeff${ROSTER}`), 'utf-16be'],
    ['B48 UTF-16 without a mark', Buffer.from(ROSTER, 'utf16le'), 'utf-16le'],
    ['B48 UTF-16 without a mark, big end first', utf16be(ROSTER), 'utf-16be'],
    ['B50 UTF-8 with a mark', Buffer.from(`\ufeff${ROSTER}`), 'utf-8'],
    ['UTF-8 without a mark', Buffer.from(ROSTER), 'utf-8'],
  ])('%s', async (_, content, encoding) => {
    expect((await describeContent(content)).encoding).toBe(encoding)
    expect(await cellsOf(content)).toEqual(READ)
  })

  test('B49 one letter of Windows-1252 in the last of many rows decides', async () => {
    const plain = 'STAFF_ID,FULL_NAME\n'.concat('480210,OKONKWO ADAEZE\n'.repeat(20_000))
    const content = Buffer.concat([
      Buffer.from(plain),
      Buffer.from('480211,P\xc9PIN \x96 O\x92BRIEN \x80\n', 'latin1'),
    ])
    expect((await describeContent(content)).encoding).toBe('windows-1252')
    expect((await cellsOf(content)).at(-1)).toEqual(['480211', 'PÉPIN – O’BRIEN €'])
  })

  test('a letter of several bytes cut by the end of a block is still UTF-8', async () => {
    for (const shift of [0, 1, 2]) {
      const content = `NAME,X\n${'a'.repeat(128 * 1024 - 9 + shift)}\nỌLÁ,1\n`
      expect((await describeContent(content)).encoding).toBe('utf-8')
      expect((await cellsOf(content)).at(-1)).toEqual(['ỌLÁ', '1'])
    }
  })

  test('a zero byte is refused', async () => {
    expect(await refusal(`A,B\n${'1,2\n'.repeat(60_000)}1,\0\n`)).toMatchObject({ code: 'notText' })
    expect(await refusal(Buffer.from('\ufeffA,B\n1,\0\n', 'utf16le'))).toMatchObject({ code: 'notText' })
  })
})

describe('B51 delimiters are found', () => {
  test.each([
    ['comma', 'ID,NAME,PAY\n1,Eze,5\n', ','],
    [
      'semicolon, with commas in names and amounts',
      'ID;NAME;PAY\n1;Eze, Uche;5,00\n2;Musa, Sani;6,00\n',
      ';',
    ],
    ['tab', 'ID\tNAME\tPAY\n1\tEze, Uche\t5\n', '\t'],
    ['bar', 'ID|NAME|PAY\n1|Eze|5\n', '|'],
    [
      'comma, below a title with semicolons',
      'PAYROLL; OCTOBER; 2026\n\nID,NAME,PAY,BANK\n1,Eze,5,UBA\n2,Sani,6,GTB\n',
      ',',
    ],
    ['comma, with quoted semicolons', 'ID,NAME\n1,"a;b;c;d"\n2,"a;b;c;d"\n', ','],
    ['what the first line says', 'sep=|\nID|NAME\n1|Eze, Uche\n', '|'],
    ['one column', 'STAFF_ID\n480210\n', ','],
  ])('%s', async (_, content, delimiter) => {
    expect((await describeContent(content)).delimiter).toBe(delimiter)
  })

  test('the line that names the delimiter is no row', async () => {
    expect(await rowsOf('sep=;\nID;NAME\n1;Eze\n')).toEqual([
      { sheet: 0, line: 2, cells: ['ID', 'NAME'] },
      { sheet: 0, line: 3, cells: ['1', 'Eze'] },
    ])
  })
})

describe('rows of CSV', () => {
  test('B52 line ends of three kinds in one file, and quoted ones inside a cell', async () => {
    expect(await rowsOf('A,B\r\n1,2\n3,4\r5,"6\r\n7"\n8,9')).toEqual([
      { sheet: 0, line: 1, cells: ['A', 'B'] },
      { sheet: 0, line: 2, cells: ['1', '2'] },
      { sheet: 0, line: 3, cells: ['3', '4'] },
      { sheet: 0, line: 4, cells: ['5', '6\r\n7'] },
      { sheet: 0, line: 6, cells: ['8', '9'] },
    ])
  })

  test.each([
    ['a quote in the middle of a cell', '5" pipe,x', ['5" pipe', 'x']],
    ['quotes inside a quoted cell', '"ADE "BIG" BAYO",x', ['ADE "BIG" BAYO', 'x']],
    ['doubled quotes', '"ADE ""BIG"" BAYO",x', ['ADE "BIG" BAYO', 'x']],
    ['an empty quoted cell', '"",x', ['', 'x']],
    ['nothing but a quoted quote', '"""",x', ['"', 'x']],
    ['stray commas are more cells', '1,Eze, Uche,5', ['1', 'Eze', ' Uche', '5']],
    ['B55 one column short', '1', ['1']],
    ['empty cells at the end', '1,,', ['1', '', '']],
    ['a quoted cell and a comma at the end', '"1",', ['1', '']],
    ['B65 what Excel did to numbers stays as it was written', '1.2E+10,803123', ['1.2E+10', '803123']],
    ['B66 cells that begin like formulas are text', '=1+1,+234,-5,@x', ['=1+1', '+234', '-5', '@x']],
    ['B66 a tab and a quoted line break in front', '\t=1,"\r=2"', ['\t=1', '\r=2']],
  ])('%s', async (_, line, cells) => {
    expect(await cellsOf(`A,B\n${line}\nlast,row\n`)).toEqual([['A', 'B'], cells, ['last', 'row']])
  })

  test('B54 headers twice, renamed or missing are rows like others', async () => {
    expect(await cellsOf('ID,ID\nNAME,PAY\n')).toEqual([
      ['ID', 'ID'],
      ['NAME', 'PAY'],
    ])
  })

  test('B57 the last line needs no end, and empty lines are no rows', async () => {
    expect(await rowsOf('A,B\n\n\n1,2')).toEqual([
      { sheet: 0, line: 1, cells: ['A', 'B'] },
      { sheet: 0, line: 4, cells: ['1', '2'] },
    ])
  })

  test('B58 an empty file is refused, a header alone is one row', async () => {
    for (const content of ['', '\ufeff', ' \n\n'])
      expect(await refusal(content)).toEqual({ code: 'empty', message: 'This file is empty.' })
    expect(await cellsOf('STAFF_ID,NETPAY\n')).toEqual([['STAFF_ID', 'NETPAY']])
  })

  test('B60 to B62 the same person, the same row and two months come as they stand', async () => {
    const lines = ['480210,Eze,2026-09', '480210,Eze,2026-09', '480210,Eze,2026-10']
    expect(await cellsOf(`ID,NAME,PERIOD\n${lines.join('\n')}`)).toHaveLength(4)
  })

  test('rows above a line are passed over', async () => {
    const rows = await rowsOf('A,B\n1,2\n"3\n",4\n5,6\n', { fromLine: 3 })
    expect(rows.map(({ line }) => line)).toEqual([3, 5])
  })

  test('B53 a quote that never closes at row 1,099,999 costs its own row only', async () => {
    const path = await saved(`ID,NAME\n${'480210,Eze\n'.repeat(1_099_998)}480210,"Eze\nlast,row\n`)
    let seen = 0
    const spoilt: TableRow[] = []
    let last: TableRow | undefined
    for await (const batch of readTable(path, await describeTable(path))) {
      seen += batch.length
      spoilt.push(...batch.filter(({ problem }) => problem))
      last = batch.at(-1)
    }
    expect(seen).toBe(1_100_001)
    expect(spoilt).toEqual([
      {
        sheet: 0,
        line: 1_100_000,
        cells: ['480210', '"Eze'],
        problem: 'A quote opens in column 2 and is never closed.',
      },
    ])
    expect(last?.cells).toEqual(['last', 'row'])
  })

  test('an open quote in the middle ends a hundred lines on, and all rows behind it come', async () => {
    const rows = await rowsOf(`A,B\n1,"x\n${'2,y\n'.repeat(500)}3,"z"\n`)
    expect(rows).toHaveLength(503)
    expect(rows.filter(({ problem }) => problem).map(({ line }) => line)).toEqual([2])
    expect(rows.at(-1)?.cells).toEqual(['3', 'z'])
  })

  test('an open quote does not swallow the rows down to the next quoted cell', async () => {
    const rows = await rowsOf('A,B,C\n1,"Eze,5\n2,Sani,6\n3,"Musa, Aliyu",7\n4,"Obi\nUche",8\n')
    expect(rows.map(({ line, cells, problem }) => [line, cells[1], problem !== undefined])).toEqual([
      [1, 'B', false],
      [2, '"Eze', true],
      [3, 'Sani', false],
      [4, 'Musa, Aliyu', false],
      [5, 'Obi\nUche', false],
    ])
  })

  test('a quote left open in every row is quick', async () => {
    const rows = await rowsOf('A,B\n'.concat('1,"Eze "Uche\n'.repeat(100_000)))
    expect(rows).toHaveLength(100_001)
    expect(rows.filter(({ problem }) => problem)).toHaveLength(100_000)
  }, 15_000)

  test('B56 a cell of a megabyte spoils its row, quoted or not', async () => {
    for (const cell of ['x'.repeat(1_000_000), `"${'x'.repeat(1_000_000)}"`, 'x'.repeat(3_000_000)]) {
      const [, spoilt, last] = await rowsOf(`A,B\n1,${cell}\n2,y\n`)
      expect(spoilt?.problem).toMatch(/more than [\d,]+ characters/)
      expect(spoilt?.cells.join('').length).toBeLessThan(200)
      expect(last).toEqual({ sheet: 0, line: 3, cells: ['2', 'y'] })
    }
  })

  test('B56 ten gigabytes of one cell are passed over in flat memory', () => {
    const splitter = new CsvSplitter(',', DEFAULT_LIMITS)
    const block = 'x'.repeat(4 * 1024 * 1024)
    const rows = splitter.write('A,B\n1,')
    const before = process.memoryUsage().rss
    for (let at = 0; at < 2_500; at++) rows.push(...splitter.write(block))
    rows.push(...splitter.end('\n2,y'))
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024)
    expect(rows.map(({ line, problem }) => [line, problem !== undefined])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  test('more columns than allowed spoil the row, empty ones at its end do not', async () => {
    const [, wide, padded] = await rowsOf(`A,B\n${'1,'.repeat(300)}1\n1,2${','.repeat(300)}\n`)
    expect(wide?.problem).toBe('This row has 301 columns; 256 are the most.')
    expect(wide?.cells).toHaveLength(256)
    expect(padded).toEqual({ sheet: 0, line: 3, cells: ['1', '2'] })
  })

  test('B59 1,100,000 rows below the header are read, one more is refused', async () => {
    const path = await saved('ID\n'.concat('480210\n'.repeat(1_100_000)))
    const count = async (): Promise<number> => {
      let rows = 0
      for await (const batch of readTable(path, await describeTable(path))) rows += batch.length
      return rows
    }
    expect(await count()).toBe(1_100_001)
    await appendFile(path, '480210\n')
    await expect(count()).rejects.toMatchObject({
      code: 'tooManyRows',
      message: 'This file has more than 1,100,000 rows. Split it into smaller files and upload each.',
    })
  })

  test('a file of ten gigabytes is refused by its size', async () => {
    const path = await saved('A,B\n')
    await truncate(path, 10 * 1024 ** 3)
    await expect(describeTable(path)).rejects.toMatchObject({ code: 'tooLarge' })
  })
})

describe('what is no table', () => {
  test.each<[what: string, content: Buffer | string, code: string, says: RegExp]>([
    ['a PDF', '%PDF-1.7\n', 'wrongType', /is a PDF/],
    ['a picture', png(), 'wrongType', /is a picture/],
    ['a web page named .xls', '<html><table><tr><td>1</td></tr></table></html>', 'wrongType', /web page/],
    ['a Word document', office('docx'), 'wrongType', /Word/],
    ['a packed folder', zip([{ name: 'a.csv', content: 'A,B' }]), 'wrongType', /no Excel table/],
    ['an OpenDocument table', zip([{ name: 'mimetype', content: 'x' }]), 'wrongType', /OpenDocument/],
    ['a binary workbook', zip([{ name: 'xl/workbook.bin', content: 'x' }]), 'wrongType', /\.xlsb/],
  ])('%s', async (_, content, code, says) => {
    const refused = await refusal(content)
    expect(refused.code).toBe(code)
    expect(refused.message).toMatch(says)
  })
})

const STYLES = {
  formats:
    '<numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy"/><numFmt numFmtId="165" formatCode="0000000000"/>' +
    '<numFmt numFmtId="166" formatCode="[$-409]d/m/yy\\ h:mm;@"/><numFmt numFmtId="167" formatCode="&quot;days&quot; #,##0.00"/>',
  cells: [0, 14, 164, 165, 166, 167, 22].map(id => `<xf numFmtId="${id}"/>`).join(''),
}

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
  ])('a formula or cell with %s spoils its row', async (_, cell, cells, problem) => {
    const xml = worksheet(`<row>${cell}</row><row><c><v>5</v></c></row>`)
    expect(await rowsOf(workbook([{ xml }]))).toEqual([
      { sheet: 0, line: 1, cells, problem },
      { sheet: 0, line: 2, cells: ['5'] },
    ])
  })

  test('B70 a password is said, an .xls under another name is read', async () => {
    expect(await refusal(compound('EncryptedPackage', Buffer.alloc(5_000, 7)))).toEqual({
      code: 'locked',
      message: 'This Excel file is locked with a password. Save it without one and choose the new copy.',
    })
    expect(await refusal(oldWorkbook([{ rows: [['A']] }], { scrambled: true }))).toMatchObject({
      code: 'locked',
    })
    const content = oldWorkbook([
      {
        name: 'October',
        rows: [
          ['STAFF_ID', 'NETPAY'],
          [480210, 187450.35],
        ],
      },
      { name: 'Notes', state: 'hidden', rows: [['x']] },
    ])
    expect(await describeContent(content)).toEqual({
      kind: 'xls',
      sheets: [
        { name: 'October', hidden: false },
        { name: 'Notes', hidden: true },
      ],
    })
    expect(await cellsOf(content)).toEqual([
      ['STAFF_ID', 'NETPAY'],
      ['480210', '187450.35'],
    ])
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

const zeros = (bytes: number): Buffer => Buffer.alloc(bytes, '<row/>')
const BOMBS: [what: string, content: () => Buffer, code: string][] = [
  ['B71 shared texts that unpack to 40 MB', () => workbook([{ rows: [['A']] }], { sharedStrings: 'x'.repeat(40 * 1024 ** 2) }), 'packed'],
  ['B71 one shared text of 15 MB', () => workbook([{ rows: [['A']] }], { sharedStrings: `<si><t>${'x'.repeat(15 * 1024 ** 2)}</t></si>` }), 'packed'],
  ['a sheet of 40 MB of nothing', () => workbook([{ xml: zeros(40 * 1024 ** 2).toString() }]), 'packed'],
  ['a forged size', () => workbook([{ rows: Array.from({ length: 5_000 }, () => ['OKONKWO']), claimed: 50 }]), 'damaged'],
  ['twenty thousand parts', () => workbook([{}], { parts: Array.from({ length: 20_000 }, (_, at) => ({ name: `p${at}`, content: '' })) }), 'packed'],
  ['a billion laughs', () => workbook([{ xml: `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${worksheet('<row><c><v>&b;</v></c></row>')}` }]), 'damaged'],
  ['a file of the server as entity', () => workbook([{ xml: `<!DOCTYPE l SYSTEM "file:///etc/passwd">${worksheet('')}` }]), 'damaged'],
  ['tags a hundred thousand deep', () => workbook([{ xml: '<a>'.repeat(100_000) }]), 'damaged'],
  ['an end cut off', () => workbook([{ rows: [['A']] }]).subarray(0, -30), 'damaged'],
  ['XML that ends in the middle', () => workbook([{ xml: '<worksheet><sheetData><row><c><v>1' }]), 'damaged'],
  ['the same part twice', () => workbook([{}], { parts: [{ name: 'xl/workbook.xml', content: '' }] }), 'damaged'],
  ['a password on its parts', () => zip([{ name: 'xl/workbook.xml', content: 'x', flags: 0x0801 }]), 'locked'],
  ['macros', () => workbook([{}], { parts: [{ name: 'xl/vbaProject.bin', content: 'x' }] }), 'macros'],
  ['macros by its type', () => workbook([{}], { contentType: 'sheet.macroEnabled.main' }), 'macros'],
  ['an older workbook in pieces', () => compound('Workbook', Buffer.alloc(5_000, 9)), 'damaged'],
] // biome-ignore format: one bomb a line

describe('G3 files made to hurt are refused within two seconds', () => {
  test.each(BOMBS)('%s', async (_, content, code) => {
    const path = await saved(content())
    const began = performance.now()
    const reading = async (): Promise<void> => {
      for await (const _ of readTable(path, await describeTable(path)));
    }
    await expect(reading()).rejects.toMatchObject({ name: 'TableProblem', code })
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

test('a file with bytes changed at random is read or refused by name, and nothing else happens', async () => {
  const shared = { sharedStrings: '<si><t>Eze</t></si>', styles: STYLES }
  const xml = worksheet('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46296</v></c></row>')
  const files = [
    workbook([{ xml }, { rows: [['STAFF_ID', 480210]] }], shared),
    oldWorkbook([{ rows: [['STAFF_ID', 480210]] }]),
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

/** A process of its own, since this one's memory has seen everything above. */
const MEASURE = `
  const { describeTable, readTable } = await import(process.argv[1])
  let peak = 0
  const read = async path => {
    let rows = 0
    try {
      for await (const batch of readTable(path, await describeTable(path))) {
        rows += batch.length
        peak = Math.max(peak, process.memoryUsage.rss())
      }
    } catch (problem) {
      return problem.code
    }
    return rows
  }
  await read(process.argv[2])
  const before = process.memoryUsage.rss()
  for (const path of process.argv.slice(3)) {
    const found = await read(path)
    peak = Math.max(peak, process.memoryUsage.rss())
    console.log(JSON.stringify([found, peak - before]))
  }
`

test('P11 and G3 memory stays flat over large files and bombs', async () => {
  const people = Array.from({ length: 5_000 }, (_, at) =>
    Array.from({ length: 20 }, (_, column) => `${at} ${column}`),
  )
  const line = `${people[0]?.join(',')}\n`
  const files = [
    line.repeat(1_000),
    workbook([{ xml: zeros(40 * 1024 ** 2).toString() }]),
    workbook([{ rows: [['A']] }], { sharedStrings: `<si><t>${'x'.repeat(15 * 1024 ** 2)}</t></si>` }),
    workbook([{ rows: people }]),
    line.repeat(200_000),
  ]
  const paths = await Promise.all(files.map(saved))
  const face = new URL('./table.ts', import.meta.url).href
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', MEASURE, face, ...paths],
    { timeout: 60_000 },
  )
  const measured: [found: string | number, growth: number][] = stdout
    .trim()
    .split('\n')
    .map(text => JSON.parse(text))
  expect(measured.map(([found]) => found)).toEqual(['packed', 'packed', 5_000, 200_000])
  for (const [, growth] of measured) expect(growth).toBeLessThan(64 * 1024 * 1024)
}, 60_000)

// ── Whatever is written reads back ─────────────────────────────────────────────────────────────────────────────────

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
        const path = join(directory, 'written')
        await writeFile(path, encode(written(table, style)))
        const shape: TableShape = { kind: 'csv', encoding, delimiter: style.delimiter, sheets: [] }
        const cells: string[][] = []
        for await (const batch of readTable(path, shape)) cells.push(...batch.map(row => row.cells))
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
