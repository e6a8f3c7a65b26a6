/**
 * Every benchmark, one after the other, on a PostgreSQL of their own: `npm run proof -- bench [--rows 1000000 --only lists,daily
 * --minutes 40 --data folder --json figures.json]`. Each prints its own table of ratios against raw SQL in the same run, and the end
 * lists what was found by goal; a figure counts only where nothing else ran beside it, so the load of the machine is printed with
 * it. What has not ended after `--minutes` is ended, and said. The databases stay in the folder of `--data`, so that parts can be
 * run one by one over one book; the receipts, the nights of `daily` and the close change it, so they come last.
 */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../../server/kernel/embedded.ts'
import { throwawayFolder } from '../../test/throwaway.ts'
import { gathered } from './goals.ts'
import { hasPgbench, NO_PGBENCH } from './pgbench.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    json: { type: 'string' },
    minutes: { type: 'string' },
    data: { type: 'string' },
  },
})
const begun = performance.now()
/** None of them takes as long on a quiet machine: one that hangs must not take the others with it. */
const PART_MINUTES = 90
/** What is asked to end has so long for it. */
const END_MS = 10_000

type Part = {
  name: string
  note?: string
  /** Where it is not named after its file. */
  file?: string
  database?: string
  options: readonly string[]
  needs?: readonly ('the built program' | 'pgbench')[]
}

/** What shares a database is filled once: the lists are read before the nights change it. */
const PARTS: readonly Part[] = [
  { name: 'footprint', options: [], needs: ['the built program'] },
  { name: 'engine', options: [] },
  { name: 'engine-fold', options: [] },
  { name: 'ledger', database: 'ledger', options: [] },
  { name: 'sending', database: 'sending', options: [], needs: ['pgbench'] },
  // on a PostgreSQL of its own
  { name: 'payroll', options: ['--rows', values.rows, '--built'], needs: ['the built program'] },
  {
    name: 'beside',
    file: 'payroll',
    options: ['--rows', values.rows, '--built', '--beside', 'customers'],
    needs: ['the built program'],
  },
  {
    name: 'repayments',
    database: 'repayments',
    options: ['--rows', String(Math.min(40_000, Number(values.rows) / 10))],
  },
  // how each grows: the same lists over a hundredth of the rows
  {
    name: 'lists',
    note: ' at 10,000',
    database: 'small',
    options: ['--rows', '10000', '--crowds', '16', '--seconds', '2'],
    needs: ['the built program', 'pgbench'],
  },
  {
    name: 'lists',
    database: 'million',
    options: ['--rows', values.rows, '--seconds', '2'],
    needs: ['the built program', 'pgbench'],
  },
  { name: 'book', database: 'million', options: ['--rows', values.rows] },
  {
    name: 'reads',
    database: 'million',
    options: ['--rows', values.rows, '--seconds', '1.5'],
    needs: ['the built program'],
  },
  { name: 'exports', database: 'million', options: ['--rows', values.rows], needs: ['the built program'] },
  { name: 'plans', database: 'million', options: ['--rows', values.rows] },
  { name: 'browser', database: 'million', options: [], needs: ['the built program'] },
  { name: 'instructions', database: 'million', options: ['--rows', values.rows] },
  { name: 'receipts', database: 'million', options: ['--rows', values.rows], needs: ['the built program'] },
  { name: 'daily', database: 'million', options: ['--rows', values.rows] },
  { name: 'closing', database: 'million', options: ['--rows', values.rows] },
]
const wanted = values.only?.split(',')
if (wanted?.some(name => !PARTS.some(part => part.name === name)))
  throw new Error(`--only takes ${[...new Set(PARTS.map(part => part.name))].join(', ')}`)

const asked = PARTS.filter(part => !wanted || wanted.includes(part.name))
const pgbenchIsHere = await hasPgbench()
const parts = asked.filter(({ needs }) => pgbenchIsHere || !needs?.includes('pgbench'))
const titleOf = ({ name, note = '' }: Part): string => `${name}${note}`
for (const part of asked.filter(each => !parts.includes(each))) console.log(`${titleOf(part)} ${NO_PGBENCH}`)

/** The code is null where it was ended. */
type Outcome = { part: string; seconds: number; load: number; code: number | null; output: string[] }

