import { constants } from 'node:buffer'
import { appendFile, truncate } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { office, png, zip } from '../../../../test/files.ts'
import { cellsOf, describeContent, ROSTER, refusal, rowsOf, saved, utf16be } from '../../../../test/tables.ts'
import { CsvSplitter } from './csv.ts'
import { describeTable, readRows } from './rows.ts'
import type { TableRow } from './table.ts'
import { DEFAULT_LIMITS } from './table.ts'

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

  test('B54 headers that name a column twice, or others, are rows', async () => {
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

  test('B60 B61 B62 the same person, the same row and two months come as they stand', async () => {
    const lines = ['480210,Eze,2026-09', '480210,Eze,2026-09', '480210,Eze,2026-10']
    expect(await cellsOf(`ID,NAME,PERIOD\n${lines.join('\n')}`)).toEqual([
      ['ID', 'NAME', 'PERIOD'],
      ...lines.map(line => line.split(',')),
    ])
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
    for await (const batch of readRows(path, await describeTable(path))) {
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
  })

  test('B56 a cell of a megabyte makes its row invalid, quoted or not', async () => {
    for (const cell of ['x'.repeat(1_000_000), `"${'x'.repeat(1_000_000)}"`, 'x'.repeat(3_000_000)]) {
      const [, spoilt, last] = await rowsOf(`A,B\n1,${cell}\n2,y\n`)
      expect(spoilt?.problem).toMatch(/more than [\d,]+ characters/)
      expect(spoilt?.cells.join('').length).toBeLessThan(200)
      expect(last).toEqual({ sheet: 0, line: 3, cells: ['2', 'y'] })
    }
  })

  test('B56 one cell longer than any string of the engine makes its own row invalid only', () => {
    const splitter = new CsvSplitter(',', DEFAULT_LIMITS)
    const block = 'x'.repeat(4 * 1024 * 1024)
    const rows = splitter.write('A,B\n1,')
    for (let length = 0; length <= constants.MAX_STRING_LENGTH; length += block.length)
      rows.push(...splitter.write(block))
    rows.push(...splitter.end('\n2,y'))
    expect(rows.map(({ line, problem }) => [line, problem !== undefined])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  test('more columns than allowed make the row invalid, empty ones at its end do not', async () => {
    const [, wide, padded] = await rowsOf(`A,B\n${'1,'.repeat(300)}1\n1,2${','.repeat(300)}\n`)
    expect(wide?.problem).toBe('This row has 301 columns; 256 are the most.')
    expect(wide?.cells).toHaveLength(256)
    expect(padded).toEqual({ sheet: 0, line: 3, cells: ['1', '2'] })
  })

  test('B59 1,100,000 rows below the header are read, one more is refused', async () => {
    const path = await saved('ID\n'.concat('480210\n'.repeat(1_100_000)))
    const count = async (): Promise<number> => {
      let rows = 0
      for await (const batch of readRows(path, await describeTable(path))) rows += batch.length
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
