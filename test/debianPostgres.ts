import { execFile, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../server/kernel/embedded.ts'

/** A PostgreSQL of Debian's package, whose pg_dump the built-in one lacks; undefined where the package is not installed. */
const VERSIONS = '/usr/lib/postgresql'
const newest = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .filter(version => existsSync(join(VERSIONS, version, 'bin', 'initdb')))
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined
export const debianPrograms: string | undefined = newest && join(VERSIONS, newest, 'bin')

const run = promisify(execFile)

/** PostgreSQL refuses to run as root; the package made it a user. */
async function packageUser(): Promise<SpawnOptions> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async flag => (await run('id', [flag, 'postgres'])).stdout),
  )
  return { uid: Number(uid), gid: Number(gid) }
}

/** Starts a throwaway cluster in a folder of its own. */
export async function startDebian(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const programs = debianPrograms ?? ''
  const user = { ...(await packageUser()), cwd: '/' }
  if (user.uid !== undefined) await run('chown', [`${user.uid}:${user.gid}`, folder])
  const data = join(folder, 'cluster')
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'iroko', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    user,
  )
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=`,
    'fsync=off',
    'jit=off',
    'max_connections=60',
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', `${port}`, ...settings.flatMap(each => ['-c', each])],
    { ...user, stdio: 'ignore' },
  )
  const ended = new Promise<void>(resolve => void server.once('exit', () => resolve()))
  const url = `postgres://iroko@127.0.0.1:${port}/postgres`
  for (let attempt = 1; attempt <= 200; attempt++) {
    const isReady = await run(join(programs, 'pg_isready'), ['-q', '-d', url]).then(
      () => true,
      () => false,
    )
    if (isReady) break
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return {
    url,
    stop: async () => {
      server.kill('SIGQUIT')
      await ended
    },
  }
}
