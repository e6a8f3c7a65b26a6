import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { freePort } from '../../server/kernel/embedded.ts'
import { percentile } from '../../test/percentile.ts'
import { SECRET, TODAY } from './million.ts'
import type { Case } from './statements.ts'

/** Users of the real program: how many answers they get, and how long the slowest waits. */

export type Measured = { rate: number; p50: number; p99: number }
export function measured(times: readonly number[], tookMs: number): Measured {
  return { rate: (times.length * 1000) / tookMs, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** The same program for several people, each with a session of their own, as at sixteen desks. */
export type Session = { port: number; people: Record<string, string>[] }

/** Every user has a separate address: the limit per address is for the public. */
let addresses = 0
export const nextAddress = (): string => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export async function ask(
  { port, people }: Session,
  call: Call,
  crowd: number,
  seconds: number,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: crowd })
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: crowd }, async (_, caller) => {
      const headers = people[caller % people.length]
      let [from, calls] = [nextAddress(), 0]
      while (performance.now() < end) {
        const before = performance.now()
        await fetchOnce(agent, port, call, { ...headers, 'x-forwarded-for': from })
        times.push(performance.now() - before)
        calls += 1
        if (calls % 5_000 === 0) from = nextAddress()
      }
    }),
  )
  agent.destroy()
  return measured(times, performance.now() - start)
}

export type Call = { method: string; path: string; body: string | undefined }

export function fetchOnce(
  agent: Agent,
  port: number,
  call: Call,
  headers: Record<string, string>,
): Promise<void> {
  const { method, path, body } = call
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

export async function startProgram(
  path: string,
  { url, data }: { url: string; data: string },
): Promise<{ process: ChildProcess; port: number; ms: number }> {
  const begun = performance.now()
  const port = await freePort()
  const program = spawn(process.execPath, ['--import', './proof/bench/bookClock.mjs', path], {
    stdio: 'inherit',
    env: {
      ...process.env,
      BOOK_DAY: TODAY,
      IROKO_ANY_CLOCK: 'yes',
      DATABASE_URL: url,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      IROKO_DATA: data,
      IROKO_SECRET: SECRET,
      IROKO_ROLE: 'web',
      // figures are those of one process
      IROKO_WEB_PROCESSES: '1',
      IROKO_PROXY: 'yes',
      IROKO_LOG: 'error',
    },
  })
  for (let tries = 0; tries < 1_000; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      answer => answer.ok,
      () => false,
    )
    if (isUp) return { process: program, port, ms: performance.now() - begun }
    await sleep(20)
  }
  throw new Error('the program did not start')
}

export async function signInAll(port: number, count: number): Promise<Session> {
  const people: Record<string, string>[] = []
  for (let person = 0; person < count; person++) people.push(await signIn(port))
  return { port, people }
}

export async function signIn(port: number): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${port}${api.signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@iroko.test', password: DEMO_PASSWORD }),
  })
  const { token } = (await answer.json()) as { token: string }
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { authorization: `Bearer ${token}`, cookie, 'content-type': 'application/json' }
}

export function callOf({ endpoint, input }: Case): Call {
  const { method } = api[endpoint]
  const { path, rest } = fillPath(api[endpoint].path, input)
  if (method !== 'GET') return { method, path, body: JSON.stringify(rest) }
  return { method, path: `${path}?${new URLSearchParams(rest as Record<string, string>)}`, body: undefined }
}
