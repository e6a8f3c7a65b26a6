import { addDays, type LocalDate, localDate } from '../../engine/dates.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import { checkAll } from './checks.ts'
import { type Counter, openCounter } from './counter.ts'
import { adminOf, until } from './lender.ts'
import { type Person, person, Refused } from './people.ts'
import type { Stage } from './stage.ts'
import { type Scene, type Strike, waitUntilIdle, withOthers, withStrikes } from './strikes.ts'
import type { Tally } from './tally.ts'

/** Nights made up for after weeks away, under kills and beside receipts; and clocks that jump. */

const DAY_MS = 86_400_000
const WEEKS_AWAY = 33
const STRIKES: readonly Strike[] = ['server', 'server', 'server', 'database', 'absence', 'sessions', 'commit']
const STRIKES_A_ROUND = 5
const ROUNDS = 6

export const WRONG_NIGHTS = `
  select 'the night of ' || nights.night::date || ' is missing or unfinished' as problem
  from (select min(day) as first, max(day) as last from loan_daily_run) runs,
    lateral generate_series(runs.first::timestamp, runs.last::timestamp, interval '1 day') as nights (night)
  where not exists (
    select 1 from loan_daily_run r where r.day = nights.night::date and r.finished_at is not null)
  union all select ref || ' was booked ' || count(*) || ' times' from ledger_entry
  where reason = 'instalmentDue' group by ref having count(*) > 1`

type Night = { scene: Scene; admin: Person; counter: Counter; today: () => LocalDate }

async function openNight(stage: Stage, tally: Tally): Promise<Night> {
  const site = await stage.site({ hasClock: true })
  await site.start('all')
  const scene = { stage, site, tally }
  const today = () => businessDate(site.program.clock.now())
  return { scene, admin: person(site, adminOf(0), tally), counter: await openCounter(scene, today), today }
}

type Desk = Pick<Night, 'admin'>

const dueDay = async ({ admin }: Desk): Promise<string | null> => (await admin('dailyRunList', {})).dueDay

/** A person who sees that a night is due presses the button, and again if nothing comes of it. */
async function press(night: Desk): Promise<void> {
  const day = await dueDay(night)
  if (day === null) return
  await night.admin('dailyRunStart', { day }).catch(error => {
    // another worker was quicker
    if (!(error instanceof Refused)) throw error
  })
}

const PRESS_AGAIN_MS = 5_000

export async function makeUp(night: Desk): Promise<void> {
  let pressedAt = Number.NEGATIVE_INFINITY
  await until('no night is due', async () => {
    if (performance.now() - pressedAt > PRESS_AGAIN_MS) {
      pressedAt = performance.now()
      await press(night)
    }
    return (await dueDay(night)) === null
  })
}

/** The time after midnight in Lagos from which the night is reported as late, and not before. */
const LATE_MS = 15 * 60_000

async function checkReportedLate({ scene: { site, tally }, admin }: Night): Promise<void> {
  const asked = async () => admin('dailyRunList', {})
  // the program hears a moment later of what its clock says
  await until('a night is due', async () => (await asked()).dueDay !== null)
  const now = site.program.clock.now().getTime()
  const isLate = now - lagos(dayOf(now)) > LATE_MS
  const reported = (await asked()).isLate
  tally.check('F21 a late night is told', reported === isLate ? [] : [`late: ${isLate}, told: ${reported}`])
}

async function checkNights({ scene, counter, today }: Night): Promise<void> {
  const { site, tally } = scene
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  const { rows } = await site.pool.query<{ problem: string }>(WRONG_NIGHTS)
  const { rows: runs } = await site.pool.query<{ last: string }>(
    'select max(day) as last from loan_daily_run',
  )
  const missed = runs[0]?.last === today() ? [] : [`the last night is ${runs[0]?.last} on ${today()}`]
  tally.check('I16 each night once', [...rows.map(row => row.problem), ...missed])
  tally.check('I14 what was granted is there, what was refused is not', await counter.forgotten())
}

