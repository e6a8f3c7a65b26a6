import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { prepare, root } from './prepare.mjs'

/**
 * `npm run test:lts`: starts the built program with the sample lender under the current long-term release of Node, whatever
 * Node runs this, asks for its health, signs in and stops it. Where that Node cannot be fetched it says so.
 */

const VERSION = '24.21.0'
const START_MAX_MS = 180_000

const node = fetchNode()
if (!node)
  console.log(`Not run: Node ${VERSION} for ${process.platform} ${process.arch} could not be fetched.`)
else {
  await prepare()
  await tryProgram(node)
  console.log(`Iroko starts, answers, signs in and stops under Node ${VERSION}.`)
}

/** The registry has each release of Node as a package for one system; it is cached for the next run. */
function fetchNode() {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, 'node_modules', '.cache', `node-${VERSION}`)
  const path = join(folder, 'node_modules', name, 'bin', 'node')
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  if (!existsSync(path))
    spawnSync('npm', ['install', '--prefix', folder, ...flags, `${name}@${VERSION}`], { stdio: 'ignore' })
  return existsSync(path) ? path : undefined
}

/** @param {string} path */
async function tryProgram(path) {
  const data = await mkdtemp(join(tmpdir(), 'iroko-lts-'))
  // started by root, the database runs as a user who has to enter
  await chmod(data, 0o755)
  const { DATABASE_URL: _, IROKO_SECRET: __, ...env } = process.env
  const program = spawn(path, ['dist/server/sample.js', '--small'], {
    cwd: root,
    env: { ...env, PORT: '0', IROKO_DATA: data, IROKO_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  const late = setTimeout(() => program.kill('SIGKILL'), START_MAX_MS)
  try {
    const address = await addressOf(program.stdout)
    await expectOk('health', await fetch(`${address}/api/health`))
    const body = JSON.stringify({ email: 'admin@iroko.test', password: 'Iroko-demo-2026' })
    const headers = { 'content-type': 'application/json' }
    await expectOk('sign-in', await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body }))
    program.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw new Error(`it ended with ${code}`)
  } finally {
    clearTimeout(late)
    program.kill('SIGKILL')
    await rm(data, { recursive: true, force: true })
  }
}

/** @param {import('node:stream').Readable} output */
async function addressOf(output) {
  for await (const line of createInterface(output)) {
    const address = /Iroko is ready at (http:\/\/\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error(`it did not start under Node ${VERSION}`)
}

/** @param {string} what @param {Response} answer */
async function expectOk(what, answer) {
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`)
}
