import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const LIGHT = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', LIGHT]
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browser named by IROKO_BROWSER, else one that this machine has. Tests use the light one where available: the same
 * engine without windows, for a third less work. @returns {string | undefined}
 */
export function findBrowser({ isLight = false } = {}) {
  const named = process.env.IROKO_BROWSER
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`IROKO_BROWSER is "${named}", which is no program.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const names = isLight ? [LIGHT, ...NAMES] : NAMES
  const candidates = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [...candidates, ...MAC_APPS].find(isExecutable)
}

/**
 * The browser for tests. A disposable CI machine (`CI=true`) gets one installed if root may on Debian or its kin; on
 * other machines nothing is installed unasked. @returns {string | undefined}
 */
export function findOrInstallBrowser() {
  const found = findBrowser({ isLight: true })
  const mayInstall = process.env.CI === 'true' && process.getuid?.() === 0 && isOnPath('apt-get')
  if (found || !mayInstall) return found
  console.log('Installing Chromium …')
  // not every kin of Debian has the light one
  if (!aptGet('update') || !(aptGet('install', LIGHT) || aptGet('install', 'chromium')))
    console.log('apt-get could not install it.')
  return findBrowser({ isLight: true })
}

function aptGet(/** @type {string[]} */ ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['-y', '-qq', '--no-install-recommends', ...args], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
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
