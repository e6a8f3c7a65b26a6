import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Program } from '../kernel/act.ts'
import { verifyAudit } from '../kernel/audit.ts'
import { dropRestored, makeBase, restoreInto, shipLog, waitingLog } from '../kernel/backup.ts'
import type { BackupPlace } from '../kernel/backupPlace.ts'
import { type BackupKind, saveReport } from '../kernel/backupReport.sql.ts'
import { listMoment, momentInLagos, stopwatch } from '../kernel/clock.ts'
import { newestTimes } from '../kernel/clockGuard.sql.ts'
import { type Config, ConfigError } from '../kernel/config.ts'
import { connect, migrate, openDb } from '../kernel/db.ts'
import { readAuditAnchors } from '../kernel/files.ts'
import { prove } from './prove.ts'

/** Backups of the built-in database as jobs and as a command; each notes how it went, for the health page. */

type Outcome = { ok: boolean; detail: string; bytes?: number }

async function reporting(program: Program, kind: BackupKind, run: () => Promise<Outcome>): Promise<Outcome> {
  const elapsed = stopwatch()
  const at = program.clock.now()
  const outcome = await run().catch(
    (error: unknown): Outcome => ({ ok: false, detail: error instanceof Error ? error.message : 'unknown' }),
  )
  const { ok, detail, bytes } = outcome
  await saveReport(program.db, {
    kind,
    at,
    ok,
    tookMs: elapsed(),
    bytes: bytes === undefined ? null : BigInt(bytes),
    detail,
  })
  return outcome
}

/** The job fails with it, so that the queue tries again. */
export async function backUp(program: Program): Promise<void> {
  const { backup, dataDirectory } = program
  if (!backup) return
  const { ok, detail } = await reporting(program, 'backup', async () => {
    const bytes = await makeBase(backup.url, dataDirectory, backup)
    return { ok: true, bytes, detail: `${Math.ceil(bytes / 2 ** 20)} MB` }
  })
  if (!ok) throw new Error(detail)
}

/** The saved log may end so long before the present; a minute is usual. */
const LOST_MAX_MS = 3_600_000

/** Restores everything that was saved into a folder to throw away, and verifies it as the running database is. */
export async function testRestore(program: Program, log?: FastifyBaseLogger): Promise<void> {
  const { backup, dataDirectory, db } = program
  if (!backup) return
  const into = join(dataDirectory, 'restore-test')
  const { ok, detail } = await reporting(program, 'restoreTest', async () => {
    await dropRestored(into)
    const { newest } = await newestTimes(db)
    const found = await restoreAndVerify(backup, into)
    const lost = (newest?.getTime() ?? 0) - (found.newest?.getTime() ?? 0)
    if (found.problems.length > 0) return { ok: false, detail: found.problems.slice(0, 3).join('; ') }
    if (lost > LOST_MAX_MS)
      return {
        ok: false,
        detail: `The copy ends at ${found.newest ? listMoment(found.newest) : 'its start'}.`,
      }
    return { ok: true, detail: `Complete to ${found.newest ? listMoment(found.newest) : 'its start'}` }
  })
  await dropRestored(into)
  if (!ok) log?.error({ detail }, 'The restore test failed')
}

type Verified = { problems: string[]; newest: Date | null }

async function restoreAndVerify(place: BackupPlace, into: string, to?: Date): Promise<Verified> {
  const server = await restoreInto(place, into, to)
  const pool = connect(server.url, { most: 2, name: 'iroko restore' })
  try {
    // a backup of an older release
    await migrate(server.url)
    const db = openDb(pool)
    const { checks } = await prove(db)
    const { breaks } = await verifyAudit(db, await readAuditAnchors(into))
    return {
      problems: [
        ...checks.flatMap(check => check.problems.map(problem => `${check.name}: ${problem}`)),
        ...breaks.map(({ position, problem }) => `Audit trail, ${position}: ${problem}`),
      ],
      newest: (await newestTimes(db)).newest,
    }
  } finally {
    await pool.end()
    await server.stop()
  }
}

const SHIP_EVERY_MS = 10_000
/** More is said to be behind: PostgreSQL ends a segment every minute in which something was written. */
const WAITING_MAX_MS = 10 * 60_000

/** Brings the log to the second place while the program runs. */
export function keepShipping(program: Program, log: FastifyBaseLogger): () => Promise<void> {
  const { backup, dataDirectory } = program
  let isStopping = false
  const ship = async (): Promise<Outcome> => {
    if (backup) await shipLog(dataDirectory, backup)
    const { segments, since } = await waitingLog(dataDirectory)
    const isBehind = since !== null && program.clock.now().getTime() - since.getTime() > WAITING_MAX_MS
    return { ok: !isBehind, detail: `${segments} segments waiting` }
  }
  const running = (async () => {
    for (let said = true; backup && !isStopping; ) {
      const { ok, detail } = await reporting(program, 'log', ship).catch(() => ({ ok: said, detail: '' }))
      if (said && !ok) log.error({ detail }, 'The log of the database does not reach the second place')
      said = ok
      for (let waited = 0; waited < SHIP_EVERY_MS && !isStopping; waited += 500) await sleep(500)
    }
  })()
  return async () => {
    isStopping = true
    await running
  }
}

/** `npm run restore`: makes a data folder of its own and says how to start on it. The running database is not touched. */
export async function restoreCommand(
  config: Config,
  { to, into }: { to?: string | undefined; into?: string | undefined },
): Promise<number> {
  const { backup, dataDirectory } = config
  if (!backup) throw new ConfigError('Set IROKO_BACKUP and IROKO_BACKUP_KEY to the place to restore from.')
  const moment = to === undefined ? undefined : momentInLagos(to)
  if (to !== undefined && !moment)
    throw new ConfigError(`--to is "${to}"; write it as 2026-11-19 14:03:00, in the time of Lagos.`)
  const folder = resolve(into ?? join(dataDirectory, 'restored'))
  const elapsed = stopwatch()
  const { problems, newest } = await restoreAndVerify(backup, folder, moment)
  for (const problem of problems) console.log(problem)
  console.log(
    `Restored to ${moment ? listMoment(moment) : 'the end of what was saved'} in ${Math.round(elapsed() / 1000)} seconds. The newest record is of ${newest ? listMoment(newest) : 'no time'}.`,
  )
  console.log(problems.length === 0 ? 'Ledger and audit trail verified.' : 'THE CHECK FAILED.')
  console.log(`To start on it: IROKO_DATA=${folder} npm start`)
  return problems.length === 0 ? 0 : 1
}

export type ReportOptions = {
  kind?: string | undefined
  result?: string | undefined
  took?: string | undefined
  detail?: string | undefined
}

/** Notes a backup or restore test that another program made, as deploy/pgbackrest-night.sh does. */
export async function reportCommand(
  { db, clock }: Program,
  { kind, result, took = '0', detail = '' }: ReportOptions,
): Promise<number> {
  const isKnown = kind === 'backup' || kind === 'restoreTest'
  if (!isKnown || !['ok', 'failed'].includes(result ?? '') || !/^\d+$/.test(took)) {
    console.error('--kind backup or restoreTest, --result ok or failed, --took seconds, --detail text')
    return 1
  }
  const tookMs = Math.min(Number.parseInt(took, 10) * 1000, 2 ** 31 - 1)
  await saveReport(db, {
    kind,
    at: clock.now(),
    ok: result === 'ok',
    tookMs,
    bytes: null,
    detail: detail.slice(0, 300),
  })
  return 0
}
