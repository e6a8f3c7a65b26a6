import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll } from './checks.ts'
import { openCounter } from './counter.ts'
import { adminOf, authorizerOf, bring, deductions, monthsBack, submitted, today, until } from './lender.ts'
import { approve, person } from './people.ts'
import type { Node, Stage } from './stage.ts'
import { type Scene, waitUntilIdle, withOthers } from './strikes.ts'
import type { Tally } from './tally.ts'

/** One program after the other is replaced by a new one while people and jobs go on, as at every new release. */

const PEOPLE = 6
/** The time a load balancer takes to notice that a node is closing. */
const NOTICE_MS = 150
const STOP_MAX_MS = 20_000

export async function rollingRestarts(stage: Stage, tally: Tally, restarts: number): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.startAll('web', 'web', 'worker', 'worker')
  const counter = await openCounter(scene, today)
  const counts = { batches: 0, workers: 0, atWork: 0 }
  await withOthers(
    async isOver => {
      const batches = batchAfterBatch(scene, isOver)
      const [, posted] = await Promise.all([counter.open(PEOPLE, isOver), batches])
      counts.batches = posted
    },
    async () => {
      for (let round = 0; round < restarts; round++) {
        const node = site.nodes.shift()
        if (!node) break
        const isAtWork = node.role === 'worker' && (await isBatchUnderWay(scene))
        await replace(scene, node)
        if (node.role === 'worker') counts.workers += 1
        if (isAtWork) counts.atWork += 1
      }
    },
  )
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('I14 what was granted is there, what was refused is not', await counter.forgotten())
  tally.check('F24 nobody goes without an answer', [...site.unanswered, ...site.signedOut])
  const isIdle = counts.workers > 0 && counts.atWork === 0
  tally.check('F24 a worker stops while a batch is posted', isIdle ? ['none was under way'] : [])
  tally.say(
    `${restarts} restarts: ${counter.done.size} receipts, ${site.unanswered.length} without an answer; ` +
      `${counts.batches} batches, one under way at ${counts.atWork} of ${counts.workers} stops of a worker`,
  )
  await site.close()
}

async function replace({ site, tally }: Scene, node: Node): Promise<void> {
  if (node.role !== 'worker') await sleep(NOTICE_MS)
  const start = performance.now()
  const code = await node.stop()
  const ms = Math.round(performance.now() - start)
  tally.check('F24 a program stops when asked', code === 0 ? [] : [`${node.role} ended with ${code}`])
  tally.check('F24 within 20 s', ms < STOP_MAX_MS ? [] : [`${node.role} took ${ms} ms`])
  await site.start(node.role)
  tally.fault('F24 restart')
}

const UNDER_WAY = `select exists (select from repayment_batch where status in ('posting', 'undoing')) as is_so`
const LULL_MAX_MS = 20_000

/** Waits for a batch that is being posted or undone, so that a worker is not replaced while there is nothing to do. */
async function isBatchUnderWay({ site }: Scene): Promise<boolean> {
  for (const end = performance.now() + LULL_MAX_MS; performance.now() < end; await sleep(10)) {
    const { rows } = await site.pool.query<{ is_so: boolean }>(UNDER_WAY)
    if (rows[0]?.is_so) return true
  }
  return false
}

/** One lender has deductions of so many months; what was undone may come again. */
const MONTHS = 10

/** Work for the workers as long as programs are replaced: batches posted and undone. Gives how many. */
export async function batchAfterBatch({ site, tally }: Scene, isOver: () => boolean): Promise<number> {
  const [admin, authorizer] = [person(site, adminOf(7), tally), person(site, authorizerOf(7), tally)]
  let batches = 0
  for (; !isOver(); batches++) {
    const month = (batches % MONTHS) + 1
    const form = { kind: 'repayment', period: monthsBack(month), fileName: `month-${month}.csv` } as const
    const id = await bring(admin, deductions(batches + 1), form)
    const status = async () => (await admin('repaymentGet', { id })).status
    await approve(authorizer, await submitted(admin, id))
    await until('the batch is posted', async () => (await status()) === 'posted')
    const { approvalId } = await admin('repaymentUndo', { id, reason: 'The office sent the wrong month' })
    await approve(authorizer, approvalId)
    await until('the batch is undone', async () => (await status()) === 'undone')
  }
  return batches
}
