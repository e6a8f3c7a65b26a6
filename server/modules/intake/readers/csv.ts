import { readBlocks } from '../../../kernel/files.ts'
import { Decoder, EncodingJudge } from './encoding.ts'
import {
  type Encoding,
  inWords,
  RowCount,
  rowProblem,
  type TableLimits,
  TableProblem,
  type TableRow,
  type TableShape,
} from './table.ts'

/** Larger blocks read no faster, and the rows of one block are one batch: about nine hundred people. */
const BLOCK_BYTES = 128 * 1024
const DELIMITERS = [',', ';', '\t', '|'] as const

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

/** `sep=;`, which Excel writes and reads in the first line, and other programs read as a row. */
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

function withoutSeparatorLine(rows: TableRow[], delimiter: string): TableRow[] {
  const [first] = rows
  return first?.line === 1 && SEPARATOR_LINE.test(first.cells.join(delimiter)) ? rows.slice(1) : rows
}

/** The longest cell Excel writes, twice: a quote that is still open behind it was never meant to open. */
const QUOTE_REACH_CHARACTERS = 65_536
/** An address has four lines, a note twenty. */
const QUOTE_REACH_LINES = 100
/**
 * A file with that many open quotes has no quoted line breaks: searching a hundred lines each time would be in vain.
 */
const PATIENCE_ROWS = 1_000
/** 256 columns of 4,000 characters: what is longer is no row, and is not held in memory to find out. */
const RECORD_REACH_CHARACTERS = 1_024 * 1_024

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Where a record ends, and how many lines it took. */
type Reach = { next: number; lines: number }
/** The first quoted cell with a line break in it: where it opens, in which line of the record, behind how many cells. */
type Suspect = { at: number; lines: number; cells: number }

/**
 * Splits text into rows as it arrives. A line without a quote, which is nearly every line, costs three searches at
 * memory speed and one split. A line with a quote is read by character, leniently: a quote in the middle of a cell is a
 * quote, and an unclosed one makes its own row invalid only.
 */
export class CsvSplitter {
  readonly #delimiter: string
  readonly #limits: TableLimits
  readonly #fromLine: number
  #text = ''
  #at = 0
  #line = 1
  #isLast = false
  #isSkipping = false
  #leftOpen = 0
  #cells: string[] = []
  /** Of the row before. */
  #width = 0
  #problem: string | undefined

  constructor(delimiter: string, limits: TableLimits, fromLine = 1) {
    this.#delimiter = delimiter
    this.#limits = limits
    this.#fromLine = fromLine
  }

  write(text: string): TableRow[] {
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + text : text
    this.#at = 0
    return this.#rows()
  }

  end(text = ''): TableRow[] {
    this.#isLast = true
    return this.write(text)
  }

