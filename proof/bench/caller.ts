/**
 * Runs callers in a separate process, so that they measure the program alone: requests a list repeatedly with a pause
 * until stopped. Started by a benchmark with its settings; returns the times in milliseconds.
 */

import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchOnce } from './crowd.ts'

export type CallerWish = {
  port: number
  method: string
  path: string
  body: string
  headers: Record<string, string>
  callers: number
  pauseMs: number
}

const agent = new Agent({ keepAlive: true })

async function callOn(wish: CallerWish): Promise<void> {
  const times: number[] = []
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  await Promise.all(
    Array.from({ length: wish.callers }, async () => {
      while (!isOver) {
        const start = performance.now()
        await fetchOnce(agent, wish.port, wish, wish.headers).catch((error: unknown) =>
          console.error(String(error)),
        )
        times.push(performance.now() - start)
        await sleep(wish.pauseMs * (0.5 + Math.random()))
      }
    }),
  )
  agent.destroy()
  process.send?.(times)
  process.disconnect()
}

process.once('message', (wish: CallerWish) => void callOn(wish))
