import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { EmbeddedError, type Home, initialise, makeFolder, openHome, surroundings } from './embeddedHome.ts'

/**
 * The built-in PostgreSQL, used where no DATABASE_URL names another. It listens on loopback at a free port and on a socket
 * in its own closed folder, and lives as long as the program that started it, however that ends.
 */
export type Embedded = {
  url: string
  /** The same by its socket, which takes half the processor of loopback; the same as `url` where there is none. */
  nearUrl: string
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Its data stay here between starts (`embeddedHome.ts` says where exactly). */
  directory: string
  log?: (line: string) => void
  /** Nothing is forced to disk: for tests, whose data may be lost. */
  throwaway?: boolean
  /** Leaves each finished segment of its log in ARCHIVE, to be brought elsewhere. */
  archives?: boolean
  /** Use the PostgreSQL of an Iroko that already runs here instead of refusing to start a second one. */
  joinRunning?: boolean
}

type Server = { process: ChildProcess; pid: number; owner: pg.Client; port: number }

const PAUSE_MS = 50
/** An owner whose launcher was just killed needs about a second to finish; five is not one that will. */
const HANDOVER_MAX_MS = 5_000
const SHUTDOWN_MAX_MS = 30_000
const SILENCE_MAX_MS = 60_000

const run = promisify(execFile)

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => {}, throwaway = false, archives = false, joinRunning = false } = options
  const home = await openHome(options.directory)
  if (await initialise(home, { throwaway })) log(`Made a database in ${home.path}`)
  // Another program may be quicker to the data or to the port; then the choice is made again.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const running = await clearTheWay(home, { joinRunning, log })
    if (running) return { url: running, nearUrl: running, stop: async () => {} }
    await removeOldSockets(home)
    // some file systems hold no sockets, and PostgreSQL would not start on them
    if (archives) await makeFolder(home, ARCHIVE)
    const settings = chooseSettings({ throwaway, archives }, attempt === 1 ? socketFolder(home) : '')
    const server = await launch(home, await freePort(), settings)
    if (server)
      return { ...supervise(home, server, settings, log), nearUrl: await nearUrlOf(home, server.port) }
  }
  throw new EmbeddedError(`PostgreSQL did not start. The end of its log:\n${await logEnd(home)}`)
}

const databaseUrl = (home: Home, port: number): string =>
  `postgres://iroko:${home.password}@127.0.0.1:${port}/iroko`

/** As long as the path of a socket may be on any system, its name included. */
const SOCKET_PATH_MAX_LENGTH = 100

/** Empty where the path cannot be that of a socket, or is not one path to PostgreSQL, which takes a list. */
function socketFolder({ path }: Home): string {
  const isTooLong = join(path, '.s.PGSQL.65535').length > SOCKET_PATH_MAX_LENGTH
  return process.platform === 'win32' || isTooLong || /[,"]/.test(path) ? '' : path
}

/** One that was killed leaves its socket behind, and every start has another. */
async function removeOldSockets(home: Home): Promise<void> {
  for (const name of await readdir(home.path)) {
    if (!/^\.s\.PGSQL\.\d+\.lock$/.test(name)) continue
    const lock = join(home.path, name)
    const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0])
    if (!pid || (await isPostmaster(home, pid))) continue
    await rm(lock.replace(/\.lock$/, ''), { force: true })
    await rm(lock, { force: true })
  }
}

