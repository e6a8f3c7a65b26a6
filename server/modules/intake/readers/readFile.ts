import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { cutText } from '../../../../engine/text.ts'
import { bytesOf, spool, unspool } from '../../../kernel/files.ts'
import { startThread } from '../../../kernel/thread.ts'
import type { HeadLine } from '../columns.ts'
import { type CopyBlock, type CopyRequest, copyBlocks } from './copyRows.ts'
import { describeTable, isWorkbook, readRows } from './rows.ts'
import {
  overPacked,
  type TableLimits,
  TableProblem,
  type TableProblemCode,
  type TableRow,
  type TableShape,
  tooSlow,
} from './table.ts'

/**
 * Reads uploaded files in a thread of their own: a million lines are seconds of computing, during which the console
 * must answer. A hostile file can end the thread by its memory or time, but not the program (decision 14).
 */

export type TableHead = { shape: TableShape; head: HeadLine[] }
type TableRequest = { path: string; limits: Partial<TableLimits> }
/** The kind of a file and its first lines, all of its rows as text for COPY, or all rows of a short table. */
export type ReadRequest = { head: string } | { copy: CopyRequest } | { table: TableRequest }
export type ReadResult = TableHead | CopyBlock | TableRow[]
export type ThreadMessage =
  | { result: ReadResult }
  | { problem: { code: TableProblemCode; message: string } }
  | 'end'

/** Some thousand lines, read in less time than a thread takes to start. A workbook may hold far more than its size. */
const READ_HERE_BYTES = 512 * 1024
/** A roster of a million rows gives a block every few milliseconds, the first one within some seconds. */
const MAX_SILENCE_MS = 60_000
/** A roster needs 20 MB whatever its length. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }
/** The block requested last and the one before it; earlier blocks were sent to the database. */
const BLOCKS_IN_USE = 2

const HEAD_LINES = 40
const HEAD_CHARACTERS = 200

export async function readHead(path: string, silenceMs = MAX_SILENCE_MS): Promise<TableHead> {
  for await (const result of read(path, { head: path }, silenceMs)) return result as TableHead
  throw new Error('the reader gave no result')
}

export async function* readForCopy(copy: CopyRequest): AsyncGenerator<CopyBlock> {
  for await (const result of read(copy.path, { copy }, MAX_SILENCE_MS)) yield result as CopyBlock
}

/** A user waits for the answer, so a short table has less time than an upload. */
const TABLE_SILENCE_MS = 10_000

/** All rows of a table short enough to be held in memory, or why it cannot be read, as sentences. */
export async function readShortTable(
  dataDirectory: string,
  bytes: Uint8Array,
  limits: Partial<TableLimits>,
): Promise<TableRow[] | string> {
  const name = `table-${randomUUID()}`
  try {
    const { path } = await spool(dataDirectory, name, onePiece(bytes))
    const rows: TableRow[] = []
    for await (const result of read(path, { table: { path, limits } }, TABLE_SILENCE_MS))
      rows.push(...(result as TableRow[]))
    return rows
  } catch (error) {
    if (error instanceof TableProblem) return error.message
    throw error
  } finally {
    await unspool(dataDirectory, name)
  }
}

/** The rows of a table, batch by batch, only as fast as they are taken: for the thread of another module. */
export const readTableHere = (path: string, limits: Partial<TableLimits>): AsyncGenerator<TableRow[]> =>
  tableRows({ path, limits })

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* read(path: string, request: ReadRequest, silenceMs: number): AsyncGenerator<ReadResult> {
  const isSmall = (await bytesOf(path)) <= READ_HERE_BYTES && !(await isWorkbook(path))
  yield* isSmall ? readHere(request, []) : readInThread(request, silenceMs)
}

/** `free` holds the memory of blocks that were sent. */
export async function* readHere(request: ReadRequest, free: ArrayBuffer[]): AsyncGenerator<ReadResult> {
  if ('copy' in request) yield* copyBlocks(request.copy, free)
  else if ('head' in request) yield firstLines(request.head)
  else yield* tableRows(request.table)
}

async function* tableRows({ path, limits }: TableRequest): AsyncGenerator<TableRow[]> {
  yield* readRows(path, await describeTable(path, limits), { limits })
}

async function firstLines(path: string): Promise<TableHead> {
  const shape = await describeTable(path)
  const head: HeadLine[] = []
  for await (const batch of readRows(path, shape))
    for (const { sheet, line, cells } of batch) {
      head.push({ sheet, line, cells: cells.map(cell => cutText(cell, HEAD_CHARACTERS)) })
      if (head.length === HEAD_LINES) return { shape, head }
    }
  return { shape, head }
}

async function* readInThread(request: ReadRequest, silenceMs: number): AsyncGenerator<ReadResult> {
  const thread = startThread('readerThread', import.meta.url, {
    workerData: request,
    resourceLimits: MEMORY,
  })
  // an error after the consumer stopped half-way must not end the program
  thread.on('error', () => {})
  const lent: ArrayBuffer[] = []
  const silence = new AbortController()
  const giveUp = (): void => silence.abort()
  let timer = setTimeout(giveUp, silenceMs)
  const messages = on(thread, 'message', { close: ['exit'], signal: silence.signal })
  try {
    for await (const [message] of messages as AsyncIterable<[ThreadMessage]>) {
      // the time that the consumer takes does not count
      clearTimeout(timer)
      if (message === 'end') return
      if ('problem' in message) throw new TableProblem(message.problem.code, message.problem.message)
      yield message.result
      if ('bytes' in message.result) lent.push(message.result.bytes.buffer)
      const memory = lent.length > BLOCKS_IN_USE ? lent.shift() : undefined
      if (memory) thread.postMessage(memory, [memory])
      timer = setTimeout(giveUp, silenceMs)
    }
    throw new Error('the reader ended before the file did')
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (silence.signal.aborted) throw tooSlow(silenceMs)
    throw isFull ? overPacked() : error
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
