import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connect, isAway, isRetryable, openDb, rootOf, type Tx } from './db.ts'
import type { Db } from './dbTypes.ts'
import { hostsOf, oneHost } from './hosts.ts'
import { NOTE_TIMELINE, PLACE_OF_COPY, PLACE_OF_PRIMARY } from './logPlace.sql.ts'

/**
 * Read-only copies of the database for requests that only read (decision 45). A place in the primary's log says what a caller
 * has written: a copy that has not reached it is not asked. Every write is answered with its place, which comes back as a
 * cookie, so that any web process knows it.
 */

const LOOK_MS = 200
/** A copy that is further behind is not asked at all. */
const LAG_MAX_MS = 10_000
/** The primary is away: what it last said is older. */
const SILENT_MS = 1_500
/** A second is what a session that ended may live on elsewhere (decision 36). */
const NEAR_MS = 1_000
const CONNECTIONS = 10
/** Of places that the primary was at; enough to tell a lag beyond the limit. */
const SAMPLES_MAX = (2 * LAG_MAX_MS) / LOOK_MS

/** It writes, or reads a table that has no log: those of uploads that are being read. */
const NOT_ON_A_COPY = new Set<unknown>(['25006', '0A000'])

/** A position in the log; `0/16B3748` as PostgreSQL writes it. */
export type Place = bigint
export function placeOf(text: string | undefined): Place | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
type Sample = { at: number; place: Place }
/** Places of different timelines cannot be compared: a copy of another one is none (decision 55). */
type Copy = { host: string; pool: pg.Pool; db: Db; place: Place | undefined; timeline: string | undefined }
export type CopyState = { host: string; lagSeconds: number | null; isAsked: boolean }

export class Replicas {
  readonly #copies: Copy[]
  readonly #primaryUrl: string
  #samples: Sample[] = []
  #timeline: string | undefined
  /** Reads that turned out to need the primary: they go there from then on. */
  readonly #writing = new Set<string>()
  /** Questions that the primary has not answered yet. */
  readonly #waiting = new Set<(copy: Db) => void>()
  #picks = 0
  #isClosed = false

  readonly #lagMaxMs: number

