import type { PayMonth } from '../../engine/dates.ts'
import type { Program } from '../../server/act.ts'
import { startThread } from '../../server/thread.ts'
import type { Cast } from './cast.ts'
import type { Known, Payrolls } from './payrollHistory.ts'

/** The payroll history, loaded by a thread beside the one that lives through the desk's days. */

/** Where a second thread reaches the same database with the same keys. */
export type Aside = { url: string; secret: string }

type Wishes = { cast: Cast; known: readonly Known[]; newest: PayMonth }

/** All that the thread needs to be the same program at the same moment. */
export type ThreadData = Aside & Wishes & { now: number; dataDirectory: string }

/** What the thread says when it is that far; it ends once all months are there. */
export type Said = 'newest'

export function loadPayrollsAside(
  { clock, dataDirectory }: Program,
  aside: Aside,
  wishes: Wishes,
  movedIn: Promise<unknown>,
): Payrolls {
  const workerData: ThreadData = { ...aside, ...wishes, now: clock.now().getTime(), dataDirectory }
  const thread = startThread('payrollThread', import.meta.url, {
    workerData,
    // room for what is soon forgotten: less is looked through
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  })
  movedIn.then(
    () => thread.postMessage('movedIn'),
    () => thread.terminate(),
  )
  const until = (event: 'message' | 'exit') =>
    new Promise<void>((resolve, reject) => {
      thread.once(event, () => resolve())
      thread.once('error', reject)
      thread.once('exit', code => reject(new Error(`the payrolls broke off with ${code}`)))
    })
  const newest = until('message')
  return { newest, all: Promise.all([newest, until('exit')]).then(() => {}) }
}