  /** Every row that is complete; the rest waits for more text. */
  #rows(): TableRow[] {
    const rows: TableRow[] = []
    if (this.#isSkipping && !this.#skipLine()) return rows
    const text = this.#text
    const never = text.length
    const find = (mark: string, from: number): number => {
      const found = text.indexOf(mark, from)
      return found < 0 ? never : found
    }
    let feed = -1
    let carriage = -1
    let quote = -1
    while (this.#at < never) {
      const at = this.#at
      if (feed < at) feed = find('\n', at)
      if (carriage < at) carriage = find('\r', at)
      if (quote < at) quote = find('"', at)
      const end = feed < carriage ? feed : carriage
      const reach = quote < end ? this.#quoted(at) : this.#plain(at, end)
      if (!reach) {
        if (never - at > RECORD_REACH_CHARACTERS && this.#giveUp(rows)) continue
        break
      }
      this.#push(rows)
      this.#at = reach.next
      this.#line += reach.lines
    }
    return rows
  }

  #push(rows: TableRow[]): void {
    const cells = this.#cells
    // an empty line is no row
    if (cells.length === 1 && cells[0] === '' && !this.#problem) return
    if (!this.#problem) this.#width = cells.length
    if (this.#line < this.#fromLine) return
    const row: TableRow = { sheet: 0, line: this.#line, cells }
    if (this.#problem) row.problem = this.#problem
    rows.push(row)
  }

  #plain(at: number, end: number): Reach | undefined {
    const next = this.#lineEnd(end)
    if (next === undefined) return undefined
    this.#cells = this.#text.slice(at, end).split(this.#delimiter)
    this.#judge(end - at)
    return { next, lines: 1 }
  }

  /** Behind the line break at `end`; undefined when it may not be whole yet. */
  #lineEnd(end: number): number | undefined {
    const { length } = this.#text
    if (end >= length) return this.#isLast ? length : undefined
    if (this.#text.charCodeAt(end) === LINE_FEED) return end + 1
    if (end + 1 >= length) return this.#isLast ? length : undefined
    return this.#text.charCodeAt(end + 1) === LINE_FEED ? end + 2 : end + 1
  }

  #judge(characters: number): void {
    const { cellCharacters, columns } = this.#limits
    this.#problem =
      characters > cellCharacters || this.#cells.length > columns
        ? rowProblem(this.#cells, this.#limits)
        : undefined
  }

  #quoted(start: number): Reach | undefined {
    const text = this.#text
    const delimiter = this.#delimiter.charCodeAt(0)
    const cells: string[] = []
    this.#cells = cells
    let at = start
    let lines = 1
    let suspect: Suspect | undefined
    for (;;) {
      let end: number
      if (text.charCodeAt(at) === QUOTE) {
        const close = this.#closingQuote(at)
        if (close === 'unknown') return undefined
        if (close === 'never') return this.#leaveOpen(at, lines)
        const inside = text.slice(at + 1, close)
        const breaks = breaksIn(inside)
        if (breaks > 0) suspect ??= { at, lines, cells: cells.length }
        cells.push(inside.includes('""') ? inside.replaceAll('""', '"') : inside)
        lines += breaks
        end = close + 1
      } else {
        end = this.#cellEnd(at, delimiter)
        cells.push(text.slice(at, end))
      }
      if (text.charCodeAt(end) === delimiter && end < text.length) {
        at = end + 1
        continue
      }
      const next = this.#lineEnd(end)
      if (next === undefined) return undefined
      if (suspect && this.#isLeftOpen(suspect)) {
        cells.length = suspect.cells
        return this.#leaveOpen(suspect.at, suspect.lines)
      }
      this.#judge(end - start)
      return { next, lines }
    }
  }

  /**
   * A quote left open finds another one some rows below and swallows what stands between. It is known by the width:
   * with the quote taken as text its line is as wide as the row before, and with the lines it swallowed it is not.
   */
  #isLeftOpen(suspect: Suspect): boolean {
    if (this.#cells.length === this.#width || this.#width < 2) return false
    const line = this.#text.slice(suspect.at, this.#breakFrom(suspect.at))
    return suspect.cells + line.split(this.#delimiter).length === this.#width
  }

  #cellEnd(from: number, delimiter: number): number {
    const text = this.#text
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) return at
    }
    return text.length
  }

  #breakFrom(at: number): number {
    const feed = this.#text.indexOf('\n', at)
    const end = feed < 0 ? this.#text.length : feed
    const carriage = this.#text.slice(at, end).indexOf('\r')
    return carriage < 0 ? end : at + carriage
  }

  /** A quote closes a cell only where the cell can end; any other is part of the text. */
  #closingQuote(open: number): number | 'unknown' | 'never' {
    const text = this.#text
    const delimiter = this.#delimiter.charCodeAt(0)
    const most = this.#leftOpen < PATIENCE_ROWS ? QUOTE_REACH_LINES : 0
    let breaks = 0
    let from = open + 1
    for (;;) {
      const found = text.indexOf('"', from)
      const to = found < 0 ? Math.min(text.length, open + QUOTE_REACH_CHARACTERS) : found
      breaks += breaksIn(text, from, to)
      if (to - open >= QUOTE_REACH_CHARACTERS || breaks > most) return 'never'
      if (found < 0) return this.#isLast ? 'never' : 'unknown'
      if (found + 1 >= text.length) return this.#isLast ? found : 'unknown'
      const behind = text.charCodeAt(found + 1)
      if (behind === LINE_FEED || behind === CARRIAGE_RETURN) return found
      if (behind === delimiter) return found
      // one that opens a cell some lines below: so this cell was left open
      if (breaks > 0 && behind !== QUOTE && text.charCodeAt(found - 1) === delimiter) return 'never'
      from = behind === QUOTE ? found + 2 : found + 1
    }
  }

  /** The rest of the line as it stands, quote and all: a person can then see what was meant. */
  #leaveOpen(at: number, lines: number): Reach | undefined {
    const end = this.#breakFrom(at)
    const next = this.#lineEnd(end)
    if (next === undefined) return undefined
    const column = this.#cells.length + 1
    this.#leftOpen++
    for (const cell of this.#text.slice(at, end).split(this.#delimiter)) this.#cells.push(cell)
    const tooWide = rowProblem(this.#cells, this.#limits)
    this.#problem = tooWide ?? `A quote opens in column ${column} and is never closed.`
    return { next, lines }
  }

  /** Reports the row that has no end, and searches for its line break without storing the text before it. */
  #giveUp(rows: TableRow[]): boolean {
    this.#cells = []
    this.#problem = `This row has more than ${inWords(RECORD_REACH_CHARACTERS)} characters.`
    this.#push(rows)
    this.#isSkipping = true
    return this.#skipLine()
  }

  #skipLine(): boolean {
    const end = this.#breakFrom(this.#at)
    const next = this.#lineEnd(end)
    // a carriage return that ends the block is held back, since its line feed may follow
    this.#at = next ?? end
    if (next === undefined) return false
    this.#isSkipping = false
    this.#line++
    return true
  }
}

function breaksIn(text: string, from = 0, to = text.length): number {
  let breaks = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) breaks++
  }
  return breaks
}
