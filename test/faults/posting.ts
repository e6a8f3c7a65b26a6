import { act, SYSTEM } from '../../server/act.ts'
import { tell } from '../../server/messaging/messaging.ts'
import type { Mood } from '../gateways.ts'
import { checkAll } from './checks.ts'
import { dustSettles, type Scene, type Strike, underFire } from './fire.ts'
import { adminOf, authorizerOf, bring, deductions, LOANS, monthsBack, submitted, until } from './lender.ts'
import { person } from './people.ts'
import type { Stage } from './stage.ts'
import type { Tally } from './tally.ts'

/** A batch posted, told about and sometimes undone, and a stream of messages, while programs and the database die. */

/** One program, whose death is known at once, or two doors and three workers, who find out by themselves. */
export type Layout = 'one' | 'spread'

const STRIKES: Record<Layout, readonly Strike[]> = {
  one: ['server', 'server', 'server', 'database', 'sessions'],
  spread: ['worker', 'worker', 'web', 'database', 'sessions'],
}

async function openScene(stage: Stage, tally: Tally, layout: Layout): Promise<Scene> {
  const site = await stage.site()
  stage.provider.accepted.length = 0
  stage.provider.requests.length = 0
  stage.provider.mood = () => moodOf(tally)
  stage.provider.answersAfter = () => new Promise(answer => setTimeout(answer, 20 + tally.roll(300)))
  const roles =
    layout === 'one' ? (['all'] as const) : (['web', 'web', 'worker', 'worker', 'worker'] as const)
  for (const role of roles) await site.start(role)
  return { stage, site, tally }
}

/** Mostly well; now and then it takes the message and we never learn it, or does not and says nothing useful. */
function moodOf(tally: Tally): Mood {
  const moods: Mood[] = ['accepts then 500', 'accepts then cuts', 'accepts then wrong JSON', '500', 'cuts']
  const drawn = moods[tally.roll(40)]
  if (drawn) tally.fault('provider')
  return drawn ?? (tally.roll(2) === 0 ? 'fine' : 'accepts slowly')
}

const strikesOf = (tally: Tally, layout: Layout, count: number): Strike[] =>
  Array.from({ length: count }, () => {
    const strikes = STRIKES[layout]
    return strikes[tally.roll(strikes.length)] ?? 'server'
  })

export async function postingRound(
  stage: Stage,
  tally: Tally,
  layout: Layout,
  strikes: number,
): Promise<void> {
  const scene = await openScene(stage, tally, layout)
  const { site } = scene
  const [admin, authorizer] = [person(site, adminOf(1), tally), person(site, authorizerOf(1), tally)]
  const period = monthsBack(1)
  const id = await bring(admin, deductions(1), { kind: 'repayment', period, fileName: 'deductions.csv' })
  const approval = await submitted(admin, id)
  const status = async () => (await admin('repaymentGet', { id })).status
  await underFire(scene, strikesOf(tally, layout, strikes), 1_500, async () => {
    await authorizer('approvalApprove', { id: approval })
    await until('the batch is posted', async () => (await status()) === 'posted')
    await dustSettles(scene)
  })
  await dustSettles(scene)
  await checkAll(site, tally)
  if (tally.roll(2) === 0) {
    const { approvalId } = await admin('repaymentUndo', { id, reason: 'The office sent the wrong month' })
    await underFire(scene, strikesOf(tally, layout, 2), 1_000, async () => {
      await authorizer('approvalApprove', { id: approvalId ?? '' })
      await until('the batch is undone', async () => (await status()) === 'undone')
    })
    await dustSettles(scene)
    await checkAll(site, tally)
  }
  await site.close()
}

export async function sendingRound(
  stage: Stage,
  tally: Tally,
  layout: Layout,
  strikes: number,
): Promise<void> {
  const scene = await openScene(stage, tally, layout)
  const { site } = scene
  await underFire(scene, strikesOf(tally, layout, strikes), 1_200, async () => {
    for (let line = 0; line < 3 * LOANS; line++) {
      const phone = `+234803${String(1_000_000 + (line % LOANS))}`
      const telling = {
        phone,
        purpose: 'receipt',
        text: `Receipt ${line} of this morning`,
        event: `faults ${line}`,
      } as const
      // written again after a cut: the same event is told once
      await until('the message is written', () =>
        act(site.program, 'tell', SYSTEM, ctx => tell(ctx, telling)).then(
          () => true,
          () => false,
        ),
      )
    }
    await dustSettles(scene)
  })
  await dustSettles(scene)
  await checkAll(site, tally)
  await site.close()
}
