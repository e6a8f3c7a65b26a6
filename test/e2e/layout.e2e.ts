import { expect, test } from '@playwright/test'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { expectNoBarriers } from './accessibility.ts'
import { openDesk, type Part } from './desk.ts'
import { enterAs, listen } from './enter.ts'
import { hire } from './requests.ts'

const BASE = [
  'Dashboard',
  'Customers',
  'Loan Accounts',
  'IPPIS Data',
  'Repayment Tracker (SMS)',
  'Messaging',
  'Settings',
]
const at4 = (entry: string): string[] => BASE.toSpliced(3, 0, entry)

/** Role × sidebar. */
const MENUS: [Part, string[]][] = [
  ['superadmin', [...at4('Rejected Request'), 'Users']],
  ['admin', BASE],
  ['reviewer', at4('Pending Reviewer')],
  ['authorizer', at4('Pending Authorizer')],
  ['editor', at4('Rejected Request')],
  ['auditor', BASE],
]

const SOME_ID = '7b1b8f9e-6f5c-4d0f-8a56-0a1b2c3d4e5f'

/** Every route that opens without a record. */
const ROUTES: [address: string, heading: RegExp][] = [
  ['/', /Dashboard/],
  ['/accounts', /Loan Accounts/],
  ['/customers', /Customers/],
  ['/loan/requests/rejected', /Rejected/],
  ['/loan/requests/reviewer', /Pending Reviewer/],
  ['/loan/requests/authorizer', /Pending Authorizer/],
  ['/repayment-tracker', /Repayment Tracker/],
  ['/repayment-tracker/new', /repayment/i],
  ['/users', /Users/],
  ['/messaging', /Messaging/],
  ['/messaging/new-template', /template/i],
  ['/settings', /Settings/],
  ['/settings/loan-frequency', /frequency/i],
  ['/settings/link-status', /link/i],
  ['/ippis', /IPPIS Data/],
  ['/ippis/new-upload', /upload/i],
]

const NOWHERE = [
  '/nowhere',
  '/loan/requests/limbo',
  '/settings/colours',
  '/auth/nowhere',
  '/loan-request/more',
]

test.describe('the sidebar', () => {
  for (const [part, titles] of MENUS)
    test(`shows ${part} exactly their entries, in order`, async ({ context }) => {
      const page = await enterAs(context, part)
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await expect(links.first()).toBeVisible()
      const shown = (await links.allInnerTexts())
        .map(each => each.trim())
        .filter(each => each !== '' && each !== 'Iroko')
      expect(shown.filter(each => !each.startsWith('Initiate'))).toEqual(titles)
    })

  test('is 18rem wide, 5rem when collapsed, and then names its entries in a tooltip', async ({ context }) => {
    const page = await enterAs(context, 'admin')
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await expect(sidebar).toHaveCSS('width', '288px')
    await page.getByRole('button', { name: 'Toggle sidebar' }).first().click()
    await expect(sidebar).toHaveCSS('width', '80px')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messaging' }).hover()
    await expect(page.getByText('Messaging', { exact: true }).last()).toBeVisible()
  })

  test('is hidden on a phone until asked for, and goes after a click', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await enterAs(context, 'admin')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Toggle sidebar' }).first().click()
    await menu.getByRole('link', { name: 'IPPIS Data' }).click()
    await expect(page).toHaveURL(/#\/ippis$/)
    await expect(menu).toBeHidden()
    await context.close()
  })

  test('reaches IPPIS Data from deep inside, and marks where one is', async ({ context }) => {
    const page = await enterAs(context, 'admin', '/settings/link-status')
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'IPPIS Data' })
    await entry.click()
    await expect(page).toHaveURL(/#\/ippis$/)
    await expect(entry).toHaveAttribute('aria-current', 'page')
  })

  test('Initiate opens the loan request in a new tab, with the officer’s code', async ({ context }) => {
    const page = await enterAs(context, 'admin')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /Initiate/ }).click()
    await expect(await opened).toHaveURL(/#\/loan-request\?accountOfficerCode=AO-014$/)
  })

  test('Initiate carries no code where there is none', async ({ context }) => {
    const page = await enterAs(context, 'reviewer')
    await expect(page.getByRole('link', { name: /Initiate/ })).toHaveAttribute('href', /#\/loan-request$/)
  })

  test('Initiate says why not to whoever may not start a request, and so does its page', async ({
    context,
  }) => {
    const page = await enterAs(context, 'auditor')
    await expect(page.getByRole('link', { name: 'Initiate' })).toHaveCount(0)
    const entry = page.getByRole('button', { name: 'Initiate' })
    await expect(entry).toHaveAttribute('aria-disabled', 'true')
    await entry.hover()
    await expect(page.getByRole('tooltip')).toContainText('Only superAdmin, Admin')
    await page.goto('/#/loan-request')
    await expect(page.getByText('You do not have permission to start requests')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  })
})

