import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import type { loanAct } from '../../contract/loans.ts'
import { checkAll } from './checks.ts'
import {
  adminOf,
  authorizerOf,
  bring,
  deductions,
  monthsBack,
  PAIRS,
  submitted,
  today,
  until,
} from './lender.ts'
import { type Person, person, Refused } from './people.ts'
import type { Stage } from './stage.ts'
import { type Scene, waitUntilIdle } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * Many users at once on two web nodes and three workers: files posted and reversed, and sixteen users on twenty loans.
 */

async function openScene(stage: Stage, tally: Tally): Promise<Scene> {
  const site = await stage.site()
  await site.startAll('web', 'web', 'worker', 'worker', 'worker')
  return { stage, site, tally }
}

/** By what name the program said no. */
const refusalIn = (error: unknown): string => {
  if (error instanceof Refused) return error.code
  throw error
}

/** Several users decide the same item at one instant: one wins, and all others are refused with the decision. */
export async function decideAtOnce(
  tally: Tally,
  approval: string,
  presses: readonly (() => Promise<unknown>)[],
): Promise<string[]> {
  const outcomes = await Promise.all(presses.map(press => press().then(() => 'won', refusalIn)))
  const wins = outcomes.filter(outcome => outcome === 'won').length
  const others = outcomes.filter(outcome => outcome !== 'won' && outcome !== 'approval.decided')
  tally.check('I10 one decision wins', [
    ...(wins === 1 ? [] : [`${wins} of ${presses.length} decisions on ${approval} won`]),
    ...others.map(code => `${approval}: the loser was told ${code}`),
  ])
  return outcomes
}

/** Signed in, which is slow by design, before anything is to happen at one instant. */
export async function signedIn(
  { site, tally }: Scene,
  emails: readonly string[],
  node?: (round: number) => string | undefined,
): Promise<Person[]> {
  const people = emails.map((email, round) => person(site, email, tally, node && (() => node(round))))
  await Promise.all(people.map(who => who('approvalList', { limit: 1 })))
  return people
}

const everyone = (of: (round: number) => string): string[] =>
  Array.from({ length: PAIRS }, (_, round) => of(round))

export async function filesAtOnce(stage: Stage, tally: Tally, files: number): Promise<void> {
  const scene = await openScene(stage, tally)
  const { site } = scene
  const authorizers = await signedIn(scene, everyone(authorizerOf))
  const bothApprove = async (id: string, round: number): Promise<void> => {
    tally.fault('F17 two approve at once')
    const pair = [round, round + 1].flatMap(each => authorizers[each % PAIRS] ?? [])
    await decideAtOnce(
      tally,
      id,
      pair.map(who => () => who('approvalApprove', { id })),
    )
  }
  tally.fault('G2 files at once', files)
  const one = async (round: number): Promise<void> => {
    const admin = person(site, adminOf(round), tally)
    const status = async (id: string) => (await admin('repaymentGet', { id })).status
    const form = { kind: 'repayment', period: monthsBack(round + 1), fileName: `month-${round}.csv` } as const
    const id = await bring(admin, deductions(round), form)
    await bothApprove(await submitted(admin, id), round)
    await until('the batch is posted', async () => (await status(id)) === 'posted')
    if (round % 2 === 1) return
    const other = person(site, adminOf(round + 3), tally)
    const { approvalId } = await other('repaymentUndo', { id, reason: 'The office sent the wrong month' })
    await bothApprove(approvalId ?? '', round + 4)
    await until('the batch is undone', async () => (await status(id)) === 'undone')
  }
  await Promise.all(Array.from({ length: files }, (_, round) => one(round)))
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.say(`${site.unanswered.length} times “come back later”: ${site.unanswered.slice(0, 3).join('; ')}`)
  await site.close()
}

type History = { done: Set<string>; refused: Set<string>; counts: Map<string, number> }

