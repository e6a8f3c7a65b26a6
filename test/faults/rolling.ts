import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll } from './checks.ts'
import { openCounter } from './counter.ts'
import { dustSettles } from './fire.ts'
import { adminOf, authorizerOf, bring, deductions, monthsBack, submitted, today, until } from './lender.ts'
import { person } from './people.ts'
import type { Stage } from './stage.ts'
import type { Tally } from './tally.ts'

/** One program after the other is replaced by a new one while people and jobs go on, as at every new release. */

const PEOPLE = 6
/** What the one who shares out requests takes to notice that a door is closing. */
const NOTICE_MS = 150
const LONGEST_STOP_MS = 20_000

export async function rollingRestarts(stage: Stage, tally: Tally, restarts: number): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.startAll('web', 'web', 'worker', 'worker')
  const counter = await openCounter(scene, today)
  let isOver = false
  const working = counter.open(PEOPLE, () => isOver)
  const batches = batchAfterBatch()
  for (let turn = 0; turn < restarts; turn++) {
    const node = site.nodes.shift()
    if (!node) break
    await sleep(NOTICE_MS)
    const start = performance.now()
    const code = await node.stop()
    const ms = Math.round(performance.now() - start)
    tally.check('F24 a program stops when asked', code === 0 ? [] : [`${node.role} ended with ${code}`])
    tally.check('F24 within 20 s', ms < LONGEST_STOP_MS ? [] : [`${node.role} took ${ms} ms`])
    await site.start(node.role)
    tally.fault('F24 restart')
  }
  isOver = true
  await working
  await batches
  await dustSettles(scene)
  await checkAll(site, tally)
  tally.check('I14 what was granted is there, what was refused is not', await counter.forgotten())
  tally.check('F24 nobody goes without an answer', [...site.unanswered, ...site.signedOut])
  tally.say(
    `${restarts} restarts: ${counter.done.size} receipts, ${site.unanswered.length} without an answer`,
  )
  await site.close()

  /** Work for the workers, as long as the doors are being replaced. */
  async function batchAfterBatch(): Promise<void> {
    const [admin, authorizer] = [person(site, adminOf(7), tally), person(site, authorizerOf(7), tally)]
    for (let month = 1; month <= 3 && !isOver; month++) {
      const form = { kind: 'repayment', period: monthsBack(month), fileName: `month-${month}.csv` } as const
      const id = await bring(admin, deductions(month), form)
      await authorizer('approvalApprove', { id: await submitted(admin, id) })
      await until(
        'the batch is posted',
        async () => (await admin('repaymentGet', { id })).status === 'posted',
      )
    }
  }
}
