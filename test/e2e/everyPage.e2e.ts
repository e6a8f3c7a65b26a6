import { expect, test } from '@playwright/test'
import { LOAN_TABS } from '../../contract/loans.ts'
import { expectFits, expectNoBarriers, expectNoBarriersInTheDark, expectSteady } from './accessibility.ts'
import { isOutside, pageAddresses } from './addresses.ts'
import { openDesk } from './desk.ts'
import { enterAs, listen, untilLoaded } from './enter.ts'

/** From page to page, asking each what every page owes to everybody. */

/** Views of their own that share the route of another. */
const VIEWS = [
  '/?cut=late&key=30',
  '/?cut=state&key=Katsina',
  '/?rows=collected',
  '/?rows=cash',
  '/loan/requests/authorizer',
  '/users?tab=audit',
  '/repayment-tracker?tab=instructions',
  '/repayment-tracker?tab=reconciliation',
  '/repayment-tracker?tab=reconciliation&view=persons',
  '/repayment-tracker?tab=offices',
  '/repayment-tracker?tab=calendar',
]

/** Lists behind the first one of their page. */
const TABS = {
  '/accounts': [...LOAN_TABS.filter(tab => tab !== 'live'), 'payouts'],
  '/repayment-tracker': [
    'instructions',
    'reconciliation',
    'suspense',
    'refused',
    'missing',
    'offices',
    'calendar',
  ],
  '/messaging': ['log', 'campaigns', 'outbox', 'inbound'],
}

/** Every page, with a record where it is of one. */
const walk = async (): Promise<string[]> => [
  ...(await pageAddresses(await openDesk().as('superadmin'))),
  ...VIEWS,
]

/** A link that was used up is refused, which the browser notes by itself. */
const REFUSED = /^\/auth\/reset\//
const NOTED = /^Failed to load resource: the server responded with a status of 4/

test.describe('for everybody', () => {
  for (const width of [390, 1440])
    for (const half of ['one half', 'the other half'])
      test(`every page fits, bars no way in light or dark, and neither jumps nor complains, ${width} px, ${half}`, {
        tag: width === 390 && half === 'one half' ? '@short' : [],
      }, async ({ browser }) => {
        const look = { viewport: { width, height: 900 }, reducedMotion: 'reduce' } as const
        const [inside, outside] = [await browser.newContext(look), await browser.newContext(look)]
        const [staff, stranger] = [await enterAs(inside, 'superadmin'), await outside.newPage()]
        const said = new Map([staff, stranger].map(page => [page, listen(page)]))
        for (const address of (await walk()).filter(
          (_, round) => round % 2 === Number(half === 'one half'),
        )) {
          const page = isOutside(address) ? stranger : staff
          await page.goto('about:blank')
          await page.goto(`/#${address}`)
          await untilLoaded(page)
          await expect(page.locator('h1').first(), address).toBeVisible()
          await expect(page.locator('[data-first-load]'), address).toHaveCount(0)
          await page.waitForLoadState('networkidle')
          // what jumps late is still counted while the rest is asked
          await Promise.all([expectSteady(page, address), expectNoBarriers(page, address)])
          await expectFits(page, address)
          await expectNoBarriersInTheDark(page, address)
          const complaints = said.get(page)?.splice(0) ?? []
          expect(
            complaints.filter(text => !(REFUSED.test(address) && NOTED.test(text))),
            address,
          ).toEqual([])
        }
        await inside.close()
        await outside.close()
      })

  test('no other tab of a page jumps', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await (await enterAs(context, 'superadmin')).close()
    // page beside page, since most of it is waiting for something to jump
    const walks = Object.entries(TABS).map(async ([route, tabs]) => {
      const page = await context.newPage()
      for (const tab of tabs) {
        const address = `${route}?tab=${tab}`
        await page.goto('about:blank')
        await page.goto(`/#${address}`)
        await untilLoaded(page)
        await expect(page.locator('[data-first-load]'), address).toHaveCount(0)
        await expectSteady(page, address)
      }
    })
    await Promise.all(walks)
    await context.close()
  })

  test('whoever prefers the dark gets it, before the sign-in and after, at once', async ({ browser }) => {
    const context = await browser.newContext({ colorScheme: 'dark' })
    const page = await context.newPage()
    for (const address of ['/auth/login', '/loan-request']) {
      await page.goto(`/#${address}`)
      await expect(page.locator('html'), address).toHaveAttribute('data-theme', 'dark')
    }
    const staff = await enterAs(context, 'auditor')
    await expect(staff.locator('html')).toHaveAttribute('data-theme', 'dark')
    await staff.emulateMedia({ colorScheme: 'light' })
    await expect(staff.locator('html')).toHaveAttribute('data-theme', 'light')
    await context.close()
  })
})
