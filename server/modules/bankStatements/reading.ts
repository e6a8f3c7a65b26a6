import { on } from 'node:events'
import { STATEMENT_LINES_MAX } from '../../../contract/bankStatements.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { bytesOf } from '../../kernel/files.ts'
import { startThread } from '../../kernel/thread.ts'
import { readCamt053 } from './camt053.ts'
import { type Findings, type StatementAccount, type StatementLine, Unreadable } from './lines.ts'
import { readMt940 } from './mt940.ts'
import { type Layout, readTableLines } from './table.ts'

/** The lines of a statement as text for COPY. Half a million are seconds of computing: a thread of their own (decision 14). */

export type ReadingFormat = 'mt940' | 'camt053' | { sheet: number; layout: Layout; isWorkbook: boolean }
export type Reading = { path: string; format: ReadingFormat; today: LocalDate; account: StatementAccount }
type Found = Pick<Findings, 'opening' | 'closing' | 'problems' | 'problemCount'>
export type ReadingMessage = { text: string } | { found: Found; problem: string | null }

/** Some thousand lines, read in less time than a thread takes to start. A workbook may hold far more than its size. */
const READ_HERE_BYTES = 512 * 1024
const SILENCE_MAX_MS = 60_000
/** A statement needs some MB whatever its length. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

export async function* readForCopy(reading: Reading, found: Findings): AsyncGenerator<string> {
  const isWorkbook = typeof reading.format === 'object' && reading.format.isWorkbook
  const isSmall = !isWorkbook && (await bytesOf(reading.path)) <= READ_HERE_BYTES
  yield* isSmall ? copyTexts(reading, found) : readInThread(reading, found)
}

const COPY_CHARACTERS = 128 * 1024

export async function* copyTexts(reading: Reading, found: Findings): AsyncGenerator<string> {
  let [seq, text] = [0, '']
  for await (const line of linesOf(reading, found)) {
    seq += 1
    if (seq > STATEMENT_LINES_MAX) throw new Unreadable('This file has more than 500,000 lines. Split it.')
    // once one line is bad nothing is imported, and the rest is read for its problems alone
    if (found.problemCount === 0) text += copyText(seq, line)
    if (text.length < COPY_CHARACTERS) continue
    yield text
    text = ''
  }
  yield text
}

const linesOf = ({ path, format, today }: Reading, found: Findings): AsyncGenerator<StatementLine> => {
  if (format === 'mt940') return readMt940(path, today, found)
  if (format === 'camt053') return readCamt053(path, today, found)
  return readTableLines(path, format.sheet, format.layout, today, found)
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\')

/** Neither narration nor reference holds tabs or line breaks. */
const copyText = (seq: number, line: StatementLine): string =>
  `${seq}\t${line.line}\t${line.bookedOn}\t${line.valueOn ?? '\\N'}\t${line.amount}\t${line.balance ?? '\\N'}\t${escaped(line.reference)}\t${escaped(line.narration)}\n`

async function* readInThread(reading: Reading, found: Findings): AsyncGenerator<string> {
  const thread = startThread('statementThread', import.meta.url, {
    workerData: reading,
    resourceLimits: MEMORY,
  })
  // an error after the consumer stopped half-way must not end the program
  thread.on('error', () => {})
  const silence = new AbortController()
  const giveUp = (): void => silence.abort()
  let timer = setTimeout(giveUp, SILENCE_MAX_MS)
  const messages = on(thread, 'message', { close: ['exit'], signal: silence.signal })
  try {
    for await (const [message] of messages as AsyncIterable<[ReadingMessage]>) {
      // the time that the database takes does not count
      clearTimeout(timer)
      if ('found' in message) {
        Object.assign(found, message.found)
        if (message.problem !== null) throw new Unreadable(message.problem)
        return
      }
      yield message.text
      thread.postMessage('more')
      timer = setTimeout(giveUp, SILENCE_MAX_MS)
    }
    throw new Error('the reader ended before the file did')
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (silence.signal.aborted) throw new Unreadable('This file gave no line for a minute. Save it as CSV.')
    if (isFull) throw new Unreadable('This file unpacks to far more data than is allowed. Save it as CSV.')
    throw error
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