  constructor(
    url: string,
    primaryUrl: string,
    { statementSeconds, lagMaxMs = LAG_MAX_MS }: { statementSeconds: number; lagMaxMs?: number },
  ) {
    this.#primaryUrl = primaryUrl
    this.#lagMaxMs = lagMaxMs
    this.#copies = hostsOf(url).map(host => {
      const pool = connect(host, {
        most: CONNECTIONS,
        name: 'iroko reads',
        statementSeconds,
        closesSilent: true,
      })
      return { host: new URL(host).host, pool, db: openDb(pool), place: undefined, timeline: undefined }
    })
  }

  run(): void {
    for (const copy of this.#copies)
      void this.#watch(
        () => this.#lookAt(copy),
        () => (copy.place = undefined),
      )
    void this.#watchPrimary()
  }

  /** A copy that has all up to that place; none if all are behind, or if this read is known to write. */
  pick(reads: string, after: Place = 0n): Db | undefined {
    if (this.#writing.has(reads)) return undefined
    const able = this.#copies.filter(copy => (this.#replayedBy(copy) ?? -1n) >= after && this.#isAsked(copy))
    this.#picks += 1
    return able[this.#picks % able.length]?.db
  }

  /** While the primary has not answered for a while: a copy that has all it said, up to its last second. */
  standIn(): Db | undefined {
    const last = this.#samples.at(-1)
    if (!last || performance.now() - last.at < SILENT_MS) return undefined
    const isNear = (copy: Copy) =>
      this.#replayedBy(copy) !== undefined && last.at - (this.#firstMissing(copy)?.at ?? last.at) < NEAR_MS
    return this.#copies.find(isNear)?.db
  }

  /**
   * Asks the primary, and as soon as it has been silent for a while, a copy that stands in for it: a question on its way to a
   * machine that vanished without a word would otherwise wait until the connection is given up.
   */
  async orStandIn<T>(primary: Db, ask: (db: Db, isCopy: boolean) => Promise<T>): Promise<T> {
    const copy = this.standIn()
    if (copy) return ask(copy, true)
    let waits = (_copy: Db): void => {}
    const found = new Promise<Db>(resolve => {
      waits = resolve
    })
    this.#waiting.add(waits)
    try {
      return await Promise.race([ask(primary, false), found.then(copy => ask(copy, true))])
    } finally {
      this.#waiting.delete(waits)
    }
  }

  /** Whether the read is to be asked of the primary, after it failed on a copy. */
  failed(reads: string, error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (NOT_ON_A_COPY.has(code)) this.#writing.add(reads)
    return NOT_ON_A_COPY.has(code) || isAway(error) || isRetryable(error)
  }

  get states(): CopyState[] {
    return this.#copies.map(copy => {
      const lag = this.#lagOf(copy)
      return {
        host: copy.host,
        lagSeconds: Number.isFinite(lag) ? Math.round(lag / 100) / 10 : null,
        isAsked: this.#isAsked(copy),
      }
    })
  }

  get databases(): Db[] {
    return this.#copies.map(({ db }) => db)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#copies.map(copy => copy.pool.end()))
  }

  #isAsked = (copy: Copy): boolean => this.#lagOf(copy) <= this.#lagMaxMs

  /** Since the primary was at a place that the copy has not reached. */
  #lagOf(copy: Copy): number {
    if (this.#replayedBy(copy) === undefined || this.#samples.length === 0) return Number.POSITIVE_INFINITY
    const missing = this.#firstMissing(copy)
    return missing ? performance.now() - missing.at : 0
  }

  #replayedBy = ({ place, timeline }: Copy): Place | undefined =>
    timeline === this.#timeline ? place : undefined

  #firstMissing(copy: Copy): Sample | undefined {
    const replayed = this.#replayedBy(copy) ?? 0n
    return this.#samples.find(({ place }) => place > replayed)
  }

  async #lookAt(copy: Copy): Promise<void> {
    const { rows } = await copy.pool.query<{ place: string | null; timeline: string | null }>(PLACE_OF_COPY)
    copy.place = placeOf(rows[0]?.place ?? undefined)
    copy.timeline = rows[0]?.timeline ?? undefined
  }

  async #watch(look: () => Promise<void>, lose: () => void): Promise<void> {
    while (!this.#isClosed) {
      await look().catch(lose)
      await sleep(LOOK_MS, undefined, { ref: false })
    }
  }

  /** On a connection of its own, so that nothing that waits for one keeps it from knowing. */
  async #watchPrimary(): Promise<void> {
    let client: pg.Client | undefined
    await this.#watch(
      async () => {
        client ??= await this.#reachPrimary()
        const at = performance.now()
        const { rows } = await client.query<{ place: string; timeline: string; noted: string | null }>(
          PLACE_OF_PRIMARY,
        )
        const [row] = rows
        const place = placeOf(row?.place)
        if (!row || place === undefined) return
        if (row.timeline !== this.#timeline) this.#samples = []
        this.#timeline = row.timeline
        this.#samples = [...this.#samples, { at, place }].slice(-SAMPLES_MAX)
        if (row.noted !== row.timeline) await client.query(NOTE_TIMELINE, [row.timeline])
      },
      () => {
        void client?.end().catch(() => {})
        client = undefined
        const copy = this.standIn()
        if (copy) for (const answer of this.#waiting) answer(copy)
      },
    )
    await client?.end().catch(() => {})
  }

  async #reachPrimary(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: await oneHost(this.#primaryUrl),
      application_name: 'iroko lag',
      connectionTimeoutMillis: SILENT_MS,
      query_timeout: SILENT_MS,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }
}

const known = new WeakMap<Db, Replicas>()

/** From now on this process knows the copies of this database. */
export function readFromReplicas(db: Db, replicas: Replicas): void {
  for (const each of [db, ...replicas.databases]) known.set(each, replicas)
  replicas.run()
}
export const replicasOf = (tx: Tx): Replicas | undefined => known.get(rootOf(tx))
