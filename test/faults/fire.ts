import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './lender.ts'
import { type Site, type Stage, withPatience } from './stage.ts'
import type { Tally } from './tally.ts'

export type Strike = 'server' | 'worker' | 'web' | 'database' | 'sessions'

/** Does the work while one strike after another falls, each a random while after the program was up again. */
export async function underFire(
  { stage, site, tally }: Scene,
  strikes: readonly Strike[],
  withinMs: number,
  work: () => Promise<void>,
): Promise<void> {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  // awaited below; a failure meanwhile is not an unhandled one
  done.catch(() => {})
  for (const strike of strikes) {
    await sleep(tally.roll(Math.max(withinMs, 1)))
    if (isDone) break
    await fall({ stage, site, tally }, strike)
    tally.fault(strike)
  }
  await done
}

export type Scene = { stage: Stage; site: Site; tally: Tally }

async function fall({ stage, site, tally }: Scene, strike: Strike): Promise<void> {
  if (strike === 'database') return stage.crashDatabase()
  if (strike === 'sessions') return endSessions(site, tally)
  const struck = site.nodes.filter(node => strike === 'server' || node.role === strike)
  const node = struck[tally.roll(struck.length)]
  if (node) await site.killAndRestart(node)
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
