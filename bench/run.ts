/**
 * Every benchmark, one after the other, on a PostgreSQL of their own: `npm run bench [-- --rows 1000000 --only lists,daily --json
 * figures.json]`. Each prints its own table of ratios against raw SQL in the same run, and the end lists what was found by goal; a
 * figure counts only where nothing else ran beside it, so the load of the machine is printed with it.
 */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../server/embedded.ts'
import { throwawayFolder } from '../test/throwaway.ts'
import { gathered } from './goals.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
})

/** What shares a database is filled once: the lists are read before the nights change it. */
const PARTS: readonly { name: string; note?: string; database?: string; options: readonly string[] }[] = [
  { name: 'footprint', options: [] },
  { name: 'engine', options: [] },
  { name: 'engine-fold', options: [] },
  { name: 'ledger', database: 'ledger', options: [] },
  { name: 'sending', database: 'sending', options: [] },
  // on a PostgreSQL of its own
  { name: 'payroll', options: ['--rows', values.rows] },
  {
    name: 'payroll',
    note: ' beside callers',
    options: ['--rows', values.rows, '--beside', 'customers'],
  },
  {
    name: 'repayments',
    database: 'repayments',
    options: ['--rows', String(Math.min(100_000, Number(values.rows) / 10))],
  },
  // how each grows: the same lists over a hundredth of the rows
  {
    name: 'lists',
    note: ' at 10,000',
    database: 'small',
    options: ['--rows', '10000', '--crowds', '16', '--seconds', '2'],
  },
  { name: 'lists', database: 'million', options: ['--rows', values.rows, '--seconds', '2'] },
  { name: 'plans', database: 'million', options: [] },
  { name: 'browser', database: 'million', options: [] },
  { name: 'daily', database: 'million', options: ['--rows', values.rows] },
]
const wanted = values.only?.split(',')
const parts = PARTS.filter(part => !wanted || wanted.includes(part.name))
if (wanted?.some(name => !PARTS.some(part => part.name === name)))
  throw new Error(`--only takes ${[...new Set(PARTS.map(part => part.name))].join(', ')}`)

// what is measured is what stands here, not what was built some day
execFileSync(process.execPath, [join('scripts', 'build.mjs')], { stdio: 'inherit' })

const directory = await throwawayFolder('bench')
const server = await startEmbedded({ directory: join(directory, 'postgres') })
const made = new Set<string>()

async function databaseFor(name: string): Promise<string> {
  if (!made.has(name)) {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create database bench_${name}`)
    await client.end()
    made.add(name)
  }
  return server.url.replace(/iroko$/, `bench_${name}`)
}

type Outcome = { part: string; seconds: number; load: number; code: number | null; output: string[] }

async function run(part: (typeof PARTS)[number]): Promise<Outcome> {
  const load = loadavg()[0] ?? 0
  console.log(`\n── ${part.name}${part.note ?? ''} (load ${load.toFixed(1)} before it) ${'─'.repeat(60)}`)
  const start = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join('bench', `${part.name}.ts`), ...part.options],
    {
      env: {
        ...process.env,
        ...(part.database ? { IROKO_SPOIL_DATABASE_URL: await databaseFor(part.database) } : {}),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const output: string[] = []
  child.stdout.on('data', piece => {
    process.stdout.write(piece)
    output.push(String(piece))
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = Math.round((performance.now() - start) / 100) / 10
  return { part: `${part.name}${part.note ?? ''}`, seconds, load, code, output: output.join('').split('\n') }
}

const outcomes: Outcome[] = []
try {
  for (const part of parts) outcomes.push(await run(part))
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
console.log('')
for (const { part, seconds, load, code } of outcomes)
  console.log(
    `${part.padEnd(18)}${`${seconds} s`.padStart(10)}  load ${load.toFixed(1).padStart(4)}  ${code === 0 ? 'done' : `ended with ${code}`}`,
  )
console.log('')
// the small book counts too: what is quick over a million may be slow where there is little to find
const COUNTS_WHEN_SMALL = /^goal P[125678] /
const figures = gathered(
  outcomes.flatMap(({ part, output }) =>
    part.endsWith('10,000')
      ? output.filter(line => COUNTS_WHEN_SMALL.test(line)).map(line => `${line}, ${part}`)
      : output,
  ),
)
for (const line of figures) console.log(line)
if (values.json) await writeFile(values.json, JSON.stringify({ goals: figures, parts: outcomes }, null, 2))
process.exitCode = outcomes.every(({ code }) => code === 0) ? 0 : 1
