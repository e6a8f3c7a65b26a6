import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Said } from './readFile.ts'
import { answersTo, type Reading } from './readings.ts'
import { TableProblem } from './table.ts'

/** The thread that `reader.ts` starts: answers one reading, some blocks ahead of what is taken, and ends. */

/** Enough that neither side waits for the other. Together they are all the memory that a file passes through. */
const MOST_BLOCKS = 6

/** A third of the share of a thread that answers people, should there not be enough for both. */
const NICER = 5
// On Linux this is the thread's own; elsewhere it would be the whole program's.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICER, 19))

const port = parentPort
if (!port) throw new Error('this file is run as a thread')
const say = (said: Said, handedOver: ArrayBuffer[] = []): void => port.postMessage(said, handedOver)

const free: ArrayBuffer[] = []
let away = 0
port.on('message', (memory: ArrayBuffer) => {
  free.push(memory)
  away--
})
try {
  for await (const answer of answersTo(workerData as Reading, free)) {
    say({ answer }, 'bytes' in answer ? [answer.bytes.buffer] : [])
    away++
    while (away >= MOST_BLOCKS) await once(port, 'message')
  }
  say('end')
} catch (error) {
  if (!(error instanceof TableProblem)) throw error
  say({ problem: { code: error.code, message: error.message } })
}
port.close()
