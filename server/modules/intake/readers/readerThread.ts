import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRequest, readHere, type ThreadMessage } from './readFile.ts'
import { TableProblem } from './table.ts'

/** The thread that `readFile.ts` starts: answers one request, prefetches some blocks, and ends. */

/** Enough that neither side waits for the other. Together they are all the memory that a file passes through. */
const MAX_BLOCKS = 6

/** A third of the share of a thread that answers people, should there not be enough for both. */
const NICER = 5
// On Linux this is the thread's own; elsewhere it would be the whole program's.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICER, 19))

const port = parentPort
if (!port) throw new Error('this file is run as a thread')
const send = (message: ThreadMessage, transferred: ArrayBuffer[] = []): void =>
  port.postMessage(message, transferred)

const free: ArrayBuffer[] = []
let lent = 0
port.on('message', (memory: ArrayBuffer) => {
  free.push(memory)
  lent--
})
try {
  for await (const result of readHere(workerData as ReadRequest, free)) {
    send({ result }, 'bytes' in result ? [result.bytes.buffer] : [])
    lent++
    while (lent >= MAX_BLOCKS) await once(port, 'message')
  }
  send('end')
} catch (error) {
  if (!(error instanceof TableProblem)) throw error
  send({ problem: { code: error.code, message: error.message } })
}
port.close()
