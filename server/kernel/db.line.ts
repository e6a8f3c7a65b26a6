import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'

/** A line to the database: which statements it knows by name, what travels together, and when it is given up (decision 16). */

/** Texts that come again are few: acts on loans, postings, audit rows. Rare ones are not worth the database's memory. */
const MOST_PREPARED = 300
let generation = 0
let names = 0
const seen = new Map<string, { name: string; times: number }>()

/** A text that was seen before gets a name, under which the database keeps its plan. */
function namedWhenRepeated(text: string): string | undefined {
  const known = seen.get(text)
  if (known) {
    known.times += 1
    return known.times > 3 ? known.name : undefined
  }
  if (seen.size >= MOST_PREPARED) forgetOldestRare()
  if (seen.size < MOST_PREPARED) seen.set(text, { name: `repeated ${names++}`, times: 1 })
  return undefined
}

/** Every uploaded file brings statements of its own, which never come again. */
function forgetOldestRare(): void {
  for (const [text, { times }] of seen)
    if (times <= 3) {
      seen.delete(text)
      return
    }
}

/** Begins a statement outside a transaction whose plan serves all values too: the database keeps it. */
export const KEPT = sql.raw('/* kept */')
const isKept = (text: string): boolean => text.trimStart().startsWith('/* kept */')

/** In a write or lock whose answer nobody looks at: within a transaction it travels with the next statement, or the commit. */
export const UNASKED = sql.raw('/* unasked */')
const isUnasked = (text: string): boolean => text.includes('/* unasked */')

/**
 * Inside a transaction, statements find rows by their keys and any plan serves all values, so that planning them anew each
 * time would cost more than running them. Searches are read outside: what is best for one is not for another.
 */
export function prepareRepeated(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let isInTransaction = false
  /** Said, but sent only with the next statement: a round trip less for every one of them. */
  let waiting: Statement[] = []
  const takeWaiting = (): Statement[] => {
    const taken = waiting
    waiting = []
    return taken
  }
  const sendWaiting = async (): Promise<void> => {
    const last = waiting.pop()
    if (last) await queryTogether(client, takeWaiting(), last)
  }
  const send = async (statement: Statement): Promise<unknown> => {
    // whether a name is new to the database would be told wrongly by the answers to those before it
    if (isNewName(client, statement)) await sendWaiting()
    return waiting.length > 0 ? queryTogether(client, takeWaiting(), statement) : query(statement)
  }
  /** A table may change under a kept plan, as during an upgrade: a read gets a new one, a transaction is tried again. */
  const run = async (name: string, text: string, values: unknown[]): Promise<unknown> => {
    const statement = { name: `${name}.${generation}`, text, values }
    if (isInTransaction && isUnasked(text) && !isNewName(client, statement)) {
      waiting.push(statement)
      return NOTHING
    }
    try {
      return await send(statement)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      generation += 1
      if (isInTransaction) throw error
      return query({ ...statement, name: `${name}.${generation}` })
    }
  }
  const bare = async (text: string, values: unknown): Promise<unknown> => {
    if (/^(begin|start transaction)/.test(text)) isInTransaction = true
    if (text === BEGIN.text) {
      waiting.push(BEGIN)
      return NOTHING
    }
    if (text.startsWith(LONGER)) waitLonger(client, Number.parseInt(text.slice(LONGER.length), 10))
    const isOver = /^(commit|rollback$)/.test(text)
    if (isOver) isInTransaction = false
    const isUnbegun = waiting[0] === BEGIN
    if (isOver && isUnbegun && (text !== 'commit' || waiting.length === 1)) {
      waiting = []
      return NOTHING
    }
    if (text === 'rollback') waiting = []
    if (text === 'commit' && waiting.length > 0)
      return committed(await queryTogether(client, takeWaiting(), COMMIT))
    await sendWaiting()
    const answer = await query(text, values)
    return text === 'commit' ? committed(answer) : answer
  }
  const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string') return query(text, values, ...rest)
    // a pool's own query hands a callback on, which only the plain way calls
    if (!Array.isArray(values) || rest.length > 0) return query(text, values, ...rest)
    if (values.length === 0 && !isKept(text)) return bare(text, values)
    const name = isInTransaction || isKept(text) ? namedWhenRepeated(text) : undefined
    return name ? run(name, text, values) : send({ text, values })
  }
  client.query = prepared as typeof client.query
}

