import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Program } from '../../server/kernel/act.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { freePort, startEmbedded } from '../../server/kernel/embedded.ts'
import { projectRoot } from '../../server/kernel/files.ts'
import { listFailed, PARKED, retryFailed, unlockDeadWorkers } from '../../server/kernel/jobs.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { sweepSending } from '../../server/modules/messaging/sending.ts'
import { layWire, type Wire } from '../../test/faultProxy.ts'
import { openTermii, type Provider } from '../../test/gateways.ts'
import { throwawayFolder } from '../../test/throwaway.ts'

/**
 * The built program as its users run it, as processes that can be killed, on a PostgreSQL of their own that can crash, with
 * an SMS provider beside them that outlives both and keeps its own log.
 */

export const SECRET = 'a secret for faults, long enough to be one'
const START_MAX_MS = 120_000
type Role = 'all' | 'web' | 'worker'

export type Node = {
  role: Role
  url: string
  pid: number
  /** With kill -9, at once. */
  kill(): Promise<void>
  /** As a deployment does; gives the exit code. */
  stop(): Promise<number | null>
  /** Turns the program's clock, where the site was opened with one that can be turned. */
  turnClock(shiftMs: number): void
}

export type Site = {
  /** The harness's own connection to the database. */
  program: Program
  pool: pg.Pool
  provider: Provider
  dataDirectory: string
  /** Lies between the programs and the database; the harness has a line of its own. */
  wire: Wire
  /** A wire between people and the first program, with the address at which they find it. */
  wireToWeb(): Promise<{ wire: Wire; url: string }>
  nodes: Node[]
  /** What all programs that ever ran here said. */
  output: string[]
  /** Its clock may be turned, and then people's time at their screens is over when nothing is wrong. */
  hasClock: boolean
  /** Requests that got no answer, or “come back later”. */
  unanswered: string[]
  /** Requests answered with the end of a session that was not ended. */
  signedOut: string[]
  /** How long the slowest single request took, answered or not. */
  slowestMs: number
  /** Programs that ended unexpectedly, with their last output. */
  deaths: string[]
  /** No program comes back: callers may stop. */
  isClosed: boolean
  /** With flags of Node's own, such as a limit of memory. */
  start(role: Role, flags?: readonly string[]): Promise<Node>
  /** Several at once; they stand in this order. */
  startAll(...roles: readonly Role[]): Promise<void>
  /** Kills one program and starts it again at the same address. */
  killAndRestart(node: Node): Promise<void>
  /** All programs here, now and later, believe that it is so much later. */
  turnClock(shiftMs: number): void
  close(): Promise<void>
}

type SiteWishes = { hasClock?: boolean }

export type StageWishes = {
  /** What every program finds in its surroundings besides. */
  env?: Record<string, string>
  /** The database may lose commits: it is not crashed. */
  throwaway?: boolean
  /** The parent directory of all files; a folder is created in it. */
  within?: string
}

export type Stage = {
  provider: Provider
  /** A copy of the prepared database, with nothing running on it yet, and a provider who has forgotten everything. */
  site(wishes?: SiteWishes): Promise<Site>
  base: string
  crashDatabase(): Promise<void>
  /** Ends what a sitting that broke off left running. */
  clear(): Promise<void>
  close(): Promise<void>
}

