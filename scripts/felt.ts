/**
 * How long a press takes to show (interaction to next paint) on the list of loan accounts, on a machine four times slower
 * than this one: `npm run felt`. Uses the sample lender, or the program at `--url`, such as one over a million loans.
 * Every press is made five times and the quickest counts, because whatever else runs here only ever adds to it. The exit
 * code is 1 when one takes 100 ms or more.
 */

import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { enterAs } from '../test/e2e/enter.ts'
import startProgram from '../test/e2e/program.ts'
import { findBrowser } from './browser.mjs'
import { prepare } from './prepare.mjs'

const SLOWER = 4
const TIMES = 5
const SLOWEST_MS = 100

const { values } = parseArgs({
  options: { url: { type: 'string' }, part: { type: 'string', default: 'superadmin' } },
})

type Felt = { ms: number }

/** Every press since the last question, by the browser's own clock: from the key to the next picture. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const felt: Felt[] = []
    Object.assign(window, { felt })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) felt.push({ ms: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

async function slowestOf(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    ;(window as unknown as { felt: Felt[] }).felt.length = 0
  })
  await press()
  await page.waitForTimeout(400)
  const felt = await page.evaluate(() => (window as unknown as { felt: Felt[] }).felt)
  // what is quicker than 16 ms is not told at all
  return Math.max(16, ...felt.map(each => each.ms))
}

/** Common enough that every letter of it leaves a list. */
const NAME = 'adeol'

const PRESSES: [what: string, press: (page: Page, time: number) => Promise<void>][] = [
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
  ['the palette', page => page.keyboard.press('Control+k')],
  ['the sidebar', page => page.getByRole('button', { name: 'Toggle sidebar' }).first().click()],
]

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
  for (const [what, press] of PRESSES) {
    const times: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      times.push(await slowestOf(page, () => press(page, time)))
      if (what === 'the palette') {
        await page.keyboard.press('Escape')
        // its way out is not part of the next way in
        await page.waitForTimeout(600)
      }
    }
    const best = Math.min(...times)
    const isSlow = best >= SLOWEST_MS
    console.log(
      `${String(best).padStart(5)} ms  ${what}${isSlow ? '  ← too slow' : ''}  (${times.join(', ')})`,
    )
    if (isSlow) process.exitCode = 1
  }
  await browser.close()
} finally {
  await stop()
}
