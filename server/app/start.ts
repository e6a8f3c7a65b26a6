import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import type { Program } from '../kernel/act.ts'
import { stopwatch, systemClock } from '../kernel/clock.ts'
import { clockGuard } from '../kernel/clockGuard.ts'
import { type Config, ConfigError, readConfig } from '../kernel/config.ts'
import { connect, isUnavailable, migrate, openDb, refuseHalfLoaded } from '../kernel/db.ts'
import { type Embedded, startEmbedded } from '../kernel/embedded.ts'
import { EmbeddedError } from '../kernel/embeddedHome.ts'
import { describeFault } from '../kernel/fault.ts'
import { oneHost } from '../kernel/hosts.ts'
import { createHttpApp } from '../kernel/http.ts'
import { openKeys } from '../kernel/keyCheck.ts'
import { withoutKeys } from '../kernel/keys.ts'
import { findPooler } from '../kernel/pooler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { rememberChanges } from '../kernel/remembered.ts'
import { Replicas, readFromReplicas } from '../kernel/replicas.ts'
import { startTraces } from '../kernel/traces.ts'
import { knowsBrowser } from '../modules/auth/browsers.ts'
import { openSetup, SETUP_CODE_DAYS } from '../modules/auth/setup.ts'
import { identify } from '../modules/auth/signin.ts'
import { restoreCommand } from './backups.ts'
import { readsNothingSealed, runCommand } from './commands.ts'
import { isOneOfSeveral, ProcessError, startProcesses } from './processes.ts'
import { closeHttpApp, serveAll } from './web.ts'
import { startWorker, type WorkerHandle } from './worker.ts'

const OLDEST_POSTGRES = 150_000
/** Web and worker keep apart, so that a burst of jobs never takes the console's connections. */
const WEB_CONNECTIONS = 20
/** Of all web processes of a machine together: a PostgreSQL as it is installed has a hundred. */
const WEB_CONNECTIONS_OF_ALL = 48
const WORKER_CONNECTIONS = 8
/** For the start alone; requests have their own. */
const START_CONNECTIONS = 2
const QUEUE_CONNECTIONS = 5
/** What takes longer than this is not for a person to wait for but a job; a dead line is known a second later. */
const WEB_STATEMENT_SECONDS = 4
/**
 * What has not closed by then is left behind, such as a long job, which another worker goes on with. The one that started others,
 * and the built-in database, waits for them.
 */
const CLOSE_MS = 18_000
const DATABASE_CLOSE_MS = 10_000

type Where = { url: string; secret: string }

/** What the sample lender adds to a start. */
export type Addition = {
  load: (program: Program, where: Where) => Promise<void>
  /** Printed when it is ready. */
  lines: readonly string[]
}

type Options = {
  command?: string | undefined
  to?: string | undefined
  into?: string | undefined
  accept?: boolean | undefined
  /** Of a backup that another program made. */
  kind?: string | undefined
  result?: string | undefined
  took?: string | undefined
  detail?: string | undefined
  addition?: Addition
}

/** Runs the program, or one command of it, until it is stopped. */
export function runProgram(options: Options): void {
  start(options).catch((error: unknown) => {
    // a wrong setting is a sentence; anything else shows where it happened
    const isExpected =
      error instanceof ConfigError ||
      error instanceof EmbeddedError ||
      error instanceof ProcessError ||
      error instanceof Refusal
    console.error(isExpected ? error.message : describeFault(error))
    process.exit(1)
  })
}

