import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findBrowser, findOrInstallBrowser } from '../scripts/browser.mjs'
import { problemOf } from '../scripts/prepare.mjs'
import { throwawayFolder } from './throwaway.ts'

/** What the commands ask of the machine they run on, and what they leave alone there. */

test.each([
  ['linux', '20.19.0', undefined],
  ['darwin', '24.1.0', undefined],
  ['linux', '20.18.3', 'Iroko needs Node 20.19 or later; this is Node 20.18.3.'],
  ['win32', '24.1.0', 'Iroko runs on Linux and macOS; on Windows use WSL.'],
])('%s with Node %s', (platform, node, problem) => {
  expect(problemOf(platform, node)).toBe(problem)
})

// a Mac's own browser is found wherever PATH leads
describe.skipIf(process.platform === 'darwin')('root on a Debian without a browser', () => {
  let folder: string
  beforeEach(async () => {
    folder = await throwawayFolder('path')
    const says = `#!/bin/sh\necho "$@" >> ${join(folder, 'asked')}\n`
    await writeFile(join(folder, 'apt-get'), says, { mode: 0o755 })
    vi.stubEnv('PATH', folder)
    vi.stubEnv('IROKO_BROWSER', '')
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    vi.spyOn(console, 'log').mockReturnValue()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })

  test('on anybody’s own machine nothing is installed', () => {
    for (const CI of ['', 'false']) {
      vi.stubEnv('CI', CI)
      expect(findBrowser()).toBeUndefined()
      expect(findOrInstallBrowser()).toBeUndefined()
    }
    expect(existsSync(join(folder, 'asked'))).toBe(false)
  })

  test('a machine of a CI gets one', async () => {
    vi.stubEnv('CI', 'true')
    findOrInstallBrowser()
    expect(await readFile(join(folder, 'asked'), 'utf8')).toMatch(/ install chromium-headless-shell/)
  })
})
