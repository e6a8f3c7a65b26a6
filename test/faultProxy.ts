import { connect, createServer, type Server, type Socket } from 'node:net'

/** Before the other end has heard it, with half of it heard, or after, with the answer lost. */
type Cut = 'before' | 'within' | 'after'

/** What stands between the program and its database, or people and the program, in tests about losing one another. */
export type Wire = {
  /** The other end's address as seen through the wire. */
  through: (url: string) => Promise<string>
  /** Cuts every connection and refuses new ones, as a stopped database does. */
  cut(): Promise<void>
  /** Lets connections through again. */
  restore(): Promise<void>
  /** Swallows every byte from now on without closing anything, as a dead switch does; of what is open only, if so asked. */
  freeze(which?: 'all' | 'open'): void
  /** Cuts the connection that next sends this text, and so many of those that send it again. */
  cutAt(text: string, when: Cut, times?: number): void
  /** Whether a text that is waited for was not sent yet. */
  isTrapSet(): boolean
  /** Waits for no text any more. */
  forget(): void
  close(): Promise<void>
}

type Traps = Map<string, { when: Cut; left: number }>

function sprungBy(traps: Traps, bytes: Buffer): Cut | undefined {
  for (const [text, trap] of traps) {
    if (!bytes.includes(text)) continue
    trap.left -= 1
    if (trap.left === 0) traps.delete(text)
    return trap.when
  }
  return undefined
}

const addressThrough = (url: string, port: number): string => {
  const near = new URL(url)
  near.hostname = '127.0.0.1'
  near.port = String(port)
  return near.href
}

export function layWire(): Wire {
  const open = new Set<Socket>()
  let target: URL
  let port = 0
  let server: Server | undefined
  let frozen = false
  let frozenLines = new WeakSet<Socket>()
  const traps: Traps = new Map()

  const join = (inside: Socket): void => {
    const outside = connect(Number(target.port), target.hostname)
    const drop = () => {
      inside.destroy()
      outside.destroy()
      open.delete(inside)
    }
    open.add(inside)
    let isCut = false
    inside.on('data', bytes => {
      if (frozen || frozenLines.has(inside)) return
      const cut = sprungBy(traps, bytes)
      if (cut === 'before') return drop()
      if (cut === 'within') return void outside.write(bytes.subarray(0, bytes.length / 2), drop)
      if (cut === 'after') isCut = true
      outside.write(bytes)
    })
    outside.on('data', bytes => {
      if (frozen || frozenLines.has(inside)) return
      // it has answered, so the act is done; whoever asked never hears of it
      if (isCut) return drop()
      inside.write(bytes)
    })
    for (const socket of [inside, outside]) socket.on('error', drop).on('close', drop)
  }
  const listen = () =>
    new Promise<void>(resolve => {
      frozen = false
      server = createServer(join).listen(port, '127.0.0.1', () => {
        const address = server?.address()
        port = typeof address === 'object' && address ? address.port : 0
        resolve()
      })
    })
  const cut = () =>
    new Promise<void>(resolve => {
      for (const socket of open) socket.destroy()
      if (server) server.close(() => resolve())
      else resolve()
      server = undefined
    })
  return {
    async through(url) {
      target = new URL(url)
      await listen()
      return addressThrough(url, port)
    },
    cut,
    restore: async () => {
      await cut()
      await listen()
    },
    freeze(which = 'all') {
      if (which === 'all') frozen = true
      else frozenLines = new WeakSet(open)
    },
    cutAt(text, when, times = 1) {
      traps.set(text, { when, left: times })
    },
    isTrapSet: () => traps.size > 0,
    forget: () => traps.clear(),
    close: cut,
  }
}
