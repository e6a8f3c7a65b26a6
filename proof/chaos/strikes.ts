import { setTimeout as sleep } from 'node:timers/promises'
import { PARKED } from '../../server/kernel/jobs.ts'
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

/** `id`: what a kill at this moment is a fault of. */
type Salvo = { id: () => string; strikes: readonly Strike[]; withinMs: number }

/**
 * Does the work while one strike after another falls, each a random while after the program was up again. Gives how many
 * fell: one that came after the work was done does not count.
 */
export async function withStrikes(
  scene: Scene,
  { id, strikes, withinMs }: Salvo,
  work: () => Promise<void>,
): Promise<number> {
  const { tally } = scene
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  // awaited below; a failure before that is handled there
  done.catch(() => {})
  let fallen = 0
  const storm: Storm = { strikes: [], watching: [] }
  for (const strike of strikes) {
    await sleep(tally.roll(Math.max(withinMs, 1)))
    if (isDone) break
    const at = id()
    const span: Span = { start: performance.now() }
    storm.strikes.push(span)
    const isStruck = await fall(scene, strike, () => isDone, storm)
    span.end = performance.now()
    if (!isStruck) continue
    tally.fault(`${IDS[strike] ?? at} ${strike}`)
    fallen += 1
  }
  await done
  await Promise.all(storm.watching)
  return fallen
}

/**
 * Runs an act while others work, who learn when it is over, however it ends. Failures of either are thrown here; others
 * still at work after a failure end with the site.
 */
export async function withOthers(
  others: (isOver: () => boolean) => Promise<unknown>,
  act: () => Promise<void>,
): Promise<void> {
  let isOver = false
  const working = others(() => isOver)
  // awaited below; a failure before that is handled there
  working.catch(() => {})
  try {
    await act()
  } finally {
    isOver = true
  }
  await working
}

type Span = { start: number; end?: number }
/** When strikes began and ended, and who still waits for what they broke. */
type Storm = { strikes: Span[]; watching: Promise<void>[] }

async function fall(scene: Scene, strike: Strike, isOver: () => boolean, storm: Storm): Promise<boolean> {
  const { stage, site, tally } = scene
  if (strike === 'database') await stage.crashDatabase().then(() => getsWell(site, tally))
  else if (strike === 'absence') await goAway(site, tally).then(() => getsWell(site, tally))
  else if (strike === 'sessions') await endSessions(site, tally)
  else if (strike === 'commit') return cutCommit(site, tally, isOver)
  else {
    const struck = site.nodes.filter(node => strike === 'server' || node.role === strike)
    const node = struck[tally.roll(struck.length)]
    const held = node?.role === 'worker' ? await heldJobs(site) : []
    const killedAt = performance.now()
    if (node) await site.killAndRestart(node)
    if (held.length > 0) storm.watching.push(takenOver(scene, held, killedAt, storm))
  }
  return true
}

const ILLNESS_MAX_MS = 10_000

/** The database is back: every web node must be healthy soon, without help. */
async function getsWell({ nodes }: Site, tally: Tally): Promise<void> {
  const start = performance.now()
  const isWell = (url: string) =>
    fetch(`${url}/api/health`).then(
      answer => answer.ok,
      () => false,
    )
  for (const { url } of nodes.filter(node => node.role !== 'worker'))
    await until('a door is well', () => isWell(url)).catch(() => {})
  const ms = Math.round(performance.now() - start)
  tally.check('F09 well within 10 s of the database', ms <= ILLNESS_MAX_MS ? [] : [`after ${ms} ms`])
}

type Held = { id: string; locked_by: string; locked_at: string; is_alive: boolean }
const HELD = `
  select id::text, locked_by, locked_at::text, exists (
    select from worker_heartbeat h where h.worker_id = locked_by and h.seen_at > now() - interval '20 seconds') as is_alive
  from graphile_worker.jobs where locked_at is not null`
const heldJobs = async ({ pool }: Site): Promise<Held[]> =>
  (await withPatience(() => pool.query<Held>(HELD))).rows

const TAKEOVER_MAX_MS = 30_000

/**
 * The jobs of a dead worker are released within half a minute of its death, without help; jobs that later strikes hit
 * do not count.
 */
async function takenOver(
  { site, tally }: Scene,
  held: readonly Held[],
  killedAt: number,
  { strikes }: Storm,
): Promise<void> {
  const isSame = (one: Held) => (other: Held) => one.id === other.id && one.locked_at === other.locked_at
  const passed = (): number => {
    const now = performance.now()
    const later = strikes.filter(({ start }) => start > killedAt)
    return later.reduce((ms, { start, end = now }) => ms - (end - start), now - killedAt)
  }
  let left = held
  try {
    while (left.length > 0 && passed() <= TAKEOVER_MAX_MS) {
      await sleep(250)
      const now = await heldJobs(site)
      left = now.filter(job => held.some(isSame(job)))
    }
    tally.check(
      'F02 taken over within 30 s',
      left.filter(job => !job.is_alive).map(job => `job ${job.id} is still in the hands of ${job.locked_by}`),
    )
  } catch (error) {
    // a round that broke off has said so itself, and took its database with it
    if (!site.isClosed) tally.check('F02 taken over within 30 s', [String(error)])
  }
}

/** The database cannot be reached for some seconds, and the programs live on. */
async function goAway({ wire }: Site, tally: Tally): Promise<void> {
  await wire.cut()
  await sleep(500 + tally.roll(5_000))
  await wire.restore()
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
const TRAP_MAX_MS = 3_000

/** Cuts the next connection that commits: before the database gets it, or after, and the program cannot know which. */
export async function cutCommit({ wire }: Site, tally: Tally, isOver: () => boolean): Promise<boolean> {
  wire.cutAt(COMMIT, tally.roll(2) === 0 ? 'before' : 'after')
  for (let waited = 0; wire.isTrapSet(); waited += 10) {
    if (isOver() || waited > TRAP_MAX_MS) {
      wire.forget()
      return false
    }
    await sleep(10)
  }
  return true
}

/** By the database's own clock, which is never set. */
const TOO_LONG = `
  select id from message where status = 'sending' and claimed_at < clock_timestamp() - interval '60 seconds'`

const AT_REST = `
  select not exists (select 1 from message where status in ('queued', 'sending'))
    and not exists (select 1 from graphile_worker.jobs where attempts < max_attempts and (locked_at is not null or run_at <= now()))
    and not exists (select 1 from graphile_worker.jobs where attempts >= max_attempts and last_error = '${PARKED}')
    as rest`

/**
 * Waits until every job is done and every message has a final status; what never finishes is a violation, reported by
 * the checks after it.
 */
export async function waitUntilIdle({ site, tally }: Scene): Promise<void> {
  const late = new Set<string>()
  await until('everything is at rest', async () => {
    const { rows: sending } = await withPatience(() => site.pool.query<{ id: string }>(TOO_LONG))
    for (const { id } of sending) late.add(`message ${id}`)
    const { rows } = await withPatience(() => site.pool.query<{ rest: boolean }>(AT_REST))
    return rows[0]?.rest === true
  }).catch(error => tally.check('I15 no job lost', [String(error)]))
  tally.check('I9 none is on its way for more than 60 s', [...late])
}
