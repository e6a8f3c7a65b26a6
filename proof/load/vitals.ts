import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Node } from '../chaos/stage.ts'

/** State of the programs during the run: memory, and the delay of their event loop. */

type Sample = { web: number; worker: number; lagMs: number; load: number }
export type Vitals = { samples: Sample[]; stop(): Promise<void> }

const EVERY_MS = 2_000
const MEGABYTE = 1_048_576

export function watchVitals(web: Node, worker: Node): Vitals {
  const samples: Sample[] = []
  let sampling = Promise.resolve()
  const look = async (): Promise<void> => {
    const text = await fetch(`${web.url}/metrics`).then(answer => answer.text())
    const figure = (name: string): number =>
      Number.parseFloat(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? '0')
    samples.push({
      web: figure('process_resident_memory_bytes') / MEGABYTE,
      worker: await residentOf(worker.pid),
      lagMs: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
      load: loadavg()[0] ?? 0,
    })
  }
  const timer = setInterval(() => {
    sampling = sampling.then(look).catch(() => {})
  }, EVERY_MS)
  return {
    samples,
    async stop() {
      clearInterval(timer)
      await sampling
    },
  }
}

/** Of another process, where the system reports it. */
async function residentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number.parseInt(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? '0', 10) / 1024
}

export function vitalsLine(samples: readonly Sample[]): string {
  if (samples.length === 0) return 'too short to look at the programs'
  const over = (name: keyof Sample): string => {
    const values = samples.map(look => look[name])
    const rounded = [values[0] ?? 0, values.at(-1) ?? 0, Math.max(...values)].map(value => Math.round(value))
    return `${rounded[0]} → ${rounded[1]}, at most ${rounded[2]}`
  }
  return [
    `memory: web ${over('web')} MB; worker ${over('worker')} MB`,
    `event loop of web, p99 of each two seconds: ${over('lagMs')} ms`,
    `load of the machine: ${over('load')}`,
  ].join('\n')
}

/** The crowd shares the machine with the program: what its own loop was late by is in every figure. */
export function watchOwnLoop(): () => string {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return () => {
    const words = `event loop of the crowd itself: p99 ${Math.round(delay.percentile(99) / 1e6)} ms`
    delay.reset()
    return words
  }
}
