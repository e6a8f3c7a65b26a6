import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../server/kernel/embedded.ts'
import { programOf } from './packages.ts'
import { throwawayFolder } from './throwaway.ts'

/** A PostgreSQL of Debian's package with a replica that follows it, and stands still when it is asked to. */
export type Pair = {
  primary: string
  replica: string
  /** What the primary writes is there, and not to be seen yet. */
  hold(): Promise<void>
  follow(): Promise<void>
  /** A second replica; gives its address. */
  follower(): Promise<string>
  /**
   * The replica leads from now on. The former primary, which had written more than the replica had received, comes back as a
   * copy that follows nobody.
   */
  part(more: string): Promise<void>
  /** As a power failure. */
  kill(which: 'primary' | 'replica'): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)
/** PostgreSQL refuses to be root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const program = (name: string): string => programOf('postgresql').replace(/postgres$/, name)

export async function startPair(): Promise<Pair> {
  const folder = await throwawayFolder('replica')
  if (NOBODY.uid !== undefined) await chown(folder, NOBODY.uid, NOBODY.gid)
  const tell = (name: string, ...args: string[]) => run(program(name), args, { cwd: folder, ...NOBODY })
  const ports = { primary: await freePort(), replica: await freePort(), second: await freePort() }
  const url = (which: keyof typeof ports) => `postgres://iroko@127.0.0.1:${ports[which]}/postgres`
  const start = async (which: keyof typeof ports) => {
    const child = spawn(programOf('postgresql'), ['-D', join(folder, which)], {
      cwd: folder,
      stdio: 'ignore',
      ...NOBODY,
    })
    await ready(url(which))
    return child
  }
  const settings = (which: keyof typeof ports) =>
    `\nport = ${ports[which]}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\nshared_buffers = 32MB\n`

  await tell(
    'initdb',
    '-D',
    join(folder, 'primary'),
    '-U',
    'iroko',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-N',
  )
  await appendFile(join(folder, 'primary', 'postgresql.conf'), settings('primary'))
  const children = {
    primary: await start('primary'),
    replica: undefined as ReturnType<typeof spawn> | undefined,
    second: undefined as ReturnType<typeof spawn> | undefined,
  }
  const copy = async (which: 'replica' | 'second'): Promise<void> => {
    await tell('pg_basebackup', '-D', join(folder, which), '-d', url('primary'), '-R', '-c', 'fast', '-N')
    await appendFile(join(folder, which, 'postgresql.conf'), settings(which))
    children[which] = await start(which)
  }
  await copy('replica')
  const ask = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url('replica') })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const kill = async (which: keyof typeof ports): Promise<void> => {
    const child = children[which]
    if (!child || child.exitCode !== null) return
    child.kill('SIGQUIT')
    await once(child, 'exit')
  }
  return {
    primary: url('primary'),
    replica: url('replica'),
    hold: () => ask('select pg_wal_replay_pause()'),
    follow: () => ask('select pg_wal_replay_resume()'),
    async follower() {
      await copy('second')
      return url('second')
    },
    kill,
    async part(more) {
      await kill('replica')
      const client = new pg.Client({ connectionString: url('primary') })
      await client.connect()
      await client.query(more)
      await client.end()
      await kill('primary')
      children.replica = await start('replica')
      await ask('select pg_promote()')
      await writeFile(join(folder, 'primary', 'standby.signal'), '')
      children.primary = await start('primary')
    },
    async stop() {
      await kill('second')
      await kill('replica')
      await kill('primary')
      await rm(folder, { recursive: true })
    },
  }
}

async function ready(url: string): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (waited > 30_000) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
