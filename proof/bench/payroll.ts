/**
 * Measures a payroll upload by the built program, next to the same steps as bare SQL over a raw COPY in the same run:
 * `npm run bench:payroll [-- --rows 1100000 --damage 10 --format xlsx --beside customers]`. Ours: one process with web
 * and worker; the job is timed from parse to index, with its peak memory, for a tenth of the rows and for all. Bare:
 * `COPY … (format csv)` of the same bytes, then the same statements; for a workbook, only unpacking it. `--beside
 * customers` requests that list before and during the job. Starts its own PostgreSQL with the sample lender.
 */

import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeXlsxStream } from 'hucre'
import { from as copyFrom } from 'pg-copy-streams'
import { openPromise } from 'yauzl'
import { api } from '../../contract/api.ts'
import { INTAKE_PIECE_BYTES } from '../../contract/intake.ts'
import { localDate, payMonthOf } from '../../engine/dates.ts'
import { ROSTER_COLUMNS, roster } from '../../sample/roster.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { freePort, startEmbedded } from '../../server/kernel/embedded.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { makeStagingTable, stagingTable } from '../../server/modules/intake/intake.sql.ts'
import { runIntake } from '../../server/modules/intake/run.ts'
import { payrollWork } from '../../server/modules/payroll/check.ts'
import { percentile } from '../../test/percentile.ts'
import { throwawayFolder } from '../../test/throwaway.ts'
import type { CallerWish } from './caller.ts'
import { signIn } from './crowd.ts'
import { found } from './goals.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1100000' },
    damage: { type: 'string', default: '10' },
    format: { type: 'string', default: 'csv' },
    beside: { type: 'string' },
    idle: { type: 'string', default: '20' },
    built: { type: 'boolean', default: false },
  },
})
const isWorkbook = values.format === 'xlsx'
const MONTH = '2026-10'
const SECRET = 'a secret for a bench, long enough to be one'

const directory = await throwawayFolder('bench')
const own = await startEmbedded({ directory: join(directory, 'postgres') })
const pool = connect(own.url, { most: 6, name: 'bench payroll' })
const program = {
  db: openDb(pool),
  clock: systemClock,
  keys: deriveKeys(SECRET),
  dataDirectory: directory,
}

// ── Files ──────────────────────────────────────────────────────────────────────────────────────────────────────────

async function sample(rows: string, damage: string): Promise<string> {
  const file = join(directory, `payroll-${rows}-${damage}.${values.format}`)
  if (isWorkbook)
    await pipeline(
      Readable.from(writeXlsxStream(workbookRows(Number(rows)), { name: MONTH })),
      createWriteStream(file),
    )
  else {
    const wishes = ['--rows', rows, '--damage', damage, '--encoding', 'utf-8', '--out', file]
    execFileSync('npx', ['tsx', 'scripts/payrollSample.ts', ...wishes], { stdio: 'ignore' })
  }
  return file
}

/** Five columns more than the roster has. */
function* workbookRows(rows: number): Generator<(string | number)[]> {
  yield [...ROSTER_COLUMNS, 'GRADE', 'GROSS_PAY', 'DEDUCTIONS', 'STATE', 'NOTE']
  const month = payMonthOf(localDate(`${MONTH}-01`))
  let step = 0
  for (const row of roster({ rows, seed: 1, month, source: 'IPPIS' })) {
    step = (step % 15) + 1
    const pay = Number(row.NETPAY)
    const cells = ROSTER_COLUMNS.map(column => (column === 'NETPAY' ? pay : row[column]))
    yield [...cells, `GL${step}`, pay + 25_000, 25_000, 'Lagos', `Checked by ${row.FULL_NAME}`]
  }
}

/** Only unpacked: what reading a workbook cannot go below. */
async function unpack(file: string): Promise<number> {
  const start = performance.now()
  const zip = await openPromise(file, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) for await (const _ of await zip.openReadStreamPromise(entry));
  return (performance.now() - start) / 1000
}

// ── The program, and people at it ──────────────────────────────────────────────────────────────────────────────────

type Running = { process: ChildProcess; port: number; headers: Record<string, string> }

async function start(...program: string[]): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: own.url,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      IROKO_DATA: join(directory, 'program'),
      IROKO_SECRET: SECRET,
      IROKO_LOG: 'error',
    },
  })
  child.once('exit', (code, signal) => {
    if (code !== 0) console.error(`the program ended: ${code ?? signal}`)
  })
  for (let tries = 0; tries < 1_200; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      answer => answer.ok,
      () => false,
    )
    if (isUp) return { process: child, port, headers: await signIn(port) }
    await sleep(100)
  }
  throw new Error('the program did not start')
}

async function stop({ process: child }: Running): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

type Sent = { method: string; path: string; id?: string; offset?: number; body: object | Buffer }

