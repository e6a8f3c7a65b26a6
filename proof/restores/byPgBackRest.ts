import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { systemClock } from '../../server/kernel/clock.ts'
import { connect, migrate, openDb } from '../../server/kernel/db.ts'
import { freePort } from '../../server/kernel/embedded.ts'
import { projectRoot } from '../../server/kernel/files.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { deployFile, programOf } from '../../test/packages.ts'
import type { Way } from './way.ts'

const run = promisify(execFile)
/** PostgreSQL refuses to be root. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const SECRET = 'a secret for backups, long enough to be one'
const program = (name: string): string => join(dirname(programOf('postgresql')), name)

/** A PostgreSQL of Debian's package with deploy/pgbackrest.conf and deploy/pgbackrest-night.sh. */
export async function byPgBackRest(folder: string): Promise<Way> {
  const own = async (path: string): Promise<string> => {
    await mkdir(path, { mode: 0o700 })
    if (USER.uid !== undefined) await chown(path, USER.uid, USER.gid)
    return path
  }
  const data = await own(join(folder, 'machine'))
  for (const each of ['run', 'log', 'lock', 'spool']) await own(join(data, each))
  const backups = await own(join(folder, 'backups'))
  const values = { BACKUPS: backups, DATA: data, BACKUP_PASSPHRASE: 'a passphrase of the second place' }
  const port = await freePort()
  const config = join(folder, 'pgbackrest.conf')
  const conf = await deployFile('pgbackrest.conf', values)
  await writeFile(config, conf.replace('pg1-port=5432', `pg1-port=${port}`), { mode: 0o644 })
  const cluster = join(data, 'postgresql')
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PGBACKREST_CONFIG: config }
  const tell = (command: string, args: string[], also = {}) =>
    run(command, args, { cwd: data, env: { ...env, ...also }, ...USER })
  await tell(program('initdb'), [
    '-D',
    cluster,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  await appendFile(
    join(cluster, 'postgresql.conf'),
    [
      '',
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${data}/run'`,
      'archive_mode = on',
      `archive_command = 'pgbackrest --stanza=iroko archive-push %p'`,
      'archive_timeout = 60s',
      'shared_buffers = 64MB',
      '',
    ].join('\n'),
  )
  const server = spawn(program('postgres'), ['-D', cluster], { cwd: data, env, stdio: 'ignore', ...USER })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const pool = connect(url, { most: 6, name: 'restores' })
  for (let waited = 0; ; waited += 100) {
    if (
      await pool.query('select 1').then(
        () => true,
        () => waited > 30_000,
      )
    )
      break
    await sleep(100)
  }
  await migrate(url)
  await tell(programOf('pgbackrest'), ['--stanza=iroko', 'stanza-create'])
  return {
    name: 'pgBackRest',
    program: { db: openDb(pool), clock: systemClock, keys: deriveKeys(SECRET), dataDirectory: data },
    pool,
    backUp: async () => void (await tell(programOf('pgbackrest'), ['--stanza=iroko', 'backup'])),
    async save() {
      const { rows } = await pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
      const archived = `select coalesce(last_archived_wal >= $1, false) as is_there from pg_stat_archiver`
      while (!(await pool.query(archived, [rows[0]?.name])).rows[0]?.is_there) await sleep(200)
    },
    async lose() {
      await pool.end()
      // PostgreSQL clears its shared memory away only when it is asked to stop
      server.kill('SIGQUIT')
      await once(server, 'exit')
      await rm(cluster, { recursive: true })
    },
    async restore(to, look) {
      const into = join(folder, 'restored')
      const restorePort = String(await freePort())
      const started = performance.now()
      const script = join(projectRoot, 'deploy', 'pgbackrest-night.sh')
      const problems: string[] = []
      await own(into)
      try {
        await tell('bash', [script, '--to', to ? inLagos(to) : 'latest', into], {
          PATH: `${dirname(process.execPath)}:${env.PATH}`,
          IROKO: projectRoot,
          IROKO_SECRET: SECRET,
          IROKO_DATA: join(data, 'run'),
          RESTORE_PORT: restorePort,
          DATABASE_URL: url,
        })
      } catch (error) {
        const { stderr, stdout } = error as { stderr: string; stdout: string }
        problems.push(`${stdout}${stderr}`.trim())
      }
      const ms = performance.now() - started
      const restored = connect(`postgres://postgres@127.0.0.1:${restorePort}/postgres`, {
        most: 1,
        name: 'restores',
      })
      try {
        return { ms, problems: [...problems, ...(await look(restored))] }
      } finally {
        await restored.end()
        await tell(program('pg_ctl'), ['-D', into, '-m', 'immediate', 'stop']).catch(() => {})
        await rm(into, { recursive: true, force: true })
      }
    },
  }
}

/** As an operator writes it, with the milliseconds that PostgreSQL takes too. */
const inLagos = (at: Date): string =>
  new Date(at.getTime() + 3_600_000).toISOString().replace('T', ' ').replace('Z', '')