test.describe('addresses', () => {
  test('every route opens by its address, says what it is, and the browser has nothing to complain about', {
    tag: '@journey',
  }, async ({ context }) => {
    const page = await enterAs(context, 'superadmin')
    const said = listen(page)
    for (const [address, heading] of ROUTES) {
      await page.goto(`/#${address}`)
      await expect(page.locator('h1').first(), address).toHaveText(heading)
      await expect(page).toHaveTitle(/Iroko/)
    }
    expect(said).toEqual([])
  })

  test('what is not there says so', async ({ context }) => {
    const page = await enterAs(context, 'superadmin')
    for (const address of NOWHERE) {
      await page.goto(`/#${address}`)
      await expect(
        page.getByRole('heading', { name: /not found|nothing here|does not exist/i }),
        address,
      ).toBeVisible()
    }
  })

  test('without a session everything leads to sign-in, except the loan request in any case', {
    tag: '@journey',
  }, async ({ page }) => {
    for (const address of [
      '/',
      '/users',
      '/accounts/loan/x',
      '/settings/link-status',
      '/nowhere',
      '/loan-requests',
    ]) {
      await page.goto(`/#${address}`)
      await expect(page, address).toHaveURL(/#\/auth\/login/)
    }
    for (const address of ['/loan-request', '/LOAN-REQUEST', '/Loan-Request']) {
      await page.goto('about:blank')
      await page.goto(`/#${address}`)
      await expect(page.locator('h1').first()).toBeVisible()
      expect(page.url()).toContain(`#${address}`)
    }
  })

  test('records that do not exist get an answer, not a blank page', async ({ context }) => {
    const page = await enterAs(context, 'superadmin')
    for (const address of [
      `/accounts/loan/${SOME_ID}`,
      `/customers/${SOME_ID}`,
      `/loan/requests/reviewer/${SOME_ID}`,
    ]) {
      await page.goto(`/#${address}`)
      await expect(page.locator('main'), address).toContainText(/no such|not found|nothing/i)
    }
  })
})

test('a password link works once; opened again it says so before anything is typed', {
  tag: '@journey',
}, async ({ page }) => {
  const part = await hire('Uche', ['Reviewer'])
  const superAdmin = await openDesk().as('superadmin')
  const { rows } = await superAdmin('userList', { search: part })
  const { token } = await superAdmin('userResetLink', { id: rows[0]?.id ?? '' })
  const gone = page.getByRole('heading', { name: 'This link is no longer valid' })
  await page.goto(`/#/auth/reset/${token}`)
  await page.getByLabel('New password', { exact: true }).fill('kettle garden drum')
  await page.getByLabel('Confirm password', { exact: true }).fill('kettle garden drum')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await page.reload()
  await expect(gone).toBeVisible()
  await expect(page.getByText('Ask a superAdmin for a new link.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)
  await expectNoBarriers(page)
  await page.goto('/#/auth/reset/cut')
  await expect(gone).toBeVisible()
})

test.describe('leaving', () => {
  test('Logout says so, forgets the session, and the token is dead', { tag: '@journey' }, async ({
    context,
  }) => {
    const page = await enterAs(context, 'auditor')
    const token = await page.evaluate(() => sessionStorage.getItem('iroko.session'))
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page.getByText('Logout successful..')).toBeVisible()
    await expect(page).toHaveURL(/#\/auth\/login/)
    expect(await page.evaluate(() => sessionStorage.getItem('iroko.session'))).toBeNull()
    // one leaves at once; the server hears of it a moment later
    const knock = async (): Promise<number> =>
      (await context.request.get('/api/me', { headers: { authorization: `Bearer ${token}` } })).status()
    await expect.poll(knock).toBe(401)
  })

  test('thirteen idle minutes warn, any movement takes the warning back, fifteen sign out', async ({
    context,
  }) => {
    await context.clock.install()
    const page = await enterAs(context, 'auditor')
    const warning = page.getByText('You will be logged out in 1 minute due to inactivity')
    await context.clock.runFor('12:58')
    await expect(warning).toBeHidden()
    await context.clock.runFor('00:04')
    await expect(warning).toBeVisible()
    await page.mouse.move(200, 300)
    await expect(warning).toBeHidden()
    await context.clock.runFor('13:02')
    await expect(warning).toBeVisible()
    await context.clock.runFor('02:00')
    await expect(page.getByText('Logged out due to inactivity')).toBeVisible()
    await expect(page).toHaveURL(/#\/auth\/login/)
    // the toast is gone after five seconds; the page still says it to a person who comes back later
    await context.clock.runFor('20:00')
    await expect(page.getByText('You were signed out after 15 minutes of inactivity.')).toBeVisible()
  })

  test('a new tab shares the session, and signing out in one tab signs out all', async ({ context }) => {
    const first = await context.newPage()
    await first.goto('/#/auth/login')
    await first.getByLabel('Email').fill('auditor@iroko.test')
    await first.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await first.getByRole('button', { name: 'Sign in' }).click()
    await expect(first.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    const second = await context.newPage()
    await second.goto('/#/customers')
    await expect(second.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
    await second.getByRole('button', { name: 'Logout' }).first().click()
    await expect(first).toHaveURL(/#\/auth\/login/)
    const third = await context.newPage()
    await third.goto('/#/customers')
    await expect(third).toHaveURL(/#\/auth\/login/)
  })

  test('a token alone, carried elsewhere, opens nothing', async ({ context, request }) => {
    const page = await enterAs(context, 'auditor')
    const token = await page.evaluate(() => sessionStorage.getItem('iroko.session'))
    const answer = await request.get('/api/me', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status()).toBe(401)
  })

  for (const broken of ['nonsense', 'a.b', 'a.%%%.c', '{}'])
    test(`a broken token (${broken}) signs out with a word`, async ({ page }) => {
      await page.addInitScript(stored => sessionStorage.setItem('iroko.session', stored), broken)
      await page.goto('/#/users')
      await expect(page).toHaveURL(/#\/auth\/login/)
      await expect(page.getByText(/session/i).first()).toBeVisible()
    })
})

test('a lost line is said, and the page that could not come opens by itself once it is back', async ({
  context,
}) => {
  const page = await enterAs(context, 'admin', '/customers')
  await context.setOffline(true)
  await expect(
    page.getByText('You are offline. Your changes are sent when the connection is back.'),
  ).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'Messaging' }).click()
  await expect(page.getByText('It opens automatically when you are online again.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Messaging', level: 1 })).toBeVisible()
  await expect(page.getByText('You are offline')).toHaveCount(0)
})