async function start(options: Options): Promise<void> {
  const elapsed = stopwatch()
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  if (config.backup && config.databaseUrl && !isOneOfSeveral())
    throw new ConfigError(
      'IROKO_BACKUP is for the built-in database. Back up your own PostgreSQL with pgBackRest, see docs/operations.md.',
    )
  // the database that is to be restored may not even start
  if (options.command === 'restore') process.exit(await restoreCommand(config, options))
  const database = await openDatabase(config, log, options.command)
  const closers: (() => Promise<void>)[] = [() => database.stop()]
  // what was opened last is closed first, and every closer runs even if one fails
  const delay = isOneOfSeveral() || config.databaseUrl ? CLOSE_MS : CLOSE_MS + DATABASE_CLOSE_MS
  const closeAll = async (): Promise<void> => {
    for (const close of closers.reverse()) await close().catch(() => {})
  }
  closeWithGrace({ delay, logger: false }, async ({ err }) => {
    if (err) log.fatal({ error: describeFault(err) })
    await closeAll()
  })

  // requests alone go through a pooler: all else needs a session of its own
  const directUrl = config.directUrl ?? database.nearUrl
  await waitForDatabase(directUrl)
  const pooled = config.databaseUrl ? await findPooler(config.databaseUrl, config.directUrl) : false
  await refuseHalfLoaded(directUrl)
  await migrate(directUrl)
  const most = config.role === 'web' ? START_CONNECTIONS : WORKER_CONNECTIONS
  const pool = connect(directUrl, { most, name: 'iroko', closesSilent: true })
  closers.push(() => pool.end())
  const db = openDb(pool, config)
  const needsKeys = options.command === undefined || !readsNothingSealed(options.command)
  const { keys, secret } = needsKeys ? await openKeys(db, config) : { keys: withoutKeys(), secret: '' }
  const program: Program = {
    db,
    clock: systemClock,
    keys,
    dataDirectory: config.dataDirectory,
    localGateway: config.localGateway,
    ...(config.anyClock ? {} : { clockGuard: clockGuard(db, systemClock, keys.fingerprint) }),
    backup: config.backup && { ...config.backup, url: database.url },
  }
  closers.push(await watchClock(program, log))

  if (options.command) {
    const where = {
      url: database.url,
      isEmbedded: !config.databaseUrl,
      to: options.to,
      accepts: options.accept,
      report: options,
    }
    const code = await runCommand(options.command, program, where)
    await closeAll()
    process.exit(code)
  }
  if (!isOneOfSeveral()) await options.addition?.load(program, { url: directUrl, secret })
  if (config.role !== 'worker' && config.webProcesses > 1 && !isOneOfSeveral()) {
    const webs = Array.from({ length: config.webProcesses }, () => 'web' as const)
    const duties = config.role === 'all' ? [...webs, 'worker' as const] : webs
    const processes = await startProcesses(duties, database.nearUrl, log)
    closers.push(() => processes.stop())
    return announce(processes.port, elapsed(), options.addition?.lines ?? [], await openSetup(program))
  }
  if (config.collector) closers.push(await startTraces(config.collector, config.role, log))
  if (config.role !== 'web') closers.push(openWorker(program, directUrl, log))
  if (config.role === 'worker') return log.info('The worker is running')

  const app = await openWeb(program, { url: database.nearUrl, directUrl, pooled }, config, log)
  closers.push(() => closeHttpApp(app))
  if (isOneOfSeveral()) return
  announce(portOf(app), elapsed(), options.addition?.lines ?? [], await openSetup(program))
}

const CLOCK_CHECK_MS = 30_000

