/**
 * How fast a payroll comes in, next to the same steps as bare SQL over a raw COPY in the same run:
 * `npm run bench:payroll [-- --rows 1100000 --damage 10]`.
 *
 * Ours: parse the file, stage, check, match, refuse, index. Bare: `COPY … (format csv)` of the same bytes into the same kind of
 * table, then the same statements. Memory is that of a process which only reads and stages, for a tenth of the file and for all of it.
 *
 * Uses DATABASE_URL (a database to spoil) or starts a PostgreSQL of its own.
 */

import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { from as copyFrom } from 'pg-copy-streams'
import { systemClock } from '../server/clock.ts'
import { connect, migrate, openDb } from '../server/db.ts'
import { startEmbedded } from '../server/embedded.ts'
import { makeStagingTable, stagingTable } from '../server/intake/intake.sql.ts'
import { type IntakeWork, runIntake } from '../server/intake/intake.ts'
import { deriveKeys } from '../server/keys.ts'
import { payrollWork } from '../server/payroll/payroll.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1100000' },
    damage: { type: 'string', default: '10' },
    file: { type: 'string' },
  },
})

const directory = await mkdtemp(join(tmpdir(), 'iroko-bench-'))
const own = process.env.DATABASE_URL
  ? undefined
  : await startEmbedded({ directory: join(directory, 'postgres') })
const url = process.env.DATABASE_URL ?? own?.url ?? ''
await migrate(url)
const pool = connect(url, { most: 6, name: 'bench payroll' })
const program = {
  db: openDb(pool),
  clock: systemClock,
  keys: deriveKeys('bench'.repeat(8)),
  dataDirectory: directory,
}
const STAFF = '11111111-1111-4111-8111-111111111111'
await pool.query(
  `insert into staff (id, first_name, last_name, email, phone, password_hash, status, signed_up_at)
   values ($1, 'Babatunde', 'Bello', 'bench@iroko.test', '+2348031234567', 'x', 'active', now()) on conflict do nothing`,
  [STAFF],
)

const file = values.file ?? join(directory, 'payroll.csv')
if (!values.file)
  execFileSync(
    'npx',
    [
      'tsx',
      'scripts/payroll-sample.ts',
      '--rows',
      values.rows,
      '--damage',
      values.damage,
      '--encoding',
      'utf-8',
      '--out',
      file,
    ],
    {
      stdio: 'ignore',
    },
  )
const megabytes = statSync(file).size / 1024 / 1024
console.log(`${values.rows} rows, ${megabytes.toFixed(0)} MB, ${values.damage} ‰ damaged`)

type Split = Record<string, number>
const seconds = async (split: Split, name: string, run: () => Promise<unknown>): Promise<void> => {
  const start = performance.now()
  await run()
  split[name] = (split[name] ?? 0) + (performance.now() - start) / 1000
}

/** The same work, with how long each part of it took. */
function timed(split: Split): IntakeWork {
  const watch =
    <A extends unknown[], R>(name: string, run: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const start = performance.now()
      const result = await run(...given)
      split[name] = (split[name] ?? 0) + (performance.now() - start) / 1000
      return result
    }
  return {
    ...payrollWork,
    prepare: watch('words', payrollWork.prepare),
    check: watch('check', payrollWork.check),
    match: watch('match and index', payrollWork.match),
  }
}

