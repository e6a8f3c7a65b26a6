import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, prepare, readSettings, root } from './prepare.mjs'

/** `npm start`, `npm run demo` and the like: brings the checkout up to date and runs the program with these arguments. */

await prepare()
readSettings()

const wishes = process.argv.slice(2)
const scale = wishes.indexOf('--scale')
// a book to measure on: filled by the benchmarks' own way before the program starts
if (scale >= 0) {
  const [, loans = ''] = wishes.splice(scale, 2)
  const filled = spawnSync(bin('tsx'), [join(root, 'proof', 'bench', 'fill.ts'), loans], {
    cwd: root,
    stdio: 'inherit',
  })
  if (filled.status !== 0) process.exit(filled.status ?? 1)
}

// while the sample lender is loaded most of what is made is soon forgotten: with room for it less is looked through
const sample = wishes.indexOf('--demo')
const roomy = sample >= 0 ? ['--max-semi-space-size=32'] : []
if (sample >= 0) wishes.splice(sample, 1)

const program = spawn(
  process.execPath,
  [
    ...roomy,
    '--enable-source-maps',
    '--import',
    join(root, 'scripts', 'stopWithParent.mjs'),
    join(root, 'dist', 'server', sample >= 0 ? 'sample.js' : 'main.js'),
    ...wishes,
  ],
  // A group of its own: Ctrl-C then reaches it once, through us, and not again from the terminal and from npm.
  { cwd: root, detached: true, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
program.once('error', error => {
  console.error(error.message)
  process.exit(1)
})
program.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

const SAME_KEYSTROKE_MS = 500
let lastAsked = Number.NEGATIVE_INFINITY

/** @param {NodeJS.Signals} signal */
function ask(signal) {
  if (performance.now() - lastAsked > SAME_KEYSTROKE_MS) program.kill(signal)
  lastAsked = performance.now()
}
process.on('SIGINT', () => ask('SIGINT'))
process.on('SIGTERM', () => ask('SIGTERM'))
process.on('SIGHUP', () => ask('SIGTERM'))

// Started by npm, ends with npm, even one killed with -9: no other program would know that this still runs.
const npm = findNpm()
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (findNpm() !== npm) ask('SIGTERM')
  }, 500).unref()

/** Our parent, or the parent of the shell that npm put between. */
function findNpm() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8')
    const shell = /^Name:\t\w*sh$/m.test(status)
    return shell ? Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) : process.ppid
  } catch {
    // no /proc on macOS, where the shell gives way to the program
    return process.ppid
  }
}
