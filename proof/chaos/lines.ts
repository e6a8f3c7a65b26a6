import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll } from './checks.ts'
import { openCounter } from './counter.ts'
import { adminOf, authorizerOf, bring, deductions, monthsBack, submitted, today, until } from './lender.ts'
import { approve, type Person, person } from './people.ts'
import type { Stage } from './stage.ts'
import { cutCommit, type Scene, waitUntilIdle, withOthers } from './strikes.ts'
import type { Tally } from './tally.ts'

/** Lines to the database that are cut in the middle of a commit, or fall silent, while people and workers use them. */

const PEOPLE = 8
const COMMITS_A_STRIKE = 4
/** A silence takes a quarter of a minute. */
const STRIKES_A_SILENCE = 4

export async function brokenLines(stage: Stage, tally: Tally, strikes: number): Promise<number> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.startAll('web', 'worker')
  const fallen = await cutCommits(scene, strikes * COMMITS_A_STRIKE)
  await site.close()
  await silentLines(stage, tally, Math.ceil(strikes / STRIKES_A_SILENCE))
  return Math.ceil(fallen / COMMITS_A_STRIKE)
}

async function cutCommits(scene: Scene, wanted: number): Promise<number> {
  const { site, tally } = scene
  const counter = await openCounter(scene, today)
  let fallen = 0
  await withOthers(
    isOver => counter.open(PEOPLE, isOver),
    async () => {
      for (let trial = 0; fallen < wanted && trial < 3 * wanted; trial++) {
        await sleep(tally.roll(60))
        if (await cutCommit(site, tally, () => false)) fallen += 1
      }
    },
  )
  tally.fault('F11 commit', fallen)
  tally.check('F11 every cut fell', fallen < wanted ? [`${fallen} of ${wanted}`] : [])
  tally.say(`${fallen} commits cut: ${counter.done.size} receipts granted, ${counter.refused.size} refused`)
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('I14 what was granted is there, what was refused is not', await counter.forgotten())
  return fallen
}

const SESSIONS_A_SECOND = 10
const END_ONE = `
  select pg_terminate_backend(pid) from (
    select pid from pg_stat_activity
    where datname = current_database() and application_name like 'iroko%' order by random() limit 1) chosen`

/** Ten times a second the database ends one session of the programs, whatever it is doing, while people take receipts. */
export async function endedSessions(stage: Stage, tally: Tally, seconds: number): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.startAll('web', 'worker')
  const counter = await openCounter(scene, today)
  let ended = 0
  await withOthers(
    isOver => counter.open(PEOPLE, isOver),
    async () => {
      const start = performance.now()
      for (let round = 1; round <= seconds * SESSIONS_A_SECOND; round++) {
        await sleep(Math.max(start + (round * 1_000) / SESSIONS_A_SECOND - performance.now(), 0))
        ended += (await site.pool.query(END_ONE)).rowCount ?? 0
      }
    },
  )
  tally.fault('F10 a session ended', ended)
  tally.check('F10 people are served meanwhile', counter.done.size > 0 ? [] : ['nobody was'])
  tally.say(
    `${ended} sessions ended in ${seconds} s: ${counter.done.size} receipts granted, ${counter.refused.size} refused, ` +
      `${site.unanswered.length} times “come back later”`,
  )
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('I14 what was granted is there, what was refused is not', await counter.forgotten())
  await site.close()
}

const SILENT_MS = 12_000
/** The program hangs up after five seconds of silence; the rest is the way there and back on a busy machine. */
const REQUEST_MAX_MS = 6_500
/** One lender has deductions of so many months. */
const MONTHS = 10

/**
 * Every open connection dies silently, and new ones work: requests are served over them. A job waits for its dead
 * connection until the system closes it, after a quarter of an hour, here after seconds.
 */
async function silentLines(stage: Stage, tally: Tally, times: number): Promise<void> {
  for (let left = times; left > 0; left -= MONTHS) {
    const site = await stage.site()
    await site.startAll('web', 'worker')
    await silences({ stage, site, tally }, Math.min(left, MONTHS))
    await site.close()
  }
}

async function silences(scene: Scene, times: number): Promise<void> {
  const { site, tally } = scene
  const [admin, authorizer] = [person(site, adminOf(1), tally), person(site, authorizerOf(1), tally)]
  for (let month = 1; month <= times; month++) {
    const form = { kind: 'repayment', period: monthsBack(month), fileName: `month-${month}.csv` } as const
    const id = await bring(admin, deductions(month), form)
    const approval = await submitted(admin, id)
    await approve(authorizer, approval)
    await sleep(tally.roll(400))
    site.wire.freeze('open')
    tally.fault('F12 silent lines')
    site.slowestMs = 0
    const slowest = await askAround([admin, authorizer])
    const { slowestMs } = site
    tally.check(
      'F12 no request hangs',
      slowestMs <= REQUEST_MAX_MS ? [] : [`one took ${Math.round(slowestMs)} ms`],
    )
    await site.wire.restore()
    const status = async () => (await admin('repaymentGet', { id })).status
    await until('the batch is posted', async () => (await status()) === 'posted')
    await waitUntilIdle(scene)
    tally.say(
      `silent lines: the slowest request took ${(slowestMs / 1_000).toFixed(1)} s, with all its repeats ${(slowest / 1_000).toFixed(1)} s`,
    )
    await checkAll(site, tally)
  }
}

/** Gives how long the slowest of many looks took, with all that had to be asked again. */
async function askAround(people: readonly Person[]): Promise<number> {
  const start = performance.now()
  let slowest = 0
  while (performance.now() - start < SILENT_MS) {
    const asked = performance.now()
    await Promise.all(people.map(who => who('approvalList', {})))
    slowest = Math.max(slowest, performance.now() - asked)
    await sleep(200)
  }
  return slowest
}