/** After an error that was passed over the database answers `commit` with a rollback, and calls that no error. */
function committed(answer: unknown): unknown {
  if ((answer as pg.QueryResult).command === 'ROLLBACK')
    throw new Error('the database undid this transaction: an error within it was passed over')
  return answer
}

/** On a line that the program runs by itself. */
export const commit = async (client: pg.ClientBase): Promise<void> =>
  void committed(await client.query('commit'))

type Statement = { name?: string; text: string; values: unknown[] }
const BEGIN: Statement = { text: 'begin', values: [] }
const COMMIT: Statement = { text: 'commit', values: [] }
type Connected = pg.PoolClient & {
  connection: pg.Connection & { stream: Socket; parsedStatements: Record<string, string> }
}
const lineOf = (client: pg.PoolClient) => (client as Connected).connection
const isNewName = (client: pg.PoolClient, { name }: Statement): boolean =>
  name !== undefined && lineOf(client).parsedStatements[name] === undefined
/** What stands here on the inside of `pg` is looked for before the first line is opened, so that another release fails at the start. */
export function assertDriver(): void {
  const { connection } = new pg.Client() as unknown as { connection?: Partial<Connected['connection']> }
  assert(
    typeof connection?.parsedStatements === 'object' &&
      typeof connection.sync === 'function' &&
      typeof connection.stream?.cork === 'function' &&
      typeof pg.Query.prototype.submit === 'function',
    'this release of pg is made otherwise than server/kernel/db.line.ts needs it: see docs/decisions/0016',
  )
}

/** What a statement comes to that was not sent yet, or never will be. */
const NOTHING = { command: '', rowCount: null, rows: [] }

/** What has no values would be sent by the older protocol, which cannot be joined to others. */
const unsimple = (statement: Statement) => ({ ...statement, queryMode: 'extended' })

/**
 * All go in one packet and are answered by one, of which the last answer is given. When one fails the database passes over
 * those after it, so that a commit never follows a write that was refused.
 */
function queryTogether(
  client: pg.PoolClient,
  before: readonly Statement[],
  last: Statement,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(unsimple(last), (error, result) => {
      if (isStalePlan(error)) generation += 1
      return error ? reject(error) : resolve([result].flat().at(-1))
    })
    const submit = query.submit.bind(query)
    query.submit = line => {
      const unended = Object.create(line, { sync: { value: () => {} } })
      // a value that cannot be written down leaves its statement out of the packet: the rest must not arrive without it
      const hangUpOn = (failure: unknown): void => {
        if (failure instanceof Error) line.stream.destroy(failure)
      }
      line.stream.cork()
      try {
        for (const statement of before) hangUpOn(new pg.Query(unsimple(statement), hangUpOn).submit(unended))
        return submit(line)
      } finally {
        line.stream.uncork()
      }
    }
    client.query(query)
  })
}

/**
 * Without it a request on a dead line would wait for the kernel to give up, a quarter of an hour. Only while somebody uses
 * the line: one that rests is silent too, and whoever took it up at that very moment would get an error. A lock and the read
 * it travels with share the time of one statement: whoever waits longer hears "unavailable", and a repeat is safe.
 */
export function hangUp(pool: pg.Pool, seconds: number): void {
  pool.on('connect', client => {
    const line = lineOf(client).stream
    line.on('timeout', () => void destroyIfSilent(line))
  })
  pool.on('acquire', client => lineOf(client).stream.setTimeout(seconds * 1000 - LISTEN_MS))
  pool.on('release', (_, client) => lineOf(client).stream.setTimeout(0))
}

const LISTEN_MS = 1_000

/** Begins the statement by which a transaction asks for more time, in seconds, than others get. */
export const LONGER = `set local statement_timeout = '`

/** The line is given up that much later too, until somebody else has it. */
function waitLonger(client: pg.PoolClient, seconds: number): void {
  const line = lineOf(client).stream
  if (line.timeout) line.setTimeout(seconds * 1000)
}

/**
 * A machine that stood still, program and database together, wakes to a time that has run out and answers that nobody has
 * read. All lines at once would be given up, and as many opened anew, when there is most to do.
 */
async function destroyIfSilent(line: Socket): Promise<void> {
  const heard = line.bytesRead
  await sleep(LISTEN_MS)
  if (line.bytesRead === heard) line.destroy()
}

export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')
