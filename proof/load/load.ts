import { setTimeout as sleep } from 'node:timers/promises'
import { SECTIONS } from '../../contract/settings.ts'
import { loadDemo } from '../../sample/demo.ts'
import { chance } from '../../sample/random.ts'
import { connect, migrate, openDb } from '../../server/kernel/db.ts'
import { percentile } from '../../test/percentile.ts'
import { openStage, SECRET, type Site } from '../chaos/stage.ts'
import { checkAfterwards } from './afterwards.ts'
import { type Measures, openMeasures, table } from './measures.ts'
import { type Book, nextScenario } from './scenarios.ts'
import { hireAll, Leaves, type Office, signedIn } from './staff.ts'
import { type Applications, apply } from './strangers.ts'
import { vitalsLine, watchOwnLoop, watchVitals } from './vitals.ts'
import { type Line, openLine } from './wire.ts'

/** A working day in minutes: the usual crowd, then far too many, then the usual crowd again. */

export type Wishes = {
  seconds: number
  staff: number
  applications: number
  times: number
  seed: number
  say: (line: string) => void
  /** The sample lender, whole or the small one of the tests. */
  sample?: 'whole' | 'small'
  /** How long users read a screen, at least and at most; a few seconds unless they are in a hurry. */
  thinkingMs?: readonly [number, number]
  /** Whether how fast the desk is its old self again counts; a machine with other work says nothing about it. */
  isTimed?: boolean
  /** The day goes on until so much is done, however slow the machine, but not for ever. */
  atLeast?: Done
}

/** All finished work: where nothing is done, nothing can fail either. */
export type Done = { clicksServed: number; requestsAcknowledged: number; receiptsConfirmed: number }

const THINKING_MS = [3_000, 6_000] as const

/** How soon after the rush the desk must be its old self. */
const RECOVERY_SECONDS = 30
const WINDOW_SECONDS = 10
const OVERTIME_MAX_MS = 120_000
/** A machine that is so slow must not drown in those who come when they come. */
const LATE_APPLICATIONS = 12
/** Checking a password is made to be slow, and people do not arrive all at once. */
const SIGN_INS_A_SECOND = 12

export async function load(wishes: Wishes): Promise<Done & { violations: string[] }> {
  const { sample = 'whole', isTimed = true } = wishes
  const stage = await openStage(
    async site => {
      await loadSample(site, sample)
      await hireAll(site.pool, wishes.staff * wishes.times)
      await raiseLimits(site)
    },
    // as in production, so that every caller can say where they come from
    { env: { IROKO_PROXY: 'yes' }, throwaway: !isTimed },
  )
  try {
    const site = await stage.site()
    try {
      return await workAt(site, wishes)
    } finally {
      await site.close()
    }
  } finally {
    await stage.close()
  }
}

/** The lender is loaded in lanes that ask for many connections at once, as `npm run demo` gives them. */
async function loadSample({ program, pool }: Site, sample: Wishes['sample']): Promise<void> {
  const url = `${pool.options.connectionString}`
  await migrate(url)
  const wide = connect(url, { most: 20, name: 'iroko sample', hasty: true })
  try {
    const whole = sample === 'whole' ? { url, secret: SECRET } : undefined
    await loadDemo({ ...program, db: openDb(wide) }, { whole })
  } finally {
    await wide.end()
  }
}

