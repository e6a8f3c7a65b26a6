import type { Page } from '@playwright/test'

export const LOADING = '[data-first-load], main [aria-busy=true], main .animate-pulse'
/** What is only asked for when it comes into sight has to be in sight. */
export const TALLEST = 8_000
/** A tab that is fetched when it is chosen shows nothing at first, then grey shapes, then its rows. */
const QUIET_MS = 600
export const WAIT_MAX_MS = 30_000

/** Nothing grey on it and nothing on its way, for a while: the browser's own idle is reached once a page and never again. */
export async function settle(page: Page): Promise<boolean> {
  let underway = 0
  let quietSince = performance.now()
  const begun = (): void => {
    underway += 1
  }
  const ended = (): void => {
    underway -= 1
    quietSince = performance.now()
  }
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  const start = performance.now()
  let isSettled = false
  while (!isSettled && performance.now() - start < WAIT_MAX_MS) {
    await page.waitForTimeout(100)
    if (underway > 0 || (await page.locator(LOADING).count()) > 0) quietSince = performance.now()
    isSettled = performance.now() - quietSince > QUIET_MS
  }
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
  return isSettled
}
