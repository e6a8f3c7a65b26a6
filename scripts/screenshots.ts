/**
 * A picture of every page, every tab on it, every section of the settings and one record of each kind, at desk and
 * phone width, light and dark, and as it is printed: `npm run screenshots` fills `screenshots/` from the sample lender. Routes and
 * sections are read from the program, so that a new page is in it by itself. What an Auditor may not enter is pictured
 * as they see it.
 *
 * `--only ippis` keeps to addresses with that word, `--look 1440-light` to one of the five looks; `--url` takes a
 * program that runs already instead of starting one.
 */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { isOutside, pageAddresses } from '../test/e2e/addresses.ts'
import { openDesk } from '../test/e2e/desk.ts'
import { enterAs, listen } from '../test/e2e/enter.ts'
import startProgram from '../test/e2e/program.ts'
import { LOADING, settle, TALLEST, WAIT_MAX_MS } from '../test/e2e/settle.ts'
import { findBrowser } from './browser.mjs'
import { prepare, root } from './prepare.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    look: { type: 'string' },
    url: { type: 'string' },
  },
})

type View = { width: number; colorScheme: 'light' | 'dark'; print?: true }
const VIEWS: Record<string, View> = {
  '1440-light': { width: 1440, colorScheme: 'light' },
  '1440-dark': { width: 1440, colorScheme: 'dark' },
  '390-light': { width: 390, colorScheme: 'light' },
  '390-dark': { width: 390, colorScheme: 'dark' },
  // dark on purpose: paper is light whatever the screen was
  print: { width: 1120, colorScheme: 'dark', print: true },
}

/** Screens that share a route with another and differ by the address alone. */
const SCREENS = [
  '/?cut=late&key=30',
  '/?cut=provision',
  '/?rows=collected',
  '/accounts?tab=import',
  '/messaging?campaign=new',
  '/loan/requests/authorizer',
  '/loan/requests/approved',
  '/loan/requests/withdrawn',
  '/nowhere',
]

/** Where an Auditor, who changes nothing, gets a refusal or sees less; beside what is edited. */
const CLOSED = [
  '/users',
  '/repayment-tracker/new',
  '/ippis/new-upload',
  '/messaging/new-template',
  '/messaging?campaign=new',
  '/accounts?tab=import',
  '/settings?section=affordability&edit=affordability',
  '/settings?section=products&product=new',
  '/loan-request',
]

/** Records that differ from their list by the address alone, the newest of each. */
async function recordScreens(): Promise<string[]> {
  const desk = await openDesk().as('superadmin')
  const [products, templates, campaigns, payouts] = await Promise.all([
    desk('productList', {}),
    desk('templateList', { limit: 1 }),
    desk('campaignList', { limit: 1 }),
    desk('payoutBatchList', { limit: 1 }),
  ])
  const screens: [address: string, record: { id: string } | undefined][] = [
    ['/settings?section=products&product=', products.rows[0]],
    ['/messaging?template=', templates.rows[0]],
    ['/messaging?campaign=', campaigns.rows[0]],
    ['/accounts?tab=payouts&batch=', payouts.rows[0]],
  ]
  return screens.flatMap(([address, record]) => {
    if (!record) complaints.push(`${address}: this lender has none to show`)
    return record ? [`${address}${record.id}`] : []
  })
}

