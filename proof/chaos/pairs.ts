import { randomUUID } from 'node:crypto'
import { checkAll } from './checks.ts'
import { decideAtOnce, signedIn } from './crowd.ts'
import { adminOf, authorizerOf, today } from './lender.ts'
import type { Person } from './people.ts'
import type { Stage } from './stage.ts'
import { type Scene, waitUntilIdle } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * Repayments that need approval, decided by several users at one instant, on two nodes: one wins, and its decision
 * stands.
 */

const LANES = 4
/** More would pay off the loans of one lender. */
const PAIRS_A_LENDER = 300
/** Two approve, and two again; then one approves, one declines and the maker withdraws. */
const ROUNDS_A_TRIO = 3

type Lane = { maker: Person; deciders: readonly [Person, Person]; loans: readonly string[] }
type Decision = 'approved' | 'declined' | 'withdrawn'
type Trial = { id: string; reference: string; won: Decision | 'waiting' }

/** So many pairs who approve, and half as many trios who disagree. */
export async function decidedAtOneInstant(stage: Stage, tally: Tally, pairs: number): Promise<void> {
  for (let left = pairs; left > 0; left -= PAIRS_A_LENDER)
    await atOneLender(stage, tally, Math.min(left, PAIRS_A_LENDER))
}

async function atOneLender(stage: Stage, tally: Tally, pairs: number): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.startAll('web', 'web', 'worker')
  const lanes = await openLanes(scene)
  const rounds = Math.ceil((pairs * ROUNDS_A_TRIO) / (ROUNDS_A_TRIO - 1))
  const trials: Trial[] = []
  let next = 0
  const work = async (lane: Lane): Promise<void> => {
    while (next < rounds) trials.push(await oneTrial(tally, lane, next++))
  }
  await Promise.all(lanes.map(work))
  const won = (decision: Decision): number => trials.filter(trial => trial.won === decision).length
  tally.say(
    `${rounds} receipts decided at one instant: ${won('approved')} approved, ${won('declined')} declined, ${won('withdrawn')} withdrawn`,
  )
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('F18 what won is what stands', await otherwise(scene, trials))
  await site.close()
}

/** Signs the two users of each pair in on different web nodes. */
async function openLanes(scene: Scene): Promise<Lane[]> {
  const { pool, nodes } = scene.site
  const urls = nodes.flatMap(({ role, url }) => (role === 'web' ? [url] : []))
  const node = (round: number) => urls[round % urls.length]
  const makers = await signedIn(
    scene,
    Array.from({ length: LANES }, (_, round) => adminOf(round)),
    node,
  )
  const deciders = await signedIn(
    scene,
    Array.from({ length: 2 * LANES }, (_, round) => authorizerOf(round)),
    node,
  )
  const { rows } = await pool.query<{ id: string }>('select id from loan order by number')
  return makers.map((maker, lane) => ({
    maker,
    deciders: deciders.slice(2 * lane, 2 * lane + 2) as [Person, Person],
    loans: rows.flatMap(({ id }, index) => (index % LANES === lane ? [id] : [])),
  }))
}

async function oneTrial(tally: Tally, { maker, deciders, loans }: Lane, round: number): Promise<Trial> {
  const [one, other] = deciders
  const act = randomUUID()
  const reference = `P-${act.slice(0, 13)}`
  // above ₦50,000 approval is needed; all differ, so that each is described in its own words
  const amount = String(6_000_000 + round)
  const input = { act: 'receipt', amount, on: today(), channel: 'bank transfer', reference } as const
  const loanId = loans[round % loans.length] ?? ''
  const { approvalId } = await maker('loanActDo', { loanId, id: act, reason: 'At the counter', input })
  const id = approvalId ?? ''
  const approve = (who: Person) => () => who('approvalApprove', { id })
  const isTrio = round % ROUNDS_A_TRIO === ROUNDS_A_TRIO - 1
  const presses: [Decision, () => Promise<unknown>][] = isTrio
    ? [
        ['approved', approve(one)],
        ['declined', () => other('approvalDecline', { id, note: 'Not this one' })],
        ['withdrawn', () => maker('approvalWithdraw', { id })],
      ]
    : [
        ['approved', approve(one)],
        ['approved', approve(other)],
      ]
  // who is sent on their way first changes
  const first = tally.roll(presses.length)
  const sent = [...presses.slice(first), ...presses.slice(0, first)]
  tally.fault(isTrio ? 'F18 approved, declined and withdrawn at once' : 'F17 two approve at once')
  const outcomes = await decideAtOnce(
    tally,
    id,
    sent.map(([, press]) => press),
  )
  return { id, reference, won: sent[outcomes.indexOf('won')]?.[0] ?? 'waiting' }
}

const OTHERWISE = `
  select 'approval ' || t.id || ' is ' || coalesce(a.status, 'nowhere') || ' and booked ' || count(e.id) || ' times, told was ' || t.won as problem
  from unnest($1::uuid[], $2::text[], $3::text[]) as t (id, reference, won)
    left join approval a on a.id = t.id left join loan_event e on e.reference = t.reference
  group by t.id, t.won, a.status
  having a.status is distinct from t.won or count(e.id) <> (t.won = 'approved')::int`

async function otherwise({ site }: Scene, trials: readonly Trial[]): Promise<string[]> {
  const { rows } = await site.pool.query<{ problem: string }>(OTHERWISE, [
    trials.map(({ id }) => id),
    trials.map(({ reference }) => reference),
    trials.map(({ won }) => won),
  ])
  return rows.map(row => row.problem)
}
