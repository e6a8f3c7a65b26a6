import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './lender.ts'
import { type Site, type Stage, withPatience } from './stage.ts'
import type { Tally } from './tally.ts'

export type Scene = { stage: Stage; site: Site; tally: Tally }

/** What falls on the work. A program is killed; the database crashes, or is away for seconds; lines to it are cut. */
export type Strike = 'server' | 'worker' | 'web' | 'database' | 'absence' | 'sessions' | 'commit'

/** Those that are a fault of the list by themselves; the others are known by the work they interrupt. */
const IDS: Partial<Record<Strike, string>> = {
  web: 'F20',
  database: 'F09',
  absence: 'F09',
  sessions: 'F10',
  commit: 'F11',
}

type Salvo = { id: string; strikes: readonly Strike[]; withinMs: number }

/**
 * Does the work while one strike after another falls, each a random while after the program was up again. Gives how many
 * fell: one that came after the work was done does not count.
 */
export async function underFire(
  scene: Scene,
  { id, strikes, withinMs }: Salvo,
  work: () => Promise<void>,
): Promise<number> {
  const { tally } = scene
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  // awaited below; a failure meanwhile is not an unhandled one
  done.catch(() => {})
  let fallen = 0
  for (const strike of strikes) {
    await sleep(tally.roll(Math.max(withinMs, 1)))
    if (isDone) break
    if (!(await fall(scene, strike, () => isDone))) continue
    tally.fault(`${IDS[strike] ?? id} ${strike}`)
    fallen += 1
  }
  await done
  return fallen
}

async function fall({ stage, site, tally }: Scene, strike: Strike, isOver: () => boolean): Promise<boolean> {
  if (strike === 'database') await stage.crashDatabase()
  else if (strike === 'absence') await goAway(site, tally)
  else if (strike === 'sessions') await endSessions(site, tally)
  else if (strike === 'commit') return cutCommit(site, tally, isOver)
  else {
    const struck = site.nodes.filter(node => strike === 'server' || node.role === strike)
    const node = struck[tally.roll(struck.length)]
    if (node) await site.killAndRestart(node)
  }
  return true
}

/** The database cannot be reached for some seconds, and the programs live on. */
async function goAway({ wire }: Site, tally: Tally): Promise<void> {
  await wire.cut()
  await sleep(500 + tally.roll(5_000))
  await wire.mend()
}

/** Half of the program's connections are cut by the database. */
async function endSessions(site: Site, tally: Tally): Promise<void> {
  await withPatience(() =>
    site.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'iroko%' and pid % 2 = $1`,
      [tally.roll(2)],
    ),
  )
}

const COMMIT = 'commit\0'
const LONGEST_TRAP_MS = 3_000

/** The next line that commits is cut: before the database hears of it, or after, and the program cannot tell which. */
export async function cutCommit({ wire }: Site, tally: Tally, isOver: () => boolean): Promise<boolean> {
  wire.cutAt(COMMIT, tally.roll(2) === 0 ? 'before' : 'after')
  for (let waited = 0; wire.isTrapSet(); waited += 10) {
    if (isOver() || waited > LONGEST_TRAP_MS) {
      wire.forget()
      return false
    }
    await sleep(10)
  }
  return true
}

const AT_REST = `
  select not exists (select 1 from message where status in ('queued', 'sending'))
    and not exists (select 1 from graphile_worker.jobs where attempts < max_attempts and (locked_at is not null or run_at <= now()))
    as rest`

/** Every job done and every message at rest; what never comes to rest is a violation, told by the checks after it. */
export async function dustSettles({ site, tally }: Scene): Promise<void> {
  await until('everything is at rest', async () => {
    const { rows } = await withPatience(() => site.pool.query<{ rest: boolean }>(AT_REST))
    return rows[0]?.rest === true
  }).catch(error => tally.check('I15 no job lost', [String(error)]))
}
