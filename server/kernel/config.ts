import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import type { BackupPlace } from './backupPlace.ts'
import { projectRoot } from './files.ts'
import { hostsOf } from './hosts.ts'

/** The environment, read once. A wrong value stops the start with a sentence that names it. */
export type Config = {
  port: number
  host: string
  databaseUrl: string | undefined
  /** PostgreSQL itself, where the other is a pooler: for locks, notifications, migrations and jobs. */
  directUrl: string | undefined
  /** Replicas that requests may read from, each by its own name. */
  readUrl: string | undefined
  dataDirectory: string
  secret: string | undefined
  /** The one before, while it is being replaced. */
  secretBefore: string | undefined
  /** Where the built-in database is backed up to every night, sealed with a key of its own. */
  backup: BackupPlace | undefined
  role: 'all' | 'web' | 'worker'
  /** How many processes answer at the port; with more than one, jobs have a process of their own. */
  webProcesses: number
  /** A person at a terminal wants to see trouble; a service's journal wants everything. */
  logLevel: string
  /** Behind a reverse proxy that ends TLS: trust its forwarded address and mark cookies Secure. */
  behindProxy: boolean
  /** Serves other machines without TLS; everything travels in the clear. */
  plainHttp: boolean
  /** Named statements, also through a connection pooler: unset, there are none through one. */
  prepared: boolean | undefined
  /** Lets an SMS gateway's address be on this machine, for a trial against a stand-in. */
  localGateway: boolean
  /** Writes although the clock is ahead, for tests that move it. */
  anyClock: boolean
  /** Where OpenTelemetry traces go; unset, there are none. */
  collector: string | undefined
}

export class ConfigError extends Error {}

const ROLES = ['all', 'web', 'worker'] as const
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const config = readValues(env)
  if (!isLoopback(config.host) && config.role !== 'worker' && !config.behindProxy && !config.plainHttp)
    throw new ConfigError(
      `HOST is "${config.host}", so other machines reach Iroko without TLS. Set IROKO_PROXY=yes behind a reverse proxy, or IROKO_PLAIN_HTTP=yes on a network you trust.`,
    )
  return config
}

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|::1)$/.test(host)

function readValues(env: NodeJS.ProcessEnv): Config {
  return {
    port: readPort(env.PORT),
    host: env.HOST || '127.0.0.1',
    databaseUrl: readDatabaseUrl('DATABASE_URL', env.DATABASE_URL),
    directUrl: readDirectUrl(env),
    readUrl: readDatabaseUrl('DATABASE_READ_URL', env.DATABASE_READ_URL),
    dataDirectory: resolve(projectRoot, env.IROKO_DATA || '.iroko'),
    secret: readSecret('IROKO_SECRET', env.IROKO_SECRET),
    secretBefore: readSecret('IROKO_SECRET_OLD', env.IROKO_SECRET_OLD),
    backup: readBackup(env),
    role: oneOf('IROKO_ROLE', env.IROKO_ROLE, ROLES, 'all'),
    webProcesses: readWebProcesses(env.IROKO_WEB_PROCESSES),
    logLevel: oneOf('IROKO_LOG', env.IROKO_LOG, LEVELS, process.stdout.isTTY ? 'warn' : 'info'),
    behindProxy: oneOf('IROKO_PROXY', env.IROKO_PROXY, ['yes', 'no'], 'no') === 'yes',
    plainHttp: oneOf('IROKO_PLAIN_HTTP', env.IROKO_PLAIN_HTTP, ['yes', 'no'], 'no') === 'yes',
    prepared: env.IROKO_PREPARED
      ? oneOf('IROKO_PREPARED', env.IROKO_PREPARED, ['yes', 'no'], 'yes') === 'yes'
      : undefined,
    localGateway: oneOf('IROKO_LOCAL_GATEWAY', env.IROKO_LOCAL_GATEWAY, ['yes', 'no'], 'no') === 'yes',
    anyClock: oneOf('IROKO_ANY_CLOCK', env.IROKO_ANY_CLOCK, ['yes', 'no'], 'no') === 'yes',
    collector: readCollector(env.OTEL_EXPORTER_OTLP_ENDPOINT),
  }
}

function readCollector(value: string | undefined): string | undefined {
  if (!value) return undefined
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector:4318.')
  return value
}

function readPort(value: string | undefined): number {
  if (!value) return 4400
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new ConfigError(`PORT is "${value}"; it must be a whole number from 0 to 65535.`)
  return port
}

/** More would need more connections than a PostgreSQL has as it is installed. */
const WEB_PROCESSES_MAX = 8

/** One core is left to the database, to jobs and to everything else. */
function readWebProcesses(value: string | undefined): number {
  if (!value) return Math.min(Math.max(availableParallelism() - 1, 1), WEB_PROCESSES_MAX)
  const count = Number(value)
  if (!/^\d+$/.test(value) || count < 1 || count > WEB_PROCESSES_MAX)
    throw new ConfigError(
      `IROKO_WEB_PROCESSES is "${value}"; it must be a whole number from 1 to ${WEB_PROCESSES_MAX}.`,
    )
  return count
}

function readDatabaseUrl(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  const isPostgres = hostsOf(value).every(
    url => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
  )
  // the value itself is not repeated: it holds a password
  if (!isPostgres) throw new ConfigError(`${name} must look like postgres://user:password@host:5432/iroko.`)
  return value
}

function readDirectUrl(env: NodeJS.ProcessEnv): string | undefined {
  const url = readDatabaseUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL)
  if (url && !env.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_DIRECT_URL is set and DATABASE_URL is not. Set both, or DATABASE_URL alone.',
    )
  return url
}

function readSecret(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  if (value.length < 32)
    throw new ConfigError(`${name} has ${value.length} characters; it needs at least 32 random ones.`)
  return value
}

const BACKUP_KEY_MIN_LENGTH = 32
const BACKUP_DAYS = 14

function readBackup(env: NodeJS.ProcessEnv): BackupPlace | undefined {
  const { IROKO_BACKUP: folder, IROKO_BACKUP_KEY: key = '', IROKO_BACKUP_DAYS: days } = env
  if (!folder) return undefined
  if (!isAbsolute(folder))
    throw new ConfigError(`IROKO_BACKUP is "${folder}"; it must be a whole path, on another disk or machine.`)
  if (key.length < BACKUP_KEY_MIN_LENGTH)
    throw new ConfigError(
      `IROKO_BACKUP needs IROKO_BACKUP_KEY with at least ${BACKUP_KEY_MIN_LENGTH} random characters. Store it apart from the backups.`,
    )
  if (key === env.IROKO_SECRET) throw new ConfigError('IROKO_BACKUP_KEY must differ from IROKO_SECRET.')
  if (days && !/^[1-9]\d{0,3}$/.test(days))
    throw new ConfigError(`IROKO_BACKUP_DAYS is "${days}"; it must be a whole number of days.`)
  return { folder, key, days: Number(days || BACKUP_DAYS) }
}

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
  otherwise: T,
): T {
  if (!value) return otherwise
  const found = allowed.find(each => each === value)
  if (!found) throw new ConfigError(`${name} is "${value}"; it must be one of ${allowed.join(', ')}.`)
  return found
}
