import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { bin, prepare, readSettings, root } from './prepare.mjs'

/** `npm run dev`: the server restarts and the page reloads as files change. Arguments (`--demo`) go to the server. */

await prepare({ build: false })
readSettings()

const PORT = String(await freePort(Number(process.env.PORT || 4400)))
const WEB_PORT = String(await freePort(Number(PORT) + 1))
const env = { ...process.env, PORT, WEB_PORT }

const children = [
  [bin('tsx'), 'watch', '--clear-screen=false', 'server/main.ts', ...process.argv.slice(2)],
  [bin('vite'), '--clearScreen', 'false'],
].map(([command = '', ...args]) =>
  // Groups of their own: Ctrl-C reaches each once, through us.
  spawn(command, args, { cwd: root, env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] }),
)
console.log(`The console, reloading as you write: http://localhost:${WEB_PORT} (server on ${PORT})`)

let isStopping = false
function stop() {
  // asked once: a second signal makes them drop what they are doing
  if (!isStopping) for (const child of children) child.kill('SIGTERM')
  isStopping = true
}
process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
for (const child of children) child.once('exit', stop)

/** The port wished for, or the next one that nobody uses. @returns {Promise<number>} */
function freePort(/** @type {number} */ wished) {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort(wished + 1)))
    probe.listen(wished, '127.0.0.1', () => probe.close(() => resolve(wished)))
  })
}