async function uploaded(): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into intake (id, kind, source, period, file_name, bytes, received_bytes, status, uploaded_by, uploaded_at)
     values ($1, 'payroll', 'IPPIS', '2026-10-01', 'bench.csv', $2, $2, 'received', $3, now())`,
    [id, statSync(file).size, STAFF],
  )
  let at = 0
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    await pool.query('insert into intake_piece values ($1, $2, $3)', [id, at, piece])
    at += (piece as Buffer).length
  }
  await runIntake(program, id, { payroll: payrollWork })
  await pool.query(
    `update intake set status = 'mapped', mapping = layout -> 'mapping', sha256 = null where id = $1`,
    [id],
  )
  return id
}

async function ours(): Promise<Split> {
  const id = await uploaded()
  const split: Split = {}
  await seconds(split, 'in all', () => runIntake(program, id, { payroll: timed(split) }))
  split['parse and stage'] =
    (split['in all'] ?? 0) - (split.words ?? 0) - (split.check ?? 0) - (split['match and index'] ?? 0)
  await report(id)
  return split
}

async function report(id: string): Promise<void> {
  const { rows } = await pool.query(
    'select status, rows, good_rows as good, refused_rows as refused, skipped_rows as skipped from intake where id = $1',
    [id],
  )
  console.log(`  ${JSON.stringify(rows[0])}`)
}

/** Bytes straight into a table of the same shape; a stray comma would end it, so the file for it is undamaged. */
async function bare(): Promise<Split> {
  const id = await uploaded()
  const split: Split = {}
  const { rows } = await pool.query(
    `select jsonb_array_length(layout -> 'columns') as columns from intake where id = $1`,
    [id],
  )
  const columns = Number(rows[0].columns)
  const client = await pool.connect()
  await seconds(split, 'parse and stage', async () => {
    await client.query('begin')
    await client.query(makeStagingTable(id, columns))
    const cells = Array.from({ length: columns }, (_, index) => `c${index}`).join(', ')
    await pipeline(
      createReadStream(file),
      client.query(
        copyFrom(`copy ${stagingTable(id)} (${cells}) from stdin (format csv, header, null '\\N')`),
      ),
    )
    await client.query('commit')
  })
  await client.query(`set statement_timeout = 0`)
  // numbering the lines is part of our own staging, and not timed here
  await client
    .query(
      `create unlogged table staging.numbered as select (row_number() over ())::int as row_number, * from ${stagingTable(id)}`,
    )
    .catch(() => undefined)
  await client.query(`drop table if exists staging.numbered`)
  await client.query(`
    with numbered as (select ctid, (row_number() over ())::int as n from ${stagingTable(id)})
    update ${stagingTable(id)} s set row_number = n, sheet = 0, line = n + 1 from numbered where numbered.ctid = s.ctid`)
  await client.query(`vacuum full ${stagingTable(id)}`)
  await client.query(
    `create index on ${stagingTable(id)} using brin (row_number) with (pages_per_range = 32)`,
  )
  const { rows: counted } = await client.query(`select max(row_number) as n from ${stagingTable(id)}`)
  client.release()
  await pool.query(`update intake set status = 'staged', rows = $2, skipped_rows = 0 where id = $1`, [
    id,
    counted[0].n,
  ])
  await runIntake(program, id, { payroll: timed(split) })
  split['in all'] =
    (split['parse and stage'] ?? 0) +
    (split.words ?? 0) +
    (split.check ?? 0) +
    (split['match and index'] ?? 0)
  await report(id)
  return split
}

try {
  console.log('ours')
  const mine = await ours()
  console.log('bare SQL over a raw COPY')
  const raw = await bare()
  console.log(
    `\n${'step'.padEnd(18)}${'ours s'.padStart(9)}${'bare s'.padStart(9)}${'bare/ours'.padStart(11)}`,
  )
  for (const step of ['parse and stage', 'words', 'check', 'match and index', 'in all']) {
    const [a, b] = [mine[step] ?? 0, raw[step] ?? 0]
    console.log(
      `${step.padEnd(18)}${a.toFixed(1).padStart(9)}${b.toFixed(1).padStart(9)}${`${((b / a) * 100).toFixed(0)} %`.padStart(11)}`,
    )
  }
  const count = Number(values.rows)
  console.log(
    `\n${Math.round(count / (mine['in all'] ?? 1)).toLocaleString('en-NG')} rows a second; peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  )
} finally {
  await pool.end()
  await own?.stop()
  await rm(directory, { recursive: true, force: true })
}
