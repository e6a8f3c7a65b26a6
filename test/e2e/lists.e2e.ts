import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from './accessibility.ts'
import { openDesk } from './desk.ts'
import { enterAs } from './enter.ts'

/** A list as its reader likes it. */

const LIST = '/customers'
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name })
const views = (page: Page) => page.getByRole('navigation', { name: 'Views of this list' })
const rowHeight = (page: Page): Promise<number> =>
  page
    .locator('tbody tr')
    .first()
    .evaluate(row => row.getBoundingClientRect().height)

test('columns and density are chosen at once and follow the person', async ({ context, browser }) => {
  const page = await enterAs(context, 'editor', LIST)
  await page.getByRole('button', { name: /^Display/ }).click()
  // as a try that was broken off may have left it
  const shown = page.getByLabel('Class', { exact: true })
  if (!(await shown.isChecked())) await shown.click()
  await expect(shown).toBeChecked()
  await page.getByText('Comfortable').click()
  await expect(heading(page, 'Class')).toBeVisible()
  const before = await rowHeight(page)
  // the tick follows the choice, a moment after the press
  await shown.click()
  await expect(shown).not.toBeChecked()
  await expect(heading(page, 'Class')).toHaveCount(0)
  await page.getByText('Compact').click()
  await expect.poll(() => rowHeight(page)).toBeLessThan(before)
  await expectNoBarriers(page)

  const elsewhere = await enterAs(await browser.newContext(), 'editor', LIST)
  await expect(heading(elsewhere, 'Employer')).toBeVisible()
  await expect(heading(elsewhere, 'Class')).toHaveCount(0)
  await elsewhere.getByRole('button', { name: 'Display (4 hidden)' }).click()
  await elsewhere.getByRole('button', { name: 'Show every column' }).click()
  await elsewhere.getByText('Comfortable').click()
  await expect(heading(elsewhere, 'Class')).toBeVisible()
  await elsewhere.context().close()
})

test('a view is named, opened with, renamed, removed and brought back', async ({ context }) => {
  const page = await enterAs(context, 'auditor', LIST)
  await page.getByLabel('Search customers').fill('Police')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Police')
  await page.getByRole('dialog').getByLabel('Open the list with it').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const chip = views(page).getByRole('link', { name: 'Police' })
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await expectNoBarriers(page)

  await page.goto('/#/settings')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(/search=Police/)
  await views(page).getByRole('link', { name: 'All' }).click()
  await expect(page.getByLabel('Search customers')).toHaveValue('')

  await chip.click()
  await page.getByRole('button', { name: 'Change the view Police' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('The force')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const renamed = views(page).getByRole('link', { name: 'The force' })
  await expect(renamed).toBeVisible()

  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Change the view The force' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(renamed).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(renamed).toBeVisible()
  await remove()
  const auditor = await openDesk().as('auditor')
  const own = async () => (await auditor('preferencesGet', {})).views.filter(view => view.sharedBy === null)
  await expect.poll(own).toEqual([])
})

test('a view is shared with all staff, changed by nobody else, and withdrawn by a superAdmin', async ({
  context,
  browser,
}) => {
  const admin = await enterAs(context, 'admin', `${LIST}?search=Immigration`)
  await admin.getByRole('button', { name: 'Save view' }).click()
  await admin.getByRole('dialog').getByLabel('Name').fill('Immigration')
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('button', { name: 'Change the view Immigration' }).click()
  await admin.getByRole('menuitem', { name: 'Share with all staff' }).click()
  await expect(views(admin).getByRole('link', { name: /^Immigration ?, shared by you$/ })).toBeVisible()
  await expect(admin.getByText('“Immigration” is shared with all staff.')).toBeVisible()

  const reviewer = await enterAs(
    await browser.newContext({ viewport: { width: 390, height: 844 } }),
    'reviewer',
    LIST,
  )
  await views(reviewer)
    .getByRole('link', { name: /^Immigration ?, shared by Babatunde/ })
    .click()
  await expect(reviewer).toHaveURL(/search=Immigration/)
  // the address changes before the rows are drawn
  await expect(reviewer.getByRole('searchbox').first()).toHaveValue('Immigration')
  await expect(views(reviewer).getByText('shared by Babatunde Adeyemi').last()).toBeVisible()
  await expect(views(reviewer).getByRole('button', { name: /^Change the view/ })).toHaveCount(0)
  await expectNoBarriers(reviewer)
  await reviewer.context().close()

  const page = await enterAs(await browser.newContext(), 'superadmin', `${LIST}?search=Immigration`)
  await page.getByRole('button', { name: 'Change the view Immigration' }).click()
  await page.getByRole('menuitem', { name: 'Stop sharing it' }).click()
  await expect(views(page).getByRole('link', { name: /^Immigration/ })).toHaveCount(0)
  await page.context().close()
  await admin.getByRole('button', { name: 'Change the view Immigration' }).click()
  await admin.getByRole('menuitem', { name: 'Remove' }).click()
})

const DESK = { width: 1440, height: 900 }
const MAIN_LISTS: [address: string, part: string, rows: number][] = [
  ['/customers', 'admin', 12],
  ['/accounts', 'admin', 12],
  ['/repayment-tracker', 'admin', 12],
  ['/messaging?tab=log', 'admin', 12],
  ['/users', 'superadmin', 12],
  ['/ippis', 'admin', 12],
  ['/loan/requests/reviewer', 'reviewer', 10],
  ['/loan/requests/authorizer', 'authorizer', 10],
]

/** Rows wholly inside the window, and how many more of the tallest would fit below a list that is shorter. */
const rowsInSight = (page: Page): Promise<number> =>
  page.locator('table.rows tbody tr').evaluateAll(rows => {
    const boxes = rows.map(row => row.getBoundingClientRect())
    const inside = boxes.filter(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight)
    const last = boxes.at(-1)?.bottom ?? 0
    const tallest = Math.max(...boxes.map(({ height }) => height))
    return inside.length + Math.max(0, Math.floor((window.innerHeight - last) / tallest))
  })

for (const [address, part, rows] of MAIN_LISTS)
  test(`${address} shows ${rows} rows at 1440 × 900, and no table scrolls sideways`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: DESK })
    const page = await enterAs(context, part, address)
    const table = page.locator('main table.rows').first()
    await expect(table).toBeVisible()
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(rows)
    const cut = await table.evaluate(each => each.scrollWidth - (each.parentElement?.clientWidth ?? 0))
    expect(cut).toBeLessThanOrEqual(0)
    await context.close()
  })

