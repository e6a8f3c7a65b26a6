import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './test/e2e/program.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // most tests are done in ten seconds; a machine that is taken away half of the time is slow, not wrong
  timeout: 420_000,
  expect: { timeout: 45_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['dot'], ['json']] : [['list']],
  use: {
    // set by program.ts, which starts the program at a free port
    baseURL: process.env.IROKO_E2E_URL,
    // a press that finds nothing to press on says so long before its test is over
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath: findBrowser({ isLight: true }), args: FLAGS },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // recording every step doubles the time of every test: ask for it when one fails
    trace: process.env.IROKO_TRACE ? 'retain-on-failure' : 'off',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
  },
})
