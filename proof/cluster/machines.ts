import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, openSync } from 'node:fs'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { projectRoot } from '../../server/kernel/files.ts'
import { deployFile, missingPackages, programOf } from '../../test/packages.ts'
import { hasNetworks, inNetwork, layNetworks, removeNetworks } from './networks.ts'
import { processes, signal } from './processes.ts'
import { makeRelease } from './releases.ts'
import { followers } from './servers.ts'

/**
 * The reference deployment of deploy/ on one Linux machine: an address of its own stands for each machine, so that the same
 * files and ports serve. Everything runs as an ordinary user, from one folder, and leaves nothing when it is stopped.
 */

const NET = hasNetworks ? '10.77.0' : '127.0.0'
const DATABASES = { db1: `${NET}.11`, db2: `${NET}.12`, db3: `${NET}.13` } as const
const APPS = { app1: '127.0.0.21', app2: '127.0.0.22' } as const
export type Database = keyof typeof DATABASES
export type App = keyof typeof APPS
type Machine = Database | App
type Service = 'etcd' | 'patroni' | 'haproxy' | 'pgbouncer' | 'web' | 'worker'

export const databases = Object.keys(DATABASES) as Database[]
export const apps = Object.keys(APPS) as App[]
const isDatabase = (machine: Machine): machine is Database => machine in DATABASES
const addressOf = (machine: Machine): string => (isDatabase(machine) ? DATABASES[machine] : APPS[machine])

export const FOLDER = join(tmpdir(), 'iroko-cluster')
const START_MAX_MS = 120_000

export class ClusterError extends Error {}

// ── Start and stop ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Starts everything; `programs` false leaves the web nodes and workers out. */
export async function startCluster(say: (line: string) => void, { programs = true } = {}): Promise<void> {
  await refuse(programs)
  await layNetworks(DATABASES, `${NET}.1`)
  await writeFiles()
  say('etcd: three members')
  for (const machine of databases) await launch(machine, 'etcd')
  await until('etcd has a leader', async () => (await etcdHealth()) === databases.length)
  say('Patroni: three PostgreSQL servers')
  for (const machine of databases) await launch(machine, 'patroni')
  await until('the primary has a synchronous replica and another one', isWhole)
  await makeDatabase()
  say('HAProxy and PgBouncer on two application machines')
  for (const machine of apps) {
    await launch(machine, 'haproxy')
    await launch(machine, 'pgbouncer')
  }
  for (const app of apps)
    await until(`${app} reaches the primary`, async () => answers(await urlOf(app, 'pool')))
  if (programs) await startPrograms(say)
}

/** Two web nodes and two workers, which migrate the database first. */
export async function startPrograms(say: (line: string) => void): Promise<void> {
  say('Iroko: two web nodes and two workers')
  for (const machine of apps) {
    await launch(machine, 'web')
    await until(`${machine} answers`, () => isUp(machine))
    await launch(machine, 'worker')
    await until(`the worker of ${machine} runs`, async () => (await timesUp(machine)) > 0)
  }
}

export async function stopCluster(): Promise<void> {
  const all = processes()
  // PostgreSQL clears its shared memory away when it is told to stop at once, not when it is killed
  for (const { pid, isPostmaster } of all) signal(pid, isPostmaster ? 'SIGQUIT' : 'SIGKILL')
  await until('everything has ended', async () => processes().length === 0, 20_000).catch(async () => {
    for (const { pid } of processes()) signal(pid, 'SIGKILL')
    await sleep(500)
  })
  await removeNetworks(databases)
  await rm(FOLDER, { recursive: true, force: true })
}

async function refuse(programs: boolean): Promise<void> {
  if (process.platform !== 'linux') throw new ClusterError('The cluster needs Linux.')
  const missing = missingPackages(
    'patroni',
    'etcd-server',
    'haproxy',
    'pgbouncer',
    'pgbackrest',
    'postgresql',
  )
  if (missing.length > 0) throw new ClusterError(`Install first: apt-get install ${missing.join(' ')}`)
  if (programs && !existsSync(join(projectRoot, 'dist/server/main.js')))
    throw new ClusterError('Build first: npm run build')
  if (existsSync(FOLDER))
    throw new ClusterError(`A cluster is in ${FOLDER}. Stop it first: npm run cluster stop`)
  for (const [address, port] of [
    // a network of its own is made anew
    ...(hasNetworks ? [] : Object.values(DATABASES)).map(a => [a, 5432] as const),
    [APPS.app1, 4400] as const,
  ])
    if (await listens(address, port)) throw new ClusterError(`${address}:${port} is in use.`)
}

