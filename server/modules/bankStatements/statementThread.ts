import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { tables } from '../intake/intake.ts'
import { Findings, Unreadable } from './lines.ts'
import { copyTexts, type Reading, type ReadingMessage } from './reading.ts'

/** The thread that `reading.ts` starts: reads one statement, some pieces in advance, and ends. */

const PIECES_MAX = 6

/** A third of the share of a thread that answers people. On Linux this is the thread's own. */
const NICER = 5
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICER, 19))

const port = parentPort
if (!port) throw new Error('this file is run as a thread')
const send = (message: ReadingMessage): void => port.postMessage(message)

let sent = 0
port.on('message', () => {
  sent--
})
const reading = workerData as Reading
const found = new Findings(reading.account)
const findings = () => ({
  opening: found.opening,
  closing: found.closing,
  problems: found.problems,
  problemCount: found.problemCount,
})
try {
  for await (const text of copyTexts(reading, found)) {
    send({ text })
    sent++
    while (sent >= PIECES_MAX) await once(port, 'message')
  }
  send({ found: findings(), problem: null })
} catch (error) {
  if (!(error instanceof Unreadable || error instanceof tables.TableProblem)) throw error
  send({ found: findings(), problem: error.message })
}
port.close()
