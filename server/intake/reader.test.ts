import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt, readForCopy } from './reader.ts'
import type { Staging } from './stage.ts'

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

async function stagingOf(path: string): Promise<Staging> {
  const { shape } = await lookAt(path)
  const mapping = { staffNumber: 0, fullName: 1, netPay: 2 }
  return { path, kind: 'payroll', shape, sheet: null, headerLine: 1, headers: HEADERS, mapping }
}

async function copied(path: string): Promise<string[]> {
  let text = ''
  for await (const { bytes } of readForCopy(await stagingOf(path))) text += Buffer.from(bytes).toString()
  return text.split('\n').slice(0, -1)
}

/** Twenty thousand are half a megabyte, more than is read without a thread. */
const MANY = 20_000

describe('a large file, read in a thread', () => {
  test('gives every row once, in order, with its line, mended and escaped as a small one is', async () => {
    const odd = [
      line(1, 'OKEKE, ADA'),
      line(2, '"EZE ""UCHE"""'),
      line(3, 'MUSA\\SANI'),
      line(4, ' ỌLÁ '),
    ].join('')
    const cells = (row: string): string[] => row.split('\t').slice(3)
    const small = (await copied(await saved('small.csv', roster(0) + odd))).map(cells)
    expect(small.map(row => row[2])).toEqual(['OKEKE, ADA', 'EZE "UCHE"', 'MUSA\\\\SANI', 'ỌLÁ'])
    const rows = await copied(await saved('large.csv', roster(MANY) + odd))
    expect(rows).toHaveLength(MANY + small.length)
    expect(rows[0]).toBe('1\t0\t2\t\\N\t480000\tOKONKWO ADAEZE\t187450.35')
    expect(rows[MANY - 1]).toMatch(new RegExp(`^${MANY}\t0\t${MANY + 1}\t`))
    expect(rows.slice(MANY).map(cells)).toEqual(small)
  })

  test('says why it cannot be read', async () => {
    const path = await saved('zero.csv', `${roster(MANY)}\0`)
    await expect(lookAt(path)).rejects.toMatchObject({ name: 'TableProblem', code: 'notText' })
  })

  test('ends its thread when nobody wants the rest', async () => {
    for await (const { rows } of readForCopy(await stagingOf(await saved('left.csv', roster(MANY))))) {
      expect(rows).toBeLessThan(MANY)
      break
    }
    expect(process.getActiveResourcesInfo()).not.toContain('MessagePort')
  })
})
