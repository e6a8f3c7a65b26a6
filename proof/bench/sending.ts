/**
 * Measures how fast messages are claimed, sent to a provider that answers at once (the built-in outbox) and recorded,
 * next to plain audit rows by pgbench, 16 callers, in the same run: `npm run bench:sending [-- --messages 5000]`. The
 * limit of messages a second is lifted. Uses its own PostgreSQL, or overwrites the empty database of
 * IROKO_DISPOSABLE_DATABASE_URL. Needs pgbench.
 */

import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Program } from '../../server/kernel/act.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { sendMessages } from '../../server/modules/campaigns/sending.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { found } from './goals.ts'
import { clockAt, SECRET, TODAY } from './million.ts'
import { insistOnPgbench, pgbench } from './pgbench.ts'

const ROUNDS = 3
const CROWD = 16
const PER_SECOND = 1_000_000

const { values: options } = parseArgs({
  options: { messages: { type: 'string', default: '5000' }, seconds: { type: 'string', default: '2' } },
})

/** What an act leaves in the trail, on a loan of its own. */
const AUDIT_ROW = `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome, after)
  values (now(), 'Iroko', 'receipt', 'loan', gen_random_uuid()::text, 'done', '{"owed": "2000000"}')`

/** As after a pay day: receipts, reminders and offers, each to another phone. No number has a scripted outcome. */
async function queue(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into message (id, at, phone, purpose, body, segments, status_at, subject_type, subject_id, event)
     select id, $2, '+23480' || lpad((n + $3)::text, 7, '0') || '0',
       case n % 10 when 0 then 'marketing' when 1 then 'reminder' else 'receipt' end,
       'Iroko: we received NGN50,000.00 for loan L' || n || ' on 24 Nov 2026. Outstanding balance: NGN210,000.00.', 1, $2, 'loan',
       gen_random_uuid()::text, id::text
     from (select n, gen_random_uuid() as id from generate_series(1, $1::int) n) as told`,
    [count, clockAt(TODAY).now(), queued],
  )
  queued += count
}
let queued = 0

async function rateOfSending(program: Program, pool: pg.Pool, count: number): Promise<number> {
  await queue(pool, count)
  const start = performance.now()
  const handedOver = await sendMessages(program, () => false, PER_SECOND)
  const took = (performance.now() - start) / 1000
  const { rows } = await pool.query<{ sent: number }>(
    `select count(*)::int as sent from message where status = 'sent' and provider_id = 'outbox-' || id`,
  )
  if (handedOver !== count || rows[0]?.sent !== queued)
    throw new Error(`${handedOver} of ${count} were handed over, ${rows[0]?.sent} of ${queued} recorded`)
  return count / took
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

await insistOnPgbench('sending')
const database = await disposableDatabase()
const { url } = database
const pool = connect(url, { most: 8, name: 'bench sending' })
const program = { db: openDb(pool), clock: clockAt(TODAY), keys: deriveKeys(SECRET), dataDirectory: '' }
const [sending, plain]: [number[], number[]] = [[], []]
// a program that has just started is slow until Node has compiled what it runs often
await rateOfSending(program, pool, 2_000)
await pool.query('vacuum analyze')
for (let round = 0; round < ROUNDS; round++) {
  plain.push((await pgbench(url, AUDIT_ROW, { crowd: CROWD, seconds: Number(options.seconds) })).rate)
  sending.push(await rateOfSending(program, pool, Number(options.messages)))
}
console.log(`messages claimed and recorded  ${median(sending).toFixed(0).padStart(7)}/s`)
console.log(`audit rows, plain, ${CROWD} callers  ${median(plain).toFixed(0).padStart(7)}/s`)
found('P22', median(sending) / median(plain))
await pool.end()
await database.close()