// ── Files ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type Values = Record<string, string>
const folderOf = (machine: Machine): string => join(FOLDER, machine)

/** The filled files of every machine, and the folders they name, which belong to the user that everything runs as. */
async function writeFiles(): Promise<void> {
  const secret = () => randomBytes(24).toString('hex')
  const shared: Values = {
    IROKO_PASSWORD: secret(),
    POSTGRES_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    BACKUP_PASSPHRASE: secret(),
    IROKO_SECRET: secret(),
    DB1: DATABASES.db1,
    DB2: DATABASES.db2,
    DB3: DATABASES.db3,
    NETWORK: hasNetworks ? `${NET}.0/24` : '127.0.0.0/8',
    WATCHDOG: 'off',
    BACKUPS: join(FOLDER, 'backups'),
  }
  await makeFolder(FOLDER)
  await makeFolder(shared.BACKUPS ?? '')
  await writeOwn(join(FOLDER, 'values.json'), JSON.stringify(shared))
  for (const machine of [...databases, ...apps]) {
    const folder = folderOf(machine)
    for (const each of [folder, ...['data', 'log', 'lock', 'spool', 'run'].map(name => join(folder, name))])
      await makeFolder(each)
    const values = {
      ...shared,
      NODE: machine,
      ADDRESS: addressOf(machine),
      LOCAL: addressOf(machine),
      ETC: folder,
      DATA: folder,
    }
    const files = isDatabase(machine)
      ? ['etcd.yml', 'patroni.yml', 'pgbackrest.conf']
      : ['haproxy.cfg', 'pgbouncer.ini', 'iroko.env']
    for (const file of files) await writeOwn(join(folder, file), await deployFile(file, values))
    if (!isDatabase(machine))
      await writeOwn(join(folder, 'userlist.txt'), `"iroko" "${shared.IROKO_PASSWORD}"\n`)
  }
}

const user = (): { uid?: number; gid?: number } => (process.getuid?.() === 0 ? account : {})
/** Debian's package makes this user; PostgreSQL and PgBouncer refuse to be root. */
const account = await (async () => {
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : {}
})()

async function own(path: string): Promise<void> {
  const { uid, gid } = user()
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  await own(path)
}
async function writeOwn(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await own(path)
}

const values = async (): Promise<Values> => JSON.parse(await readFile(join(FOLDER, 'values.json'), 'utf8'))

// ── Processes ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What programs are started from. */
const release = { n: 0, root: projectRoot }

/** From now on programs are started of a release with further migrations. */
export async function nextRelease(): Promise<void> {
  release.n += 1
  release.root = await makeRelease(FOLDER, release.n)
}

const command = (machine: Machine, service: Service): [program: string, ...args: string[]] => {
  const file = (name: string) => join(folderOf(machine), name)
  switch (service) {
    case 'etcd':
      return [programOf('etcd-server'), '--config-file', file('etcd.yml')]
    case 'patroni':
      return [programOf('patroni'), file('patroni.yml')]
    case 'haproxy':
      return [programOf('haproxy'), '-db', '-f', file('haproxy.cfg')]
    case 'pgbouncer':
      return [programOf('pgbouncer'), file('pgbouncer.ini')]
    default:
      return [process.execPath, '--enable-source-maps', join(release.root, 'dist/server/main.js')]
  }
}

/** Starts one service of one machine, which then outlives this process. */
export async function launch(machine: Machine, service: Service): Promise<void> {
  const { uid, gid } = user()
  const isApart = hasNetworks && isDatabase(machine) && uid !== undefined && gid !== undefined
  const plain = command(machine, service)
  const [program = '', ...args] = isApart ? inNetwork(machine, { uid, gid }, plain) : plain
  const log = openSync(join(folderOf(machine), 'log', `${service}.log`), 'a')
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: folderOf(machine),
    ...(isApart ? {} : user()),
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C.UTF-8',
      // by this its processes are found again, and its children carry it on
      IROKO_CLUSTER: `${machine} ${service}`,
      ...(service === 'web' || service === 'worker' ? await programEnv(machine, service) : {}),
    },
  })
  child.unref()
}

