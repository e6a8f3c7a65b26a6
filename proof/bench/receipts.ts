/**
 * Receipts at the counter on loans of their own, with their session, permission, idempotency and audit, beside `ledger_post`
 * alone, in turn: `npm run bench:receipts [-- --rows 1000000 --seconds 3 --rounds 3]`, on a PostgreSQL of its own or on the book
 * that IROKO_DISPOSABLE_DATABASE_URL names. The built program answers.
 */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { callOf, fetchOnce, type Measured, measured, nextAddress, signIn, startProgram } from './crowd.ts'
import { found } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    program: { type: 'string', default: 'dist/server/main.js' },
  },
})
const CROWD = 16

const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: CROWD, name: 'bench receipts' })
const program = { db: openDb(pool), clock: clockAt(TODAY), keys: deriveKeys(SECRET), dataDirectory: '' }
await buildOnce(program, pool, Number(options.rows))
const { rows: loans } = await pool.query<{ id: string }>(
  `select id from loan where status = 'live' and next_due_on <= '2026-11-30' order by md5(id::text) limit 60000`,
)
/** Each loan once, so that nobody waits for another. */
const take = (): string => {
  const loan = loans.pop()
  if (!loan) throw new Error('the book is too small for so many receipts')
  return loan.id
}

async function timesOf(once: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = []
  const start = performance.now()
  const end = start + Number(options.seconds) * 1000
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const before = performance.now()
      await once()
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: CROWD }, caller))
  return measured(times, performance.now() - start)
}

const { process: server, port } = await startProgram(options.program, {
  url: database.url,
  data: join(database.folder, 'program'),
})
const headers = { ...(await signIn(port)), 'x-forwarded-for': nextAddress() }
const agent = new Agent({ keepAlive: true, maxSockets: CROWD })

async function receive(): Promise<void> {
  const input = { act: 'receipt', amount: '10000', on: TODAY, channel: 'cash', reference: randomUUID() }
  const call = callOf({
    name: 'receipt',
    endpoint: 'loanActDo',
    input: { loanId: take(), id: randomUUID(), input, reason: 'At the counter' },
  })
  await fetchOnce(agent, port, call, { ...headers, 'idempotency-key': randomUUID() })
}

const post = (loan: string, amount: bigint) =>
  pool.query({
    name: 'post',
    text: 'select * from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      'receipt',
      `bench ${randomUUID()}`,
      TODAY,
      [1010, 1100],
      [null, loan],
      [amount, -amount],
      null,
      null,
      new Date(),
      TODAY,
      null,
    ],
  })

/** Every second posting reverses one, so that the ledger agrees with the loans in the check afterwards. */
async function postAlone(): Promise<Measured> {
  const changed: string[] = []
  const times = await timesOf(async () => {
    const loan = changed.pop()
    if (loan) return post(loan, -10_000n)
    const next = take()
    await post(next, 10_000n)
    changed.push(next)
  })
  for (const loan of changed) await post(loan, -10_000n)
  return times
}

const middle = (cells: readonly Measured[]): Measured | undefined =>
  cells.toSorted((one, other) => one.rate - other.rate)[cells.length >> 1]
const figure = ({ rate, p50, p99 }: Measured): string =>
  `${rate.toFixed(0)}/s, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`

try {
  // once to compile
  await timesOf(receive)
  const [here, theirs]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < Number(options.rounds); round++) {
    here.push(await timesOf(receive))
    theirs.push(await postAlone())
  }
  const [ours, alone] = [middle(here), middle(theirs)]
  if (!ours || !alone) throw new Error('nothing was measured')
  console.log(
    `receipts ${figure(ours)}; ledger_post alone ${figure(alone)}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  found('P12', ours.rate / alone.rate)
} finally {
  agent.destroy()
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await pool.end()
  await database.close()
}