/** A thousand requests a day is the usual cap of the public page, and the rush alone may bring more. */
async function raiseLimits({ pool }: Site): Promise<void> {
  await pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_by, changed_at, reason)
     values ('publicLink', 1 + (select coalesce(max(version), 0) from setting_version where section = 'publicLink'),
       $1, '2026-01-01', null, now(), 'A day of many requests')`,
    [JSON.stringify({ ...SECTIONS.publicLink.initial, dailyCap: 100_000 })],
  )
}

type Day = {
  line: Line
  office: Office
  book: Book
  applications: Applications
  /** How many of the staff are at their desks, and how many requests come in a minute. */
  crowd: { staff: number; applications: number }
  measures: Measures
  isOver: boolean
  underway: Set<Promise<void>>
}

async function workAt(site: Site, wishes: Wishes): Promise<Done & { violations: string[] }> {
  const { isTimed = true } = wishes
  const web = await site.start('web')
  const worker = await site.start('worker')
  const { rows } = await site.pool.query<{ id: string }>('select id from loan_request')
  const before = new Set(rows.map(row => row.id))
  const day = await openDay(site, web.url, wishes)
  const ownLoop = watchOwnLoop()
  const violations: string[] = []
  let clicksServed = 0
  const add = (measures: Measures): void => {
    violations.push(...measures.violations)
    clicksServed += measures.served
  }
  const phase = async (title: string, times: number, seconds: number): Promise<Measures> => {
    const vitals = watchVitals(web, worker)
    day.measures = openMeasures(title, { isCrowded: times > 1, isBusyMachine: !isTimed })
    const { measures } = day
    const start = performance.now()
    await callIn(day, wishes, times)
    // counted from when the last of them is in
    await sleep(seconds * 1000)
    await vitals.stop()
    wishes.say(table(measures, (performance.now() - start) / 1000))
    wishes.say(`${vitalsLine(vitals.samples)}\n${ownLoop()}\n`)
    add(measures)
    return measures
  }
  day.underway.add(receiveStrangers(day))
  day.measures = openMeasures('coming in', { isCrowded: false, isBusyMachine: !isTimed })
  await callIn(day, wishes, 1)
  await sleep(Math.min(10, wishes.seconds) * 1000)
  add(day.measures)
  const usual = await phase('the usual crowd', 1, wishes.seconds)
  await phase(`${wishes.times} times the crowd`, wishes.times, wishes.seconds / 3)
  const start = performance.now()
  const recoverySeconds = isTimed ? Math.max(RECOVERY_SECONDS, wishes.seconds / 6) : wishes.seconds
  const after = await phase('the usual crowd again', 1, recoverySeconds)
  if (isTimed) violations.push(...recovery(usual, after, start, wishes.say))
  const done = (): Done => ({
    clicksServed,
    requestsAcknowledged: day.applications.acknowledged.size,
    receiptsConfirmed: day.book.receipts.size,
  })
  if (wishes.atLeast) {
    day.measures = openMeasures('a little longer', { isCrowded: false, isBusyMachine: !isTimed })
    day.crowd.applications = Math.min(wishes.applications, LATE_APPLICATIONS)
    const soFar = (): Done => ({ ...done(), clicksServed: clicksServed + day.measures.served })
    const end = performance.now() + OVERTIME_MAX_MS
    while (!isEnough(soFar(), wishes.atLeast) && performance.now() < end) await sleep(200)
    const { violations: found, served } = day.measures
    // only a machine with hardly any time for this gets here, and then an answer may well take longer than people wait
    violations.push(...found.filter(each => !each.endsWith(' hang')))
    clicksServed += served
  }
  day.isOver = true
  await Promise.all(day.underway)
  day.line.close()
  await worker.stop()
  violations.push(...(await checkAfterwards(site, before, day.applications, day.book, wishes.say)))
  return { violations, ...done() }
}

const isEnough = (done: Done, wanted: Done): boolean =>
  done.clicksServed >= wanted.clicksServed &&
  done.requestsAcknowledged >= wanted.requestsAcknowledged &&
  done.receiptsConfirmed >= wanted.receiptsConfirmed

async function openDay(site: Site, url: string, wishes: Wishes): Promise<Day> {
  const column = async (sql: string): Promise<string[]> =>
    (await site.pool.query<{ value: string }>(sql)).rows.map(row => row.value)
  const line = openLine(url)
  const day: Day = {
    line,
    office: {
      line,
      roll: chance(wishes.seed),
      thinkingMs: wishes.thinkingMs ?? THINKING_MS,
      measures: () => day.measures,
      isWanted: number => !day.isOver && number < day.crowd.staff,
    },
    book: {
      customers: await column('select id as value from customer order by id'),
      loans: await column(`select id as value from loan where status = 'live' order by id`),
      surnames: ['Okonkwo', 'Bello', 'Adeyemi', 'Musa', 'Eze', 'ade', 'ibrahim'],
      receipts: new Set(),
    },
    applications: { sent: new Set(), acknowledged: new Map() },
    crowd: { staff: 0, applications: wishes.applications },
    measures: openMeasures('coming in', { isCrowded: false }),
    isOver: false,
    underway: new Set(),
  }
  wishes.say(`${day.book.customers.length} customers, ${day.book.loans.length} live loans`)
  return day
}

/** Brings the crowd to so many times its usual size: newcomers sign in one after the other, the others go home. */
async function callIn(day: Day, wishes: Wishes, times: number): Promise<void> {
  const before = day.crowd.staff
  day.crowd.staff = wishes.staff * times
  day.crowd.applications = wishes.applications * times
  for (let number = before; number < day.crowd.staff; number++) {
    day.underway.add(deskWork(day, number))
    await sleep(1000 / SIGN_INS_A_SECOND)
  }
}

async function deskWork({ office, book }: Day, number: number): Promise<void> {
  try {
    let person = await signedIn(office, number)
    while (!person && office.isWanted(number)) {
      await sleep(5_000)
      person = await signedIn(office, number)
    }
    while (person && office.isWanted(number)) await nextScenario(person)(person, book)
  } catch (error) {
    if (!(error instanceof Leaves)) office.measures().violations.push(`staff ${number}: ${String(error)}`)
  }
}

/** They come when they come, however slow the answers are. */
async function receiveStrangers(day: Day): Promise<void> {
  const { line, office, applications } = day
  const scene = {
    line,
    roll: office.roll,
    thinkingMs: office.thinkingMs,
    measures: office.measures,
    applications,
  }
  const here = new Set<Promise<void>>()
  while (!day.isOver) {
    const chanceOfWaiting = (1 + office.roll(999)) / 1000
    await sleep((-Math.log(chanceOfWaiting) * 60_000) / day.crowd.applications)
    const applying = apply(scene)
      .catch(error => void office.measures().violations.push(`an applicant: ${String(error)}`))
      .finally(() => here.delete(applying))
    here.add(applying)
  }
  await Promise.all(here)
}

/** When the slowest hundredth of clicks, in a window of ten seconds, was back within twice the usual. */
function recovery(usual: Measures, after: Measures, start: number, say: (line: string) => void): string[] {
  const goal =
    2 *
    percentile(
      usual.clicks.map(click => click.ms),
      0.99,
    )
  for (let from = 0; from + WINDOW_SECONDS <= RECOVERY_SECONDS; from++) {
    const times = after.clicks
      .filter(({ at }) => at >= start + from * 1000 && at < start + (from + WINDOW_SECONDS) * 1000)
      .map(click => click.ms)
    if (times.length === 0 || percentile(times, 0.99) > goal) continue
    say(`recovered within ${from + WINDOW_SECONDS} s: p99 at most ${Math.round(goal)} ms over ten seconds`)
    return []
  }
  return [`p99 was not back at ${Math.round(goal)} ms within ${RECOVERY_SECONDS} s`]
}
