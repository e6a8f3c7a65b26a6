import type { Clock } from './clock.ts'
import type { ClockGuard } from './clockGuard.ts'
import type { Actor, Credentials } from './context.ts'
import type { Tx } from './db.ts'
import type { Db } from './dbTypes.ts'
import type { Keys } from './keys.ts'

/** What the HTTP layer is given. */
export type HttpDeps = {
  db: Db
  clock: Clock
  keys: Keys
  dataDirectory: string
  clockGuard?: ClockGuard
  behindProxy: boolean
  /** Whether a reply that PostgreSQL wrote is read by its schema before it leaves: in tests and in development. */
  checksTexts: boolean
  /**
   * Reads the session of token and cookie; refuses by name when there is none. Passed in, since the kernel knows no
   * module.
   */
  identify(tx: Tx, credentials: Credentials): Promise<Actor>
  /** Whether a staff member signed in with this browser before. Passed in likewise. */
  knowsBrowser(keys: Keys, cookie: string | undefined): boolean
}