/** Asked once: where the socket does not answer, loopback does. */
async function nearUrlOf(home: Home, port: number): Promise<string> {
  const far = databaseUrl(home, port)
  const near = `${far}?host=${encodeURIComponent(home.path)}`
  const client = new pg.Client({ connectionString: near, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return near
  } catch {
    return far
  } finally {
    await client.end().catch(() => {})
  }
}

/** Beside the data; PostgreSQL's own working folder is that of its data. */
export const ARCHIVE = 'archive'
const ARCHIVE_COMMAND = `test -f ../${ARCHIVE}/%f || { dd if=%p of=../${ARCHIVE}/%f.part bs=1M conv=fsync 2>/dev/null && mv ../${ARCHIVE}/%f.part ../${ARCHIVE}/%f; }`

type Choices = { throwaway: boolean; archives: boolean }

function chooseSettings({ throwaway, archives }: Choices, socket: string): string[] {
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) / 2 ** 20
  const share = (part: number, most: number) => `${Math.floor(Math.max(64, Math.min(most, memory / part)))}MB`
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket,
    max_connections: 100,
    shared_buffers: share(8, 1_024),
    effective_cache_size: share(2, 16_384),
    maintenance_work_mem: share(32, 256),
    work_mem: '16MB',
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    jit: 'off',
    dynamic_shared_memory_type: sharedMemory(),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A statement's error is answered to the program, which logs it without what people typed.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // what is lost with the machine is a minute at most
    ...(archives && { archive_mode: 'on', archive_command: ARCHIVE_COMMAND, archive_timeout: 60 }),
    ...(throwaway && { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Containers often have 64 MB of /dev/shm, which one parallel query over a million loans overflows. */
function sharedMemory(): 'posix' | 'mmap' {
  if (process.platform !== 'linux') return 'posix'
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks < 512 * 2 ** 20 ? 'mmap' : 'posix'
  } catch {
    return 'mmap'
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// What may already run there. The program that owns a cluster holds an advisory lock in it, and its death lets the lock
// go at once. So a PostgreSQL whose lock is free is an orphan and is stopped; one whose lock is held is in use.

type Way = { joinRunning: boolean; log: (line: string) => void }

async function clearTheWay(home: Home, { joinRunning, log }: Way): Promise<string | undefined> {
  let unowned = 0
  for (let waited = 0; ; waited += PAUSE_MS) {
    const found = await findPostmaster(home)
    if (!found) return undefined
    const url = databaseUrl(home, found.port)
    const state = await askForOwner(url)
    if (state === 'owned' && joinRunning) return url
    if (state === 'owned' && waited >= HANDOVER_MAX_MS)
      throw new EmbeddedError(
        `Another Iroko already runs on ${home.path} (its PostgreSQL is process ${found.pid}). Stop it first, or give this one a folder of its own with IROKO_DATA.`,
      )
    if (state === 'silent' && waited >= SILENCE_MAX_MS)
      throw new EmbeddedError(
        `PostgreSQL runs on ${home.path} as process ${found.pid} but does not answer. End that process and start again.`,
      )
    // Asked a few times: a program that starts at this moment has its PostgreSQL before it has the lock.
    unowned = state === 'unowned' ? unowned + 1 : 0
    if (unowned === 5) {
      log(`Stopping the PostgreSQL that a killed program left behind (process ${found.pid})`)
      await shutDown(home, found.pid)
    }
    await sleep(PAUSE_MS)
  }
}

async function findPostmaster(home: Home): Promise<{ pid: number; port: number } | undefined> {
  const path = join(home.cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (await isPostmaster(home, pid)) return { pid, port: Number(lines[3]) }
  // Empty after a power cut or a full disk; PostgreSQL refuses to start beside such a file.
  if (!pid) await rm(path, { force: true })
  // The number went to some other process, as after a restart of the machine, and PostgreSQL would take that for a
  // server. A number no process can have makes it check again, with its other checks still in force.
  else if (send(pid, 0)) await writeFile(path, ['999999999', ...lines.slice(1)].join('\n'))
  return undefined
}

/** Signal 0 only asks whether there is such a process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

async function isPostmaster(home: Home, pid: number): Promise<boolean> {
  if (!pid) return false
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    process.platform === 'linux'
      ? ''
      : run('ps', ['-o', 'command=', '-p', `${pid}`]).then(reported, reported),
  )
  return command.includes(home.cluster)
}

const reported = (result: { stdout?: string }): string => result.stdout ?? ''

async function askForOwner(url: string): Promise<'owned' | 'unowned' | 'silent'> {
  try {
    const lock = await takeOwnership(url)
    await lock?.end()
    return lock ? 'unowned' : 'owned'
  } catch {
    return 'silent'
  }
}

async function takeOwnership(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url.replace(/iroko$/, 'postgres'),
    application_name: 'iroko owner',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock(4400) as owned')
    if (rows[0]?.owned) return client
    await client.end()
    return undefined
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** A fast shutdown; should that not end it, an immediate one, from which the next start recovers. */
async function shutDown(home: Home, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    for (let waited = 0; waited < SHUTDOWN_MAX_MS; waited += PAUSE_MS) {
      if (!(await isPostmaster(home, pid))) return
      if (waited === 0) send(pid, signal)
      await sleep(PAUSE_MS)
    }
  }
}

/** Undefined when PostgreSQL ended before it was ready. A long recovery is waited for. */
async function launch(
  home: Home,
  port: number,
  settings: string[],
  signal?: AbortSignal,
): Promise<Server | undefined> {
  const log = await openLog(home)
  const child = spawn(
    join(home.program, 'bin', 'postgres'),
    ['-D', home.cluster, '-p', String(port), ...settings],
    // A group of its own: Ctrl-C in a terminal is for the program, which needs its database to finish its work.
    { ...surroundings(home), detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  child.on('error', () => {})
  await log.close()
  const { pid } = child
  if (!pid) return undefined
  stopWithProgram(home, child, pid)
  while (hasNotEnded(child)) {
    if (signal?.aborted) await shutDown(home, pid)
    const owner = await takeOwnership(databaseUrl(home, port)).catch(() => undefined)
    if (owner) {
      await createDatabase(owner)
      return { process: child, pid, owner, port }
    }
    await sleep(PAUSE_MS)
  }
  return undefined
}

const hasNotEnded = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/** A shell that waits for the end of this program, even by kill -9, and then ends PostgreSQL. */
function stopWithProgram(home: Home, server: ChildProcess, pid: number): void {
  const watch = spawn('/bin/sh', ['-c', 'while read -r _; do :; done; kill -INT "$0"', `${pid}`], {
    ...surroundings(home),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.on('error', () => {})
  server.once('exit', () => watch.kill('SIGKILL'))
}

async function createDatabase(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query(`select from pg_database where datname = 'iroko'`)
  if (rowCount === 0) await owner.query('create database iroko')
}

/** Restarts PostgreSQL and reclaims ownership, at the port the program knows, until stopped. */
function supervise(
  home: Home,
  first: Server,
  settings: string[],
  log: (line: string) => void,
): Omit<Embedded, 'nearUrl'> {
  const url = databaseUrl(home, first.port)
  const stopping = new AbortController()
  let server = first
  let restart = Promise.resolve()

  const restartServer = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      log('PostgreSQL ended unexpectedly; starting it again')
      const again = await launch(home, first.port, settings, stopping.signal).catch(() => undefined)
      if (again) return watch(again)
      await sleep(1_000)
    }
  }
  const reclaimOwnership = async (of: Server): Promise<void> => {
    while (!stopping.signal.aborted && hasNotEnded(of.process)) {
      const owner = await takeOwnership(url).catch(() => undefined)
      if (owner) return watchOwner({ ...of, owner })
      await sleep(1_000)
    }
  }
  const watchOwner = (next: Server): void => {
    server = next
    server.owner.once('end', () => void reclaimOwnership(next))
  }
  const watch = (next: Server): void => {
    watchOwner(next)
    next.process.once('exit', () => {
      restart = restartServer()
    })
  }
  watch(first)

  return {
    url,
    stop: async () => {
      stopping.abort()
      await restart
      await server.owner.end().catch(() => {})
      await shutDown(home, server.pid)
    },
  }
}

const LOG_MAX_BYTES = 5 * 2 ** 20

async function openLog(home: Home): Promise<Awaited<ReturnType<typeof open>>> {
  const path = join(home.path, 'postgres.log')
  const size = await stat(path).then(
    found => found.size,
    () => 0,
  )
  if (size > LOG_MAX_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

const logEnd = (home: Home): Promise<string> =>
  readFile(join(home.path, 'postgres.log'), 'utf8').then(
    text => text.trim().split('\n').slice(-8).join('\n'),
    () => '(it has none)',
  )
