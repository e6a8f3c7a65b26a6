import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadDemo } from '../../sample/demo.ts'
import { throwawayFolder } from '../../test/throwaway.ts'
import type { Tally } from '../chaos/tally.ts'
import { builtIn } from './builtIn.ts'
import { byPgBackRest } from './byPgBackRest.ts'
import { openCanary } from './canary.ts'
import type { Way } from './way.ts'

/** A database under load is restored to random moments, and at last lost with its machine. */

export const WAYS = { builtIn, byPgBackRest } as const
export type WayName = keyof typeof WAYS
export type Wishes = { points: number; seconds: number }
export type Outcome = { name: string; points: number; writes: number; restoreMs: number[]; lostMs: number }

/** After the last moment to restore to; the loss comes at any time within a minute, which is when the log is saved. */
const LAST_SECONDS = 20

export async function restores(tally: Tally, way: WayName, { points, seconds }: Wishes): Promise<Outcome> {
  const folder = await throwawayFolder('restores')
  await mkdir(join(folder, way), { mode: 0o711 })
  try {
    return await inFolder(tally, await WAYS[way](join(folder, way)), { points, seconds })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function inFolder(tally: Tally, way: Way, { points, seconds }: Wishes): Promise<Outcome> {
  await loadDemo(way.program)
  const canary = await openCanary(way.program, way.pool)
  let isOver = false
  const singing = canary.sing(() => isOver)
  await way.backUp()
  const from = Date.now()
  await sleep((seconds * 1_000) / 2)
  await way.backUp()
  await sleep((seconds * 1_000) / 2)
  const span = Date.now() - from
  const moments = Array.from({ length: points }, () => new Date(from + tally.roll(span)))
  const savedAt = Date.now()
  await way.save()
  const restoreMs: number[] = []
  await sleep(LAST_SECONDS * 1_000 + tally.roll(40_000))
  isOver = true
  await singing
  await way.lose()
  const lostAt = Date.now()
  for (const at of moments) {
    const { ms, problems } = await way.restore(at, restored => canary.wrongIn(restored, at))
    restoreMs.push(ms)
    tally.fault(`F25 ${way.name}`)
    tally.check(
      'F25 restored to a moment, it is what was acknowledged by then',
      problems.map(problem => `${way.name}, ${at.toISOString()}: ${problem}`),
    )
    tally.say(`${way.name}: restored to ${at.toISOString()} in ${(ms / 1_000).toFixed(1)} s`)
  }
  let end = 0
  await way.restore(undefined, async restored => {
    end = await canary.endOf(restored)
    return []
  })
  const tomorrow = new Date(lostAt + 86_400_000)
  const { problems } = await way.restore(tomorrow, async () => []).catch(error => ({ problems: [error] }))
  tally.check(
    'F25 a moment that was never saved is refused',
    problems.length > 0 ? [] : [`${way.name}: restored to ${tomorrow.toISOString()}`],
  )
  const lastAck = canary.written.at(-1)?.doneAt ?? lostAt
  tally.check(
    'F25 what was saved before the machine was lost is there',
    end >= savedAt - 1_000 ? [] : [`${way.name}: ${new Date(end).toISOString()} is its end`],
  )
  return {
    name: way.name,
    points,
    writes: canary.written.length,
    restoreMs: restoreMs.toSorted((a, b) => a - b),
    lostMs: lastAck - end,
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export const table = (outcomes: readonly Outcome[]): string =>
  [
    '| Backup | Moments | Writes acknowledged | Restored and verified, median | longest | Lost with the machine |',
    '|---|---|---|---|---|---|',
    ...outcomes.map(
      ({ name, points, writes, restoreMs, lostMs }) =>
        `| ${name} | ${points} | ${writes} | ${seconds(restoreMs[Math.floor(restoreMs.length / 2)] ?? 0)} | ${seconds(restoreMs.at(-1) ?? 0)} | ${seconds(lostMs)} |`,
    ),
  ].join('\n')
