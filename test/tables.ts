import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { describeTable, type ReadOptions, readRows } from '../server/modules/intake/readers/rows.ts'
import type { TableProblem, TableRow, TableShape } from '../server/modules/intake/readers/table.ts'

/** Tables as files on the disk, read as an upload is. */

/** Writes a file that is deleted when the test ends. */
export async function saved(content: Buffer | string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'iroko-table-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'table')
  await writeFile(path, content)
  return path
}

export const describeContent = async (content: Buffer | string): Promise<TableShape> =>
  describeTable(await saved(content))

export async function rowsOf(content: Buffer | string, options: ReadOptions = {}): Promise<TableRow[]> {
  const path = await saved(content)
  const rows: TableRow[] = []
  for await (const batch of readRows(path, await describeTable(path, options.limits), options))
    rows.push(...batch)
  return rows
}

export const cellsOf = async (content: Buffer | string): Promise<string[][]> =>
  (await rowsOf(content)).map(({ cells }) => cells)

export const refusal = (content: Buffer | string): Promise<Pick<TableProblem, 'code' | 'message'>> =>
  rowsOf(content).then(
    () => {
      throw new Error('the file was taken')
    },
    ({ code, message }: TableProblem) => ({ code, message }),
  )

export const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
export const ROSTER = 'STAFF_ID,FULL_NAME,NETPAY\n480210,ADÉBÁYỌ TUNDE,187450.35\n'
