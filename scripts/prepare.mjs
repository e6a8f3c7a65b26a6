import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipCompress } from 'node:zlib'

/** What every command needs before it can run: a system and a Node that will do, the dependencies, the built program. */

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')

export const bin = (/** @type {string} */ tool) => join(root, 'node_modules', '.bin', tool)

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const OLDEST_NODE = [20, 19]

/** Stands in what `npm run pack` made: installed and built already, without what either takes. */
export const RELEASE = join('dist', '.release')

/** Brings the checkout up to date. Does nothing, in a few milliseconds, when it is. */
export async function prepare({ build = true } = {}) {
  const problem = problemOf(process.platform, process.versions.node)
  if (problem) stop(problem)
  if (existsSync(join(root, RELEASE))) return
  const isReady = async () => (await isInstalled()) && (!build || (await isBuilt()))
  if (await isReady()) return
  await alone(async () => {
    if (!(await isInstalled())) await install()
    if (build && !(await isBuilt())) await buildProgram()
  })
}

/** The settings of this checkout; a variable already set wins. Tests do not read them. */
export function readSettings() {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
}

/**
 * Why nothing can run here, if so. Tools are started and the built-in PostgreSQL is made ready as only systems like Unix allow.
 * @param {string} platform @param {string} node @returns {string | undefined}
 */
export function problemOf(platform, node) {
  if (platform === 'win32') return 'Iroko runs on Linux and macOS; on Windows use WSL.'
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `Iroko needs Node ${OLDEST_NODE.join('.')} or later; this is Node ${node}.`
}

/** @param {string} sentence @returns {never} */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/**
 * npm's own record of what stands in node_modules, written last, against what the lock file asks for on this machine.
 * Packages for one C library are left out: which of them npm took is its own affair.
 */
async function isInstalled() {
  const [wanted, found] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map(path =>
      readFile(join(root, path), 'utf8').then(
        text => JSON.parse(text).packages,
        () => undefined,
      ),
    ),
  )
  if (!found) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const isForHere =
      !entry.optional ||
      (!entry.libc && entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch))
    return !isForHere || found[path]?.version === entry.version
  })
}

async function install() {
  await reporting('Installing dependencies', () =>
    run('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']),
  )
}

const SOURCES = ['contract', 'db', 'engine', 'sample', 'server', 'web']
const RECIPE = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'scripts/prepare.mjs',
  'scripts/webFiles.mjs',
]
const stamp = join(dist, '.built-from')

async function isBuilt() {
  const from = await readFile(stamp, 'utf8').catch(() => '')
  return from !== '' && from === (await sourceHash())
}

