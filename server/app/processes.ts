import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../kernel/clock.ts'
import { gatherMetrics } from './metrics.ts'

/**
 * The program as several processes: some that answer at one port, one for jobs, and the one that started them, which keeps
 * the database and starts again what ends unexpectedly.
 */

type Duty = 'web' | 'worker'

/** One that ends this soon after its start would do so again: the next one waits, each time longer. */
const STEADY_MS = 10_000
const PAUSE_MS = 500
const PAUSE_MAX_MS = 30_000

export type Processes = { port: number; stop(): Promise<void> }

/** Whether this is one of them: another announces it, stops it and starts it again. */
export const isOneOfSeveral = (): boolean => cluster.isWorker

/** Resolves when all are ready; rejects when one ends before that, having said why. */
export async function startProcesses(
  duties: readonly Duty[],
  databaseUrl: string,
  log: FastifyBaseLogger,
): Promise<Processes> {
  const running = new Map<Worker, Duty>()
  const waiting = new Set<NodeJS.Timeout>()
  let isReady = false
  let isStopping = false

  const start = (duty: Duty, pause = PAUSE_MS): Worker => {
    const age = stopwatch()
    const child = cluster.fork({ IROKO_ROLE: duty, DATABASE_URL: databaseUrl })
    running.set(child, duty)
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (isStopping || !isReady) return
      const isSteady = age() > STEADY_MS
      log.error({ process: duty, code, signal }, 'A process ended unexpectedly; it starts again')
      const again = setTimeout(
        () => {
          waiting.delete(again)
          start(duty, isSteady ? PAUSE_MS : Math.min(pause * 2, PAUSE_MAX_MS))
        },
        isSteady ? 0 : pause,
      )
      waiting.add(again)
    })
    return child
  }
  const stop = async (): Promise<void> => {
    isStopping = true
    for (const again of waiting) clearTimeout(again)
    const children = [...running.keys()]
    await Promise.all(
      children.map(async child => {
        const ended = once(child, 'exit')
        child.process.kill('SIGTERM')
        await ended
      }),
    )
  }

  gatherMetrics(() => [...running].filter(([, duty]) => duty === 'web').map(([child]) => child))
  try {
    const ports = await Promise.all(duties.map(duty => untilReady(start(duty), duty)))
    isReady = true
    return { port: Math.max(...ports), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The port where it listens; none for jobs, which begin when they can. */
const untilReady = (child: Worker, duty: Duty): Promise<number> =>
  new Promise((resolve, reject) => {
    if (duty === 'worker') child.once('online', () => resolve(0))
    child.once('listening', ({ port }) => resolve(port))
    child.once('exit', () => reject(new ProcessError(`A ${duty} process ended before it was ready.`)))
  })

/** The process that ended has said why. */
export class ProcessError extends Error {}
