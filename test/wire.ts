import { connect, createServer, type Server, type Socket } from 'node:net'

/** What stands between the program and its database in tests about losing it. */
export type Wire = {
  /** The database's address as seen through the wire. */
  through: (url: string) => Promise<string>
  /** Cuts every connection and refuses new ones, as a stopped database does. */
  cut(): Promise<void>
  /** Lets connections through again. */
  mend(): Promise<void>
  /** Swallows every byte from now on without closing anything, as a dead switch does; of what is open only, if so asked. */
  freeze(which?: 'all' | 'open'): void
  /** Cuts the connection that next sends this text: before the database has it, or after, with the answer lost. */
  cutAt(text: string, when: 'before' | 'after'): void
  /** Whether nobody has sent that text yet. */
  isTrapSet(): boolean
  close(): Promise<void>
}

export function layWire(): Wire {
  const open = new Set<Socket>()
  let target: URL
  let port = 0
  let server: Server | undefined
  let frozen = false
  let frozenLines = new WeakSet<Socket>()
  let trap: { text: string; when: 'before' | 'after' } | undefined

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
      const hit = trap && bytes.includes(trap.text) ? trap : undefined
      if (hit) trap = undefined
      if (hit?.when === 'before') return drop()
      if (hit?.when === 'after') isCut = true
      outside.write(bytes)
    })
    outside.on('data', bytes => {
      if (frozen || frozenLines.has(inside)) return
      // the database has answered, so the act is done; the program never hears of it
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
      const near = new URL(url)
      near.hostname = '127.0.0.1'
      near.port = String(port)
      return near.href
    },
    cut,
    mend: async () => {
      await cut()
      await listen()
    },
    freeze(which = 'all') {
      if (which === 'all') frozen = true
      else frozenLines = new WeakSet(open)
    },
    cutAt(text, when) {
      trap = { text, when }
    },
    isTrapSet: () => trap !== undefined,
    close: cut,
  }
}
