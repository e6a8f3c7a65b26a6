import { on } from 'node:events'
import { bytesOf } from '../files.ts'
import { startThread } from '../thread.ts'
import type { CopyBlock } from './copyText.ts'
import { type Answer, answersTo, type Look, type Reading } from './readings.ts'
import type { Staging } from './stage.ts'
import { isWorkbook } from './table.ts'
import { overPacked, TableProblem, type TableProblemCode } from './tableProblem.ts'

/**
 * Reads uploaded files in a thread of their own: a million lines are seconds of computing, during which the console
 * must answer. What a hostile file makes of the thread's memory ends the thread and not the program.
 */

/** Some thousand rows: read within the time that a thread takes to start. */
const READ_HERE_BYTES = 512 * 1024
/** A workbook is packed and may hold much more than it weighs. */
const PACKED = 20
/** A roster needs 20 MB whatever its length, the older .xls of 30 MB all at once some hundreds. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

/** The one that is asked for and the one before it; whatever came earlier has gone to the database. */
const BLOCKS_IN_USE = 2

/** What the thread says: an answer, why the file cannot be read, or that all was said. */
export type Said = { answer: Answer } | { problem: { code: TableProblemCode; message: string } } | 'end'

export async function lookAt(path: string): Promise<Look> {
  for await (const answer of read(path, { look: path })) return answer as Look
  throw new Error('the reader did not answer')
}

export async function* readForCopy(staging: Staging): AsyncGenerator<CopyBlock> {
  for await (const answer of read(staging.path, { copy: staging })) yield answer as CopyBlock
}

async function* read(path: string, reading: Reading): AsyncGenerator<Answer> {
  const most = (await isWorkbook(path)) ? READ_HERE_BYTES / PACKED : READ_HERE_BYTES
  yield* (await bytesOf(path)) <= most ? answersTo(reading) : readAside(reading)
}

async function* readAside(reading: Reading): AsyncGenerator<Answer> {
  const thread = startThread('readerThread', import.meta.url, {
    workerData: reading,
    resourceLimits: MEMORY,
  })
  // whoever stops listening half-way must not be brought down by what the thread does until it ends
  thread.on('error', () => {})
  const lent: ArrayBuffer[] = []
  try {
    for await (const [said] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[Said]>) {
      if (said === 'end') return
      if ('problem' in said) throw new TableProblem(said.problem.code, said.problem.message)
      yield said.answer
      if ('bytes' in said.answer) lent.push(said.answer.bytes.buffer)
      const memory = lent.length > BLOCKS_IN_USE ? lent.shift() : undefined
      if (memory) thread.postMessage(memory, [memory])
    }
    throw new Error('the reader ended before the file did')
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isFull ? overPacked() : error
  } finally {
    await thread.terminate()
  }
}