const SIDE_LISTS: [address: string, part: string][] = [
  ['/loan/requests/rejected', 'editor'],
  ['/settings/loan-frequency', 'superadmin'],
  ['/accounts?tab=awaiting', 'admin'],
  ['/accounts?tab=payouts', 'admin'],
]

for (const [address, part] of SIDE_LISTS)
  test(`${address} does not scroll sideways at 1440 px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: DESK })
    const page = await enterAs(context, part, address)
    const table = page.locator('main table.rows').first()
    await expect(table).toBeVisible()
    const cut = await table.evaluate(each => each.scrollWidth - (each.parentElement?.clientWidth ?? 0))
    expect(cut).toBeLessThanOrEqual(0)
    await context.close()
  })

test('a press on a row opens its record; with Ctrl, in a new tab that is signed in', async ({ context }) => {
  const page = await enterAs(context, 'admin', '/accounts')
  const row = page.locator('table.rows tbody tr').first()
  const name = (await row.getByRole('link').first().innerText()).split('\n')[0] ?? ''
  const number = /L\d{7}/.exec(await row.innerText())?.[0] ?? name
  const arrears = row.locator('td').nth(3)
  const opened = context.waitForEvent('page')
  await arrears.click({ modifiers: ['ControlOrMeta'] })
  const second = await opened
  await expect(second.locator('h1')).toBeVisible()
  await expect(second.locator('main')).toContainText(number)
  await expect(page).toHaveURL(/accounts$/)
  await arrears.click()
  await expect(page).toHaveURL(/accounts\/loan\//)
  await expect(page.locator('main')).toContainText(number)
})

test('a filter is a chip that opens it and removes it', async ({ context }) => {
  const page = await enterAs(context, 'admin', LIST)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByLabel('Status').selectOption({ label: 'Active' })
  await expect(page).toHaveURL(/status=active/)
  // rows being replaced are dimmed
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  const chip = page.getByRole('button', { name: 'Status: Active' })
  await chip.click()
  await expect(panel.getByLabel('Status')).toHaveValue('active')
  await expect(panel.getByLabel('Account officer')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter Status' }).click()
  await expect(chip).toHaveCount(0)
  await expect(page).not.toHaveURL(/status=/)
})

test('on a phone a row has two lines, and the rest opens with a tap', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await enterAs(context, 'admin', '/accounts')
  const row = page.locator('table.rows tbody tr').first()
  await expect(row).toBeVisible()
  const height = await rowHeight(page)
  expect(height).toBeLessThanOrEqual(64)
  await expect(row.getByText('Last deduction')).toBeHidden()
  await row.locator('td').nth(3).tap()
  await expect(row.getByText('Last deduction')).toBeVisible()
  await expect(page).toHaveURL(/accounts$/)
  await expectNoBarriers(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await row.getByRole('button', { name: 'Show less of this row' }).tap()
  await expect(row.getByText('Last deduction')).toBeHidden()
  await row.getByRole('link').first().tap()
  await expect(page).toHaveURL(/accounts\/loan\//)
  await context.close()
})

test('with little room the columns that matter stay, and no table scrolls in itself', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 900 } })
  const page = await enterAs(context, 'admin', '/accounts?tab=arrears')
  const officer = page.getByRole('columnheader', { name: 'Officer' })
  for (const address of ['/accounts?tab=arrears', '/settings?section=health'])
    for (const width of [1024, 1279, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/#${address}`)
      const rows = page.locator('main table.rows')
      await expect(rows).toBeVisible()
      const cut = await rows.evaluate(table => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))
      expect(cut, `${address} at ${width} px`).toBeLessThanOrEqual(0)
      await expect(officer).toHaveCount(0)
    }
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/#/accounts?tab=arrears')
  await expect(officer).toBeVisible()
  await context.close()
})

test('on paper nothing of the pointer is left, and a part of a list says so', async ({ context }) => {
  const page = await enterAs(context, 'superadmin', '/users?tab=audit')
  const row = page.locator('table.rows tbody tr').first()
  await expect(row).toBeVisible()
  await row.getByRole('time').first().hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expect(page.getByText(/not on this paper/)).toBeHidden()
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expect(row).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const rest = page.getByText(/^Rows 1 to \d+ of [\d,]+\+?\. The rest is not on this paper\.$/)
  await expect(rest).toBeVisible()
  const advice = await rest.evaluate(each => getComputedStyle(each, '::after').content)
  expect(advice).toBe('" Export the list for all."')
})

test('on paper a list has no chrome, is light, and says when and by whom', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await enterAs(context, 'admin', '/accounts?tab=arrears')
  await expect(page.getByRole('table')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(/^Printed .* by Babatunde Adeyemi \(Admin\)$/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Toggle sidebar' }).first()).toBeHidden()
  await expect(page.getByRole('tab', { name: 'In arrears' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Closed' })).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 24, 38)')
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/#/accounts?tab=awaiting')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await context.close()
})
