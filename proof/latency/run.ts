/**
 * How long a press takes to show (interaction to next paint) on the list of loan accounts, on a machine four times slower
 * than this one: `npm run proof -- latency`. Uses the sample lender, or the program at `--url`, such as one over a million loans.
 * The first press of a kind only warms up (what it loads stays loaded); of the five after it the slowest counts. The
 * exit code is 1 when one takes 100 ms or more: whatever else runs here adds to it, so measure on a quiet machine.
 */

import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.mjs'
import { prepare } from '../../scripts/prepare.mjs'
import { enterAs } from '../../test/e2e/enter.ts'
import startProgram from '../../test/e2e/program.ts'

const SLOWER = 4
const TIMES = 5
const SLOWEST_MS = 100

const { values } = parseArgs({
  options: { url: { type: 'string' }, part: { type: 'string', default: 'superadmin' } },
})

type Latency = { ms: number }

/** Every press since the last question, by the browser's own clock: from the key to the next picture. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const latency: Latency[] = []
    Object.assign(window, { latencies: latency })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) latency.push({ ms: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

async function slowestOf(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    ;(window as unknown as { latencies: Latency[] }).latencies.length = 0
  })
  await press()
  await page.waitForTimeout(400)
  const latency = await page.evaluate(() => (window as unknown as { latencies: Latency[] }).latencies)
  // what is quicker than 16 ms is not reported
  return Math.max(16, ...latency.map(each => each.ms))
}

/** Common enough that every letter of it leaves a list. */
const NAME = 'adeol'

type Press = (page: Page, time: number) => Promise<void>
/** What is opened is closed again before the next time, and that is a press like any other. */
const PRESSES: [what: string, press: Press, closing?: [what: string, press: Press]][] = [
  [
    'a letter in the search box',
    (page, time) => page.getByLabel('Search loan accounts').press(NAME[time % NAME.length] ?? ''),
  ],
  ['the search emptied', page => page.getByLabel('Search loan accounts').press('Backspace')],
  ['the filters', page => page.getByRole('button', { name: /^Filters/ }).click()],
  ['another order', page => page.getByRole('button', { name: 'Outstanding' }).click()],
  [
    'another tab',
    (page, time) =>
      page
        .getByRole('tab')
        .nth(time % 2 === 0 ? 2 : 1)
        .click(),
  ],
  ['the display', page => page.getByRole('button', { name: /^Display/ }).click()],
  [
    'a column put away or brought back',
    async (page, time) => {
      if (time === 0) await page.getByRole('button', { name: /^Display/ }).click()
      await page.getByRole('checkbox', { name: 'Product' }).click()
    },
  ],
  ['the next page', page => page.getByRole('button', { name: 'Next' }).click()],
  [
    'the palette',
    page => page.keyboard.press('Control+k'),
    ['the palette closed', page => page.keyboard.press('Escape')],
  ],
  [
    'a dialog',
    page => page.keyboard.press('?'),
    ['the dialog closed', page => page.keyboard.press('Escape')],
  ],
  ['the sidebar', page => page.getByRole('button', { name: 'Toggle sidebar' }).first().click()],
]

function report(what: string, [warmUp = 0, ...times]: readonly number[]): void {
  const worst = Math.max(...times)
  const isSlow = worst >= SLOWEST_MS
  console.log(
    `${String(worst).padStart(5)} ms  ${what}${isSlow ? '  ← too slow' : ''}  (${warmUp} at first, then ${times.join(', ')})`,
  )
  if (isSlow) process.exitCode = 1
}

await prepare()
if (values.url) process.env.IROKO_E2E_URL = values.url
const stop = values.url ? async () => {} : await startProgram()
try {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const context = await browser.newContext({
    ...(process.env.IROKO_E2E_URL ? { baseURL: process.env.IROKO_E2E_URL } : {}),
    viewport: { width: 1440, height: 900 },
  })
  const page = await enterAs(context, values.part, '/accounts')
  await page.getByRole('table').waitFor()
  await watch(page)
  const machine = await context.newCDPSession(page)
  await machine.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  for (const [what, press, closing] of PRESSES) {
    const opened: number[] = []
    const closed: number[] = []
    for (let time = 0; time <= TIMES; time += 1) {
      opened.push(await slowestOf(page, () => press(page, time)))
      if (closing) closed.push(await slowestOf(page, () => closing[1](page, time)))
    }
    report(what, opened)
    if (closing) report(closing[0], closed)
  }
  await browser.close()
} finally {
  await stop()
}
