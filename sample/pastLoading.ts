import { once } from 'node:events'
import type { LocalDate, PayMonth } from '../engine/dates.ts'
import type { Program } from '../server/kernel/act.ts'
import { startThread } from '../server/kernel/thread.ts'
import type { OfficeUsers } from './office.ts'
import type { Known } from './payrollHistory.ts'

/** The payrolls and month-ends of two years, loaded by a thread beside the one that lives through the desk's days. */

/** Where a second thread reaches the same database with the same keys. */
export type SecondThread = { url: string; secret: string }

type Wishes = { users: OfficeUsers; known: readonly Known[]; newest: PayMonth; movingDay: LocalDate }

/** All that the thread needs to be the same program at the same moment. */
export type ThreadData = SecondThread & Wishes & { now: number; dataDirectory: string }

/** The payrolls are there that the desk decides by; the month-ends are frozen. The thread ends with the last of its work. */
export type Said = 'newest' | 'frozen'

export type Past = Record<Said | 'all', Promise<void>>

export function loadPastInThread(
  { clock, dataDirectory }: Program,
  apart: SecondThread,
  wishes: Wishes,
  movedIn: Promise<unknown>,
): Past {
  const workerData: ThreadData = { ...apart, ...wishes, now: clock.now().getTime(), dataDirectory }
  const thread = startThread('pastThread', import.meta.url, {
    workerData,
    // room for what is soon forgotten: less is looked through
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  })
  movedIn.then(
    () => thread.postMessage('movedIn'),
    () => thread.terminate(),
  )
  const ended = once(thread, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`the past broke off with ${code}`)
  })
  const said = (word: Said): Promise<void> =>
    new Promise(resolve => thread.on('message', heard => heard === word && resolve()))
  const newest = Promise.race([said('newest'), ended])
  const frozen = Promise.race([said('frozen'), ended])
  return { newest, frozen, all: Promise.all([newest, frozen, ended]).then(() => {}) }
}