/** Gives how many strikes fell. */
export async function nightsSitting(stage: Stage, tally: Tally, wanted: number): Promise<number> {
  const night = await openNight(stage, tally)
  const { scene, counter } = night
  const { site } = scene
  let [fallen, met] = [0, 0]
  for (let round = 1; round <= ROUNDS && fallen < wanted; round++) {
    site.turnClock(round * WEEKS_AWAY * DAY_MS)
    tally.fault('F21 weeks missed')
    await checkReportedLate(night)
    const strikes = Array.from(
      { length: Math.min(wanted - fallen, STRIKES_A_ROUND) },
      (): Strike => STRIKES[tally.roll(STRIKES.length)] ?? 'server',
    )
    fallen += await withStrikes(scene, { id: () => 'F21', strikes, withinMs: 700 }, async () => {
      const before = counter.done.size
      await withOthers(
        isOver => counter.open(4, isOver),
        async () => {
          // a second scheduler, on another machine; what it does not finish the first one must
          const another = runDaily(site.program).catch(() => {})
          await makeUp(night)
          await another
        },
      )
      met += counter.done.size - before
    })
    const { isLate } = await night.admin('dailyRunList', {})
    tally.check('F21 what was made up for is late no more', isLate ? ['it is still told'] : [])
    await checkNights(night)
  }
  tally.say(`${met} receipts were taken while nights were made up for`)
  tally.check('F23 receipts met a night', met > 0 ? [] : ['none was taken'])
  await site.close()
  return fallen
}

// ── Clocks ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const HOUR_MS = 3_600_000
/** Long enough before a midnight for receipts on both sides of it. */
const BEFORE_MS = 1_500
const lagos = (day: LocalDate): number => Date.parse(`${day}T00:00:00+01:00`)
const dayOf = (moment: number): LocalDate => businessDate(new Date(moment))
const yearOf = (moment: number): number => Number.parseInt(dayOf(moment).slice(0, 4), 10)
const leapYear = (moment: number): number => {
  const year = yearOf(moment)
  return year % 4 === 0 && dayOf(moment) < `${year}-02-28` ? year : year + 4 - (year % 4)
}

/** What the clock says after each move, from what it said before. */
const MOVES: readonly [name: string, to: (from: number) => number][] = [
  ['an hour forward', from => from + HOUR_MS],
  ['an hour back', from => from - HOUR_MS],
  ['five seconds back', from => from - 5_000],
  ['over midnight in Lagos', from => lagos(addDays(dayOf(from), 1)) - BEFORE_MS],
  ['over midnight in UTC', from => lagos(dayOf(from)) + HOUR_MS - BEFORE_MS],
  ['a day back', from => from - DAY_MS],
  ['a day forward', from => from + DAY_MS],
  ['over the end of the year', from => lagos(localDate(`${yearOf(from) + 1}-01-01`)) - BEFORE_MS],
  ['into the leap day', from => lagos(localDate(`${leapYear(from)}-02-29`)) - BEFORE_MS],
  ['out of the leap day', from => lagos(addDays(dayOf(from), 1)) - BEFORE_MS],
]
const AT_THE_COUNTER_MS = 3_500

/** All moves one after the other, and again on another copy of the lender until so many were made. */
export async function turnedClocks(stage: Stage, tally: Tally, rounds: number): Promise<void> {
  for (let left = rounds; left > 0; left -= MOVES.length)
    await turnedOneByOne(stage, tally, MOVES.slice(0, left))
}

/** Receipts before, at and after each move; then the nights that are due; never one twice, never a gap. */
async function turnedOneByOne(stage: Stage, tally: Tally, moves: typeof MOVES): Promise<void> {
  const night = await openNight(stage, tally)
  const { scene, counter } = night
  let latest: LocalDate = localDate('1970-01-01')
  for (const [name, to] of moves) {
    scene.site.turnClock(to(scene.site.program.clock.now().getTime()) - Date.now())
    tally.fault(`F22 clock ${name}`)
    const end = performance.now() + AT_THE_COUNTER_MS
    await counter.open(2, () => performance.now() > end)
    await makeUp(night)
    await waitUntilIdle(scene)
    if (night.today() > latest) latest = night.today()
    await checkNights({ ...night, today: () => latest })
    tally.say(
      `${name}: it is ${night.today()}, ${counter.done.size} receipts, ${counter.refused.size} refused`,
    )
  }
  await scene.site.close()
}
