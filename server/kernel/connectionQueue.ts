import { type ConnectionProvider, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from './dbTypes.ts'

/** Unless the pool has a limit of its own. */
const WAIT_MS = 5_000
/** No page sends as many statements. An export that runs for minutes goes to the end of the queue with each further one. */
const PAGE_STATEMENTS_MAX = 40

type Waiting = { arrival: number; begin: () => void }

/**
 * The same database, once for each request that reads (decision 16). A free connection goes to the oldest request, not to the oldest
 * statement: in a rush a page of ten statements would otherwise wait ten times as long as a page of one. A write takes one
 * connection for its whole transaction, from the pool's own queue.
 */
export function requestQueue(db: Db, pool: pg.Pool): () => Db {
  const dialect = new PostgresDialect({ pool })
  const driver = dialect.createDriver()
  const { max } = pool.options
  const waitMs = pool.options.connectionTimeoutMillis || WAIT_MS
  /** The oldest request is last, where the next is taken from. */
  const waiting: Waiting[] = []
  let arrivals = 0
  let underway = 0

  const wait = (arrival: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1)
        reject(new Error('timeout exceeded when trying to connect: too many requests wait'))
      }, waitMs)
      const mine: Waiting = {
        arrival,
        begin() {
          clearTimeout(timer)
          resolve()
        },
      }
      const behind = waiting.findLastIndex(other => other.arrival > arrival)
      waiting.splice(behind + 1, 0, mine)
    })

  /** A place in the queue, taken now; a new one for each statement beyond those of a page. */
  const place = (): ConnectionProvider => {
    let statements = 0
    let arrival = ++arrivals
    return {
      async provideConnection(use) {
        statements += 1
        if (statements > PAGE_STATEMENTS_MAX) arrival = ++arrivals
        if (underway < max) underway += 1
        else await wait(arrival)
        try {
          return await db.getExecutor().provideConnection(use)
        } finally {
          const next = waiting.pop()
          if (next) next.begin()
          else underway -= 1
        }
      },
    }
  }

  return () => {
    const executor = db.getExecutor().withConnectionProvider(place())
    return new Kysely<unknown>({ config: { dialect }, dialect, driver, executor })
  }
}
