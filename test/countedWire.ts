import { connect, createServer } from 'node:net'

/** Stands between the program and its database, and counts what one asks of the other. */
export type CountedWire = {
  through: (url: string) => Promise<string>
  /** What was executed while something ran, and how often an answer was awaited before more was asked. */
  during(run: () => Promise<unknown>): Promise<{ statements: string[]; roundTrips: number }>
  close(): Promise<void>
}

type Message = { name: string; content: Buffer }

/** Messages of PostgreSQL's protocol: one byte that names it, four that measure it, and its content. What is not whole waits. */
function messagesIn(bytes: Buffer): { messages: Message[]; rest: Buffer } {
  const messages: Message[] = []
  let at = 0
  while (at + 5 <= bytes.length) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (end > bytes.length) break
    messages.push({ name: String.fromCharCode(bytes[at] ?? 0), content: bytes.subarray(at + 5, end) })
    at = end
  }
  return { messages, rest: bytes.subarray(at) }
}

const textsOf = (content: Buffer): string[] => content.toString('latin1').split('\0')

export function layCountedWire(): CountedWire {
  let [statements, roundTrips, isAnswered]: [string[], number, boolean] = [[], 0, true]
  const server = createServer()
  return {
    async through(url) {
      const target = new URL(url)
      server.on('connection', inside => {
        const outside = connect(Number(target.port), target.hostname)
        /** The texts of statements that were prepared under a name. */
        const prepared = new Map<string, string>()
        let bound = ''
        let isOpened = false
        let rest: Buffer = Buffer.alloc(0)
        inside.on('data', bytes => {
          if (isAnswered) roundTrips += 1
          isAnswered = false
          // what opens a connection has no name
          const read = isOpened ? messagesIn(Buffer.concat([rest, bytes])) : undefined
          isOpened = true
          rest = read?.rest ?? rest
          for (const { name, content } of read?.messages ?? []) {
            const [first = '', second = ''] = textsOf(content)
            if (name === 'P') prepared.set(first, second)
            if (name === 'B') bound = prepared.get(second) ?? ''
            if (name === 'E') statements.push(bound.trim())
            if (name === 'Q') statements.push(first.trim())
          }
          outside.write(bytes)
        })
        outside.on('data', bytes => {
          isAnswered = true
          inside.write(bytes)
        })
        const drop = () => void [inside, outside].map(socket => socket.destroy())
        for (const socket of [inside, outside]) socket.on('error', drop).on('close', drop)
      })
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const near = new URL(url)
      near.hostname = '127.0.0.1'
      near.port = String(typeof address === 'object' && address ? address.port : 0)
      return near.href
    },
    async during(run) {
      ;[statements, roundTrips] = [[], 0]
      await run()
      return { statements, roundTrips }
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
