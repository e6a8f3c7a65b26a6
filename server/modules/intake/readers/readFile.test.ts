import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileOldWorkbook, workbook, worksheet } from '../../../../test/workbooks.ts'
import { type CopyRequest, copyBlocks } from './copyRows.ts'
import { readForCopy, readHead } from './readFile.ts'
import type { Encoding, TableShape } from './table.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'iroko-reader-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function saved(name: string, content: string | Buffer): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, content)
  return path
}

const HEADERS = ['STAFF_ID', 'FULL_NAME', 'NETPAY']
const line = (at: number, name = 'OKONKWO ADAEZE'): string => `${480_000 + at},${name},187450.35\n`
const roster = (rows: number): string =>
  `${HEADERS.join(',')}\n${Array.from({ length: rows }, (_, at) => line(at)).join('')}`

async function requestFor(path: string): Promise<CopyRequest> {
  const { shape } = await readHead(path)
  const mapping = { staffNumber: 0, fullName: 1, netPay: 2 }
  return { path, kind: 'payroll', shape, sheet: null, headerLine: 1, headers: HEADERS, mapping }
}

async function copied(path: string): Promise<string[]> {
  let text = ''
  for await (const { bytes } of readForCopy(await requestFor(path))) text += Buffer.from(bytes).toString()
  return text.split('\n').slice(0, -1)
}

/** Twenty thousand are half a megabyte, more than is read without a thread. */
const MANY = 20_000

describe('a large file, read in a thread', () => {
  test('returns every row once, in order, with its line number, repaired and escaped as a small one is', async () => {
    const odd = [
      line(1, 'OKEKE, ADA'),
      line(2, '"EZE ""UCHE"""'),
      line(3, 'MUSA\\SANI'),
      line(4, ' ỌLÁ '),
    ].join('')
    const cells = (row: string): string[] => row.split('\t').slice(3)
    const small = (await copied(await saved('small.csv', roster(0) + odd))).map(cells)
    expect(small.map(row => row[3])).toEqual(['OKEKE, ADA', 'EZE "UCHE"', 'MUSA\\\\SANI', 'ỌLÁ'])
    const rows = await copied(await saved('large.csv', roster(MANY) + odd))
    expect(rows).toHaveLength(MANY + small.length)
    expect(rows[0]).toBe('1\t0\t2\t\\N\t\\N\t480000\tOKONKWO ADAEZE\t187450.35')
    expect(rows[MANY - 1]).toMatch(new RegExp(`^${MANY}\t0\t${MANY + 1}\t`))
    expect(rows.slice(MANY).map(cells)).toEqual(small)
  })

  test('says why it cannot be read', async () => {
    const path = await saved('zero.csv', `${roster(MANY)}\0`)
    await expect(readHead(path)).rejects.toMatchObject({ name: 'TableProblem', code: 'notText' })
  })

  test('ends its thread when the reader is closed', async () => {
    for await (const { rows } of readForCopy(await requestFor(await saved('left.csv', roster(MANY))))) {
      expect(rows).toBeLessThan(MANY)
      break
    }
    expect(process.getActiveResourcesInfo()).not.toContain('MessagePort')
  })
})

describe('a workbook made to hurt', () => {
  const READ = `
    const { readHead } = await import(process.argv[1])
    console.log(await readHead(process.argv[2]).then(() => 'read', problem => problem.code))`
  /** In a process of its own with little memory, which a hostile file may end. */
  const readBy = async (path: string): Promise<string> => {
    const face = new URL('./readFile.ts', import.meta.url).href
    const options = ['--max-old-space-size=256', '--import', 'tsx', '--input-type=module', '-e', READ]
    return (await promisify(execFile)(process.execPath, [...options, face, path])).stdout.trim()
  }

  test('as .xls of 22 kB that asks for 39 GB leaves the program alive', async () => {
    const content = hostileOldWorkbook()
    expect(content.length).toBeLessThan(23_000)
    expect(await readBy(await saved('hostile.xls', content))).toBe('wrongType')
  })

  test('is read in a thread whatever its size, and fails when no row arrives', async () => {
    const path = await saved('small.xlsx', workbook([{ xml: worksheet('<row/>'.repeat(100)) }]))
    await expect(readHead(path, 1)).rejects.toMatchObject({ name: 'TableProblem', code: 'tooSlow' })
    expect(process.getActiveResourcesInfo()).not.toContain('MessagePort')
    expect((await readHead(path)).shape.kind).toBe('xlsx')
  })
})

type Written = { encoding: Encoding; delimiter?: string }

async function stagedAs(path: string, { encoding, delimiter = ',' }: Written): Promise<string> {
  const shape: TableShape = { kind: 'csv', encoding, delimiter, sheets: [{ name: '', hidden: false }] }
  const mapping = { staffNumber: 0, fullName: 1, netPay: 2 }
  const request: CopyRequest = {
    path,
    kind: 'payroll',
    shape,
    sheet: null,
    headerLine: 1,
    headers: HEADERS,
    mapping,
  }
  let text = ''
  for await (const { bytes } of copyBlocks(request, [])) text += Buffer.from(bytes).toString()
  return text
}

