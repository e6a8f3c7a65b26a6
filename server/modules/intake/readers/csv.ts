import { readBlocks } from '../../../kernel/files.ts'
import { CsvSplitter } from './csvSplitter.ts'
import { Decoder, EncodingJudge } from './encoding.ts'
import { RowCount, TableProblem } from './table.ts'
import type { Encoding, TableLimits, TableRow, TableShape } from './tableShape.ts'

/** Larger blocks read no faster, and the rows of one block are one batch: about nine hundred people. */
export const BLOCK_BYTES = 128 * 1024
export const DELIMITERS = [',', ';', '\t', '|'] as const

export async function describeCsv(path: string): Promise<TableShape> {
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
    delimiter: delimiterOf(text),
    sheets: [{ name: '', hidden: false }],
  }
}

/** `sep=;`, which Excel writes and reads in the first line, and everybody else takes for a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i

/** The one that splits most lines alike into most cells; names and amounts hold commas too, but not fifteen each. */
function delimiterOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text.slice(0, 10).split(/[\r\n]/, 1)[0] ?? '')?.[1]
  if (named) return named
  const lines = text.replace(/"[^"\r\n]*"/g, '').split(/[\r\n]+/)
  // the head of a large file ends in the middle of a line
  if (lines.length > 1) lines.pop()
  let best: string = DELIMITERS[0]
  let most = 0
  for (const delimiter of DELIMITERS) {
    const score = agreement(lines.map(line => line.split(delimiter).length))
    if (score > most) [best, most] = [delimiter, score]
  }
  return best
}

function agreement(widths: readonly number[]): number {
  const times = new Map<number, number>()
  for (const width of widths) times.set(width, (times.get(width) ?? 0) + 1)
  return Math.max(0, ...[...times].map(([width, count]) => (width - 1) * count))
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

export function withoutSeparatorLine(rows: TableRow[], delimiter: string): TableRow[] {
  const [first] = rows
  return first?.line === 1 && SEPARATOR_LINE.test(first.cells.join(delimiter)) ? rows.slice(1) : rows
}
