import type { readXls } from 'hucre'
import { storable } from '../../engine/text.ts'
import { bytesOf, readBlocks, readWhole } from '../files.ts'
import type { TableLimits, TableRow, TableShape } from './table.ts'
import { damagedWorkbook, inWords, RowCount, rowProblem, SAVE_AGAIN, TableProblem } from './tableProblem.ts'
import { plainNumber } from './xlsxValue.ts'

/** The older format ends at 65,536 rows, about 15 MB of a payroll, and is read whole. */
const MOST_BYTES = 30 * 1024 * 1024
const BATCH_ROWS = 500

type Workbook = Awaited<ReturnType<typeof readXls>>

export async function describeXls(path: string, limits: TableLimits): Promise<TableShape> {
  await refuseLockedXlsx(path)
  const { bytes, workbook } = await open(path, limits)
  if (workbook.sheets.length === 0)
    throw new TableProblem('noSheet', 'This Excel file has no sheet with rows in it.')
  const sheets = workbook.sheets.map(({ name }) => ({ name: storable(name), hidden: isHidden(bytes, name) }))
  return { kind: 'xls', sheets }
}

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')

/** A locked .xlsx comes in the container of the older format; its directory names what it holds. */
async function refuseLockedXlsx(path: string): Promise<void> {
  const mark = wide('EncryptedPackage')
  const own = wide('Workbook')
  let isLocked = false
  let tail = Buffer.alloc(0)
  for await (const block of readBlocks(path, 1024 * 1024)) {
    const joined = Buffer.concat([tail, block])
    if (joined.includes(own)) return
    isLocked ||= joined.includes(mark)
    tail = Buffer.from(joined.subarray(-64))
  }
  if (isLocked) throw locked()
}

const locked = (): TableProblem =>
  new TableProblem(
    'locked',
    `This Excel file is locked with a password. Save it without one and choose the new copy.`,
  )

async function open(path: string, limits: TableLimits): Promise<{ bytes: Buffer; workbook: Workbook }> {
  const most = Math.min(MOST_BYTES, limits.bytes)
  if ((await bytesOf(path)) > most)
    throw new TableProblem(
      'tooLarge',
      `Files in the older Excel format (.xls) may have ${inWords(Math.floor(most / 1024 / 1024))} MB. ${SAVE_AGAIN}`,
    )
  const bytes = await readWhole(path)
  if (bytes.includes(wide('_VBA_PROJECT')))
    throw new TableProblem('macros', `This file has macros. ${SAVE_AGAIN}`)
  if (isEncrypted(bytes)) throw locked()
  try {
    // loaded for the few files of the older format only: the others need no thread that size
    const reader = await import('hucre')
    return { bytes, workbook: await reader.readXls(bytes) }
  } catch {
    throw damagedWorkbook()
  }
}

const BEGIN = Buffer.from('0908100000060500', 'hex')

/** The stream of a locked workbook begins like any other and says in its next records that the rest is scrambled. */
function isEncrypted(bytes: Buffer): boolean {
  for (let at = 512; at + 32 < bytes.length; at += 512) {
    if (!bytes.subarray(at, at + 8).equals(BEGIN)) continue
    const next = bytes.readUInt16LE(at + 20)
    const isProtected = next === 0x0086
    if ((isProtected ? bytes.readUInt16LE(at + 24) : next) === 0x002f) return true
  }
  return false
}

/** The record that names a sheet (0x85) has its state before the name; the reader does not tell it. */
function isHidden(bytes: Buffer, name: string): boolean {
  const named = (flag: number, text: Buffer): Buffer =>
    Buffer.concat([Buffer.from([name.length, flag]), text])
  for (const mark of [named(0, Buffer.from(name, 'latin1')), named(1, wide(name))]) {
    const at = bytes.indexOf(mark)
    if (at >= 10 && bytes.readUInt16LE(at - 10) === 0x0085) return ((bytes[at - 2] ?? 0) & 3) !== 0
  }
  return false
}

type SheetReading = { sheets: number[]; limits: TableLimits; fromLine: number }

export async function* readXlsRows(path: string, reading: SheetReading): AsyncGenerator<TableRow[]> {
  const { limits, fromLine } = reading
  const { workbook } = await open(path, limits)
  const count = new RowCount(limits)
  for (const sheet of reading.sheets) {
    count.beginSheet()
    const lines = workbook.sheets[sheet]?.rows ?? []
    for (let from = 0; from < lines.length; from += BATCH_ROWS) {
      const rows = lines
        .slice(from, from + BATCH_ROWS)
        .map((cells, at): TableRow => ({ sheet, line: from + at + 1, cells: cells.map(cellText) }))
        .filter(row => row.line >= fromLine && row.cells.some(cell => cell !== ''))
        .map(row => withProblem(row, limits))
      count.add(rows.length)
      if (rows.length > 0) yield rows
    }
  }
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number') return plainNumber(String(value))
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return ''
  const [day = '', clock = ''] = value.toISOString().split('T')
  return clock.startsWith('00:00:00') ? day : `${day} ${clock.slice(0, 8)}`
}

const ERROR = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A)$/

function withProblem(row: TableRow, limits: TableLimits): TableRow {
  while (row.cells.at(-1) === '') row.cells.pop()
  const error = row.cells.findIndex(cell => ERROR.test(cell))
  const problem =
    rowProblem(row.cells, limits) ??
    (error < 0 ? undefined : `Column ${error + 1} shows ${row.cells[error]}.`)
  return problem === undefined ? row : { ...row, problem }
}
