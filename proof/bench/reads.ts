/**
 * What the console reads most, beside the least that could answer it and beside an older build, in turn: `npm run bench:reads --
 * [--rows 1000000 --seconds 2 --rounds 3 --only customers --old ../old/dist/server/main.js]`. The floor is Node's own server
 * with a session check, sending what the statement of ours gives. Beside the rates, which other work on the machine moves,
 * stand the milliseconds of processor that a request costs program and database together. An older build reads
 * IROKO_OLD_DATABASE_URL, filled in the same way.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeCursor } from '../../server/kernel/cursor.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { freePort } from '../../server/kernel/embedded.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { ask, callOf, type Measured, type Session, signInAll, startProgram } from './crowd.ts'
import { found, type Goal } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'
import { type Case, statementsOf, written } from './statements.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    program: { type: 'string', default: 'dist/server/main.js' },
    old: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const CROWD = 16
/** Three times the usual crowd. */
const BIG_CROWD = 48
/** Hashing a password for each caller would take longer than the run. */
const SESSIONS = 2

type Contender = { name: string; url: string; process: ChildProcess; session: Session }
type Cell = Measured & { cpu: number }
type Read = Case & {
  /** Which statement of it the floor sends. */
  page?: RegExp
  /** Of its rate, and of its p99, against the floor's. */
  goal?: Goal
  p99Goal?: Goal
  /** Of its p99, against that of the first page of the same list. */
  firstPageGoal?: Goal
  oldGoal?: Goal
  path?: string
}

/** Nanoseconds that a process has had of a processor. */
const onCpu = async (pid: number | undefined): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')).split(' ')[0])

/** By process: of the program, and of what the database does for it. */
async function cpuOf({ url, process: { pid } }: Contender): Promise<Map<number, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  const pids = [pid ?? 0, ...rows.map(row => row.pid)]
  return new Map(await Promise.all(pids.map(async each => [each, await onCpu(each)] as const)))
}

/** Of processes that are still there: what a connection that was closed used is not known. */
const cpuSince = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0) / 1e6

async function measure(contender: Contender, asked: Read): Promise<Cell> {
  const path = contender.name === 'floor' ? '/' : asked.path
  const call = path ? { method: 'GET', path, body: undefined } : callOf(asked)
  // once to compile and to open connections
  await ask(contender.session, call, CROWD, seconds / 3)
  const before = await cpuOf(contender)
  const cell = await ask(contender.session, call, CROWD, seconds)
  return { ...cell, cpu: cpuSince(before, await cpuOf(contender)) / (cell.rate * seconds) }
}

const median = (cells: readonly Cell[], of: (cell: Cell) => number): number =>
  cells.map(of).toSorted((a, b) => a - b)[Math.floor(cells.length / 2)] ?? 0

