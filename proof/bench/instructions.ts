/**
 * How long a list of deduction instructions takes over a million loans: the first one, in which everyone is new, and the
 * next, compared with what the office holds. Next to it, in the same run, the one statement that writes its lines, by
 * itself. `npm run proof -- bench --only instructions [--rows 1000000]`, on a PostgreSQL of its own or in the database that
 * IROKO_DISPOSABLE_DATABASE_URL names: one that another benchmark has filled is used as it is.
 */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import { StreamedFile } from '../../contract/endpoint.ts'
import { actorOf } from '../../sample/staff.ts'
import { approved as approve } from '../../sample/uploads.ts'
import { handlers } from '../../server/app/api.ts'
import { prove } from '../../server/app/prove.ts'
import { act } from '../../server/kernel/act.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { computeList } from '../../server/modules/instructions/compute.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { found } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'
import type { Statement } from './statements.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const ROUNDS = 3
const MONTHS = ['2026-11', '2026-12'] as const

const database = await disposableDatabase({ mayBeBuilt: true })
const NAME = 'bench instructions'
const pool = connect(database.url, { most: 4, name: NAME, statementSeconds: 3_600 })
const program = {
  db: openDb(pool),
  clock: clockAt(TODAY),
  keys: deriveKeys(SECRET),
  dataDirectory: database.folder,
}

const caught: Statement[] = []
/** The same connections; what it sends is caught. */
const listening = {
  ...program,
  db: new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void caught.push({ text: query.sql, values: query.parameters }),
  }),
}

async function timed<T>(run: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now()
  const result = await run()
  return { seconds: (performance.now() - start) / 1000, result }
}

// ── What the list is compared with: everyone's pay ─────────────────────────────────────────────────────────────────

async function payrollFile(by: string): Promise<void> {
  const { rows } = await pool.query(`select 1 from payroll_file where source = 'IPPIS'`)
  if (rows.length > 0) return
  const id = randomUUID()
  await pool.query(`create table payroll_row_bench partition of payroll_row for values in ('${id}')`)
  await pool.query(
    `insert into intake (id, kind, source, period, file_name, bytes, status, uploaded_by, uploaded_at)
     values ('${id}', 'payroll', 'IPPIS', '2026-10-01', 'october.csv', 1, 'accepted', '${by}', '${TODAY}')`,
  )
  await pool.query(
    `insert into payroll_row (intake_id, row_number, line, staff_number, staff_key, name, status, status_text, employer, job_title,
       grade, category, net_pay)
     select '${id}', n, n, ippis_number, ltrim(upper(ippis_number), '0'), surname || ' ' || first_name, 'active', 'Active', mda, '', '', '',
       net_pay from (
       select row_number() over (order by ippis_number) as n, * from (
         -- an accepted file has each number once
         select distinct on (ippis_number) * from customer where payroll_source = 'IPPIS' order by ippis_number, id) once) c`,
  )
  await pool.query(
    `insert into payroll_file (intake_id, source, month, rows, net_pay_total, customers, customers_found, changes)
     select '${id}', 'IPPIS', '2026-10-01', count(*), sum(net_pay), count(*), count(*), '{}' from payroll_row_bench`,
  )
  await pool.query('vacuum analyze payroll_row_bench')
}

// ── One list ───────────────────────────────────────────────────────────────────────────────────────────────────────

const [admin, authorizer] = await (async () => {
  await buildOnce(program, pool, Number(options.rows))
  return [
    await actorOf(program, 'admin@iroko.test'),
    await actorOf(program, 'authorizer@iroko.test'),
  ] as const
})()
await payrollFile(admin.id)

const asked = async (month: string): Promise<string> => {
  const id = randomUUID()
  await act(program, 'instructionCompute', admin, ctx =>
    handlers.instructionCompute(ctx, { id, source: 'IPPIS', month }),
  )
  return id
}
const cancelled = (id: string) =>
  act(program, 'instructionCancel', admin, ctx =>
    handlers.instructionCancel(ctx, { id, reason: 'Measured only' }),
  )

/** The statement that writes the lines of a list, as it was sent. */
type Sent = Statement & { first: string }
async function statementFor(month: string): Promise<Sent> {
  const first = await asked(month)
  caught.length = 0
  await computeList(listening, first)
  const statement = caught.find(each => each.text.includes('insert into instruction_line'))
  if (!statement) throw new Error('no statement wrote the lines')
  await cancelled(first)
  return { first, ...statement }
}