export async function openStage(
  prepare: (site: Site) => Promise<void>,
  { env = {}, throwaway = false, within }: StageWishes = {},
): Promise<Stage> {
  await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')])
  const folder = await throwawayFolder('faults', within)
  // mostly durable, unlike other tests' databases: a crash of it is one of the faults
  const directory = join(folder, 'postgres')
  const postgres = await startEmbedded({ directory, throwaway })
  const provider = await openTermii()
  const sites = new Set<Site>()
  const open = async (url: string, wishes: SiteWishes = {}): Promise<Site> => {
    const site = await openSite({ url, folder, provider, env, ...wishes }, () => sites.delete(site))
    sites.add(site)
    return site
  }
  const stage: Stage = {
    provider,
    base: postgres.url,
    async site(wishes) {
      provider.accepted.length = 0
      provider.requests.length = 0
      provider.mood = 'fine'
      provider.answersAfter = () => sleep(200)
      const name = `site_${randomUUID().slice(0, 8)}`
      await administer(postgres.url, `create database ${name} template iroko`)
      // a copied sequence writes no log for the numbers its original had reserved, and a crash would give them out again
      await administer(postgres.url, 'checkpoint')
      return open(postgres.url.replace(/iroko$/, name), wishes)
    },
    crashDatabase: () => crash(postgres.url, join(directory, 'cluster', 'postmaster.pid')),
    async clear() {
      for (const site of sites) {
        await Promise.all(site.nodes.map(node => node.kill()))
        await site.close()
      }
    },
    async close() {
      await stage.clear()
      await provider.close()
      await postgres.stop()
      await rm(await realpath(directory), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    const site = await open(postgres.url)
    await prepare(site)
    await site.close()
    return stage
  } catch (error) {
    await stage.close()
    throw error
  }
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/iroko$/, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** An immediate stop of PostgreSQL, which its supervisor starts again and which recovers from its log. */
async function crash(url: string, pidFile: string): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10)
  process.kill(pid, 'SIGQUIT')
  for (let waited = 0; waited < START_MAX_MS; waited += 50) {
    await sleep(50)
    const text = await readFile(pidFile, 'utf8').catch(() => '')
    if (text === '' || Number.parseInt(text, 10) === pid) continue
    if (
      await administer(url, 'select 1').then(
        () => true,
        () => false,
      )
    )
      return
  }
  throw new Error('PostgreSQL did not come back')
}

type Ground = {
  url: string
  folder: string
  provider: Provider
  env: Record<string, string>
  hasClock?: boolean
}

async function openSite(ground: Ground, closed: () => void): Promise<Site> {
  const { url, folder, provider, hasClock = false } = ground
  const pool = connect(url, { most: 6, name: 'faults' })
  pool.on('error', () => {})
  const dataDirectory = join(folder, new URL(url).pathname.slice(1))
  const wire = layWire()
  const wires = [wire]
  let shiftMs = 0
  const env = (): Record<string, string> => ({
    ...ground.env,
    DATABASE_URL: through,
    IROKO_DATA: dataDirectory,
    ...(hasClock ? { IROKO_CLOCK_SHIFT_MS: String(shiftMs), IROKO_ANY_CLOCK: 'yes' } : {}),
  })
  const through = await wire.through(url)
  const operator = setInterval(() => void tryAgain(site.program).catch(() => {}), 250)
  const site: Site = {
    pool,
    provider,
    dataDirectory,
    wire,
    program: {
      db: openDb(pool),
      clock: { now: () => new Date(Date.now() + shiftMs) },
      keys: deriveKeys(SECRET),
      dataDirectory,
      localGateway: true,
    },
    nodes: [],
    output: [],
    hasClock,
    unanswered: [],
    signedOut: [],
    slowestMs: 0,
    deaths: [],
    isClosed: false,
    async start(role, flags) {
      const node = await startNode(site, env(), role, { flags })
      site.nodes.push(node)
      return node
    },
    async wireToWeb() {
      const before = layWire()
      wires.push(before)
      return { wire: before, url: new URL(await before.through(site.nodes[0]?.url ?? '')).origin }
    },
    async startAll(...roles) {
      const started = await Promise.allSettled(roles.map(role => startNode(site, env(), role)))
      site.nodes.push(...started.flatMap(each => (each.status === 'fulfilled' ? [each.value] : [])))
      const failed = started.find(each => each.status === 'rejected')
      if (failed) throw failed.reason
    },
    async killAndRestart(node) {
      const place = site.nodes.indexOf(node)
      await node.kill()
      // all programs are dead: what the others would find after twenty and forty seconds is true at once
      if (site.nodes.length === 1) await withPatience(() => takeStock(site.program))
      const port = Number.parseInt(new URL(node.url).port, 10)
      site.nodes[place] = await startNode(site, env(), node.role, { port })
    },
    turnClock(ms) {
      shiftMs = ms
      for (const node of site.nodes) node.turnClock(ms)
    },
    async close() {
      site.isClosed = true
      clearInterval(operator)
      closed()
      await Promise.all(site.nodes.map(node => node.stop()))
      await Promise.all(wires.map(each => each.close()))
      await pool.end()
    },
  }
  return site
}

/** Loaded before the program where its clock is to be turned: every “now” is so much later, as its parent says. */
const TURNABLE_CLOCK = `data:text/javascript,${encodeURIComponent(`
  const Real = Date
  let shiftMs = Number(process.env.IROKO_CLOCK_SHIFT_MS)
  process.on('message', said => { shiftMs = said.shiftMs })
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, made) => Reflect.construct(Real, given.length > 0 ? given : [Real.now() + shiftMs], made),
    get: (_, name) => (name === 'now' ? () => Real.now() + shiftMs : Reflect.get(Real, name)),
  })`)}`

