import { isUtf8 } from 'node:buffer'
import { readBlocks } from '../../../kernel/files.ts'
import type { CopyText } from './copyText.ts'
import { BLOCK_BYTES, withoutSeparatorLine } from './csv.ts'
import { CsvSplitter } from './csvSplitter.ts'
import { Decoder } from './encoding.ts'
import { DEFAULT_LIMITS, RowCount } from './table.ts'
import type { TableRow } from './tableShape.ts'

const LINE_FEED = 0x0a
/** What may wait for its line feed; anything longer is for the splitter, which has its own ways with it. */
const LONGEST_WAIT = 64 * 1024

type Lines = { path: string; delimiter: string; headerLine: number; width: number }

/**
 * UTF-8 from front to back: plain lines straight into COPY's text, and between them what needs care to the splitter, one line
 * at first and more the longer no plain one follows. Pauses after every block.
 */
export async function* readPlainLines(
  { path, delimiter, headerLine, width }: Lines,
  text: CopyText,
  add: (row: TableRow) => void,
): AsyncGenerator<void> {
  const decoder = new Decoder('utf-8')
  const splitter = new CsvSplitter(delimiter, DEFAULT_LIMITS)
  const count = new RowCount(DEFAULT_LIMITS)
  count.beginSheet()
  const take = (rows: TableRow[]): void => {
    count.add(rows.length)
    for (const row of withoutSeparatorLine(rows, delimiter)) add(row)
  }
  // the first line may begin with a mark, or name the delimiter
  const firstPlain = Math.max(headerLine, 1) + 1
  const plainFrom = (bytes: Buffer, at: number): number => {
    const line = splitter.nextLine
    if (line === undefined || line < firstPlain) return at
    const { next, lines } = text.addPlainLines(bytes, at, line)
    if (lines > 0) splitter.passOver(lines, width)
    count.add(lines)
    return next
  }
  // what waits stands at the front, and each block behind it
  const memory = Buffer.allocUnsafeSlow(LONGEST_WAIT + BLOCK_BYTES)
  let waiting = 0
  let stride = 0
  for await (const block of readBlocks(path, BLOCK_BYTES)) {
    block.copy(memory, waiting)
    const bytes = memory.subarray(0, waiting + block.length)
    // a file may be marked as what it is not
    const isText = isUtf8(bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1))
    let at = 0
    while (at < bytes.length) {
      const next = isText ? plainFrom(bytes, at) : at
      stride = next > at ? 0 : Math.min(stride * 2 + 256, BLOCK_BYTES)
      at = next
      const feed = bytes.indexOf(LINE_FEED, at + stride)
      if (feed < 0 && bytes.length - at < LONGEST_WAIT) break
      const end = feed < 0 ? bytes.length : feed + 1
      take(splitter.write(decoder.write(bytes.subarray(at, end))))
      at = end
    }
    memory.copyWithin(0, at, bytes.length)
    waiting = bytes.length - at
    yield
  }
  take(splitter.end(decoder.write(memory.subarray(0, waiting)) + decoder.end()))
  yield
}
