import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findOrInstallBrowser } from './browser.mjs'
import { bin, prepare, root, stop } from './prepare.mjs'

/**
 * `npm run proof [-- walk,attack] [arguments of one proof]`: long tests and benchmarks. Each has its own PostgreSQL,
 * prints its seed and counts, and exits with 1 on a violation. `--short` runs a small seed of each, and the
 * program under the current LTS of Node, as CI does.
 */

/** @type {Record<string, { about: string, file?: string }>} */
const PROOFS = {
  vectors: { about: 'independent cases of loans, accounts and phones', file: 'proof/vectors/run.ts' },
  walk: { about: 'thousands of random actions with ledger checks', file: 'proof/walk/run.ts' },
  chaos: {
    about: 'killed processes, lost connections, wrong clocks, concurrent users',
    file: 'proof/chaos/run.ts',
  },
  cluster: { about: 'machines lost under load, with Debian’s packages', file: 'proof/cluster/run.ts' },
  restores: {
    about: 'backups restored to random moments under load, and after the loss of the machine',
    file: 'proof/restores/run.ts',
  },
  replicas: {
    about: 'writes read at once while a replica is behind, lists from two replicas',
    file: 'proof/replicas/run.ts',
  },
  months: { about: 'payroll months against offices that make mistakes', file: 'proof/months/run.ts' },
  attack: { about: 'every endpoint with every kind of caller', file: 'proof/attack/run.ts' },
  load: { about: 'many users at the console and the public page', file: 'proof/load/run.ts' },
  sample: { about: 'the whole demo data: ledger check and every dashboard figure' },
  limits: { about: 'hostile text and files within time and memory limits' },
  release: { about: 'the packed program with Node.js only' },
  browser: { about: 'every page and every browser test, wide and narrow, light and dark' },
  bench: { about: 'speed compared with raw PostgreSQL', file: 'proof/bench/run.ts' },
  latency: { about: 'interaction latency over a million rows', file: 'proof/latency/run.ts' },
}
/** Run only by name: they need a quiet machine and an hour, or packages of Debian. */
const BY_NAME_ALONE = ['bench', 'latency', 'cluster', 'restores', 'replicas']

const [first = '', ...rest] = process.argv.slice(2)
await prepare()
if (first === '--short') {
  const codes = await Promise.all([
    show(bin('vitest'), ['run', '--project', 'proof', ...rest]),
    browserTests(['--grep', '@short']).then(async code =>
      Math.max(code, await show(process.execPath, ['scripts/lts.mjs'])),
    ),
  ])
  process.exit(Math.max(...codes) === 0 ? 0 : 1)
}
const isNamed = first !== '' && !first.startsWith('-')
const names = isNamed ? first.split(',') : Object.keys(PROOFS).filter(name => !BY_NAME_ALONE.includes(name))
const unknown = names.find(name => !(name in PROOFS))
if (unknown) stop(`There is no proof "${unknown}". There are: ${Object.keys(PROOFS).join(', ')}.`)
if (rest.length > 0 && names.length > 1) stop('Arguments go to one proof: name it alone.')

let failed = 0
for (const name of names) {
  const proof = PROOFS[name]
  if (!proof) continue
  console.log(`── ${name}: ${proof.about}`)
  const code = await runProof(name, proof.file)
  if (code !== 0) failed += 1
}
console.log(failed ? `${failed} of ${names.length} found something wrong.` : 'Nothing wrong was found.')
process.exit(failed ? 1 : 0)

/** @param {string} name @param {string} [file] */
function runProof(name, file) {
  if (file) return show(bin('tsx'), [file, ...rest])
  return name === 'browser'
    ? browserTests(rest)
    : show(bin('vitest'), ['run', '--project', '*proof', `proof/${name}`, ...rest])
}

/** @param {string[]} args @returns {Promise<number>} */
async function browserTests(args) {
  const browser = findOrInstallBrowser()
  if (!browser) stop('The browser tests need Chromium or Chrome: install one, or name one as IROKO_BROWSER.')
  process.env.IROKO_BROWSER = browser
  return show(bin('playwright'), ['test', ...args])
}

/** @param {string} command @param {string[]} args */
async function show(command, args) {
  const [code] = await once(spawn(command, args, { cwd: root, stdio: 'inherit' }), 'exit')
  return /** @type {number} */ (code ?? 1)
}
