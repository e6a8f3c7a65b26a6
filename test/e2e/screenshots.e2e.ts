import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { addMonths, payMonthOf } from '../../engine/dates.ts'
import { sampleRecords } from './addresses.ts'
import { lagosToday, openDesk } from './desk.ts'
import { enterAs } from './enter.ts'
import { settle, TALLEST } from './settle.ts'

/**
 * The pictures of the README, of whatever lender the run has; `npm run screenshots:readme` takes them of the whole sample lender, into
 * `docs/screenshots`.
 */

const FOLDER = process.env.IROKO_SCREENSHOTS ?? 'test-results/screenshots'

type Picture = { name: string; as?: string; address: string; width: number; height: number; dark?: true }

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Tall enough for what waits and the figures of the book below it; of three months, since in the first days of one nothing is due yet. */
const DASHBOARD = {
  address: `/?from=${payMonthOf(addMonths(lagosToday(), -2))}&to=${payMonthOf(lagosToday())}`,
  width: 1440,
  height: 1400,
}

/** As much as fits a window, seen by whom it is for; a stranger where nobody is named. */
function pictures({ requestId, loanId, id }: Record<string, string>): Picture[] {
  return [
    { name: 'dashboard', as: 'authorizer', ...DASHBOARD },
    { name: 'dashboard-dark', as: 'auditor', ...DASHBOARD, dark: true },
    { name: 'request', as: 'reviewer', address: `/loan/requests/reviewer/${requestId}`, ...DESK },
    { name: 'loan', as: 'admin', address: `/accounts/loan/${loanId}`, ...DESK },
    { name: 'batch', as: 'admin', address: `/repayment-tracker/${id}`, ...DESK },
    { name: 'instructions', as: 'admin', address: '/repayment-tracker?tab=instructions', ...DESK },
    { name: 'reconciliation', as: 'admin', address: '/repayment-tracker?tab=reconciliation', ...DESK },
    {
      name: 'payroll-office',
      as: 'admin',
      address: '/repayment-tracker?tab=offices&source=TEACHERS',
      ...DESK,
    },
    { name: 'ledger', as: 'auditor', address: '/settings?section=ledger', ...DESK },
    { name: 'queue', as: 'reviewer', address: '/loan/requests/reviewer', ...DESK },
    { name: 'loan-request', address: '/loan-request', ...PHONE },
    { name: 'accounts-phone', as: 'admin', address: '/accounts', ...PHONE },
  ]
}

test('the pictures of the README are taken', async ({ browser, baseURL }) => {
  for (const picture of pictures(await sampleRecords(await openDesk().as('superadmin')))) {
    const { name, as, address, width, height, dark } = picture
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
    })
    const page = as ? await enterAs(context, as, address) : await context.newPage()
    if (!as) await page.goto(`/#${address}`)
    await page.locator('h1').first().waitFor()
    await page.setViewportSize({ width, height: TALLEST })
    expect(await settle(page), `${name} has come to rest`).toBe(true)
    await page.setViewportSize({ width, height })
    await page.mouse.move(0, 0)
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    await context.close()
  }
})