async function startFloor(url: string, statement: string): Promise<Contender> {
  const port = await freePort()
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
const { rows: middle } = await pool.query<{ name_key: string; id: string }>(
  'select name_key, id from customer order by name_key, id offset (select count(*) / 2 from customer) limit 1',
)
const cursor = makeCursor(program.keys, 'customers', { sort: 'name' }, [
  middle[0]?.name_key ?? '',
  middle[0]?.id ?? '',
])

const aList = { page: /json_agg/, goal: 'P25', p99Goal: 'P27' } as const
const twoFilters = { page: /json_agg/, firstPageGoal: 'P28' } as const
const search = (text: string): Read => ({
  name: `customers, "${text}"`,
  endpoint: 'customerList',
  input: { search: text },
  firstPageGoal: 'P30',
})
const READS: readonly Read[] = [
  { name: 'health, no statement', endpoint: 'organisationGet', input: {}, path: '/api/health/live' },
  { name: 'customers', endpoint: 'customerList', input: {}, ...aList },
  { name: 'customers, half-way', endpoint: 'customerList', input: { sort: 'name', cursor }, ...aList },
  { name: 'customers, newest', endpoint: 'customerList', input: { sort: '-opened' }, ...aList },
  {
    name: 'customers, two filters',
    endpoint: 'customerList',
    input: { state: 'Kano', status: 'dormant' },
    ...twoFilters,
  },
  ...['okonkwo', 'konk', 'ade', 'uku', 'okonkwo adaeze', 'okonkow'].map(search),
  { name: 'accounts', endpoint: 'loanList', input: { tab: 'live' }, ...aList },
  {
    name: 'accounts, arrears',
    endpoint: 'loanList',
    input: { tab: 'arrears', sort: '-daysPastDue' },
    ...aList,
  },
  {
    name: 'accounts, two filters',
    endpoint: 'loanList',
    input: { tab: 'arrears', className: 'Watch', officerCode: 'AO-014' },
    ...twoFilters,
  },
  { name: 'requests', endpoint: 'requestList', input: { stage: 'reviewer' }, ...aList },
  {
    name: 'requests, by name',
    endpoint: 'requestList',
    input: { stage: 'reviewer', sort: 'applicant' },
    ...aList,
  },
  {
    name: 'requests, two filters',
    endpoint: 'requestList',
    input: { stage: 'reviewer', channel: 'public', officerCode: 'AO-014' },
    ...twoFilters,
  },
  {
    name: 'customer page',
    endpoint: 'customerGet',
    input: { id: loans[0]?.customer_id },
    page: /from\s+customer c.*where c\.id = /s,
    goal: 'P29',
    oldGoal: 'P25b',
  },
  {
    name: 'loan page',
    endpoint: 'loanGet',
    input: { id: loans[0]?.id },
    page: /from loan_on.*where l\.id = /s,
    goal: 'P29',
  },
]

/** Of the statements of a read the last that reads its page. */
async function floorOf(read: Read): Promise<Contender | undefined> {
  const { page } = read
  if (!page) return undefined
  const statement = (await statementsOf(program, pool, read)).findLast(({ text }) => page.test(text))
  if (!statement) throw new Error(`${read.name} sends no statement like ${page}`)
  return startFloor(database.url, written(statement))
}

const memoryOf = async (pid: number | undefined): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const ours = await startBuild('ours', options.program, database.url, join(database.folder, 'ours'))
const oldUrl = process.env.IROKO_OLD_DATABASE_URL
const old =
  options.old && oldUrl
    ? await startBuild('old', options.old, oldUrl, join(database.folder, 'old'))
    : undefined
const atRest = await memoryOf(ours.process.pid)
const firstPageP99 = new Map<string, number>()

async function compare(read: Read): Promise<void> {
  const floor = await floorOf(read)
  const contenders = [floor, ours, old].filter(each => each !== undefined)
  const cells = new Map<string, Cell[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < Number(options.rounds); round++)
    for (const contender of contenders) cells.get(contender.name)?.push(await measure(contender, read))
  floor?.process.kill()
  const of = (name: string, what: (cell: Cell) => number) => median(cells.get(name) ?? [], what)
  const inCells = (name: string): string =>
    [
      `${of(name, cell => cell.rate).toFixed(0)}/s`.padStart(8),
      of(name, cell => cell.p50)
        .toFixed(1)
        .padStart(8),
      of(name, cell => cell.p99)
        .toFixed(1)
        .padStart(8),
      of(name, cell => cell.cpu)
        .toFixed(2)
        .padStart(7),
    ].join('')
  for (const { name } of contenders)
    console.log(`${read.name.padEnd(30)}${name.padEnd(6)}${inCells(name)}  load ${loadavg()[0]?.toFixed(1)}`)
  const rate = (name: string) => of(name, cell => cell.rate)
  const p99 = (name: string) => of(name, cell => cell.p99)
  if (aList.goal === read.goal && !firstPageP99.has(read.endpoint))
    firstPageP99.set(read.endpoint, p99('ours'))
  if (floor && read.goal) found(read.goal, rate('ours') / rate('floor'), read.name)
  if (floor && read.p99Goal) found(read.p99Goal, p99('ours') / p99('floor'), read.name)
  if (read.firstPageGoal)
    found(read.firstPageGoal, p99('ours') / (firstPageP99.get(read.endpoint) ?? Number.NaN), read.name)
  if (old && read.oldGoal) found(read.oldGoal, rate('ours') / rate('old'), read.name)
}

console.log(
  `${''.padEnd(36)}${'rate'.padStart(8)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'cpu ms'.padStart(7)}`,
)
for (const read of READS) if (!options.only || read.name.startsWith(options.only)) await compare(read)
await ask(
  ours.session,
  callOf({ name: 'crowd', endpoint: 'customerList', input: {} }),
  BIG_CROWD,
  seconds * 2,
)
found('P18', atRest, 'at rest')
found('P18c', await memoryOf(ours.process.pid), `after ${BIG_CROWD} callers at once`)
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
