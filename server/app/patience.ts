import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../kernel/clock.ts'
import { isAway } from '../kernel/db.ts'

/** Longer than any switch-over takes; after it the queue counts a try, and the operator is told of a job that gave up. */
const PATIENCE_MS = 15 * 60_000
const PAUSE_MAX_MS = 5_000
/** What ran for so long had its database: losing it is the first loss of another outage. */
const STEADY_MS = 60_000

/** A database that is away is not the job's fault: it goes on when the database is back, and the queue counts no try for it. */
export async function patiently(
  job: string,
  run: () => Promise<void>,
  isStopping: () => boolean,
  log: FastifyBaseLogger,
): Promise<void> {
  let away = stopwatch()
  for (let lost = 1; ; lost++) {
    const ran = stopwatch()
    try {
      return await run()
    } catch (error) {
      if (ran() > STEADY_MS) away = stopwatch()
      if (!isAway(error) || away() > PATIENCE_MS || isStopping()) throw error
      log.warn({ job, lost }, 'A job lost its database and goes on when it is back')
      await sleep(Math.min(lost * 500, PAUSE_MAX_MS))
      // the queue may have stopped since, and the job may be another worker's
      if (isStopping()) throw error
    }
  }
}