async function send(
  { port, headers }: Running,
  { method, path, id = '', offset, body }: Sent,
): Promise<void> {
  const at = `${path.replace(':id', id)}${offset === undefined ? '' : `?offset=${offset}`}`
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json'
  const answer = await fetch(`http://127.0.0.1:${port}${at}`, {
    method,
    headers: { ...headers, 'content-type': type, 'idempotency-key': randomUUID() },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`)
}

type Times = { count: number; p50: number; p99: number }

/** Calls the list from now on; the function given back ends it. */
function callers({ port, headers }: Running): () => Promise<Times> {
  const child = fork(new URL('./caller.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const { method, path } = api.customerList
  const list = { method, path, body: JSON.stringify({ sort: 'name' }), callers: 4, pauseMs: 50 }
  child.send({
    port,
    headers: { ...headers, 'content-type': 'application/json' },
    ...list,
  } satisfies CallerWish)
  return async () => {
    child.send('over')
    const [times] = (await once(child, 'message')) as [number[]]
    return { count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
  }
}

// ── The same file, two ways ────────────────────────────────────────────────────────────────────────────────────────

type Split = Record<'send and look' | 'parse and stage' | 'check' | 'match and index', number>
const STEPS = ['parse and stage', 'check', 'match and index'] as const
const inAll = (split: Split): number => STEPS.reduce((sum, step) => sum + split[step], 0)

/** When the file comes to stand at a status. */
async function reaching(id: string, ...statuses: string[]): Promise<number> {
  for (;;) {
    const { rows } = await pool.query(
      'select status, problem, layout is not null as looked from intake where id = $1',
      [id],
    )
    const { status, problem, looked } = rows[0]
    if (problem) throw new Error(problem)
    if (statuses.includes(status) && looked) return performance.now() / 1000
    await sleep(20)
  }
}

async function ours(running: Running, file: string): Promise<Split> {
  const id = randomUUID()
  const begun = performance.now() / 1000
  const { size: bytes } = statSync(file)
  const about = { kind: 'payroll', source: 'IPPIS', period: MONTH, fileName: `october.${values.format}` }
  await send(running, { ...api.intakeOpen, body: { id, ...about, bytes } })
  let offset = 0
  for await (const piece of createReadStream(file, { highWaterMark: INTAKE_PIECE_BYTES })) {
    await send(running, { ...api.intakePiece, id, offset, body: piece as Buffer })
    offset += (piece as Buffer).length
  }
  await reaching(id, 'received')
  const { rows } = await pool.query(`select layout -> 'mapping' as mapping from intake where id = $1`, [id])
  await send(running, { ...api.intakeMap, id, body: { mapping: rows[0].mapping } })
  const mapped = performance.now() / 1000
  const staged = await reaching(id, 'staged', 'checked', 'matched')
  const checked = await reaching(id, 'checked', 'matched')
  const matched = await reaching(id, 'matched')
  await report(id)
  // so that the same bytes may come again
  await pool.query('update intake set sha256 = null where id = $1', [id])
  return {
    'send and look': mapped - begun,
    'parse and stage': staged - mapped,
    check: checked - staged,
    'match and index': matched - checked,
  }
}

async function report(id: string): Promise<void> {
  const { rows } = await pool.query(
    'select status, rows, good_rows as good, refused_rows as refused, skipped_rows as skipped from intake where id = $1',
    [id],
  )
  console.log(`  ${JSON.stringify(rows[0])}`)
}

/** Bytes straight into a table of the same shape; an extra comma would end it, so its file is undamaged. */
async function bare(file: string): Promise<Split> {
  const { rows: found } = await pool.query(
    `insert into intake (id, kind, source, period, file_name, bytes, received_bytes, status, layout, mapping, uploaded_by, uploaded_at)
     select gen_random_uuid(), kind, source, period, 'bare.csv', bytes, bytes, 'mapped', layout, mapping, uploaded_by, now()
     from intake where kind = 'payroll' order by uploaded_at desc limit 1
     returning id, jsonb_array_length(layout -> 'columns') as columns`,
  )
  const { id, columns } = found[0]
  const table = stagingTable(id)
  const copying = connect(own.url, { most: 1, name: 'bench payroll copy', oneByOne: true })
  const client = await copying.connect()
  const start = performance.now() / 1000
  await client.query('begin')
  await client.query(makeStagingTable(id, columns))
  const cells = Array.from({ length: columns }, (_, index) => `c${index}`).join(', ')
  await pipeline(
    createReadStream(file),
    client.query(copyFrom(`copy ${table} (${cells}) from stdin (format csv, header, null '\\N')`)),
  )
  await client.query('commit')
  const staged = performance.now() / 1000
  // numbering the lines is part of our own staging, and not timed here
  await client.query('set statement_timeout = 0')
  await client.query(`
    with numbered as (select ctid, (row_number() over ())::int as n from ${table})
    update ${table} s set row_number = n, sheet = 0, line = n + 1 from numbered where numbered.ctid = s.ctid`)
  await client.query(`vacuum full ${table}`)
  await client.query(`create index on ${table} using brin (row_number) with (pages_per_range = 32)`)
  const { rows: counted } = await client.query(`select max(row_number) as n from ${table}`)
  client.release(true)
  await copying.end()
  await pool.query(`update intake set status = 'staged', rows = $2, skipped_rows = 0 where id = $1`, [
    id,
    counted[0].n,
  ])
  const going = performance.now() / 1000
  const run = runIntake(program, id, { payroll: payrollWork })
  const checked = await reaching(id, 'checked', 'matched')
  await run
  const matched = performance.now() / 1000
  await report(id)
  return {
    'send and look': 0,
    'parse and stage': staged - start,
    check: checked - going,
    'match and index': matched - checked,
  }
}

// ── The run ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The most it ever had. */
const peakOf = ({ process: child }: Running): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`

/** The least of three, so that a moment in which the host was taken away does not pass for calm. */
async function calmest(running: Running): Promise<Times | undefined> {
  const rounds: Times[] = []
  for (let round = 0; round < 3; round++) {
    const end = callers(running)
    await sleep(Number(values.idle) * 1000)
    rounds.push(await end())
  }
  return rounds.toSorted((one, other) => one.p99 - other.p99)[0]
}

/** A separate program for one file: its steps, its memory, and the latency of callers of a list. */
async function measured(rows: string): Promise<{ file: string; split: Split; peak: number }> {
  const file = await sample(rows, values.damage)
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(0)
  console.log(`\n${Number(rows).toLocaleString('en-NG')} rows, ${megabytes} MB, ${load()}`)
  const running = await start('dist/server/main.js')
  try {
    const besides = values.beside === 'customers'
    const calm = besides ? await calmest(running) : undefined
    const atFirst = peakOf(running)
    const end = besides ? callers(running) : undefined
    const split = await ours(running, file)
    const busy = await end?.()
    const peak = peakOf(running)
    console.log(`  memory: ${atFirst.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`)
    if (calm && busy) {
      console.log(
        `  customers list: calm p50 ${calm.p50.toFixed(1)} p99 ${calm.p99.toFixed(1)} ms (${calm.count}), meanwhile ` +
          `p50 ${busy.p50.toFixed(1)} p99 ${busy.p99.toFixed(1)} ms (${busy.count}): ${(busy.p99 / calm.p99).toFixed(1)} times`,
      )
      found('P17', busy.p99 / calm.p99, `${Number(rows).toLocaleString('en-NG')} rows`)
    }
    return { file, split, peak }
  } finally {
    await stop(running)
  }
}

try {
  if (!values.built) execFileSync(process.execPath, ['scripts/build.mjs'])
  await stop(await start('dist/server/sample.js', '--small'))
  const tenth = isWorkbook ? undefined : await measured(String(Math.round(Number(values.rows) / 11)))
  const { file, split, peak } = await measured(values.rows)
  if (tenth && values.beside !== 'customers') {
    found('P11', peak / tenth.peak)
    found('P11b', peak)
  }
  console.log(`  sent and looked at in ${split['send and look'].toFixed(1)} s`)
  if (isWorkbook) {
    const floor = await unpack(file)
    const took = split['parse and stage']
    console.log(`  parse and stage ${took.toFixed(1)} s, in all ${inAll(split).toFixed(1)} s`)
    console.log(`  unpacking alone ${floor.toFixed(1)} s: ${(took / floor).toFixed(1)} times that, ${load()}`)
  } else if (values.beside !== 'customers') {
    // bare SQL has no callers beside it to be compared with
    const raw = await bare(await sample(values.rows, '0'))
    console.log(
      `\n${'step'.padEnd(18)}${'ours s'.padStart(9)}${'bare s'.padStart(9)}${'bare/ours'.padStart(11)}`,
    )
    const line = (name: string, a: number, b: number): void =>
      console.log(
        `${name.padEnd(18)}${a.toFixed(1).padStart(9)}${b.toFixed(1).padStart(9)}${`${((b / a) * 100).toFixed(0)}%`.padStart(11)}`,
      )
    for (const step of STEPS) line(step, split[step], raw[step])
    line('in all', inAll(split), inAll(raw))
    found('P9', raw['parse and stage'] / split['parse and stage'])
    found('P10', inAll(raw) / (inAll(split) + split['send and look']), 'from the first byte')
    console.log(
      `${Math.round(Number(values.rows) / inAll(split)).toLocaleString('en-NG')} rows a second, ${load()}`,
    )
  }
} finally {
  await pool.end()
  await own.stop()
  await rm(directory, { recursive: true, force: true })
}
