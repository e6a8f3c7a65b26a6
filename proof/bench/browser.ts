/**
 * What a person at the screen feels over a million rows: `IROKO_DISPOSABLE_DATABASE_URL=… npx tsx proof/bench/browser.ts`, after
 * `npm run build` and on a book that `proof/bench/lists.ts` filled. The line and the machine are made slow by the browser itself, as
 * Lighthouse does where it does not reckon instead; each visit begins with an empty cache.
 */

import { once } from 'node:events'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.mjs'
import { builtBook } from '../../test/disposableDatabase.ts'
import { enterAs } from '../../test/e2e/enter.ts'
import { percentile } from '../../test/percentile.ts'
import { startProgram } from './crowd.ts'
import { found } from './goals.ts'

type Line = {
  name: string
  width: number
  slower: number
  latencyMs: number
  kilobits: number
  /** The largest paint may take so long. */
  paintMs: number
}
const LINES: readonly Line[] = [
  { name: 'phone, slow 4G', width: 390, slower: 4, latencyMs: 150, kilobits: 1_638, paintMs: 2_200 },
  { name: 'desk', width: 1_350, slower: 1, latencyMs: 40, kilobits: 10_240, paintMs: 550 },
]
const VISITS = 3
const BLOCKED_MS = 100
const SHIFT = 0.01

type Visit = { paint: number; blocked: number; shift: number }

/** Recorded by the page itself from its start; blocking under 50 ms is not noticeable. */
const watch = (): void => {
  const visit: Visit = { paint: 0, blocked: 0, shift: 0 }
  Object.assign(window, { visit })
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', entry => {
    visit.paint = entry.startTime
  })
  observe('longtask', entry => {
    visit.blocked += Math.max(0, entry.duration - 50)
  })
  observe('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) visit.shift += value
  })
}

async function openContext(browser: Browser, baseURL: string, width: number): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } })
  // what runs tests from their source marks functions with their names, which the page knows nothing of
  await context.addInitScript({ content: 'globalThis.__name = given => given' })
  return context
}

async function visit(browser: Browser, baseURL: string, line: Line): Promise<Visit> {
  const context = await openContext(browser, baseURL, line.width)
  try {
    await context.addInitScript(watch)
    // signs in behind the browser's back; the visit that is measured is the next
    const page = await enterAs(context, 'superadmin', '/accounts')
    const device = await context.newCDPSession(page)
    await device.send('Network.enable')
    await device.send('Network.setCacheDisabled', { cacheDisabled: true })
    const bytes = (line.kilobits * 1024) / 8
    await device.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: bytes,
      uploadThroughput: bytes / 2,
    })
    await device.send('Emulation.setCPUThrottlingRate', { rate: line.slower })
    await page.reload()
    await rowsOf(page).first().waitFor()
    await page.waitForTimeout(1_500)
    return await page.evaluate(() => (window as unknown as { visit: Visit }).visit)
  } finally {
    await context.close()
  }
}

/** Rows in a table at a desk, cards on a phone. */
const rowsOf = (page: Page) => page.locator('main tbody a, main li a')

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** From the press on the menu until the other list's rows are drawn. */
const ROUTES = [
  { href: '#/customers', heading: 'Customers' },
  { href: '#/accounts', heading: 'Loan Accounts' },
]
const CHANGES = 40

async function changes(browser: Browser, baseURL: string): Promise<number[]> {
  const context = await openContext(browser, baseURL, 1_440)
  const page = await enterAs(context, 'superadmin', '/accounts')
  await rowsOf(page).first().waitFor()
  const took: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    const route = ROUTES[change % 2]
    if (!route) continue
    took.push(await page.evaluate(pressAndWait, route))
    await page.waitForTimeout(300)
  }
  await context.close()
  // the first of each loads its code
  return took.slice(2)
}

const pressAndWait = ({ href, heading }: { href: string; heading: string }): Promise<number> =>
  new Promise(resolve => {
    const begun = performance.now()
    document.querySelector<HTMLElement>(`nav a[href="${href}"]`)?.click()
    const look = (): void => {
      const isThere =
        document.querySelector('h1')?.textContent?.includes(heading) && document.querySelector('main tbody a')
      requestAnimationFrame(isThere ? () => setTimeout(() => resolve(performance.now() - begun)) : look)
    }
    look()
  })

const database = await builtBook()
const { process: server, port } = await startProgram(join('dist', 'server', 'main.js'), {
  url: database.url,
  data: join(database.folder, 'program'),
})
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const url = `http://127.0.0.1:${port}`
  for (const line of LINES) {
    const visits: Visit[] = []
    for (let n = 0; n < VISITS; n++) visits.push(await visit(browser, url, line))
    const paint = median(visits.map(each => each.paint))
    const blocked = median(visits.map(each => each.blocked))
    const shift = median(visits.map(each => each.shift))
    const says = (what: string): string => `${line.name}, ${what}`
    found('P20', paint / line.paintMs, says(`largest paint ${paint.toFixed(0)} of ${line.paintMs} ms`))
    found('P20', blocked / BLOCKED_MS, says(`blocked for ${blocked.toFixed(0)} of ${BLOCKED_MS} ms`))
    found('P20', shift / SHIFT, says(`moved by ${shift.toFixed(3)} of ${SHIFT}`))
  }
  const took = await changes(browser, url)
  console.log(`from list to list: p50 ${percentile(took, 0.5).toFixed(0)} ms`)
  found('P21', percentile(took, 0.95))
} finally {
  await browser.close()
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await database.close()
}
