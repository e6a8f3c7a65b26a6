/**
 * How fast the console's lists are on a million rows, next to the same statement sent by pgbench and by the least that a
 * server on Node can be, in the same run: `npm run bench:lists [-- --rows 1000000 --seconds 3]`. Ours is the real program with a real session: signed in,
 * permitted, counted, checked on its way out. On a PostgreSQL of its own, or in the database that IROKO_DISPOSABLE_DATABASE_URL
 * names (empty, or filled by an earlier run), which it overwrites. Needs pgbench of the PostgreSQL client tools, and
 * `npm run build` first.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCursor } from '../../server/kernel/cursor.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { freePort } from '../../server/kernel/embedded.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { ask, type Call, callOf, type Measured, type Session, signInAll, startProgram } from './crowd.ts'
import { found, type Goal } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'
import { insistOnPgbench, pgbench } from './pgbench.ts'
import { type Case, type Statement, statementsOf, written } from './statements.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    crowds: { type: 'string', default: '1,16,64' },
    program: { type: 'string', default: 'dist/server/main.js' },
  },
})
const seconds = Number(options.seconds)
const crowds = options.crowds.split(',').map(Number)
await insistOnPgbench('lists')
const database = await disposableDatabase({ mayBeBuilt: true })
const { url } = database

// ── Ours and the least ─────────────────────────────────────────────────────────────────────────────────────────────

/** A program that has just started is slow until Node has compiled what it runs often: once for each kind of call. */
const isWarm = new Set<string>()
async function ours(session: Session, call: Call, crowd: number): Promise<Measured> {
  const kind = `${session.port} ${call.path} ${call.body}`
  if (!isWarm.has(kind)) await ask(session, call, crowd, seconds)
  isWarm.add(kind)
  return ask(session, call, crowd, seconds)
}

type Floor = { measure(crowd: number): Promise<Measured>; stop(): void }

