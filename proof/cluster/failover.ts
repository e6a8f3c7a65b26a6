import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect, openDb } from '../../server/kernel/db.ts'
import { projectRoot } from '../../server/kernel/files.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { openTermii } from '../../test/gateways.ts'
import { checkAll } from '../chaos/checks.ts'
import { openCounter } from '../chaos/counter.ts'
import { adminOf, prepareLender, today } from '../chaos/lender.ts'
import { ask, type Pass, signIn } from '../chaos/people.ts'
import { batchAfterBatch } from '../chaos/rolling.ts'
import type { Site, Stage } from '../chaos/stage.ts'
import { type Scene, waitUntilIdle, withOthers } from '../chaos/strikes.ts'
import type { Tally } from '../chaos/tally.ts'
import {
  apps,
  type Database,
  databases,
  FOLDER,
  isUp,
  isWhole,
  launch,
  leader,
  members,
  nextRelease,
  secretOf,
  startCluster,
  startPrograms,
  stopCluster,
  superuserUrl,
  switchOver,
  timesUp,
  urlOf,
  webUrl,
} from './machines.ts'
import { cutNetwork, hasNetworks, mendNetwork } from './networks.ts'
import { processes, strike } from './processes.ts'
import { missingInArchive } from './servers.ts'

/** Machines of the reference deployment are lost, one after the other, while receipts are taken and batches are posted. */

const SILENCE_MS = 35_000
const pause = () => sleep(SILENCE_MS)

/** What is lost. Each gives how it is put right again, which is waited for. */
type Kind = (tally: Tally) => Promise<() => Promise<unknown>>
export const KINDS: Readonly<Record<string, Kind>> = {
  'leader killed': async () => {
    const lost = await theLeader()
    strike(lost, 'patroni', 'SIGKILL')
    return async () => {
      await pause()
      await launch(lost, 'patroni')
    }
  },
  // its connections neither answer nor break, as when the network is cut; later it wakes and believes that it leads
  'leader silent': async () => {
    const lost = await theLeader()
    strike(lost, 'patroni', 'SIGSTOP')
    strike(lost, 'etcd', 'SIGSTOP')
    return async () => {
      await pause()
      strike(lost, 'etcd', 'SIGCONT')
      strike(lost, 'patroni', 'SIGCONT')
    }
  },
  ...(hasNetworks ? { 'leader cut off': cutOff } : {}),
  // its PostgreSQL still takes connections, and does not hear that another leads
  'leader without etcd': async () => {
    const lost = await theLeader()
    strike(lost, 'patroni', 'SIGSTOP', 'daemon')
    return async () => {
      await pause()
      strike(lost, 'patroni', 'SIGCONT', 'daemon')
    }
  },
  'switch-over': async () => {
    const from = await theLeader()
    const to = await named('sync_standby')
    if (!(await switchOver(from, to))) throw new Error(`Patroni did not switch over from ${from} to ${to}`)
    return async () => {}
  },
  'etcd member lost': async tally => {
    const lost = databases[tally.roll(databases.length)] ?? 'db1'
    strike(lost, 'etcd', 'SIGKILL')
    return async () => {
      await sleep(5_000)
      await launch(lost, 'etcd')
    }
  },
  'PgBouncer restarted': async tally => {
    const app = apps[tally.roll(apps.length)] ?? 'app1'
    strike(app, 'pgbouncer', 'SIGKILL')
    await launch(app, 'pgbouncer')
    return async () => {}
  },
  // by those of a new release with its migrations: one after the other is stopped and started, and both work side by side
  'programs replaced': async tally => {
    await nextRelease()
    for (const app of apps)
      for (const service of ['web', 'worker'] as const) {
        const started = performance.now()
        strike(app, service, 'SIGTERM')
        while (processes(app, service).length > 0) await sleep(100)
        const ms = Math.round(performance.now() - started)
        tally.check(
          'F24 a program stops within 20 s',
          ms < 20_000 ? [] : [`${service} of ${app} took ${ms} ms`],
        )
        const before = await timesUp(app)
        await launch(app, service)
        while (!(await isUp(app)) || (service === 'worker' && (await timesUp(app)) === before))
          await sleep(100)
      }
    return async () => {}
  },
  'replica lost': async tally => {
    const lost = await named(tally.roll(2) === 0 ? 'sync_standby' : 'replica')
    strike(lost, 'patroni', 'SIGKILL')
    return async () => {
      await sleep(5_000)
      await launch(lost, 'patroni')
    }
  },
}

/** All goes on on the leader's machine, and nothing comes in or out. */
async function cutOff(): Promise<() => Promise<unknown>> {
  const lost = await theLeader()
  await cutNetwork(lost)
  return async () => {
    await pause()
    await mendNetwork(lost)
  }
}

