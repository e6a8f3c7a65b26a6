import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compound, xls, zip } from '../../../../test/files.ts'
import { processorTime } from '../../../../test/processorTime.ts'
import { ROSTER, rowsOf, saved } from '../../../../test/tables.ts'
import { hostileOldWorkbook, STYLES, workbook, worksheet } from '../../../../test/workbooks.ts'
import { describeTable, readTable } from './rows.ts'

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
  ['an older workbook in pieces', () => compound('Workbook', Buffer.alloc(5_000, 9)), 'wrongType'],
  ['an older workbook of 22 kB that asks for 39 GB', () => hostileOldWorkbook(), 'wrongType'],
] // biome-ignore format: one bomb a line

describe('G3 files made to hurt are refused within two seconds', () => {
  test.each(BOMBS)('%s', async (_, content, code) => {
    const path = await saved(content())
    const took = processorTime()
    const reading = async (): Promise<void> => {
      for await (const _ of readTable(path, await describeTable(path)));
    }
    await expect(reading()).rejects.toMatchObject({ name: 'TableProblem', code })
    expect(took()).toBeLessThan(2_000)
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
  const face = new URL('./rows.ts', import.meta.url).href
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
})
