/**
 * Callers in a process of their own, so that they measure the program and not whoever else is busy: a list asked again and
 * again, with a pause, until told to stop. Started by a bench with its wish; answers with the times in milliseconds.
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