/** So long a part may still take. */
const timeLeft = (): number =>
  Math.min(
    PART_MINUTES * 60_000,
    values.minutes ? begun + Number(values.minutes) * 60_000 - performance.now() : Number.POSITIVE_INFINITY,
  )

/** What is running just now: a group of its own, which the terminal does not reach. */
let running: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endGroup(running, 'SIGTERM')
    process.exitCode = 1
  })

/** With all that it started. */
function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // it has ended by itself
  }
}

async function run(part: Part, databaseFor: (name: string) => Promise<string>): Promise<Outcome> {
  const load = loadavg()[0] ?? 0
  console.log(`\n── ${titleOf(part)} (load ${load.toFixed(1)} before it) ${'─'.repeat(60)}`)
  const start = performance.now()
  const left = timeLeft()
  if (left <= 0) return { part: titleOf(part), seconds: 0, load, code: null, output: [] }
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join('proof', 'bench', `${part.file ?? part.name}.ts`), ...part.options],
    {
      detached: true,
      env: {
        ...process.env,
        ...(part.database ? { IROKO_DISPOSABLE_DATABASE_URL: await databaseFor(part.database) } : {}),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const output: string[] = []
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    process.stdout.write(piece)
    output.push(piece)
  })
  running = child.pid
  const ends = [
    setTimeout(() => endGroup(child.pid, 'SIGTERM'), left),
    setTimeout(() => endGroup(child.pid, 'SIGKILL'), left + END_MS),
  ]
  // once the last of what it said is here
  const [code] = (await once(child, 'close')) as [number | null]
  for (const end of ends) clearTimeout(end)
  const seconds = Math.round((performance.now() - start) / 100) / 10
  return { part: titleOf(part), seconds, load, code, output: output.join('').split('\n') }
}

async function runAll(): Promise<Outcome[]> {
  // what is measured is what stands here, not what was built some day
  if (parts.some(({ needs }) => needs?.includes('the built program')))
    execFileSync(process.execPath, [join('scripts', 'build.mjs')], { stdio: 'inherit' })
  const directory = values.data ?? (await throwawayFolder('bench'))
  const server = await startEmbedded({ directory: join(directory, 'postgres') })
  const made = new Set<string>()
  const databaseFor = async (name: string): Promise<string> => {
    if (!made.has(name)) {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      const { rows } = await client.query('select from pg_database where datname = $1', [`bench_${name}`])
      if (rows.length === 0) await client.query(`create database bench_${name}`)
      await client.end()
      made.add(name)
    }
    return server.url.replace(/iroko$/, `bench_${name}`)
  }
  const ran: Outcome[] = []
  try {
    for (const part of parts) ran.push(await run(part, databaseFor))
  } finally {
    await server.stop()
    if (!values.data) await rm(directory, { recursive: true, force: true })
  }
  return ran
}

const endOf = (code: number | null): string =>
  code === 0 ? 'done' : code === null ? 'ran out of time' : `ended with ${code}`
const outcomes = parts.length > 0 ? await runAll() : []
console.log('')
for (const { part, seconds, load, code } of outcomes)
  console.log(
    `${part.padEnd(18)}${`${seconds} s`.padStart(10)}  load ${load.toFixed(1).padStart(4)}  ${endOf(code)}`,
  )
console.log('')
// the small book counts too: what is quick over a million may be slow where there is little to find
const COUNTS_WHEN_SMALL = /^goal P[125678] /
function whyNot(benchmark: string): string {
  if (!asked.some(({ name }) => name === benchmark)) return 'was not asked for'
  if (!parts.some(({ name }) => name === benchmark)) return NO_PGBENCH
  const failed = outcomes.find(({ part, code }) => part.split(' ')[0] === benchmark && code !== 0)
  return failed ? `${endOf(failed.code)} before it` : 'said nothing of it'
}
const figures = gathered(
  outcomes.flatMap(({ part, output }) =>
    part.endsWith('10,000')
      ? output.filter(line => COUNTS_WHEN_SMALL.test(line)).map(line => `${line}, ${part}`)
      : output,
  ),
  whyNot,
)
for (const line of figures) console.log(line)
if (values.json) await writeFile(values.json, JSON.stringify({ goals: figures, parts: outcomes }, null, 2))
// what could not be measured is no result either
process.exitCode = parts.length === asked.length && outcomes.every(({ code }) => code === 0) ? 0 : 1