/** The letters of the contents below are the same in both encodings. */
async function inBothEncodings(content: string): Promise<[utf8: string, windows: string]> {
  const path = await saved('both.csv', content)
  return [await stagedAs(path, { encoding: 'utf-8' }), await stagedAs(path, { encoding: 'windows-1252' })]
}

describe('a file gives the same rows in UTF-8 as in Windows-1252', () => {
  const MIXTURE = [
    '480210,EZE UCHE,187450.35\n', '480210,EZE UCHE,187450.35\r\n', `${HEADERS.join(',')}\n`, '\n', '\r', '\r\n', '"', '""', ',', ' ',
    ',,\n', ' a,b,c\n', 'a ,b,c\n', 'a,b,c \n', 'a\\b,c,d\n', 'a\tb,c,d\n', 'a,b\n', 'a,b,c,d\n', '"a,b",c,d\n', '"a\nb",c,d\n',
    'a,"b\n', 'OKEKE, ADA,480211,5\n', '1,OKEKE, ADA,5.00\n', '.', '\\.', '\\.\n',
    '\t', '\v', '\f', '\ta,b,c\n', 'a\t,b,c\n', 'a,b,\tc\t\n', '\t,\t,\t\n',
  ] // biome-ignore format: a list
  const piece = fc.constantFrom(...MIXTURE)
  test('in any mixture', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async pieces => {
        const [utf8, windows] = await inBothEncodings(roster(0) + pieces.join(''))
        expect(utf8).toBe(windows)
      }),
      { numRuns: 300 },
    )
  })

  test('over the ends of blocks, with odd lines here and there', async () => {
    const odd = [
      '1,"A ""B"" C",2\n',
      '2,"D\nE",3\n',
      '3,"left open,4\n',
      ' 4 ,F,5\r\n',
      '\n',
      `${HEADERS.join(',')}\n`,
    ]
    const lines = Array.from({ length: 30_000 }, (_, at) =>
      at % 97 === 5 ? odd[((at / 97) % odd.length) | 0] : line(at),
    )
    const [utf8, windows] = await inBothEncodings(roster(0) + lines.join(''))
    expect(utf8).toBe(windows)
    expect(utf8.length).toBeGreaterThan(900_000)
  })

  test('and a file that is only marked as UTF-8 gives � for what is not', async () => {
    const path = await saved(
      'lie.csv',
      Buffer.concat([Buffer.from(`\ufeff${roster(1)}`), Buffer.from('1,P\xc9PIN,2\n', 'latin1')]),
    )
    expect((await copied(path)).at(-1)).toBe('2\t0\t3\t\\N\t\\N\t1\tP\ufffdPIN\t2')
  })
})

describe('white space around a cell is gone, as it is from a workbook', () => {
  const SPACES = [...' \t\v\f\u00a0\u1680\u2000\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff']
  const NAMES = ['EZE UCHE', 'EZE\u00a0UCHE', 'ỌLÁṢẸ\u200b', '\u0085', 'Ớ', '–', '']
  const spaces = fc.array(fc.constantFrom(...SPACES), { maxLength: 2 }).map(signs => signs.join(''))
  const row = fc.tuple(fc.constant('480210'), fc.constantFrom(...NAMES), fc.constantFrom('', '187450.35'))
  const rows = fc.array(fc.tuple(row, fc.array(spaces, { minLength: 6, maxLength: 6 })), { maxLength: 6 })

  test.each([',', ';', '|', '\t'])('in a file parted by %j', async delimiter => {
    const around = (sign: string | undefined): string => (sign ?? '').replaceAll(delimiter, ' ')
    const encoded = { 'utf-8': 'utf8', 'utf-16le': 'utf16le' } as const
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('utf-8', 'utf-16le'), async (cells, encoding) => {
        const lines = cells.map(([row, edges]) =>
          row.map((cell, at) => around(edges[at]) + cell + around(edges[at + 3])).join(delimiter),
        )
        const content = [HEADERS.join(delimiter), ...lines, ''].join('\n')
        const path = await saved('edges.csv', Buffer.from(content, encoded[encoding]))
        const expected = cells.map(([row], at) => [at + 1, 0, at + 2, '\\N', '\\N', ...row].join('\t'))
        expect(await stagedAs(path, { encoding, delimiter })).toBe([...expected, ''].join('\n'))
      }),
      { numRuns: 150 },
    )
  })

  test('inside a cell it stays', async () => {
    const path = await saved('inside.csv', `${HEADERS.join(',')}\nA,\tL00\t123,61666.67\t\n`)
    expect(await stagedAs(path, { encoding: 'utf-8' })).toBe('1\t0\t2\t\\N\t\\N\tA\tL00\\t123\t61666.67\n')
  })
})
