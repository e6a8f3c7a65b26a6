import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { bin, prepare, readSettings, root } from './prepare.mjs'

/** `npm run dev`: the server restarts and the page reloads as files change. With `--demo`, on the sample lender. */

await prepare({ build: false })
readSettings()

const PORT = String(await freePort(Number(process.env.PORT || 4400)))
const WEB_PORT = String(await freePort(Number(PORT) + 1))
// one process starts again sooner than several
const env = { IROKO_WEB_PROCESSES: '1', ...process.env, PORT, WEB_PORT }
let isStopping = false
let isRestarting = false

const web = start(bin('vite'), ['--clearScreen', 'false'])
let server = startServer()
console.log(`The console, reloading as you write: http://localhost:${WEB_PORT} (server on ${PORT})`)

/** @type {NodeJS.Timeout | undefined} */
let settled
for (const tree of ['contract', 'db', 'engine', 'sample', 'server'])
  watch(join(root, tree), { recursive: true }, (_, file) => {
    if (file?.endsWith('.test.ts')) return
    clearTimeout(settled)
    settled = setTimeout(() => void restart(), 100)
  })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
web.once('exit', () => void stop())

function startServer() {
  const preload = ['--import', 'tsx', '--import', join(root, 'scripts', 'stopWithParent.mjs')]
  const wishes = process.argv.slice(2)
  const entry = wishes.includes('--demo') ? 'sample/main.ts' : 'server/main.ts'
  return start(process.execPath, [...preload, entry, ...wishes.filter(wish => wish !== '--demo')])
}

/** In a group of its own: Ctrl-C reaches it once, through us. @param {string} command @param {string[]} args */
function start(command, args) {
  return spawn(command, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function restart() {
  if (isRestarting || isStopping) return
  isRestarting = true
  await end(server)
  isRestarting = false
  if (!isStopping) server = startServer()
}

async function stop() {
  if (isStopping) return
  isStopping = true
  await Promise.all([end(server), end(web)])
  process.exit(0)
}

async function end(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The wanted port, or the next free one. @returns {Promise<number>} */
function freePort(/** @type {number} */ wished) {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort(wished + 1)))
    probe.listen(wished, '127.0.0.1', () => probe.close(() => resolve(wished)))
  })
}
