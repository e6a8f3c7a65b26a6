/**
 * What the console reads most, beside the least that could answer it and beside an older build, in turn: `npm run bench:reads --
 * [--rows 1000000 --seconds 3 --rounds 3 --old ../old/dist/server/main.js]`. The floor is Node's own server with a session
 * check, sending the JSON of the statement that ours sends. Beside the rates, which other work on the machine moves, stand the
 * milliseconds of processor that a request costs program and database together. An older build reads IROKO_OLD_DATABASE_URL,
 * filled in the same way.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { ask, callOf, type Measured, type Session, signInAll, startProgram } from './crowd.ts'
import { found, type Goal } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'
import { type Case, statementsOf, written } from './statements.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    program: { type: 'string', default: 'dist/server/main.js' },
    old: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const CROWD = 16
/** Hashing a password for each caller would take longer than the run. */
const SESSIONS = 2

type Contender = { name: string; url: string; process: ChildProcess; session: Session }
type Cell = Measured & { cpu: number }
type Read = Case & { goal?: Goal; oldGoal?: Goal; text?: RegExp; path?: string }

/** Nanoseconds that a process has had of a processor. */
const onCpu = async (pid: number | undefined): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')).split(' ')[0])

async function cpuOf({ url, process: { pid } }: Contender): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  const each = await Promise.all([pid, ...rows.map(row => row.pid)].map(onCpu))
  return each.reduce((sum, one) => sum + one, 0) / 1e6
}

async function measure(contender: Contender, asked: Read): Promise<Cell> {
  const path = contender.name === 'floor' ? '/' : asked.path
  const call = path ? { method: 'GET', path, body: undefined } : callOf(asked)
  // once to compile and to open connections
  await ask(contender.session, call, CROWD, seconds / 3)
  const before = await cpuOf(contender)
  const cell = await ask(contender.session, call, CROWD, seconds)
  return { ...cell, cpu: ((await cpuOf(contender)) - before) / (cell.rate * seconds) }
}

const median = (cells: readonly Cell[], of: (cell: Cell) => number): number =>
  cells.map(of).toSorted((a, b) => a - b)[Math.floor(cells.length / 2)] ?? 0

async function startFloor(url: string, statement: string): Promise<Contender> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const floor = spawn(process.execPath, ['proof/bench/baselineServer.mjs', `${port}`, url, statement], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(floor.stdout, 'data')
  return { name: 'floor', url, process: floor, session: { port, people: [{}] } }
}

async function startBuild(name: string, path: string, url: string, data: string): Promise<Contender> {
  const started = await startProgram(path, { url, data })
  return { name, url, process: started.process, session: await signInAll(started.port, SESSIONS) }
}

const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: 4, name: 'bench reads' })
const program = { db: openDb(pool), clock: clockAt(TODAY), keys: deriveKeys(SECRET), dataDirectory: '' }
await buildOnce(program, pool, Number(options.rows))
const { rows: loans } = await pool.query<{ id: string; customer_id: string }>(
  `select id, customer_id from loan where status = 'live' order by number offset 1000 limit 1`,
)
const READS: Read[] = [
  { name: 'health, no statement', endpoint: 'organisationGet', input: {}, path: '/api/health/live' },
  { name: 'customers', endpoint: 'customerList', input: {}, goal: 'P25', text: /json_agg/ },
  { name: 'customers, two filters', endpoint: 'customerList', input: { state: 'Kano', status: 'dormant' } },
  { name: 'accounts', endpoint: 'loanList', input: { tab: 'live' } },
  { name: 'requests', endpoint: 'requestList', input: { stage: 'reviewer' } },
  { name: 'customer page', endpoint: 'customerGet', input: { id: loans[0]?.customer_id }, oldGoal: 'P25b' },
  { name: 'loan page', endpoint: 'loanGet', input: { id: loans[0]?.id } },
]

const ours = await startBuild('ours', options.program, database.url, join(database.folder, 'ours'))
const oldUrl = process.env.IROKO_OLD_DATABASE_URL
const old =
  options.old && oldUrl
    ? await startBuild('old', options.old, oldUrl, join(database.folder, 'old'))
    : undefined
console.log('                        ' + 'rate, p50, p99 (ms), processor (ms) a request')
for (const read of READS) {
  const statement =
    read.text && (await statementsOf(program, pool, read)).find(({ text }) => read.text?.test(text))
  const floor = statement && (await startFloor(database.url, written(statement)))
  const contenders = [floor, ours, old].filter(each => each !== undefined)
  const cells = new Map<string, Cell[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < Number(options.rounds); round++)
    for (const contender of contenders) cells.get(contender.name)?.push(await measure(contender, read))
  floor?.process.kill()
  const of = (name: string, what: (cell: Cell) => number) => median(cells.get(name) ?? [], what)
  for (const { name } of contenders)
    console.log(
      `${read.name.padEnd(24)}${name.padEnd(6)}${of(name, cell => cell.rate)
        .toFixed(0)
        .padStart(
          6,
        )}/s ${of(name, cell => cell.p50).toFixed(1)} ${of(name, cell => cell.p99).toFixed(1)}  ${of(name, cell => cell.cpu).toFixed(2)}`,
    )
  if (floor && read.goal)
    found(read.goal, of('ours', cell => cell.rate) / of('floor', cell => cell.rate), read.name)
  if (old && read.oldGoal)
    found(read.oldGoal, of('ours', cell => cell.rate) / of('old', cell => cell.rate), read.name)
}
console.log(
  `load ${loadavg()
    .map(each => each.toFixed(1))
    .join(' ')}`,
)
for (const each of [ours, old]) {
  each?.process.kill('SIGTERM')
  if (each?.process.exitCode === null) await once(each.process, 'exit')
}
await pool.end()
await database.close()