/** The floor: Node's own server, a signature checked, the same statement prepared, its rows as JSON, and nothing else. */
async function openFloor(statement: string): Promise<Floor> {
  const port = await freePort()
  const program = spawn(process.execPath, ['proof/bench/baselineServer.mjs', `${port}`, url, statement], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(program.stdout, 'data')
  const call = { method: 'GET', path: '/', body: undefined }
  return {
    measure: crowd => ours({ port, people: [{}] }, call, crowd),
    stop: () => void program.kill(),
  }
}

// ── The run ────────────────────────────────────────────────────────────────────────────────────────────────────────

const pool = connect(url, { most: 4, name: 'bench lists' })
const program = { db: openDb(pool), clock: clockAt(TODAY), keys: deriveKeys(SECRET), dataDirectory: '' }

/** A list or record, and the statement of it that pgbench is given. */
type Measure = Case & { goal: Goal; raw: RegExp | string }

/** Of the statements of a list the one that reads its page, which is the last, not its count nor a setting. */
const PAGE_OF = {
  customers: /from (customer|\([^)]*from customer\b.*) c\b.*limit \$?\d+$/s,
  loans: /join customer c.*limit \$?\d+$/s,
  requests: /from loan_request r.*limit \$?\d+$/s,
}

async function cases(): Promise<Measure[]> {
  const { rows: deep } = await pool.query<{ name_key: string; id: string }>(
    'select name_key, id from customer order by name_key, id offset (select count(*) / 2 from customer) limit 1',
  )
  const { rows: loan } = await pool.query<{ id: string; customer_id: string }>(
    `select id, customer_id from loan where status = 'live' order by number offset 1000 limit 1`,
  )
  const cursor = makeCursor(program.keys, 'customers', { sort: 'name' }, [
    deep[0]?.name_key ?? '',
    deep[0]?.id ?? '',
  ])
  const exact = `select (select count(*) from customer where status <> 'merged'), (select json_agg(p) from
    (select * from customer where status <> 'merged' order by name_key, id limit 26) p)`
  // as one would write it over a trigram index; ours shows those whose surname begins with it first, each list in order
  const fitting = (
    condition: string,
  ) => `select id, number, surname, first_name, other_names, ippis_number, mda, state,
    payroll_source, phone, officer_code, status, status_until, opened_at, name_key from customer
    where status <> 'merged' and ${condition} limit 26`
  const customers = { endpoint: 'customerList', raw: PAGE_OF.customers } as const
  const loans = { endpoint: 'loanList', raw: PAGE_OF.loans, goal: 'P1' } as const
  return [
    { ...customers, name: FIRST_PAGE, input: { sort: 'name' }, goal: 'P1' },
    {
      ...customers,
      name: 'the same, exact count',
      input: { sort: 'name' },
      raw: exact,
      goal: 'P4',
    },
    { ...customers, name: 'customers, half-way', input: { sort: 'name', cursor }, goal: 'P5' },
    {
      ...customers,
      name: 'phone contains 31234',
      input: { search: '31234' },
      goal: 'P6',
      // sorted so that no plan walks along the names until it has met enough
      raw: fitting(`(search like '%31234%' or phone like '%31234%') order by name_key || '', id`),
    },
    ...['okonkwo', 'ade', 'konk', 'okonkwo adaeze'].map(search => ({
      ...customers,
      name: `name contains ${search}`,
      input: { search },
      goal: 'P7' as const,
      raw: fitting(`search like '%${search.replace(' ', "%' and search like '%")}%'`),
    })),
    { ...loans, name: 'accounts, live', input: { tab: 'live' } },
    { ...loans, name: 'accounts, in arrears', input: { tab: 'arrears', sort: '-daysPastDue' } },
    {
      ...loans,
      endpoint: 'requestList',
      name: 'requests queue',
      input: { stage: 'reviewer' },
      raw: PAGE_OF.requests,
    },
    // against its row alone, as a bare table would be read, and against the statement of its whole page
    ...records(loan[0]?.customer_id, 'customer', 'customerGet', /from\s+customer c.*where c\.id = /s),
    ...records(loan[0]?.id, 'loan', 'loanGet', /from loan_on.*where l\.id = /s),
    {
      name: 'dashboard, portfolio',
      endpoint: 'dashboardPortfolio',
      input: {},
      // the ages of the whole book, as a report would read them each time
      raw: `select width_bucket(days_past_due, array[1, 31, 61, 91, 181, 361]), count(*), sum(owed_total), sum(arrears)
        from loan_on('${TODAY}') where status = 'live' group by 1`,
      goal: 'P15',
    },
  ]
}

const records = (
  id: string | undefined,
  table: 'customer' | 'loan',
  endpoint: 'customerGet' | 'loanGet',
  page: RegExp,
): Measure[] =>
  [
    { name: `${table} by id`, raw: `select * from ${table} where id = '${id}'` },
    { name: `${table} by id, its page`, raw: page },
  ].map(each => ({ ...each, endpoint, input: { id }, goal: 'P3', wanted: 0.15 }))

function rawOf({ name, raw: wanted }: Measure, statements: readonly Statement[]): string {
  if (typeof wanted === 'string') return wanted
  const found = statements.findLast(
    ({ text }) => wanted.test(text.trim()) && !/^\s*select count\(\*\)/.test(text),
  )
  if (!found) throw new Error(`${name} sends no statement like ${wanted}`)
  return written(found)
}

/** So many callers the goals speak of. */
const GOAL_CROWD = 16

const FIRST_PAGE = 'customers, page 1'
let firstPageP99 = 0

function judge({ name, goal }: Measure, here: Measured, theirs: Measured): void {
  found(goal, here.rate / theirs.rate, name)
  if (name === FIRST_PAGE) firstPageP99 = here.p99
  if (goal === 'P5') found('P5b', here.p99 / firstPageP99, name)
  if (goal === 'P1') found('P2', here.p99 / theirs.p99, name)
}

const figure = ({ rate, p50, p99 }: Measured): string =>
  `${rate.toFixed(0).padStart(7)}/s ${p50.toFixed(1).padStart(7)} ${p99.toFixed(1).padStart(8)} ms`

const percent = (here: Measured, other: Measured): string => ((here.rate / other.rate) * 100).toFixed(0)

const judged: (() => void)[] = []
/** Longer than a user may wait for a list. */
const MAX_MS = 50
/** Some are asked twice, next to another raw statement. */
const slow = new Map<string, string>()

/** One list or record at every size of crowd: ours, pgbench and the floor in turn. */
async function measure(each: Measure, statement: string, session: Session, least: Floor): Promise<void> {
  let queued = false
  for (const crowd of crowds) {
    const here = await ours(session, callOf(each), crowd)
    const cell = `${each.name.padEnd(24)} ${String(crowd).padStart(4)} ${figure(here)}`
    if (queued) {
      console.log(`${cell}  the raw statement would only measure its own queue`)
      continue
    }
    const theirs = await pgbench(url, statement, {
      crowd,
      seconds,
      // the goal is its index, which a first page of so common names would not need
      settings: each.goal === 'P7' ? '-c enable_seqscan=off -c enable_indexscan=off' : '',
    })
    const floor = await least.measure(crowd)
    console.log(
      `${cell}  ${figure(theirs)}  ${figure(floor)}  ${percent(here, floor).padStart(3)}% of floor, ` +
        `${percent(here, theirs).padStart(4)}% of raw`,
    )
    const asked = `${each.endpoint} ${JSON.stringify(each.input)}`
    if (crowd === GOAL_CROWD && here.p99 > MAX_MS && !slow.has(asked))
      slow.set(asked, `${each.name} ${here.p99.toFixed(0)} ms`)
    if (crowd === GOAL_CROWD) judged.push(() => judge(each, here, theirs))
    queued = crowd >= GOAL_CROWD && theirs.p50 > seconds * 1000
  }
}

await buildOnce(program, pool, Number(options.rows))
const place = { url, data: join(database.folder, 'program') }
const { process: server, port, ms } = await startProgram(options.program, place)
try {
  const session = await signInAll(port, 16)
  console.log(
    `${'case'.padEnd(24)}    c   ${'ours: rate, p50, p99'.padEnd(28)}  ${'pgbench: the same'.padEnd(28)}  ${'floor: the same'.padEnd(28)}  ratios, goal`,
  )
  for (const each of await cases()) {
    if (options.only && !each.name.includes(options.only)) continue
    const statement = rawOf(each, await statementsOf(program, pool, each))
    const least = await openFloor(statement)
    try {
      await measure(each, statement, session, least)
    } finally {
      least.stop()
    }
  }
  console.log(`start to first answer ${Math.round(ms)} ms`)
  if (!options.only) found('P18b', ms)
  for (const say of judged) say()
  if (!options.only) found('P8', slow.size, `p99 of 16 callers: ${[...slow.values()].join(', ')}`)
  console.log(
    `load ${loadavg()
      .map(each => each.toFixed(1))
      .join(' ')}`,
  )
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await pool.end()
  await database.close()
}
