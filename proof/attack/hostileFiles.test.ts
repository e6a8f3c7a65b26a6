import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { sniff } from '../../server/modules/documents/sniff.ts'
import { CsvSplitter } from '../../server/modules/intake/readers/csv.ts'
import { DEFAULT_LIMITS } from '../../server/modules/intake/readers/table.ts'
import { HOSTILE_DOCUMENTS } from '../../test/hostileDocuments.ts'
import { HOSTILE_TABLES } from '../../test/hostileTables.ts'
import { processorTime } from '../../test/processorTime.ts'
import { rowsOf, saved } from '../../test/tables.ts'
import { workbook } from '../../test/workbooks.ts'

/** What hostile files cost before they are refused. That they are refused, and why, is tested beside their readers. */

const MAX_MS = 2_000

describe('G3 hostile files are refused within two seconds of processor time', () => {
  test.each(HOSTILE_TABLES)('a table: %s', async (_, content, code) => {
    const bytes = content()
    const took = processorTime()
    await expect(rowsOf(bytes)).rejects.toMatchObject({ name: 'TableProblem', code })
    expect(took()).toBeLessThan(MAX_MS)
  })

  test.each(HOSTILE_DOCUMENTS)('a document: %s', async (_, problem, make) => {
    const bytes = await make()
    const took = processorTime()
    expect(await sniff(bytes)).toMatchObject({ problem })
    expect(took()).toBeLessThan(MAX_MS)
  })
})

test('B56 ten gigabytes of one cell are passed over in flat memory', () => {
  const splitter = new CsvSplitter(',', DEFAULT_LIMITS)
  const block = 'x'.repeat(4 * 1024 * 1024)
  const rows = splitter.write('A,B\n1,')
  const before = process.memoryUsage().rss
  for (let at = 0; at < 2_500; at++) rows.push(...splitter.write(block))
  rows.push(...splitter.end('\n2,y'))
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024)
  expect(rows).toHaveLength(3)
})

/** Runs in a process of its own: the memory of this one has grown by the tests above. */
const MEASURE = `
  const { describeTable, readRows } = await import(process.argv[1])
  let peak = 0
  const read = async path => {
    let rows = 0
    try {
      for await (const batch of readRows(path, await describeTable(path))) {
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

const hostile = (name: string): Buffer => {
  const found = HOSTILE_TABLES.find(([what]) => what === name)
  if (!found) throw new Error(`there is no hostile table “${name}”`)
  return found[1]()
}

test('P11 and G3 memory stays flat over large files and bombs', async () => {
  const people = Array.from({ length: 5_000 }, (_, at) =>
    Array.from({ length: 20 }, (_, column) => `${at} ${column}`),
  )
  const line = `${people[0]?.join(',')}\n`
  const files = [
    line.repeat(1_000),
    hostile('a sheet of 40 MB of nothing'),
    hostile('B71 one shared text of 15 MB'),
    workbook([{ rows: people }]),
    line.repeat(200_000),
  ]
  const paths = await Promise.all(files.map(saved))
  const readers = new URL('../../server/modules/intake/readers/rows.ts', import.meta.url).href
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', MEASURE, readers, ...paths],
    { timeout: 60_000 },
  )
  const measured: [found: string | number, growth: number][] = stdout
    .trim()
    .split('\n')
    .map(text => JSON.parse(text))
  expect(measured.map(([found]) => found)).toEqual(['packed', 'packed', 5_000, 200_000])
  for (const [, growth] of measured) expect(growth).toBeLessThan(64 * 1024 * 1024)
})
