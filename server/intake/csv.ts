import { readBlocks } from '../files.ts'
import { CsvSplitter } from './csvSplitter.ts'
import { Decoder, type Encoding, EncodingJudge } from './encoding.ts'
import type { TableLimits, TableRow, TableShape } from './table.ts'
import { RowCount, TableProblem } from './tableProblem.ts'

/** Larger blocks read no faster, and the rows of one block are one batch: about nine hundred people. */
const BLOCK_BYTES = 128 * 1024
const DELIMITERS = [',', ';', '\t', '|'] as const

export async function describeCsv(path: string, limits: TableLimits): Promise<TableShape> {
  let judge: EncodingJudge | undefined
  let head = Buffer.alloc(0)
  for await (const block of readBlocks(path, BLOCK_BYTES)) {
    if (!judge) {
      head = Buffer.from(block)
      judge = new EncodingJudge(head)
    }
    judge.look(block)
  }
  const encoding = judge?.verdict() ?? 'utf-8'
  const text = new Decoder(encoding).write(head)
  if (text.trim() === '') throw new TableProblem('empty', 'This file is empty.')
  return {
    kind: 'csv',
    encoding,
    delimiter: delimiterOf(text, limits),
    sheets: [{ name: '', hidden: false }],
  }
}

/** `sep=;`, which Excel writes and reads in the first line, and everybody else takes for a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i

/** The one that splits most rows alike into most cells; names and amounts hold commas too, but not fifteen each. */
function delimiterOf(text: string, limits: TableLimits): string {
  const named = SEPARATOR_LINE.exec(text.slice(0, 10).split(/[\r\n]/, 1)[0] ?? '')?.[1]
  if (named) return named
  let best: string = DELIMITERS[0]
  let most = 0
  for (const delimiter of DELIMITERS) {
    const rows = new CsvSplitter(delimiter, limits).end(text)
    if (rows.length > 1) rows.pop()
    const score = agreement(rows)
    if (score > most) [best, most] = [delimiter, score]
  }
  return best
}

function agreement(rows: readonly TableRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return Math.max(0, ...[...counts].map(([cells, times]) => (cells - 1) * times))
}

type CsvReading = { encoding: Encoding; delimiter: string; limits: TableLimits; fromLine: number }

export async function* readCsv(path: string, reading: CsvReading): AsyncGenerator<TableRow[]> {
  const { encoding, delimiter, limits, fromLine } = reading
  const decoder = new Decoder(encoding)
  const splitter = new CsvSplitter(delimiter, limits, fromLine)
  const count = new RowCount(limits)
  count.beginSheet()
  for await (const block of readBlocks(path, BLOCK_BYTES)) {
    const rows = withoutSeparatorLine(splitter.write(decoder.write(block)), delimiter)
    count.add(rows.length)
    if (rows.length > 0) yield rows
  }
  const rows = withoutSeparatorLine(splitter.end(decoder.end()), delimiter)
  count.add(rows.length)
  if (rows.length > 0) yield rows
}

function withoutSeparatorLine(rows: TableRow[], delimiter: string): TableRow[] {
  const [first] = rows
  return first?.line === 1 && SEPARATOR_LINE.test(first.cells.join(delimiter)) ? rows.slice(1) : rows
}