/** The statement alone, in the same table; nothing of it stays. */
async function alone(month: string, { first, text, values }: Sent): Promise<number> {
  const id = await asked(month)
  const client = await pool.connect()
  await client.query('begin')
  const { seconds } = await timed(() =>
    client.query(
      text,
      values.map(value => (value === first ? id : value)),
    ),
  )
  await client.query('rollback')
  client.release()
  await cancelled(id)
  await pool.query('vacuum instruction_line')
  return seconds
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const MEGABYTE = 1024 * 1024
const memory = { ours: 0, database: 0 }
async function look(): Promise<void> {
  memory.ours = Math.max(memory.ours, process.memoryUsage().rss / MEGABYTE)
  const { rows } = await pool
    .query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
      [NAME],
    )
    .catch(() => ({ rows: [] }))
  for (const { pid } of rows) {
    // what it shares with the other processes of the database is not its own
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    memory.database = Math.max(memory.database, Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
  }
}

/** While something runs: by how much our memory grew, and what one connection of the database held at most. */
async function watched<T>(run: () => Promise<T>): Promise<T> {
  memory.ours = memory.database = 0
  const watch = setInterval(() => void look(), 200)
  try {
    return await run()
  } finally {
    clearInterval(watch)
  }
}

async function measured(month: string, what: string): Promise<string> {
  const statement = await statementFor(month)
  const [times, bare]: [number[], number[]] = [[], []]
  let id = ''
  const before = process.memoryUsage().rss / MEGABYTE
  await watched(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      if (id) await cancelled(id)
      bare.push(await alone(month, statement))
      id = await asked(month)
      const list = id
      times.push((await timed(() => computeList(program, list))).seconds)
    }
  })
  const list = await act(program, 'instructionGet', admin, ctx => handlers.instructionGet(ctx, { id }))
  const [ours, raw] = [median(times), median(bare)]
  const kinds = list.tallies.map(each => `${each.kind} ${each.lines}`).join(', ')
  console.log(
    `${what}: ${list.lines} lines (${kinds}) in ${ours.toFixed(1)} s, the statement alone ${raw.toFixed(1)} s, ` +
      `${(ours / raw).toFixed(2)} times that; our memory ${Math.round(memory.ours)} MB (${Math.round(before)} before), ` +
      `a connection of the database ${Math.round(memory.database)} MB; load ${loadavg()[0]?.toFixed(1)}`,
  )
  found('P26', ours / raw, what)
  found('P26b', memory.ours - before, what)
  return id
}

/** Its exceptions included, approved, and its file taken. */
async function sent(id: string): Promise<void> {
  const { exceptions } = await act(program, 'instructionGet', admin, ctx =>
    handlers.instructionGet(ctx, { id }),
  )
  for (const { exception, open } of exceptions)
    if (open > 0)
      await act(program, 'instructionDecide', admin, ctx =>
        handlers.instructionDecide(ctx, { id, exception, decision: 'include', reason: 'Confirmed' }),
      )
  const submitted = await timed(() =>
    act(program, 'instructionSubmit', admin, ctx =>
      handlers.instructionSubmit(ctx, { id, reason: 'Checked' }),
    ),
  )
  const decided = await timed(() => approve(program, authorizer, submitted.result.approvalId))
  const before = process.memoryUsage().rss / MEGABYTE
  await watched(async () => {
    const fileId = randomUUID()
    const taken = await timed(() =>
      act(program, 'instructionSend', admin, ctx =>
        handlers.instructionSend(ctx, { id, fileId, scope: 'full', format: 'csv' }),
      ),
    )
    const downloaded = await timed(() =>
      act(program, 'instructionFile', admin, async ctx => {
        const file = await handlers.instructionFile(ctx, { id, fileId })
        let bytes = 0
        if (file instanceof StreamedFile) for await (const piece of file.pieces) bytes += piece.length
        else bytes = file.bytes.length
        return bytes
      }),
    )
    console.log(
      `submitted in ${submitted.seconds.toFixed(1)} s, approved in ${decided.seconds.toFixed(1)} s, sent with the hash of its file in ` +
        `${taken.seconds.toFixed(1)} s, ${(downloaded.result / MEGABYTE).toFixed(0)} MB downloaded in ${downloaded.seconds.toFixed(1)} s; ` +
        `our memory ${Math.round(memory.ours)} MB (${Math.round(before)} before)`,
    )
  })
}

try {
  const first = await measured(MONTHS[0], 'the first list')
  await sent(first)
  await pool.query('vacuum analyze instruction_line')
  await measured(MONTHS[1], 'the next list')
  const { checks } = await prove(program.db)
  const broken = checks.filter(({ name, problems }) => /instruction/.test(name) && problems.length > 0)
  for (const { name, problems } of broken) console.log(`BROKEN  ${name}: ${problems[0]}`)
  process.exitCode = broken.length > 0 ? 1 : 0
} finally {
  await pool.end()
  await database.close()
}
