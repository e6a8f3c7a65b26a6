import { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'
import { hostsOf, oneHost } from './hosts.ts'

type Connected = (error?: Error) => void

/** A client that knows its socket, by the driver's own `stream` option, and that finds its host when it connects. */
export class WatchedClient extends pg.Client {
  readonly socket: Socket
  readonly #url: string
  /** Its server became a replica, and would refuse every further write. */
  isReadOnly = false

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket()
    const url = config.connectionString ?? ''
    super({ ...config, connectionString: hostsOf(url)[0], stream: () => socket })
    this.socket = socket
    this.#url = url
    // the pool listens only once it has heard that it is connected; ended before that, it must not end the program
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = hostsOf(this.#url).length === 1 ? super.connect() : this.#connectFound()
    if (!callback) return connected
    callbackify(() => connected)(error => callback(error ?? undefined))
    return undefined
  }

  async #connectFound(): Promise<pg.Client> {
    await this.#find()
    return super.connect()
  }

  async #find(): Promise<void> {
    // the driver reads the two when it connects
    const { host, port } = new pg.Client({ connectionString: await oneHost(this.#url) })
    Object.assign(this, { host, port })
  }
}

type Watch = { secondsMax: number; silentSeconds: number; bytesRead: number }
const watches = new WeakMap<pg.ClientBase, Watch>()

/**
 * Closes a connection in use that stays silent for longer than a statement may take: without it a request on a dead connection
 * waits for the operating system, a quarter of an hour. Idle connections are not watched. Seconds are counted, not read from
 * a clock: a machine that was suspended wakes to unread answers, and closes nothing.
 */
export function closeSilent(pool: pg.Pool, secondsMax: number): void {
  const inUse = new Set<WatchedClient>()
  pool.on('acquire', client => {
    if (!(client instanceof WatchedClient)) return
    watches.set(client, { secondsMax, silentSeconds: 0, bytesRead: client.socket.bytesRead })
    inUse.add(client)
  })
  const forget = (client: pg.ClientBase): void => {
    if (client instanceof WatchedClient) inUse.delete(client)
    watches.delete(client)
  }
  pool.on('release', (_, client) => forget(client))
  pool.on('remove', forget)
  const look = (): void => {
    for (const client of inUse) if (isSilent(client)) client.socket.destroy()
  }
  setInterval(look, 1_000).unref()
}

function isSilent(client: WatchedClient): boolean {
  const watch = watches.get(client)
  if (!watch) return false
  const { bytesRead } = client.socket
  watch.silentSeconds = bytesRead === watch.bytesRead ? watch.silentSeconds + 1 : 0
  watch.bytesRead = bytesRead
  return watch.silentSeconds > watch.secondsMax
}

/** Begins the statement by which a transaction asks for more time, in seconds, than others get. */
export const LONGER_STATEMENTS = `set local statement_timeout = '`

/** The connection may then be silent for as long, until it is released; without an end where the statement has none. */
export function noticeLonger(client: pg.ClientBase, text: string): void {
  const watch = text.includes('statement_timeout') ? watches.get(client) : undefined
  if (watch)
    watch.secondsMax = text.startsWith(LONGER_STATEMENTS)
      ? Number.parseInt(text.slice(LONGER_STATEMENTS.length), 10)
      : Number.POSITIVE_INFINITY
}

const READ_ONLY = '25006'

/** Passes on why a statement failed; what it says about the connection is remembered. */
export function notice(client: pg.ClientBase, error: unknown): never {
  const isReadOnly = error instanceof pg.DatabaseError && error.code === READ_ONLY
  if (isReadOnly && client instanceof WatchedClient) client.isReadOnly = true
  throw error
}