async function named(role: string): Promise<Database> {
  const found = (await members()).find(each => each.role === role)
  if (!found) throw new Error(`there is no ${role}`)
  return found.name
}
const theLeader = async (): Promise<Database> => (await leader()) ?? named('leader')

/** The longest time without an acknowledged write, or without an answer to a read. */
type Outage = { kind: string; writesMs: number; readsMs: number }
const LIMITS = { writesMs: 30_000, readsMs: 5_000 }

export type Wishes = { rounds: number; kinds?: readonly string[]; quick?: boolean }

/** Starts the cluster, loses what it is asked to lose, checks, and stops the cluster again. */
export async function runFailovers(tally: Tally, wishes: Wishes): Promise<Outage[]> {
  await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')])
  await startCluster(line => tally.say(line), { programs: false })
  const provider = await openTermii()
  provider.answersAfter = () => sleep(20)
  try {
    await startPrograms(line => tally.say(line))
    return await losses(await openSite(provider, tally), tally, wishes)
  } finally {
    await provider.close()
    await stopCluster()
  }
}

async function losses(site: Site, tally: Tally, { rounds, kinds = Object.keys(KINDS), quick }: Wishes) {
  const scene: Scene = { site, tally, stage: undefined as unknown as Stage }
  const before = await programs()
  const counter = await openCounter(scene, today)
  const reads = await openReaders(site, tally)
  const pairs = await openPairs(site, tally)
  const outages: Outage[] = []
  await withOthers(
    isOver =>
      Promise.all([
        counter.open(quick ? 3 : 6, isOver),
        reads.run(isOver),
        pairs.run(isOver),
        quick ? undefined : batchAfterBatch(scene, isOver),
      ]),
    async () => {
      for (let round = 0; round < rounds; round++) {
        const kind = kinds[round % kinds.length] ?? ''
        await flows(counter, 20)
        const span = { start: performance.now(), end: 0 }
        const heal = await KINDS[kind]?.(tally)
        await Promise.all([heal?.(), flows(counter, 50)])
        await whole()
        span.end = performance.now()
        tally.fault(`F09 ${kind}`)
        const writesMs = longest(counter.doneAt, span)
        const readsMs = longest(reads.at, span)
        outages.push({ kind, writesMs, readsMs })
        tally.say(
          `${round + 1}/${rounds} ${kind}: no write for ${seconds(writesMs)}, no read for ${seconds(readsMs)}`,
        )
        tally.check(
          'writes are back within 30 s',
          writesMs <= LIMITS.writesMs ? [] : [`${kind}: ${seconds(writesMs)}`],
        )
        tally.check(
          'reads are back within 5 s',
          readsMs <= LIMITS.readsMs ? [] : [`${kind}: ${seconds(readsMs)}`],
        )
        tally.check('I14 what was granted is there', await counter.forgotten())
      }
    },
  )
  await waitUntilIdle(scene)
  site.output.push(...(await programLogs()))
  await checkAll(site, tally)
  tally.check('I14 what was granted is there', await counter.forgotten())
  const after = await programs()
  tally.check(
    'no program ends',
    before.filter(each => !after.includes(each)).map(each => `${each} ended`),
  )
  tally.check(
    'F25 the log of the last leader is in the second place',
    await missingInArchive(await superuserUrl(await theLeader())),
  )
  tally.say(`${pairs.count} times a receipt was read at once at the other web node by who had taken it`)
  tally.say(`${counter.done.size} receipts acknowledged, ${site.unanswered.length} times 503 or no answer`)
  await site.pool.end()
  return outages
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Between two marks in this span, whose start counts as one: it was well then. */
function longest(at: readonly number[], { start, end }: { start: number; end: number }): number {
  const marks = [start, ...at.filter(each => each > start && each <= end), end]
  return Math.max(...marks.map((each, place) => each - (marks[place - 1] ?? each)))
}

/** So many receipts more were acknowledged. */
async function flows(counter: { done: Set<string> }, receipts: number): Promise<void> {
  const wanted = counter.done.size + receipts
  for (let waited = 0; counter.done.size < wanted; waited += 100) {
    if (waited > 120_000) throw new Error('no receipts were acknowledged for two minutes')
    await sleep(100)
  }
}

async function whole(): Promise<void> {
  for (let waited = 0; !((await isWhole()) && (await isUp('app1')) && (await isUp('app2'))); waited += 500) {
    if (waited > 180_000) throw new Error('the cluster did not become whole again')
    await sleep(500)
  }
}

/** A user who looks at a list ten times a second, each time at the other web node. */
async function openReaders(site: Site, tally: Tally) {
  const pass: Pass = await signIn(site, adminOf(0), tally)
  const at: number[] = []
  const input = { limit: 25 }
  return {
    at,
    async run(isOver: () => boolean): Promise<void> {
      for (let step = 0; !isOver(); step++) {
        const url = webUrl(apps[step % apps.length] ?? 'app1')
        const answer = await ask(url, 'loanList', input, { pass })
        if (answer?.status === 200) at.push(performance.now())
        else if (answer && answer.status !== 503)
          tally.check('no 5xx', [
            `loanList answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
          ])
        await sleep(100)
      }
    },
  }
}

/** A cashier who looks at the loan after each repayment, at the other web node: it is there, however far a replica is behind. */
async function openPairs(site: Site, tally: Tally) {
  const pass = await signIn(site, adminOf(1), tally)
  const { rows } = await site.pool.query<{ id: string }>(
    'select id from loan order by number offset 20 limit 20',
  )
  const pairs = {
    count: 0,
    async run(isOver: () => boolean): Promise<void> {
      for (let step = 0; !isOver(); step++) {
        const loanId = rows[step % rows.length]?.id ?? ''
        const id = randomUUID()
        const input = {
          act: 'receipt',
          amount: '1000',
          on: today(),
          channel: 'bank transfer',
          reference: `P-${id.slice(0, 13)}`,
        }
        const [one, other] = step % 2 === 0 ? apps : apps.toReversed()
        const sent = { loanId, id, reason: 'At the counter', input }
        const written = await ask(webUrl(one ?? 'app1'), 'loanActDo', sent, { pass })
        const isDone =
          written?.status === 200 && (written.body as { approvalId: unknown }).approvalId === null
        if (written && isDone) await look(webUrl(other ?? 'app2'), loanId, id, written.cookie)
        else await sleep(200)
      }
    },
  }
  const look = async (url: string, loanId: string, id: string, place: string): Promise<void> => {
    const seen = await ask(
      url,
      'loanGet',
      { id: loanId },
      { pass: { ...pass, cookie: `${pass.cookie}; ${place}` } },
    )
    if (seen?.status !== 200) return
    pairs.count += 1
    if (!JSON.stringify(seen.body).includes(id))
      tally.check('each reads what they wrote', [`${id} of loan ${loanId}`])
  }
  tally.check('each reads what they wrote', [])
  return pairs
}

async function openSite(provider: Site['provider'], tally: Tally): Promise<Site> {
  const pool = connect(await urlOf('app1', 'direct'), { most: 6, name: 'failover' })
  const notHere = () => {
    throw new Error('the cluster starts and stops its own programs')
  }
  const nodes = apps.map(app => ({
    role: 'web' as const,
    url: webUrl(app),
    pid: 0,
    kill: notHere,
    stop: notHere,
    turnClock: notHere,
  }))
  const site: Site = {
    pool,
    provider,
    // a file that a worker was reading when its job went to the other machine is swept there later
    dataDirectory: join(FOLDER, 'harness'),
    program: {
      db: openDb(pool),
      clock: { now: () => new Date() },
      keys: deriveKeys(await secretOf()),
      dataDirectory: join(FOLDER, 'app1', 'data'),
      localGateway: true,
    },
    wire: undefined as unknown as Site['wire'],
    wireToWeb: notHere,
    nodes,
    output: [],
    hasClock: false,
    unanswered: [],
    signedOut: [],
    slowestMs: 0,
    deaths: [],
    isClosed: false,
    // they run already
    start: async () => nodes[0] ?? notHere(),
    startAll: async () => {},
    killAndRestart: notHere,
    turnClock: notHere,
    close: async () => {},
  }
  await prepareLender(site, tally)
  return site
}

/** The web nodes and workers that run. */
async function programs(): Promise<string[]> {
  const all = processes().filter(({ service }) => service === 'web' || service === 'worker')
  return all.map(({ machine, service }) => `${service} of ${machine}`)
}

async function programLogs(): Promise<string[]> {
  const logs: string[] = []
  for (const app of apps)
    for (const name of await readdir(join(FOLDER, app, 'log')))
      if (/^(web|worker)/.test(name)) logs.push(await readFile(join(FOLDER, app, 'log', name), 'utf8'))
  return logs
}

/** The times by what was lost. */
export function table(outages: readonly Outage[]): string {
  const of = (numbers: number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} | ${seconds(sorted.at(-1) ?? 0)}`
  }
  const rows = [...new Set(outages.map(({ kind }) => kind))].map(kind => {
    const some = outages.filter(each => each.kind === kind)
    return `| ${kind} | ${some.length} | ${of(some.map(each => each.writesMs))} | ${of(some.map(each => each.readsMs))} |`
  })
  return [
    '| Lost | Rounds | No write, median | longest | No read, median | longest |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
