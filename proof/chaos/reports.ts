import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Accepted } from '../../test/gateways.ts'
import { CANARY_KEY } from './lender.ts'
import type { Scene } from './strikes.ts'

/** What the provider reports back about what it took: signed, in any order, more than once, and beside it what is forged. */

export type Reports = {
  /** What it said about each message and was thanked for. */
  said: Map<string, Set<string>>
  /** Everything has been said about everything that was taken. */
  areReported(): boolean
  stop(): Promise<void>
}

/** Of a hundred messages; each word travels by itself, so the later one may come first. */
const FATES: readonly [share: number, words: readonly string[]][] = [
  [52, ['Delivered']],
  [32, ['Message Sent', 'Delivered']],
  [5, ['Message Sent', 'Message Failed']],
  [3, ['DND Active on Phone Number']],
  // a part of it failed, and the handset showed it all the same
  [3, ['Message Failed', 'Delivered']],
  [3, ['Message Sent']],
  [2, []],
]
const WAY_MAX_MS = 2_500
const AT_ONCE = 10
const WATCH_EVERY_MS = 20

type Scenario = { dueAt: number; post: () => Promise<void> }

export function reportBack({ site, tally }: Scene): Reports {
  const { accepted } = site.provider
  const said = new Map<string, Set<string>>()
  const scheduled: Scenario[] = []
  const underway = new Set<Promise<void>>()
  let seen = 0
  let isOver = false

  const take = (message: Accepted): void => {
    const words = drawn(tally.roll)
    message.status = words.at(-1) ?? 'Message Sent'
    const dues = words.map(() => performance.now() + tally.roll(WAY_MAX_MS))
    for (const [place, word] of words.entries()) {
      const copies = tally.roll(5) === 0 ? 2 + tally.roll(3) : 1
      if (copies > 1) tally.fault('F15 repeated report', copies - 1)
      const dueAt = dues[place] ?? 0
      const post = async () => {
        await insist(site.nodes[0]?.url ?? '', bodyOf(message.id, word))
        said.set(message.id, (said.get(message.id) ?? new Set()).add(word))
      }
      for (let copy = 0; copy < copies; copy++) scheduled.push({ dueAt, post })
    }
    if ((dues[1] ?? Number.POSITIVE_INFINITY) < (dues[0] ?? 0)) tally.fault('F16 reports out of order')
    if (tally.roll(60) === 0) scheduled.push({ dueAt: performance.now(), post: () => forge(message.id) })
    if (tally.roll(120) === 0) scheduled.push({ dueAt: performance.now(), post: reportUnknown })
  }
  const forge = async (id: string): Promise<void> => {
    tally.fault('F16 forged report')
    const status = await insist(site.nodes[0]?.url ?? '', bodyOf(id, 'Message Failed'), 'not the secret')
    tally.check('F16 a forged report is refused', status === 401 ? [] : [`answered ${status}`])
  }
  const reportUnknown = async (): Promise<void> => {
    tally.fault('F16 report about an unknown id')
    await insist(site.nodes[0]?.url ?? '', bodyOf(`nobody-${randomUUID()}`, 'Delivered'))
  }
  const watch = async (): Promise<void> => {
    while (!isOver) {
      while (seen < accepted.length) take(accepted[seen++] as Accepted)
      scheduled.sort((one, other) => one.dueAt - other.dueAt)
      while (
        underway.size < AT_ONCE &&
        (scheduled[0]?.dueAt ?? Number.POSITIVE_INFINITY) <= performance.now()
      ) {
        const scenario = scheduled.shift()
        const posted: Promise<void> = (scenario?.post() ?? Promise.resolve()).finally(() =>
          underway.delete(posted),
        )
        underway.add(posted)
      }
      await sleep(WATCH_EVERY_MS)
    }
    await Promise.all(underway)
  }
  const watching = watch()
  return {
    said,
    areReported: () => seen === accepted.length && scheduled.length === 0 && underway.size === 0,
    async stop() {
      isOver = true
      await watching
    },
  }
}

function drawn(roll: (sides: number) => number): readonly string[] {
  let left = roll(100)
  for (const [share, words] of FATES) {
    if (left < share) return words
    left -= share
  }
  return []
}

const bodyOf = (messageId: string, status: string): string =>
  JSON.stringify({ type: 'outbound', id: randomUUID(), message_id: messageId, status, channel: 'dnd' })

/** As providers do: repeats a report until it is accepted or refused. */
async function insist(url: string, body: string, secret = CANARY_KEY): Promise<number> {
  for (;;) {
    const status = await fetch(`${url}/api/webhooks/termii`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-termii-signature': createHmac('sha512', secret).update(body).digest('hex'),
      },
      body,
    }).then(
      answer => answer.status,
      () => 0,
    )
    if (status === 200 || status === 401) return status
    await sleep(500)
  }
}