async function sourceHash() {
  const hash = createHash('sha256')
  const listings = await Promise.all(
    SOURCES.map(async folder =>
      (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .filter(path => !/\.test\.tsx?$|\bnode_modules\b/.test(path.slice(root.length))),
    ),
  )
  for (const path of [...listings.flat().sort(), ...RECIPE.map(each => join(root, each))])
    hash
      .update(path.slice(root.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0')
  return hash.digest('hex')
}

/** Built unfinished and then moved; the stamp comes last, so that a build cut short is done again. */
async function buildProgram() {
  const from = await sourceHash()
  const unfinished = join(dist, `.building-${process.pid}`)
  await rm(stamp, { force: true })
  await removeLeftovers()
  await reporting('Building', async () => {
    await Promise.all([
      // a build from within a test or a development shell is still a production build
      run(
        bin('vite'),
        ['build', '--outDir', join(unfinished, 'web'), '--emptyOutDir', '--logLevel', 'warn'],
        {
          ...process.env,
          NODE_ENV: 'production',
        },
      ),
      bundleServer(join(unfinished, 'server')),
    ])
    await compress(join(unfinished, 'web'))
  })
  for (const part of ['web', 'server']) {
    if (existsSync(join(dist, part))) await rename(join(dist, part), join(unfinished, `old-${part}`))
    await rename(join(unfinished, part), join(dist, part))
  }
  await rm(unfinished, { recursive: true })
  await writeFile(stamp, from)
}

/** Hundreds of small files each, which take longer to find and open at every start than to run. */
const BUNDLED = ['jose', 'kysely', 'zod']

async function bundleServer(/** @type {string} */ outdir) {
  // loaded only now: at the top of this file it may not be installed yet
  const esbuild = await import('esbuild')
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await esbuild.build({
    absWorkingDir: root,
    // the program, alone and with the sample lender, and the threads beside it that read uploads and load that lender's payrolls
    entryPoints: {
      main: 'server/main.ts',
      sample: 'sample/main.ts',
      readerThread: 'server/modules/intake/readers/readerThread.ts',
      statementThread: 'server/modules/bankStatements/statementThread.ts',
      pastThread: 'sample/pastThread.ts',
    },
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: Object.keys(dependencies).filter(name => !BUNDLED.includes(name)),
    sourcemap: true,
    logLevel: 'silent',
  })
  await esbuild.stop()
}

/** Every file also as .br and .gz, which the server sends as they are: compressed once and best instead of per request. */
async function compress(/** @type {string} */ folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  await Promise.all(
    paths
      .filter(path => /\.(css|html|js|json|mjs|svg|txt)$/.test(path))
      .map(async path => {
        const content = await readFile(path)
        await writeFile(`${path}.br`, await brotli(content))
        await writeFile(`${path}.gz`, await gzip(content, { level: 9 }))
      }),
  )
}

async function removeLeftovers() {
  const names = await readdir(dist)
  for (const name of names) if (name.startsWith('.building-')) await rm(join(dist, name), { recursive: true })
}

// One at a time in a checkout: a second command waits for the first to finish installing and building.

const lock = join(dist, '.preparing')
const HEARTBEAT_MS = 2_000
const SILENCE_MAX_MS = 20_000

/** @param {() => Promise<void>} act */
async function alone(act) {
  await mkdir(dist, { recursive: true })
  while (!(await takeLock())) await sleep(200)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  const heartbeat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), HEARTBEAT_MS)
  try {
    await act()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

async function takeLock() {
  const own = `${lock}-${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, lock)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    // Of those who find a dead holder's lock only one can move it away.
    if (await isAbandoned()) await rename(lock, own).catch(() => {})
    return false
  } finally {
    await rm(own, { force: true })
  }
}

async function isAbandoned() {
  try {
    const silence = Date.now() - (await stat(lock)).mtimeMs
    const holder = Number(await readFile(lock, 'utf8'))
    return silence > SILENCE_MAX_MS || !isAlive(holder)
  } catch {
    return false
  }
}

function isAlive(/** @type {number} */ pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Says what happens and how long it took; what a tool prints is shown only when it fails.
 * @param {string} what @param {() => Promise<unknown>} act
 */
async function reporting(what, act) {
  const start = performance.now()
  console.log(`${what} …`)
  try {
    await act()
  } catch (error) {
    stop(`${what} failed.\n${error instanceof Error ? error.message : String(error)}`)
  }
  console.log(`${what} took ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/**
 * Runs a tool in the checkout to its end; its output is the error when it fails.
 * @param {string} command @param {string[]} args @returns {Promise<string>}
 */
export function run(command, args, env = process.env, cwd = root) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    child.stdout.on('data', chunk => output.push(chunk))
    child.stderr.on('data', chunk => output.push(chunk))
    const end = () => {
      child.kill('SIGTERM')
      process.exit(130)
    }
    process.once('SIGINT', end).once('SIGTERM', end)
    child.once('error', reject)
    child.once('close', code => {
      process.off('SIGINT', end).off('SIGTERM', end)
      const text = Buffer.concat(output).toString()
      if (code === 0) resolve(text)
      else reject(new Error(text.trim() || `${command} failed.`))
    })
  })
}
