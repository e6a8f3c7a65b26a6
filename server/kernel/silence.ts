import { Socket } from 'node:net'
import pg from 'pg'

/** A client that knows its socket, by the driver's own `stream` option. */
export class WatchedClient extends pg.Client {
  readonly socket: Socket
  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
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

/** The connection may then be silent for as long, until it is released. */
export function noticeLonger(client: pg.ClientBase, text: string): void {
  const watch = text.startsWith(LONGER_STATEMENTS) ? watches.get(client) : undefined
  if (watch) watch.secondsMax = Number.parseInt(text.slice(LONGER_STATEMENTS.length), 10)
}
