import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { rootOf, type Tx } from './db.ts'
import type { Db } from './dbTypes.ts'
import { oneHost } from './hosts.ts'

/**
 * What nearly every request reads and hardly anything changes, remembered by each process until a transaction tells that it
 * changed it (decision 36). The database tells over one connection, and only while that connection has lately been proved
 * to deliver is anything remembered used: past a second without proof every request reads again.
 */

/** What `tell_changed` in the database says was changed. */
export type Topic = 'sessions' | 'settings'
const CHANNEL = 'iroko_changed'

/** However the connection fails, nothing older is used. */
const STALE_MS = 1_000
const PROVE_EVERY_MS = 250
/** A connection that answers nothing for so long is replaced. */
const SILENCE_MS = 3_000

type Read<Key, Found> = (tx: Tx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>
type Shelf = { changes: number; known: Map<unknown, unknown> }

export class Changes {
  readonly #url: string
  #client: pg.Client | undefined
  #provedAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  readonly #shelves: Record<Topic, Shelf> = {
    sessions: { changes: 0, known: new Map() },
    settings: { changes: 0, known: new Map() },
  }

  constructor(url: string) {
    this.#url = url
  }

  /** Whether all that was changed more than a second ago has been heard of. */
  get isHeard(): boolean {
    return performance.now() - this.#provedAt < STALE_MS
  }

  shelf(topic: Topic): Shelf {
    return this.#shelves[topic]
  }

  #forget(topics: readonly Topic[]): void {
    for (const topic of topics) {
      this.#shelves[topic].changes += 1
      this.#shelves[topic].known.clear()
    }
  }

  async run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#listen().catch(() => {})
      this.#provedAt = Number.NEGATIVE_INFINITY
      // what was told meanwhile is lost
      this.#forget(['sessions', 'settings'])
      await sleep(PROVE_EVERY_MS, undefined, { ref: false })
    }
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: await oneHost(this.#url),
      application_name: 'iroko changes',
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      // writes that end at once prove it at once
      pipeline: true,
    })
    client.on('error', () => {})
    client.on('notification', ({ payload }) =>
      this.#forget(payload === 'sessions' || payload === 'settings' ? [payload] : ['sessions', 'settings']),
    )
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      this.#client = client
      while (!this.#isClosed) {
        await this.prove()
        await sleep(PROVE_EVERY_MS, undefined, { ref: false })
      }
    } finally {
      this.#client = undefined
      await client.end().catch(() => {})
    }
  }

  /** What was told before a question comes before its answer; so all that was committed before it was asked is known then. */
  async prove(): Promise<void> {
    const client = this.#client
    if (!client) return
    const askedAt = performance.now()
    await client.query('select 1')
    this.#provedAt = askedAt
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => {})
  }
}

const heard = new WeakMap<Db, Changes>()

/** From now on this process remembers what it reads of this database. Gives what ends it. */
export function rememberChanges(db: Db, url: string): Changes {
  const changes = new Changes(url)
  heard.set(db, changes)
  void changes.run()
  return changes
}

/** Whether what is remembered of this database is in use just now. */
export const heardOf = (db: Db): boolean => heard.get(db)?.isHeard ?? false

/** After a write of this process that may have changed something remembered: its own next request knows. */
export const hearOwnChanges = async (db: Db): Promise<void> =>
  heard
    .get(db)
    ?.prove()
    .catch(() => {})

/** Reads by key, from memory while what is there is known to hold. Inside a transaction everything is read. */
export function remembered<Key, Found>(topic: Topic, most: number, read: Read<Key, Found>): Read<Key, Found> {
  return async (tx, keys) => {
    const changes = tx.isTransaction ? undefined : heard.get(rootOf(tx))
    if (!changes?.isHeard) return read(tx, keys)
    const { known } = changes.shelf(topic)
    const found = new Map<Key, Found>()
    let isWhole = true
    for (const key of keys) {
      const held = known.get(key) as { value: Found | undefined } | undefined
      if (held?.value !== undefined) found.set(key, held.value)
      isWhole &&= held !== undefined
    }
    return isWhole ? found : readAndRemember(changes.shelf(topic), most, () => read(tx, keys), keys)
  }
}

async function readAndRemember<Key, Found>(
  shelf: Shelf,
  most: number,
  read: () => Promise<ReadonlyMap<Key, Found>>,
  keys: readonly Key[],
): Promise<ReadonlyMap<Key, Found>> {
  const { changes } = shelf
  const found = await read()
  // told in between: what was read may be from before
  if (shelf.changes !== changes) return found
  if (shelf.known.size + keys.length > most) shelf.known.clear()
  for (const key of keys) shelf.known.set(key, { value: found.get(key) })
  return found
}
