import { bytesOf, readBlocks } from '../../../kernel/files.ts'
import { describeCsv, readCsv } from './csv.ts'
import type { TableLimits, TableRow, TableShape } from './table.ts'
import { DEFAULT_LIMITS, inWords, SAVE_AGAIN, TableProblem } from './table.ts'
import { describeXlsx, readXlsx } from './xlsx.ts'

export type ReadOptions = {
  /** Without it, every visible sheet in turn. */
  sheet?: number
  /** Rows above it are passed over. */
  fromLine?: number
  limits?: Partial<TableLimits>
}

/** How files begin that people choose by mistake, and what they are called. */
const FOREIGN: [start: string, name: string][] = [
  ['%PDF-', 'a PDF'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['\x1f\x8b', 'a packed file (gzip)'],
  ['Rar!', 'a packed file (RAR)'],
  ['7z\xbc\xaf', 'a packed file (7z)'],
  ['MZ', 'a program'],
  ['\x7fELF', 'a program'],
]
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const ZIP = 'PK\x03\x04'
/** Web portals name their page .xls, and Excel opens it all the same. */
const WEB_PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|table|head|meta|\?xml)/i

/** Detects a file's kind from its content, never from its name, and refuses with `TableProblem` what cannot be read. */
export async function describeTable(path: string, limits: Partial<TableLimits> = {}): Promise<TableShape> {
  const all = { ...DEFAULT_LIMITS, ...limits }
  const bytes = await bytesOf(path)
  if (bytes === 0) throw new TableProblem('empty', 'This file is empty.')
  if (bytes > all.bytes)
    throw new TableProblem(
      'tooLarge',
      `This file is larger than ${inWords(Math.floor(all.bytes / 1024 / 1024))} MB. Split it and upload each part.`,
    )
  const start = await startOf(path)
  if (start.startsWith(ZIP)) return describeXlsx(path, all)
  if (start.startsWith(COMPOUND)) throw await compoundProblem(path)
  const foreign = FOREIGN.find(([mark]) => start.startsWith(mark))?.[1]
  if (foreign)
    throw new TableProblem('wrongType', `This is ${foreign}, not a table. Choose a CSV or Excel file.`)
  if (WEB_PAGE.test(start))
    throw new TableProblem('wrongType', `This is a web page under the name of a table. ${SAVE_AGAIN}`)
  return describeCsv(path)
}

/** Whether its rows lie packed in it, so that its size says nothing of theirs. */
export async function isWorkbook(path: string): Promise<boolean> {
  return (await startOf(path)).startsWith(ZIP)
}

/**
 * Batches of some hundred rows, made only as fast as they are taken. A row that cannot be read comes with its problem,
 * and reading goes on behind it.
 */
export async function* readRows(
  path: string,
  shape: TableShape,
  { sheet, fromLine = 1, limits = {} }: ReadOptions = {},
): AsyncGenerator<TableRow[]> {
  const all = { ...DEFAULT_LIMITS, ...limits }
  const { encoding = 'utf-8', delimiter = ',' } = shape
  if (shape.kind === 'csv') {
    yield* readCsv(path, { encoding, delimiter, limits: all, fromLine })
    return
  }
  const chosen = shape.sheets.flatMap(({ hidden }, at) =>
    (sheet ?? at) === at && (sheet === at || !hidden) ? [at] : [],
  )
  yield* readXlsx(path, { sheets: chosen, limits: all, fromLine })
}

async function startOf(path: string): Promise<string> {
  for await (const block of readBlocks(path, 1024)) return block.toString('latin1')
  return ''
}

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')

/**
 * The container of the older Office formats. It is never parsed: a few bytes of .xls can ask for any amount of memory, and
 * Excel saves every such workbook as .xlsx. A locked .xlsx comes in the same container, whose directory names what it holds.
 */
async function compoundProblem(path: string): Promise<TableProblem> {
  return (await isLockedXlsx(path))
    ? new TableProblem(
        'locked',
        'This Excel file is locked with a password. Save it without one and choose the new copy.',
      )
    : new TableProblem(
        'wrongType',
        'This is an older Excel workbook (.xls). Save the workbook as .xlsx and upload it again.',
      )
}

async function isLockedXlsx(path: string): Promise<boolean> {
  const mark = wide('EncryptedPackage')
  const own = wide('Workbook')
  let isLocked = false
  let tail = Buffer.alloc(0)
  for await (const block of readBlocks(path, 1024 * 1024)) {
    const joined = Buffer.concat([tail, block])
    if (joined.includes(own)) return false
    isLocked ||= joined.includes(mark)
    tail = Buffer.from(joined.subarray(-64))
  }
  return isLocked
}