export async function actOnSameLoans(stage: Stage, tally: Tally, seconds: number): Promise<void> {
  const scene = await openScene(stage, tally)
  const { site } = scene
  const { rows } = await site.pool.query<{ id: string }>(`select id from loan order by number limit 20`)
  const loans = rows.map(row => row.id)
  const history: History = { done: new Set(), refused: new Set(), counts: new Map() }
  // all users are signed in before the clock runs
  const admins = await signedIn(scene, everyone(adminOf))
  const authorizers = await signedIn(scene, everyone(authorizerOf))
  const end = performance.now() + seconds * 1_000
  const hand = async (who: Person, step: (who: Person) => Promise<string>): Promise<void> => {
    while (performance.now() < end) {
      const name = await step(who).catch(refusalIn)
      history.counts.set(name, (history.counts.get(name) ?? 0) + 1)
    }
  }
  const askers = admins.map(who => hand(who, each => askSomething(each, tally, loans, history)))
  const deciders = authorizers.map(who => hand(who, each => decideSomething(each, tally)))
  await Promise.all([...askers, ...deciders])
  tally.say(
    `hands on ${loans.length} loans: ${[...history.counts].map(([name, times]) => `${name} ${times}`).join(', ')}`,
  )
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('I14 what was granted is there, what was refused is not', await forgotten(scene, history))
  tally.say(`${site.unanswered.length} times “come back later”`)
  tally.say(`${await deadlocks(scene)} deadlocks that the database undid and the program repeated`)
  await site.close()
}

async function deadlocks({ site }: Scene): Promise<number> {
  const { rows } = await site.pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}

async function askSomething(
  who: Person,
  tally: Tally,
  loans: readonly string[],
  history: History,
): Promise<string> {
  const loanId = loans[tally.roll(loans.length)] ?? ''
  const [id, on, channel] = [randomUUID(), today(), 'bank transfer'] as const
  const reference = `C-${id.slice(0, 13)}`
  const choice = tally.roll(10)
  const ask = async (name: string, input: z.input<typeof loanAct>) => {
    const isDone = await doAct(who, { loanId, id }, input, history)
    return isDone ? `${name} done` : `${name} asked`
  }
  if (choice < 5) {
    // above ₦50,000 approval is needed
    const amount = String(100_000 + tally.roll(choice === 0 ? 12_000_000 : 3_000_000))
    return ask('receipt', { act: 'receipt', amount, on, channel, reference })
  }
  if (choice < 8) {
    const { happenings } = await who('loanGet', { id: loanId })
    const receipts = happenings.filter(each => each.type === 'receipt' && each.cannotReverse === null)
    const of = receipts[tally.roll(Math.max(receipts.length, 1))]?.id
    return of ? ask('reversal', { act: 'reversal', of }) : 'nothing to reverse'
  }
  const quoteId = randomUUID()
  await who('settlementQuoteMake', { loanId, id: quoteId, on })
  return ask('settlement', { act: 'settle', quoteId, on, channel, reference })
}

async function doAct(
  who: Person,
  { loanId, id }: { loanId: string; id: string },
  input: z.input<typeof loanAct>,
  history: History,
): Promise<boolean> {
  try {
    const { approvalId } = await who('loanActDo', { loanId, id, reason: 'At the counter', input })
    if (approvalId === null) history.done.add(id)
    return approvalId === null
  } catch (error) {
    if (error instanceof Refused) history.refused.add(id)
    throw error
  }
}

/** All deciders read the same list, so most items are decided by several. */
async function decideSomething(who: Person, tally: Tally): Promise<string> {
  const { rows } = await who('approvalList', { view: 'toDecide', status: 'waiting', limit: 25 })
  const id = rows[tally.roll(Math.max(rows.length, 1))]?.id
  if (!id) return 'nothing to decide'
  const decided =
    tally.roll(4) === 0
      ? who('approvalDecline', { id, note: 'Not this one' }).then(() => 'declined')
      : who('approvalApprove', { id }).then(() => 'approved')
  return decided.catch(error => {
    // another user was quicker with the same or the opposite; other refusals concern what can no longer be done
    if (refusalIn(error) === 'approval.decided') tally.fault('F18 decided by several at once')
    throw error
  })
}

async function forgotten({ site }: Scene, { done, refused }: History): Promise<string[]> {
  const { rows } = await site.pool.query<{ id: string }>('select id from loan_event')
  const there = new Set(rows.map(row => row.id))
  return [
    ...[...done].filter(id => !there.has(id)).map(id => `${id} was granted and is not there`),
    ...[...refused].filter(id => there.has(id)).map(id => `${id} was refused and is there`),
  ]
}
