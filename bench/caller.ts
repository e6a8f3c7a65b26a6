/**
 * Callers in a process of their own, so that they measure the program and not whoever else is busy: a list asked again and
 * again, with a pause, until told to stop. Started by a bench with its wish; answers with the times in milliseconds.
 */

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

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

function call({ port, method, path, body, headers }: CallerWish): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, method, path, headers }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
      answer.resume()
      answer.on('end', resolve)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

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
        await call(wish).catch((error: unknown) => console.error(String(error)))
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
