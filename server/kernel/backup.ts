import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type BackupPlace,
  type Base,
  forgetOld,
  get,
  listBases,
  listSegments,
  placeInLog,
  put,
  stampOf,
} from './backupPlace.ts'
import { ARCHIVE, type Embedded, startEmbedded } from './embedded.ts'
import { backUpEmbedded } from './embeddedBackup.ts'
import { EmbeddedError } from './embeddedHome.ts'

/** Nightly copies of the built-in database and its log, minute by minute, and the way back to any moment between. */

/** Copies the running database to the place and forgets what is too old there. Returns the bytes it takes. */
export async function makeBase(url: string, dataDirectory: string, place: BackupPlace): Promise<number> {
  const staging = join(dataDirectory, 'backups', 'on-its-way')
  await rm(staging, { recursive: true, force: true })
  try {
    const { firstSegment, endedAt } = await backUpEmbedded(url, dataDirectory, staging)
    const tar = spawn('tar', ['-cf', '-', '-C', staging, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(tar, 'exit')
    const bytes = await put(place, 'base', `${stampOf(endedAt)}-${firstSegment}`, tar.stdout)
    const [code] = await ended
    if (code !== 0) throw new EmbeddedError('tar could not read the copy of the database.')
    await forgetOld(place, endedAt)
    return bytes
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Brings finished segments of the log to the place; one that is there is dropped here. Returns how many it brought. */
export async function shipLog(dataDirectory: string, place: BackupPlace): Promise<number> {
  const from = join(dataDirectory, 'postgres', ARCHIVE)
  const names = (await readdir(from).catch(() => [])).filter(name => !name.endsWith('.part')).sort()
  const there = new Set(names.length > 0 ? await listSegments(place) : [])
  for (const name of names) {
    const segment = await readFile(join(from, name))
    // the program was killed between the two steps, or another database goes to the same place
    if (!there.has(name)) await put(place, 'wal', name, Readable.from([segment]))
    else if (!segment.equals(await bytesOf(get(place, 'wal', name))))
      throw new EmbeddedError(
        `${place.folder} holds another ${name}: two databases must not share one IROKO_BACKUP.`,
      )
    await rm(join(from, name))
  }
  return names.length
}

async function bytesOf(from: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of from) parts.push(part)
  return Buffer.concat(parts)
}

/** What waits here to be brought there, and since when. */
export async function waitingLog(dataDirectory: string): Promise<{ segments: number; since: Date | null }> {
  const folder = join(dataDirectory, 'postgres', ARCHIVE)
  const names = await readdir(folder).catch(() => [])
  const first = names.reduce<string | undefined>(
    (least, name) => (least && least < name ? least : name),
    undefined,
  )
  const oldest = first === undefined ? undefined : await stat(join(folder, first)).catch(() => undefined)
  return { segments: names.length, since: oldest?.mtime ?? null }
}

const LOG_OF_RESTORE = 'restore'

/**
 * Makes a data folder of the newest backup before `to` and of the log up to that moment, or to its end, and starts it. The
 * caller stops it, or goes on with it.
 */
export async function restoreInto(place: BackupPlace, into: string, to?: Date): Promise<Embedded> {
  await mkdir(into, { recursive: true, mode: 0o711 })
  if ((await readdir(into)).length > 0)
    throw new EmbeddedError(`${into} is not empty. A restore goes into a folder of its own.`)
  const base = (await listBases(place)).findLast(({ at }) => to === undefined || at <= to)
  if (!base) throw new EmbeddedError(`${place.folder} holds no backup${to ? ' from before that time' : ''}.`)
  try {
    return await restoreBase(place, base, into, to)
  } catch (error) {
    await dropRestored(into)
    throw error
  }
}

async function restoreBase(
  place: BackupPlace,
  base: Base,
  into: string,
  to: Date | undefined,
): Promise<Embedded> {
  await unpack(place, base.name, into)
  await fetchLog(place, into, base.firstSegment)
  const cluster = join(into, 'postgres', 'cluster')
  const settings = [
    // the folder of the database is its own working folder, wherever it is moved
    `restore_command = 'cp ../${LOG_OF_RESTORE}/%f %p'`,
    ...(to
      ? [
          `recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          `recovery_target_action = 'promote'`,
        ]
      : []),
  ]
  const own = join(cluster, 'postgresql.auto.conf')
  const before = await readFile(own, 'utf8')
  await appendFile(own, `${settings.join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '')
  await giveTo(cluster, join(cluster, 'recovery.signal'))
  const server = await startEmbedded({ directory: join(into, 'postgres') })
  try {
    await untilRecovered(server.url, join(into, 'postgres', 'postgres.log'))
  } catch (error) {
    await server.stop()
    throw error
  }
  // it is a database like any other now
  await writeFile(own, before)
  await rm(join(await realpath(join(into, 'postgres')), LOG_OF_RESTORE), { recursive: true })
  return server
}

async function unpack(place: BackupPlace, name: string, into: string): Promise<void> {
  const tar = spawn('tar', ['-xpf', '-', '-C', into], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(tar, 'exit')
  await pipeline(get(place, 'base', name), tar.stdin)
  const [code] = await ended
  if (code !== 0) throw new EmbeddedError(`tar could not unpack ${name}.`)
}

async function fetchLog(place: BackupPlace, into: string, firstSegment: string): Promise<void> {
  const folder = join(into, 'postgres', LOG_OF_RESTORE)
  await mkdir(folder, { mode: 0o700 })
  const owner = join(into, 'postgres', 'cluster')
  await giveTo(owner, folder)
  for (const name of await listSegments(place)) {
    const isNeeded = name.endsWith('.history') || placeInLog(name) >= placeInLog(firstSegment)
    if (!isNeeded) continue
    const path = join(folder, name)
    await writeFile(path, await bytesOf(get(place, 'wal', name)), { mode: 0o600 })
    await giveTo(owner, path)
  }
}

/** Started by root, PostgreSQL runs as the owner of its data. */
async function giveTo(ownerOf: string, path: string): Promise<void> {
  const { uid, gid } = await stat(ownerOf)
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}

/** As long as reading the log takes. */
async function untilRecovered(url: string, log: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ goes: boolean }>('select pg_is_in_recovery() as goes')
      if (rows[0]?.goes === false) return
    } catch {
      if (
        /recovery ended before configured recovery target/.test(await readFile(log, 'utf8').catch(() => ''))
      )
        throw new EmbeddedError(
          'The saved log ends before that time. Without --to everything that was saved is restored.',
        )
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(200)
  }
}

/** Started by root, the data moved to where their user can enter, and a link shows where. */
export async function dropRestored(folder: string): Promise<void> {
  const data = await realpath(join(folder, 'postgres')).catch(() => undefined)
  if (data) await rm(data, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
