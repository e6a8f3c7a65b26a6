import { constants, existsSync } from 'node:fs'
import { chown, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { EmbeddedError } from './embeddedHome.ts'

/** Files that a copy must not contain or creates itself: marks of the running server. */
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_internal.init',
  'backup_label',
  'tablespace_map',
])
const EMPTY_THERE = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/**
 * Copies the built-in database while users work, by PostgreSQL's backup protocol: the log from the first copied byte to
 * the last goes with the files, and the next start replays it. `to` becomes a data folder on which Iroko starts.
 */
export async function backUpEmbedded(
  url: string,
  dataDirectory: string,
  to: string,
): Promise<{ bytes: number; hasSecret: boolean; firstSegment: string; endedAt: Date }> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0)
    throw new EmbeddedError(`${to} is not empty. A backup goes into a folder of its own.`)
  const client = new pg.Client({
    connectionString: url.replace(/iroko$/, 'postgres'),
    application_name: 'iroko backup',
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const cluster = rows[0]?.data_directory ?? ''
    const copy = new Copy(await stat(cluster))
    await copy.folder(join(to, 'postgres'))
    await client.query(
      `select pg_create_physical_replication_slot('iroko_backup_${process.pid}', true, true)`,
    )
    await client.query(`select pg_backup_start('iroko', true)`)
    await copy.tree(cluster, join(to, 'postgres', 'cluster'))
    const stopped = await client.query<{ label: string; last: string; at: Date }>(
      'select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as at from pg_backup_stop(false)',
    )
    const [done] = stopped.rows
    if (!done) throw new Error('a backup without an end')
    const { label, last, at } = done
    await copy.text(join(to, 'postgres', 'cluster', 'backup_label'), label)
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
    await copy.log(cluster, join(to, 'postgres', 'cluster'), { first, last })
    await copy.file(join(dirname(cluster), 'password'), join(to, 'postgres', 'password'))
    await new Copy(await stat(dataDirectory)).papers(dataDirectory, to)
    return { bytes: copy.bytes, hasSecret: existsSync(join(to, 'secret')), firstSegment: first, endedAt: at }
  } finally {
    await client.end()
  }
}

/** Preserves files and owners: PostgreSQL may run as another user than the one that makes the backup. */
class Copy {
  bytes = 0
  readonly #owner: { uid: number; gid: number }

  constructor(owner: { uid: number; gid: number }) {
    this.#owner = owner
  }

  async folder(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await this.#give(path)
  }

  async tree(from: string, to: string): Promise<void> {
    await this.folder(to)
    for (const entry of await readdir(from, { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue
      const [there, here] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory())
        await (EMPTY_THERE.has(entry.name) ? this.#shell(there, here) : this.tree(there, here))
      else await this.file(there, here)
    }
  }

  /** The folder and the folders in it, without what they hold. */
  async #shell(from: string, to: string): Promise<void> {
    await this.folder(to)
    if (!from.endsWith('pg_wal')) return
    for (const name of ['archive_status', 'summaries']) await this.folder(join(to, name))
  }

  async file(from: string, to: string): Promise<void> {
    try {
      await copyFile(from, to, constants.COPYFILE_FICLONE)
    } catch (error) {
      // a table dropped during the copy; the log has that too
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
      throw error
    }
    await this.#keep(to)
  }

  async text(to: string, content: string): Promise<void> {
    const file = await open(to, 'w', 0o600)
    await file.writeFile(content)
    await file.close()
    await this.#keep(to)
  }

  /** The write-ahead log from the start of the backup to its end; the slot retains it. */
  async log(cluster: string, to: string, { first, last }: { first: string; last: string }): Promise<void> {
    for (const name of await readdir(join(cluster, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
        await this.file(join(cluster, 'pg_wal', name), join(to, 'pg_wal', name))
  }

  /** The secret, without which nothing sealed can be read, and the anchors of the trail. */
  async papers(from: string, to: string): Promise<void> {
    for (const name of ['secret', 'audit-anchors.jsonl']) await this.file(join(from, name), join(to, name))
  }

  async #keep(path: string): Promise<void> {
    const file = await open(path, 'r+')
    try {
      await file.sync()
      this.bytes += (await file.stat()).size
    } finally {
      await file.close()
    }
    await this.#give(path)
  }

  async #give(path: string): Promise<void> {
    if (process.getuid?.() === 0) await chown(path, this.#owner.uid, this.#owner.gid)
  }
}
