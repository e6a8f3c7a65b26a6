import { type ConnectionProvider, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from './dbTypes.ts'
import type { DB } from './schema.ts'

/** Unless the pool says how long. */
const WAIT_MS = 5_000
/** No page has as many. A file that is written for minutes goes to the end of the row with each question beyond. */
const MOST_QUESTIONS = 40

type Waiting = { arrival: number; begin: () => void }

/**
 * The same database once for each request that reads. Lines are given out in the order in which people came, not in that in
 * which statements did: in a rush a page of ten questions would otherwise wait ten times as long as a page of one. A write
 * asks for one line for all it does, and does not stand in this row.
 */
export function turnsOf(db: Db, pool: pg.Pool): () => Db {
  const dialect = new PostgresDialect({ pool })
  const driver = dialect.createDriver()
  const { max } = pool.options
  const waitMs = pool.options.connectionTimeoutMillis || WAIT_MS
  /** Whoever came first stands at the end, from where the next is taken. */
  const waiting: Waiting[] = []
  let arrivals = 0
  let underway = 0

  const wait = (arrival: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1)
        reject(new Error('timeout exceeded when trying to connect: too many came before'))
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

  /** A place in the row, taken now; a new one for each question beyond those of a page. */
  const place = (): ConnectionProvider => {
    let questions = 0
    let arrival = ++arrivals
    return {
      async provideConnection(ask) {
        questions += 1
        if (questions > MOST_QUESTIONS) arrival = ++arrivals
        if (underway < max) underway += 1
        else await wait(arrival)
        try {
          return await db.getExecutor().provideConnection(ask)
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
    return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
  }
}
