import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallBrowser } from './browser.mjs'
import { bin, prepare, root, run, stop } from './prepare.mjs'

/**
 * `npm test`: the unit and module tests beside the checks and the build, then the browser; whatever the earlier ones said. `--only check|unit|e2e` runs a part; further
 * arguments go to the test runner of that part. Of the browser tests it runs the main journeys (tagged @journey); all of them
 * are `npm run proof -- browser`.
 */

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ part: 'check' | 'unit' | 'e2e', name: string, act: () => Promise<Count> }} Stage */

const TREES = ['engine', 'contract', 'server', 'web', 'test']

/** @type {Stage[]} */
const checksAndBuild = [
  ...TREES.map(tree => check(`types of ${tree}`, bin('tsc'), ['-p', tree])),
  check('format and lint', bin('biome'), ['check', '--error-on-warnings']),
  check('lint by types', bin('oxlint'), ['--type-aware', '--deny-warnings']),
  check('nothing unused', bin('knip'), []),
  check('commit messages', process.execPath, ['scripts/commits.mjs']),
  { part: 'e2e', name: 'build', act: buildProgram },
  { ...check('sizes', process.execPath, ['scripts/sizes.mjs'], { isShown: true }), part: 'e2e' },
]
/** Many of them wait, for a database or a lock; what else there is to check uses that time. */
const unit = { part: /** @type {const} */ ('unit'), name: 'unit and module tests', act: unitTests }
const browser = { part: /** @type {const} */ ('e2e'), name: 'browser tests', act: browserTests }

const PARTS = ['check', 'unit', 'e2e']
const [flag, only, ...rest] = process.argv.slice(2)
const runnerArguments = flag === '--only' ? rest : process.argv.slice(2)
if (flag === '--only' && !PARTS.includes(only ?? '')) stop(`--only takes one of ${PARTS.join(', ')}.`)

await prepare({ build: false })
const scratch = await mkdtemp(join(tmpdir(), 'iroko-results-'))
const sum = { passed: 0, failed: 0 }
/** @type {string[]} */
const failedStages = []
await Promise.all([runStages([unit]), runStages(checksAndBuild)])
await runStages([browser])
await rm(scratch, { recursive: true })
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
if (failedStages.length > 0) console.log(`Failed: ${failedStages.join(', ')}`)
process.exitCode = sum.failed ? 1 : 0

/** @param {Stage[]} stages */
async function runStages(stages) {
  for (const { part, name, act } of stages) {
    if (flag === '--only' && part !== only) continue
    const start = performance.now()
    const count = await act()
    sum.passed += count.passed
    sum.failed += count.failed
    if (count.failed) failedStages.push(name)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const mark = count.failed ? '✗' : count.passed ? '✓' : '–'
    console.log(`${mark} ${name} (${seconds} s)`)
  }
}

/**
 * A stage that one command decides; it counts as one test.
 * @param {string} name @param {string} command @param {string[]} args @returns {Stage}
 */
function check(name, command, args, { isShown = false } = {}) {
  const act = () =>
    run(command, args).then(
      output => {
        if (isShown) console.log(output)
        return { passed: 1, failed: 0 }
      },
      error => {
        console.log(error.message)
        return { passed: 0, failed: 1 }
      },
    )
  return { part: 'check', name, act }
}

async function buildProgram() {
  const isBuilt = (await show(process.execPath, [join(root, 'scripts', 'build.mjs')])) === 0
  return isBuilt ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function unitTests() {
  const report = join(scratch, 'vitest.json')
  const code = await show(bin('vitest'), [
    'run',
    '--project=!*proof',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...runnerArguments,
  ])
  const result = await readReport(report)
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = result?.testResults ?? []
  // a file that does not load has no tests to fail
  const unread = files.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  return honest(code, {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) + unread,
  })
}

async function browserTests() {
  const browser = findBrowserOrSay()
  if (!browser) return { passed: 0, failed: process.env.CI === 'true' || process.env.IROKO_BROWSER ? 1 : 0 }
  const report = join(scratch, 'playwright.json')
  const chosen = runnerArguments.length > 0 ? runnerArguments : ['--grep', '@journey']
  const code = await show(bin('playwright'), ['test', ...chosen], {
    IROKO_BROWSER: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const result = await readReport(report)
  const { expected = 0, unexpected = 0, flaky = 0 } = result?.stats ?? {}
  if (flaky > 0) console.log(`${flaky} browser tests passed only when they were tried again`)
  for (const [title, ms] of slowest(result?.suites ?? []))
    console.log(`${(ms / 1000).toFixed(0).padStart(4)} s  ${title}`)
  return honest(code, { passed: expected + flaky, failed: unexpected })
}

/**
 * Where to begin when the tests take too long.
 * @typedef {{ title: string, specs?: { title: string, tests: { results: { duration: number }[] }[] }[], suites?: Suite[] }} Suite
 */
function slowest(/** @type {Suite[]} */ suites) {
  /** @returns {[string, number][]} */
  const timed = (/** @type {Suite} */ { title, specs = [], suites: within = [] }) => [
    ...specs.map(({ title: spec, tests }) => {
      const took = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
      return /** @type {[string, number]} */ ([`${title} › ${spec}`, took.reduce((a, b) => a + b, 0)])
    }),
    ...within.flatMap(timed),
  ]
  return suites
    .flatMap(timed)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
}

function findBrowserOrSay() {
  try {
    const browser = findOrInstallBrowser()
    if (!browser)
      console.log(
        'Browser tests not run: no Chromium or Chrome here. Install one (Debian, Ubuntu: `apt-get install chromium`; ' +
          'macOS: `brew install --cask chromium`), or name one as IROKO_BROWSER.',
      )
    return browser
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return undefined
  }
}

/** A runner may fail without a failed test: an error outside any of them. */
function honest(/** @type {number} */ code, /** @type {Count} */ count) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function readReport(/** @type {string} */ path) {
  return readFile(path, 'utf8').then(JSON.parse, () => undefined)
}

/**
 * Runs a tool in the checkout before the reader's eyes.
 * @param {string} command @param {string[]} args @param {Record<string, string>} environment @returns {Promise<number>}
 */
function show(command, args, environment = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    })
    child.once('error', () => resolve(1))
    child.once('exit', code => resolve(code ?? 1))
  })
}
