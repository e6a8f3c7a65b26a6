import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
]
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser named by IROKO_BROWSER, else one that this machine has. @returns {string | undefined} */
export function findBrowser() {
  const named = process.env.IROKO_BROWSER
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`IROKO_BROWSER is "${named}", which is no program.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = NAMES.flatMap(name => folders.map(folder => join(folder, name)))
  return [...candidates, ...MAC_APPS].find(isExecutable)
}

/** As above; where there is none, root on Debian and its kin gets one. @returns {string | undefined} */
export function findOrInstallBrowser() {
  const found = findBrowser()
  if (found || process.getuid?.() !== 0 || !isOnPath('apt-get')) return found
  console.log('Installing Chromium …')
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      stdio: 'ignore',
    })
  } catch {
    console.log('apt-get could not install it.')
  }
  return findBrowser()
}

const isOnPath = (/** @type {string} */ name) =>
  (process.env.PATH ?? '').split(delimiter).some(folder => isExecutable(join(folder, name)))

function isExecutable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
