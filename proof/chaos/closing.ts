import { addDays, addMonths, endOfMonth, type LocalDate, localDate } from '../../engine/dates.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import { checkAll } from './checks.ts'
import { adminOf, authorizerOf, LOANS, until } from './lender.ts'
import { makeUp } from './nights.ts'
import { approve, type Person, person } from './people.ts'
import type { Site, Stage } from './stage.ts'
import { type Scene, type Strike, waitUntilIdle, withStrikes } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * Months that are closed one after the other while the program is killed with -9: while the figures are calculated, and
 * while the close is submitted and approved. What got no answer is sent again, and every month is closed once.
 */

const MONTHS = 2
const KILLS = { calculate: 5, approve: 5 }
type Step = keyof typeof KILLS
const WITHIN_MS = 250
const ROUND = 4

type Desk = {
  scene: Scene
  admin: Person
  authorizer: Person
  /** Does a step while the program dies, as often as is still wanted. */
  struck: (step: Step, work: () => Promise<void>) => Promise<void>
}

/** Gives how many kills fell. */
export async function closingSitting(stage: Stage, tally: Tally, wanted: number): Promise<number> {
  const site = await stage.site({ hasClock: true })
  const scene = { stage, site, tally }
  await site.start('all')
  let fallen = 0
  const desk: Desk = {
    scene,
    admin: person(site, adminOf(ROUND), tally),
    authorizer: person(site, authorizerOf(ROUND), tally),
    async struck(step, work) {
      // of few kills each step has some
      const left = Math.ceil((wanted - fallen) / (step === 'calculate' ? 2 : 1))
      const strikes = Array.from({ length: Math.min(KILLS[step], left) }, (): Strike => 'server')
      const fell = await withStrikes(
        scene,
        { id: () => `F06 close ${step}`, strikes, withinMs: WITHIN_MS },
        work,
      )
      fallen += fell
      tally.say(`${step}: ${fell} kills`)
      await waitUntilIdle(scene)
    },
  }
  let month = localDate(`${businessDate(site.program.clock.now()).slice(0, 7)}-01`)
  const closed: LocalDate[] = []
  for (; closed.length < MONTHS && fallen < wanted; month = addMonths(month, 1)) {
    await close(desk, month)
    closed.push(month)
    tally.check('F06 each month is closed once', await notOnce(site, closed))
  }
  await checkAll(site, tally)
  await site.close()
  return fallen
}

async function close(desk: Desk, first: LocalDate): Promise<void> {
  const { admin, authorizer, struck, scene } = desk
  const month = first.slice(0, 7)
  const morning = Date.parse(`${addDays(endOfMonth(first), 1)}T09:00:00Z`)
  scene.site.turnClock(morning - Date.now())
  const look = () => admin('monthCloseGet', { month })
  const isCalculated = async () =>
    (await look()).checks.some(({ check, state }) => check === 'figures' && state === 'ok')
  // the daily run of the first day calculates too, once a month was closed
  await makeUp(desk)
  await struck('calculate', async () => {
    await admin('monthCloseCalculate', { month })
    await until('the figures are calculated', isCalculated)
  })
  await struck('approve', async () => {
    const { checks } = await look()
    const acknowledged = checks.flatMap(({ check, state }) =>
      state === 'warning' ? [{ check, reason: 'Agreed with the finance manager' }] : [],
    )
    const { approvalId } = await admin('monthCloseSubmit', { month, acknowledged, reason: 'Month-end' })
    await approve(authorizer, approvalId)
  })
  const { state } = await look()
  scene.tally.check('F06 what was approved is closed', state === 'closed' ? [] : [`${month} is ${state}`])
}

/** Each month once, with the figures of every loan, and no entry of a close that no close names. */
const NOT_ONCE = `
  select m.month || ': ' || what || ' ' || n || ' instead of ' || wanted as problem
  from unnest($1::date[]) m (month) cross join lateral (values
    ('closed', (select count(*) from closing_month c where c.month = m.month and c.status = 'closed'), 1),
    ('attempts', (select count(*) from closing_month c where c.month = m.month), 1),
    ('locked', (select count(*) from ledger_close where through = m.month + interval '1 month' - interval '1 day'), 1),
    ('loans', (select count(*) from closing_loan l join closing_month c on c.id = l.closing_id where c.month = m.month),
      ${LOANS})) each (what, n, wanted)
  where n <> wanted
  union all
  select 'entry ' || e.id || ' of a close is named ' || count(l.entry) || ' times' from ledger_entry e
  left join (select entry_id as entry from closing_line union all select back_entry_id from closing_line) l on l.entry = e.id
  where e.reason in ('accrual', 'provision', 'suspension', 'yearEnd') group by e.id having count(l.entry) <> 1
  union all
  select 'approvals undecided: ' || count(*) from approval where status = 'waiting' having count(*) > 0
  union all
  select 'nothing was posted' where not exists (select from ledger_entry where reason = 'provision')`

async function notOnce({ pool }: Site, months: readonly LocalDate[]): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string }>(NOT_ONCE, [months])
  return rows.map(row => row.problem)
}