async function takeStock(program: Program): Promise<void> {
  await program.db.transaction().execute(tx => unlockDeadWorkers(tx, 0))
  await sweepSending(program, 0)
}

/** What an operator does who sees a failed job on the health page: the machine was at fault, not the job. */
async function tryAgain({ db }: Program): Promise<void> {
  for (const job of await listFailed(db, 100)) if (job.last_error === PARKED) await retryFailed(db, job.id)
}

/** Tries until the database is back. */
export async function withPatience<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt === 60) throw error
      await sleep(500)
    }
  }
}

type Start = { port?: number; flags?: readonly string[] | undefined }

function spawnProgram(
  env: Record<string, string>,
  role: Role,
  port: number,
  flags: readonly string[],
): ChildProcess {
  const clock = env.IROKO_CLOCK_SHIFT_MS === undefined ? [] : ['--import', TURNABLE_CLOCK]
  const preloaded = ['--import', './scripts/stopWithParent.mjs', ...clock]
  return spawn(process.execPath, [...flags, ...preloaded, '--enable-source-maps', 'dist/server/main.js'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      IROKO_SECRET: SECRET,
      IROKO_LOCAL_GATEWAY: 'yes',
      IROKO_ROLE: role,
      // what is killed here is the whole program
      IROKO_WEB_PROCESSES: '1',
      IROKO_LOG: 'info',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
  })
}

async function startNode(
  site: Site,
  env: Record<string, string>,
  role: Role,
  { port: wanted, flags = [] }: Start = {},
): Promise<Node> {
  const port = wanted ?? (await freePort())
  const child = spawnProgram(env, role, port, flags)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      lines.push(String(chunk))
      site.output.push(String(chunk))
    })
  let isAsked = false
  const ask = (signal: NodeJS.Signals): Promise<number | null> => {
    isAsked = true
    return end(child, signal)
  }
  const node: Node = {
    role,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async kill() {
      await ask('SIGKILL')
    },
    stop: () => ask('SIGTERM'),
    turnClock: shiftMs => void child.send({ shiftMs }),
  }
  const isReady = async () =>
    role === 'worker'
      ? lines.some(line => line.includes('The worker is running'))
      : fetch(`${node.url}/api/health`).then(
          answer => answer.ok,
          () => false,
        )
  for (let waited = 0; !(await isReady()); waited += 50) {
    if (child.exitCode !== null || waited > START_MAX_MS) {
      await node.kill()
      throw new Error(`The program did not start.\n${lines.join('').slice(-5_000)}`)
    }
    await sleep(50)
  }
  child.once('exit', code => {
    if (!isAsked) site.deaths.push(`${role} ended with ${code}: ${lines.join('').slice(-3_000)}`)
  })
  return node
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}