async function programEnv(machine: Machine, role: string): Promise<Values> {
  const text = await readFile(join(folderOf(machine), 'iroko.env'), 'utf8')
  const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
  return {
    ...Object.fromEntries(lines),
    NODE_ENV: 'production',
    IROKO_SECRET: (await values()).IROKO_SECRET ?? '',
    IROKO_ROLE: role,
    IROKO_DATA: join(folderOf(machine), 'data'),
    IROKO_WEB_PROCESSES: '1',
    IROKO_LOG: 'info',
    // no nginx is in front of it here
    IROKO_PROXY: 'no',
    IROKO_LOCAL_GATEWAY: 'yes',
  }
}

// ── What they say ──────────────────────────────────────────────────────────────────────────────────────────────────

type Member = { name: Database; role: string; state: string; lag?: number | string }

/** As Patroni sees them; any of the three is asked. */
export async function members(): Promise<Member[]> {
  for (const address of Object.values(DATABASES)) {
    const found = await json<{ members: Member[] }>(`http://${address}:8008/cluster`)
    if (found) return found.members
  }
  return []
}

export const leader = async (): Promise<Database | undefined> =>
  (await members()).find(({ role }) => role === 'leader')?.name

/** Every server runs, one of them leads, one is synchronous, and both replicas have nearly all it has. */
export async function isWhole(): Promise<boolean> {
  const all = await members()
  const is = (role: string) => all.filter(each => each.role === role && each.state === 'running').length
  const first = all.find(({ role }) => role === 'leader')
  return (
    all.length === 3 &&
    first !== undefined &&
    is('sync_standby') === 1 &&
    is('replica') === 1 &&
    (await followers(await superuserUrl(first.name))) === 2
  )
}

/** A switch-over as an operator asks for it, in either direction between these two. */
export async function switchOver(from: Database, to: Database): Promise<boolean> {
  const reply = await fetch(`http://${DATABASES[from]}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: from, candidate: to }),
  }).catch(() => undefined)
  return reply?.status === 200
}

/** How often the worker of a machine has come up so far. */
export const timesUp = async (app: App): Promise<number> =>
  (await readFile(join(folderOf(app), 'log', 'worker.log'), 'utf8').catch(() => '')).split(
    'The worker is running',
  ).length - 1

export const isUp = async (app: App): Promise<boolean> =>
  (await json<{ ready: boolean }>(`http://${APPS[app]}:4400/api/health`))?.ready === true
export const webUrl = (app: App): string => `http://${APPS[app]}:4400`

async function etcdHealth(): Promise<number> {
  const all = await Promise.all(
    Object.values(DATABASES).map(address => json<{ health: string }>(`http://${address}:2379/health`)),
  )
  return all.filter(each => each?.health === 'true').length
}

async function json<T>(url: string): Promise<T | undefined> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return (await reply.json()) as T
  } catch {
    return undefined
  }
}

export const secretOf = async (): Promise<string> => (await values()).IROKO_SECRET ?? ''

/** As the program reaches it from this application machine, or the superuser directly. */
export async function urlOf(app: App, way: 'pool' | 'direct'): Promise<string> {
  const { IROKO_PASSWORD } = await values()
  return `postgres://iroko:${IROKO_PASSWORD}@${APPS[app]}:${way === 'pool' ? 6432 : 5000}/iroko`
}
export async function superuserUrl(machine: Database, database = 'postgres'): Promise<string> {
  const { POSTGRES_PASSWORD } = await values()
  return `postgres://postgres:${POSTGRES_PASSWORD}@${DATABASES[machine]}:5432/${database}`
}

async function makeDatabase(): Promise<void> {
  const first = await leader()
  if (!first) throw new ClusterError('No server leads.')
  const { IROKO_PASSWORD } = await values()
  const client = new pg.Client({ connectionString: await superuserUrl(first) })
  await client.connect()
  try {
    await client.query(`create role iroko login password '${IROKO_PASSWORD}'`)
    await client.query('create database iroko owner iroko')
  } finally {
    await client.end()
  }
  // until the repository is there, PostgreSQL keeps all that it should have archived
  const config = `--config=${join(folderOf(first), 'pgbackrest.conf')}`
  await promisify(execFile)(programOf('pgbackrest'), [config, '--stanza=iroko', 'stanza-create'], {
    ...user(),
    cwd: folderOf(first),
    env: {},
  })
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const listens = (address: string, port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, address, () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

async function until(what: string, isSo: () => Promise<boolean>, longestMs = START_MAX_MS): Promise<void> {
  for (const end = performance.now() + longestMs; performance.now() < end; await sleep(250))
    if (await isSo()) return
  throw new ClusterError(`It did not come that ${what}. The logs are in ${FOLDER}/*/log.`)
}
