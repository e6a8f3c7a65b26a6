import { type BrowserContext, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../sample/staff.ts'

/** Signs in behind the browser's back and opens the console as that person: for tests that are not about signing in. */
export async function enterAs(context: BrowserContext, part: string, address = '/'): Promise<Page> {
  let token = ''
  // one sign-in at a time per person: another worker may be at it
  await expect(async () => {
    const answer = await context.request.post('/api/auth/login', {
      data: { email: `${part}@iroko.test`, password: DEMO_PASSWORD },
    })
    expect(answer.status()).toBe(200)
    token = ((await answer.json()) as { token: string }).token
  }).toPass({ timeout: 60_000 })
  await context.addInitScript(stored => {
    // an empty page keeps nothing
    if (window.origin === 'null') return
    if (!sessionStorage.getItem('tests.entered')) sessionStorage.setItem('iroko.session', stored)
    sessionStorage.setItem('tests.entered', 'yes')
  }, token)
  const page = await context.newPage()
  await page.goto(`/#${address}`)
  await untilSeen(page, 'h1')
  // said here, since pictures are taken outside the test runner and its patience
  await expect(page.locator('h1').first()).toBeVisible({ timeout: 60_000 })
  return page
}

/** The page with its first records. */
export const untilLoaded = (page: Page): Promise<void> =>
  untilSeen(page, 'html:not(:has([data-first-load])) h1')

/** Looked for at every frame: an assertion looks again after a second at last, and every page would wait for that. */
async function untilSeen(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(wanted => document.querySelector(wanted), selector, { timeout: 60_000 })
}

/** Everything the browser complains about; a page that is in order says nothing. */
export function listen(page: Page): string[] {
  const said: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      said.push(`${message.text()} ${message.location().url}`.trim())
  })
  page.on('pageerror', error => said.push(error.message))
  return said
}
