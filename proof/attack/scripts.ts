import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ROLES } from '../../contract/roles.ts'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { projectRoot } from '../../server/kernel/files.ts'
import type { Site } from '../chaos/stage.ts'
import { hire } from './callers.ts'
import type { Document } from './document.ts'
import { furnish } from './furnish.ts'
import { type Records, readRecords } from './records.ts'
import type { Score } from './score.ts'
import type { Target } from './target.ts'

/** Markup and scripts in every text that people can write, then every page of the console before a browser's eyes. */

const MARK = 'data-attack'
const PAYLOADS = [
  `<b ${MARK}>x</b><script>window.attacked=1</script>`,
  `"><img ${MARK} src=x onerror=window.attacked=2>`,
  `'><svg ${MARK} onload=alert(1)>`,
  `<a ${MARK} href="javascript:alert(1)">x</a>`,
  `{{constructor}}<iframe ${MARK} srcdoc="<script>parent.attacked=3</script>">`,
]

export async function attackWithScripts(
  site: Site,
  target: Target,
  document: Document,
  score: Score,
): Promise<void> {
  for (const payload of PAYLOADS) {
    const reported = await furnish(target, document, place => `${payload} ${place}`.trim())
    score.note('payloads stored', reported.written.length > 15 ? [] : reported.refused)
    for (const each of reported.written) score.note('texts written', [], each)
  }
  const executablePath = findBrowser()
  if (!executablePath) return score.note('browser', ['no Chromium here'])
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await visitAll(browser, site, target, score)
  } finally {
    await browser.close()
  }
}

/** Read from the map of routes itself, so that a new page is visited the day it is written. */
async function pagesOf(records: Records, pool: Target['pool']): Promise<string[]> {
  const source = await readFile(join(projectRoot, 'web', 'routes.tsx'), 'utf8')
  const paths = [...source.matchAll(/\[\s*'(\/[^']*)'/g)]
    .map(match => match[1] ?? '')
    .filter(path => path !== '/*')
  const newest = async (sql: string): Promise<string[]> =>
    (await pool.query<{ id: string }>(sql)).rows.map(row => row.id)
  const rejected = await newest(
    `select id from loan_request where stage = 'rejected' order by stage_since desc limit 3`,
  )
  const fill: Record<string, readonly string[]> = {
    customerId: records.customer.slice(0, 2), loanId: records.loan.slice(0, 2), accountId: rejected.slice(0, 2), requestId: rejected,
    id: records.repayment.slice(0, 1), stage: ['reviewer', 'authorizer', 'approved', 'rejected'], token: ['A'.repeat(43)],
  } // biome-ignore format: a list
  const filled = (path: string): string[] => {
    const name = /:(\w+)/.exec(path)?.[1]
    return name ? (fill[name] ?? []).flatMap(value => filled(path.replace(`:${name}`, value))) : [path]
  }
  return [...paths.flatMap(filled), ...TABS]
}

/** Tabs that the map of routes does not list. */
const TABS = [
  '/messaging?tab=templates', '/messaging?tab=campaigns', '/messaging?tab=log', '/messaging?tab=segments', '/messaging?tab=opt-outs', '/messaging?tab=inbound',
  '/messaging?tab=claims', '/settings?section=organisation', '/settings?tab=products', '/settings?tab=gateway', '/users?tab=audit', '/users?tab=approvals',
] // biome-ignore format: a list

async function visitAll(browser: Browser, site: Site, target: Target, score: Score): Promise<void> {
  const url = `http://localhost:${new URL(site.nodes[0]?.url ?? '').port}`
  const { email } = await hire(target, ROLES)
  const context = await browser.newContext({ baseURL: url, locale: 'en-NG' })
  const entering = await context.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } })
  const { token } = (await entering.json()) as { token: string }
  await context.addInitScript(watch, token)
  const page = await context.newPage()
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const path of await pagesOf(await readRecords(target.pool), target.pool))
    score.note('pages', await look(page, path, dialogs), path)
  await clickThrough(page, score, dialogs)
}

/** Runs in the page: signs in, and keeps every complaint of the policy. */
function watch(token: string): void {
  sessionStorage.setItem('iroko.session', token)
  const complaints: string[] = []
  Object.assign(window, { complaints })
  document.addEventListener('securitypolicyviolation', event =>
    complaints.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  )
}

async function look(page: Page, path: string, dialogs: string[]): Promise<string[]> {
  await page.goto(`/#${path}`)
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => {})
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
  return found(page, dialogs)
}

async function found(page: Page, dialogs: string[]): Promise<string[]> {
  const seen = await page.evaluate(mark => {
    const { complaints, attacked } = window as unknown as { complaints: string[]; attacked?: number }
    return {
      complaints: complaints.splice(0),
      attacked,
      made: document.querySelectorAll(`[${mark}], a[href^="javascript:"], iframe[srcdoc]`).length,
    }
  }, MARK)
  return [
    ...seen.complaints.map(each => `policy: ${each}`),
    ...(seen.attacked === undefined ? [] : [`a script ran: ${seen.attacked}`]),
    ...(seen.made > 0 ? [`${seen.made} elements made from text`] : []),
    ...dialogs.splice(0).map(each => `a dialog: ${each}`),
  ]
}

/** What opens only on a click: every tab of every page that has them. */
async function clickThrough(page: Page, score: Score, dialogs: string[]): Promise<void> {
  for (const path of [
    '/messaging',
    '/settings',
    '/users',
    '/accounts',
    '/customers',
    '/',
    '/ippis',
    '/repayment-tracker',
  ]) {
    await look(page, path, dialogs)
    const tabs = page.getByRole('tab')
    for (let at = 0; at < (await tabs.count()); at++) {
      await tabs
        .nth(at)
        .click({ timeout: 5_000 })
        .catch(() => {})
      await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => {})
      score.note('tabs', await found(page, dialogs), `${path} tab ${at + 1}`)
    }
  }
}
