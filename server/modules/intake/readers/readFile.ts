import { on } from 'node:events'
import { bytesOf } from '../../../kernel/files.ts'
import { startThread } from '../../../kernel/thread.ts'
import type { Staging } from './copyRows.ts'
import type { CopyBlock } from './copyText.ts'
import { type Answer, answersTo, type Look, type Reading } from './readings.ts'
import { isWorkbook } from './rows.ts'
import { overPacked, TableProblem, type TableProblemCode, tooSlow } from './table.ts'

/**
 * Reads uploaded files in a thread of their own: a million lines are seconds of computing, during which the console
 * must answer. What a hostile file makes of the thread's memory or time ends the thread and not the program.
 */

/** Some thousand lines: read within the time that a thread takes to start. A workbook may hold far more than it weighs. */
const READ_HERE_BYTES = 512 * 1024
/** A roster of a million rows answers every few milliseconds, and its first rows come within some seconds. */
const LONGEST_SILENCE_MS = 60_000
/** A roster needs 20 MB whatever its length. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

/** The one that is asked for and the one before it; whatever came earlier has gone to the database. */
const BLOCKS_IN_USE = 2

/** What the thread says: an answer, why the file cannot be read, or that all was said. */
export type Said = { answer: Answer } | { problem: { code: TableProblemCode; message: string } } | 'end'

export async function lookAt(path: string, silenceMs = LONGEST_SILENCE_MS): Promise<Look> {
  for await (const answer of read(path, { look: path }, silenceMs)) return answer as Look
  throw new Error('the reader did not answer')
}

export async function* readForCopy(staging: Staging): AsyncGenerator<CopyBlock> {
  for await (const answer of read(staging.path, { copy: staging })) yield answer as CopyBlock
}

async function* read(path: string, reading: Reading, silenceMs = LONGEST_SILENCE_MS): AsyncGenerator<Answer> {
  const isSmall = (await bytesOf(path)) <= READ_HERE_BYTES && !(await isWorkbook(path))
  yield* isSmall ? answersTo(reading) : readAside(reading, silenceMs)
}

async function* readAside(reading: Reading, silenceMs: number): AsyncGenerator<Answer> {
  const thread = startThread('readerThread', import.meta.url, {
    workerData: reading,
    resourceLimits: MEMORY,
  })
  // whoever stops listening half-way must not be brought down by what the thread does until it ends
  thread.on('error', () => {})
  const lent: ArrayBuffer[] = []
  const silence = new AbortController()
  const giveUp = (): void => silence.abort()
  let timer = setTimeout(giveUp, silenceMs)
  const messages = on(thread, 'message', { close: ['exit'], signal: silence.signal })
  try {
    for await (const [said] of messages as AsyncIterable<[Said]>) {
      // how long the reader's own reader takes is not the file's fault
      clearTimeout(timer)
      if (said === 'end') return
      if ('problem' in said) throw new TableProblem(said.problem.code, said.problem.message)
      yield said.answer
      if ('bytes' in said.answer) lent.push(said.answer.bytes.buffer)
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
