/**
 * Every customer as CSV, beside a COPY of the same columns in the same order, in turn, and what it costs in memory:
 * `npm run bench:exports [-- --rows 1000000 --rounds 3]`, on a PostgreSQL of its own or on the book that
 * IROKO_DISPOSABLE_DATABASE_URL names. The built program answers.
 */

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { to as copyTo } from 'pg-copy-streams'
import { api } from '../../contract/api.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { signIn, startProgram } from './crowd.ts'
import { found } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    program: { type: 'string', default: 'dist/server/main.js' },
  },
})

const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: 2, name: 'bench exports', statementSeconds: 600 })
// COPY needs a connection that sends one statement at a time
const copying = connect(database.url, {
  most: 1,
  name: 'bench exports copy',
  statementSeconds: 600,
  oneByOne: true,
})
const program = { db: openDb(pool), clock: clockAt(TODAY), keys: deriveKeys(SECRET), dataDirectory: '' }
await buildOnce(program, pool, Number(options.rows))
const { process: server, port } = await startProgram(options.program, {
  url: database.url,
  data: join(database.folder, 'program'),
})
const headers = await signIn(port)

const memoryOf = async (pid: number | undefined): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** What a person would write by hand for the same file: the same columns in the same order, without the guard against formulas. */
const BY_HAND = `copy (
  with owed as materialized (
    select customer_id, sum(owed_total)::bigint as outstanding, sum(arrears)::bigint as arrears,
      max(days_past_due) filter (where status = 'live') as days
    from loan_on('${TODAY}') where status <> 'cancelled' group by customer_id)
  select c.number, concat_ws(' ', nullif(c.surname, ''), nullif(c.first_name, ''), nullif(c.other_names, '')),
    c.ippis_number, c.payroll_source, c.mda, c.state,
    case when c.status = 'erased' then '' else '•••• ' || right(c.phone, 4) end,
    case when c.status = 'blacklisted' and c.status_until < '${TODAY}' then 'active' else c.status end,
    c.officer_code, o.first_name || ' ' || o.last_name,
    to_char(c.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    coalesce(f.outstanding, 0) * 0.01, coalesce(f.arrears, 0) * 0.01,
    case when f.days >= 360 then 'Lost' when f.days >= 180 then 'Doubtful' when f.days >= 90 then 'Substandard'
      when f.days >= 0 then 'Performing' else '' end
  from customer c left join owed f on f.customer_id = c.id
    left join staff o on o.account_officer_code = c.officer_code and c.officer_code <> ''
  where c.status <> 'merged' order by c.name_key, c.id) to stdout (format csv)`

async function copied(): Promise<number> {
  const client = await copying.connect()
  const start = performance.now()
  const rows = client.query(copyTo(BY_HAND))
  for await (const _ of rows);
  client.release()
  return (performance.now() - start) / 1000
}

async function exported(): Promise<{ seconds: number; rows: number; grown: number }> {
  const before = await memoryOf(server.pid)
  let [rows, peak] = [0, before]
  const look = async (): Promise<void> => {
    peak = Math.max(peak, await memoryOf(server.pid))
  }
  const watch = setInterval(() => void look(), 200)
  const start = performance.now()
  const { method, path } = api.customerExport
  const body = JSON.stringify({ format: 'csv', sort: 'name' })
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
  if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`)
  for await (const piece of answer.body)
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows += 1
  clearInterval(watch)
  return { seconds: (performance.now() - start) / 1000, rows, grown: peak - before }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

try {
  const [here, theirs, memory]: [number[], number[], number[]] = [[], [], []]
  let rows = 0
  for (let round = 0; round < Number(options.rounds); round++) {
    theirs.push(await copied())
    const each = await exported()
    here.push(each.seconds)
    memory.push(each.grown)
    rows = each.rows
  }
  console.log(
    `export of ${rows} rows: ours ${median(here).toFixed(1)} s, COPY ${median(theirs).toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`,
  )
  found('P23', median(theirs) / median(here))
  found('P23b', Math.max(...memory))
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await copying.end()
  await pool.end()
  await database.close()
}