/** Every section of the settings, as the overview links to them. */
async function sectionScreens(browser: Browser): Promise<string[]> {
  const context = await open(browser, { width: 1440, colorScheme: 'light' })
  const page = await enterAs(context, 'superadmin', '/settings')
  const links = page.locator('main a[href*="section="]')
  await links.first().waitFor()
  const addresses = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
  await context.close()
  return [...new Set(addresses)].map(address => address.replace(/^.*#/, ''))
}

/** The viewer: what an address shows depends on it. Pages outside the console need no sign-in. */
type Stop = { address: string; as: 'superadmin' | 'auditor' | 'stranger' }

async function readStops(browser: Browser): Promise<Stop[]> {
  const pages = await pageAddresses(await openDesk().as('superadmin'))
  const inside = [...pages, ...SCREENS, ...(await sectionScreens(browser)), ...(await recordScreens())]
  const closed = [...pages.filter(address => address.includes('/edit')), ...CLOSED]
  const stops: Stop[] = [
    ...inside.map(address => ({ address, as: isOutside(address) ? 'stranger' : 'superadmin' }) as const),
    ...closed.map(address => ({ address, as: 'auditor' }) as const),
  ]
  return stops.filter(({ address }) => address.includes(values.only))
}

const nameOf = ({ address, as }: Stop): string =>
  address
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'one')
    .replace(/^\/$/, 'dashboard')
    .replace(/^\/\?/, 'dashboard-')
    .replace(/^\//, '')
    .replace(/[/?&=]+/g, '-')
    .concat(as === 'auditor' ? '--as-auditor' : '')

const complaints: string[] = []

const open = (browser: Browser, { width, colorScheme }: View): Promise<BrowserContext> =>
  browser.newContext({
    ...(process.env.IROKO_E2E_URL ? { baseURL: process.env.IROKO_E2E_URL } : {}),
    viewport: { width, height: HEIGHT_MIN },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })

async function shootAll(browser: Browser): Promise<void> {
  if (!values.only && !values.look) await rm(join(root, 'screenshots'), { recursive: true, force: true })
  const stops = await readStops(browser)
  const views = Object.entries(VIEWS).filter(([name]) => !values.look || name === values.look)
  for (const [name, look] of views) {
    await shoot(browser, name, look, stops)
    console.log(`${name}: ${stops.length} pages in screenshots/${name}`)
  }
}

async function shoot(browser: Browser, name: string, look: View, stops: readonly Stop[]): Promise<void> {
  const enter = async (as: Stop['as']): Promise<Page> => {
    const context = await open(browser, look)
    return as === 'stranger' ? context.newPage() : enterAs(context, as)
  }
  const pages = {
    superadmin: await enter('superadmin'),
    auditor: await enter('auditor'),
    stranger: await enter('stranger'),
  }
  const folder = join(root, 'screenshots', name)
  await mkdir(folder, { recursive: true })
  for (const stop of stops) {
    const page = pages[stop.as]
    await page.goto('about:blank')
    const said = listen(page)
    await page.goto(`/#${stop.address}`)
    await take(page, look, join(folder, nameOf(stop)))
    const isWhole = stop.address.includes('?') || stop.as === 'auditor'
    const tabs = isWhole ? [] : await page.getByRole('tab', { selected: false }).allInnerTexts()
    for (const tab of tabs.map(text => text.split('\n')[0] ?? '')) {
      await page.getByRole('tab', { name: tab }).first().click()
      await take(page, look, join(folder, `${nameOf(stop)}--${tab.replace(/\W+/g, '-')}`))
    }
    complaints.push(...said.map(text => `${name} ${stop.as} ${stop.address}: ${text}`))
    page.removeAllListeners()
  }
  for (const page of Object.values(pages)) await page.context().close()
}

const HEIGHT_MIN = 900

async function take(page: Page, look: View, path: string): Promise<void> {
  await page.locator('h1').first().waitFor()
  // what is only asked for when it comes into sight has to be in sight
  await page.setViewportSize({ width: look.width, height: TALLEST })
  if (!(await settle(page))) complaints.push(`${path}: still loading after ${WAIT_MAX_MS / 1000} s`)
  await page.setViewportSize({ width: look.width, height: HEIGHT_MIN })
  // what the last click left under the pointer is no part of the page
  await page.mouse.move(0, 0)
  if (look.print) {
    await page.emulateMedia({ media: 'print' })
    await page.pdf({ path: `${path}.pdf`, preferCSSPageSize: true, printBackground: true })
  }
  // a window as tall as the page: what stands fixed at its edges then stands where it belongs
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: look.width, height: Math.max(height, HEIGHT_MIN) })
  // drawn whole at its new height
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  if ((await page.locator(LOADING).count()) > 0)
    complaints.push(`${path}: drawn before its content was there`)
  await page.screenshot({ path: `${path}.png`, fullPage: true })
  await page.setViewportSize({ width: look.width, height: HEIGHT_MIN })
  if (look.print) await page.emulateMedia({ media: 'screen' })
}

await prepare()
if (values.url) process.env.IROKO_E2E_URL = values.url
process.env.IROKO_E2E_WHOLE = 'yes'
const stop = values.url ? async () => {} : await startProgram()
try {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  await shootAll(browser)
  await browser.close()
} finally {
  await stop()
}
for (const complaint of complaints) console.log(`THE BROWSER SAID  ${complaint}`)
if (complaints.length > 0) process.exitCode = 1
