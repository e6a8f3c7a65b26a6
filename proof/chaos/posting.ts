import { act, SYSTEM } from '../../server/kernel/act.ts'
import { notify } from '../../server/modules/messaging/notify.ts'
import type { Mood } from '../../test/gateways.ts'
import { checkAll } from './checks.ts'
import { adminOf, authorizerOf, bring, deductions, LOANS, monthsBack, submitted, until } from './lender.ts'
import { approve, type Person, person } from './people.ts'
import type { Stage } from './stage.ts'
import { type Scene, type Strike, waitUntilIdle, withStrikes } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * Batches posted, with messages and sometimes reversed, and a stream of messages, while programs and the database die.
 */

/** One program, whose death is known at once, or two web nodes and three workers, which detect it themselves. */
type Layout = 'one' | 'spread'
const SPREAD_ONE_IN = 5

const STRIKES: Record<Layout, readonly Strike[]> = {
  one: ['server', 'server', 'server', 'server', 'database', 'absence', 'sessions', 'commit'],
  spread: ['worker', 'worker', 'web', 'database', 'absence', 'sessions', 'commit'],
}
/** What one batch, or one wave of messages, has to bear, and how many of them a lender sees before a new one opens. */
const STRIKES_A_BATCH = 6
const BATCHES: Record<Layout, number> = { one: 4, spread: 1 }

type Sitting = { scene: Scene; layout: Layout }

async function openSitting(stage: Stage, tally: Tally): Promise<Sitting> {
  const layout = tally.roll(SPREAD_ONE_IN) === 0 ? 'spread' : 'one'
  const site = await stage.site()
  stage.provider.mood = () => moodOf(tally)
  stage.provider.answersAfter = () => new Promise(answer => setTimeout(answer, 20 + tally.roll(300)))
  if (layout === 'one') await site.start('all')
  else await site.startAll('web', 'web', 'worker', 'worker', 'worker')
  return { scene: { stage, site, tally }, layout }
}

/** Mostly well; now and then it takes the message and we never learn it, or does not and says nothing useful. */
function moodOf(tally: Tally): Mood {
  const moods: Mood[] = ['accepts then 500', 'accepts then cuts', 'accepts then wrong JSON', '500', 'cuts']
  const drawn = moods[tally.roll(40)]
  if (drawn) tally.fault('F08 provider')
  return drawn ?? (tally.roll(2) === 0 ? 'fine' : 'accepts slowly')
}

const salvo = (id: string, tally: Tally, layout: Layout, count: number, withinMs: number) => ({
  id: () => id,
  withinMs,
  strikes: Array.from({ length: count }, (): Strike => {
    const strikes = STRIKES[layout]
    return strikes[tally.roll(strikes.length)] ?? 'server'
  }),
})

/** Several batches on one lender; gives how many strikes fell. */
export async function postingSitting(stage: Stage, tally: Tally, wanted: number): Promise<number> {
  const { scene, layout } = await openSitting(stage, tally)
  const { site } = scene
  const staff = { admin: person(site, adminOf(1), tally), authorizer: person(site, authorizerOf(1), tally) }
  let fallen = 0
  for (let month = 1; month <= BATCHES[layout] && fallen < wanted; month++)
    fallen += await oneBatch({ scene, layout }, staff, month, Math.min(wanted - fallen, STRIKES_A_BATCH))
  await site.close()
  return fallen
}

async function oneBatch(
  { scene, layout }: Sitting,
  { admin, authorizer }: { admin: Person; authorizer: Person },
  month: number,
  strikes: number,
): Promise<number> {
  const { site, tally } = scene
  const form = { kind: 'repayment', period: monthsBack(month), fileName: `deductions-${month}.csv` } as const
  const id = await bring(admin, deductions(month), form)
  const approval = await submitted(admin, id)
  const status = async () => (await admin('repaymentGet', { id })).status
  let fallen = await withStrikes(scene, salvo('F06', tally, layout, strikes, 1_200), async () => {
    await approve(authorizer, approval)
    await until('the batch is posted', async () => (await status()) === 'posted')
    await waitUntilIdle(scene)
  })
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  if (month % 2 === 0 || tally.roll(2) === 0) return fallen
  const { approvalId } = await admin('repaymentUndo', { id, reason: 'The office sent the wrong month' })
  fallen += await withStrikes(scene, salvo('F06', tally, layout, 2, 800), async () => {
    await approve(authorizer, approvalId)
    await until('the batch is undone', async () => (await status()) === 'undone')
  })
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  return fallen
}

const WAVE = 60

/** Several waves of messages on one lender; gives how many strikes fell. */
export async function sendingSitting(stage: Stage, tally: Tally, wanted: number): Promise<number> {
  const { scene, layout } = await openSitting(stage, tally)
  let fallen = 0
  for (let wave = 0; wave < BATCHES[layout] && fallen < wanted; wave++) {
    const strikes = salvo('F07', tally, layout, Math.min(wanted - fallen, STRIKES_A_BATCH), 900)
    fallen += await withStrikes(scene, strikes, async () => {
      for (let line = wave * WAVE; line < (wave + 1) * WAVE; line++) await write(scene, line)
      await waitUntilIdle(scene)
    })
    await waitUntilIdle(scene)
    await checkAll(scene.site, tally)
  }
  await scene.site.close()
  return fallen
}

/** Written again after a cut: the same event is sent once. */
async function write({ site }: Scene, line: number): Promise<void> {
  const phone = `+234803${String(1_000_000 + (line % LOANS))}`
  const text = `Receipt ${line} of this morning`
  const telling = { phone, purpose: 'receipt', text, event: `faults ${line}` } as const
  await until('the message is written', () =>
    act(site.program, 'tell', SYSTEM, ctx => notify(ctx, telling)).then(
      () => true,
      () => false,
    ),
  )
}