/** Compares the clock at the start and regularly, and says so once when it is found ahead. */
async function watchClock({ clockGuard: guard }: Program, log: Logger): Promise<() => Promise<void>> {
  let wasFast = false
  const check = async (): Promise<void> => {
    await guard?.check()
    const isFast = guard?.isFast() ?? false
    if (isFast && !wasFast)
      log.error('The clock of this machine is ahead: nothing is written. Run npm run clock.')
    wasFast = isFast
  }
  await check()
  const checking = setInterval(() => void check(), CLOCK_CHECK_MS)
  return async () => clearInterval(checking)
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function openDatabase(config: Config, log: Logger, command: string | undefined): Promise<Embedded> {
  if (config.databaseUrl)
    return { url: config.databaseUrl, nearUrl: config.databaseUrl, stop: async () => {} }
  return startEmbedded({
    directory: join(config.dataDirectory, 'postgres'),
    archives: config.backup !== undefined,
    log: line => log.info({ database: line }),
    // a command such as `ledger-verify`, or a process with half a role, uses the database of the program that runs
    joinRunning: command !== undefined || config.role !== 'all',
  })
}

/** Waits for a database that is still starting. Reports one that rejects the connection at once. */
async function waitForDatabase(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    let client: pg.Client | undefined
    try {
      client = new pg.Client({ connectionString: await oneHost(url), connectionTimeoutMillis: 5_000 })
      await client.connect()
      const { rows } = await client.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      const version = rows[0]?.version ?? 0
      if (version < OLDEST_POSTGRES)
        throw new ConfigError(
          `DATABASE_URL names PostgreSQL ${Math.floor(version / 10_000)}; Iroko needs 15 or newer.`,
        )
      return
    } catch (error) {
      if (!isUnavailable(error) || attempt === 30) throw asConfigError(error)
      await sleep(1_000)
    } finally {
      await client?.end().catch(() => {})
    }
  }
}

function asConfigError(error: unknown): unknown {
  if (error instanceof ConfigError || !(error instanceof Error)) return error
  return new ConfigError(`The database of DATABASE_URL cannot be used: ${error.message}.`)
}

function openWorker(program: Program, url: string, log: Logger): () => Promise<void> {
  const queue = connect(url, { most: QUEUE_CONNECTIONS, name: 'iroko worker', plainIds: true })
  const worker: WorkerHandle = startWorker(program, queue, log)
  return async () => {
    await worker.stop()
    await queue.end()
  }
}

type Ways = { url: string; directUrl: string; pooled: boolean }

async function openWeb(
  program: Program,
  { url, directUrl, pooled }: Ways,
  config: Config,
  log: Logger,
): Promise<FastifyInstance> {
  const pool = connect(url, {
    most: Math.min(WEB_CONNECTIONS, Math.floor(WEB_CONNECTIONS_OF_ALL / config.webProcesses)),
    name: 'iroko web',
    statementSeconds: WEB_STATEMENT_SECONDS,
    closesSilent: true,
    pooled,
  })
  const deps = {
    ...program,
    db: openDb(pool, { prepared: config.prepared ?? !pooled }),
    behindProxy: config.behindProxy,
    // run from its sources it is being worked on; built it is in use
    checksTexts: import.meta.filename.endsWith('.ts'),
    identify,
    knowsBrowser,
  }
  const app = await createHttpApp(deps, log.child({ node: randomUUID().slice(0, 8) }))
  const changes = rememberChanges(deps.db, directUrl)
  const replicas = config.readUrl
    ? new Replicas(config.readUrl, directUrl, { statementSeconds: WEB_STATEMENT_SECONDS })
    : undefined
  if (replicas) readFromReplicas(deps.db, replicas)
  app.addHook('onClose', async () => {
    await changes.close()
    await replicas?.close()
    await pool.end()
  })
  await serveAll(app, deps)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    throw namedListenError(error, config)
  }
  return app
}

function namedListenError(error: unknown, { port, host }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return new ConfigError(`PORT ${port} is already in use. Stop the other program or set another PORT.`)
  if (code === 'EACCES')
    return new ConfigError(`PORT ${port} needs more rights than this user has; use one above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new ConfigError(`HOST is "${host}"; it must be an address of this machine.`)
  return error
}

/** For the person at the terminal; everything else goes to the log. */
function announce(port: number, ms: number, added: readonly string[], setupCodes: readonly string[]): void {
  const lines = [``, `Iroko is ready at http://localhost:${port} (started in ${Math.round(ms)} ms)`, ...added]
  if (setupCodes.length > 0)
    lines.push(
      ``,
      `No account exists yet. Two different people set the lender up, each with one of these codes,`,
      `at http://localhost:${port}/#/auth/signup:`,
      ...setupCodes.map(code => `  ${code}`),
      `Each works once, for ${SETUP_CODE_DAYS} days. npm run setup-code prints another.`,
    )
  console.log([...lines, ''].join('\n'))
}
