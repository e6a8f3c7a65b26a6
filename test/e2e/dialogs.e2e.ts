import { expect, type Locator, test } from '@playwright/test'
import { today } from './deductions.ts'
import { liveLoan, openDesk } from './desk.ts'
import { enterAs } from './enter.ts'

/** Dialogs, tabs, toasts and tables: where the focus goes, what is asked, what covers what. */

test('a dialog begins at its first field and gives the focus back to what opened it', async ({ context }) => {
  const page = await enterAs(context, 'superadmin', '/settings/link-status')
  const opener = page.getByRole('button', { name: /^Expiry date of/ }).first()
  await opener.click()
  await expect(page.getByRole('dialog').getByLabel('Expiry date')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a dialog without a field begins at the button that does no harm', async ({ context }) => {
  const page = await enterAs(context, 'superadmin', '/settings/loan-frequency')
  const opener = page.getByRole('button', { name: /^Deactivate/ }).first()
  await opener.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('Escape asks before what was typed is lost, and a second one goes back to it', async ({ context }) => {
  const page = await enterAs(context, 'editor', '/customers?search=Police')
  const opener = page.getByRole('button', { name: 'Save view' })
  await opener.click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name')
  await name.fill('Half a name')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('What you typed would be lost.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Continue editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('What you typed would be lost.')).toHaveCount(0)
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Half a name')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('help and palette give the focus back, however they are left', async ({ context }) => {
  const page = await enterAs(context, 'admin', '/customers')
  const filters = page.getByRole('button', { name: 'Filter', exact: true })
  const palette = page.getByRole('dialog', { name: 'Search' })
  await filters.focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(filters).toBeFocused()
  await page.keyboard.press('Control+k')
  await palette.getByText('Pages', { exact: true }).click()
  await expect(palette.getByRole('combobox'), 'a click beside what can be chosen').toBeFocused()
  await page.mouse.click(8, 300)
  await expect(palette).toHaveCount(0)
  await expect(filters).toBeFocused()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('keyboard')
  await palette.getByRole('option').first().click()
  await page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(filters).toBeFocused()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('theme: light')
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
  await expect(filters).toBeFocused()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeFocused()
})

test('the palette leaves typed work no more than a link does', async ({ context }) => {
  const page = await enterAs(context, 'admin', '/messaging/new-template')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half a template')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('loan accounts')
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
  }
  await leave()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Half a template')
  await leave()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/#\/accounts$/)
})

test('signing out leaves typed work no more than a link does', async ({ context }) => {
  const page = await enterAs(context, 'admin', '/messaging?campaign=new')
  const name = page.getByLabel('Campaign name')
  await name.fill('Half a campaign')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Half a campaign')
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('Logout successful..')).toBeVisible()
  await expect(page).toHaveURL(/#\/auth\/login/)
})

test('Back and Ctrl-K lose nothing that is typed in a dialog', async ({ context }) => {
  const page = await enterAs(context, 'editor', '/')
  await page.goto('/#/customers?search=Police')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name')
  await name.pressSequentially('Half a name')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0)
  await page.goBack({ waitUntil: 'commit', timeout: 2000 }).catch(() => undefined)
  await expect(dialog.getByText('What you typed would be lost.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue editing' }).click()
  await expect(name).toHaveValue('Half a name')
  await expect(page).toHaveURL(/#\/customers/)
})

test('the total of a schedule covers none of its rows on a phone', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  // as long as the usual product lends, which is longer than a table grows on a desk
  const { loanId } = await liveLoan(openDesk(), today, { tenor: 18 })
  const page = await enterAs(context, 'admin', `/accounts/loan/${loanId}`)
  const table = page.getByRole('table', { name: /schedule/i }).first()
  await expect(table.locator('tbody tr')).toHaveCount(18)
  const last = await table.locator('tbody tr').last().boundingBox()
  const total = await table.locator('tfoot').boundingBox()
  expect(total?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0) - 1)
  await context.close()
})

test('on a phone the chosen tab is in view', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await enterAs(context, 'admin')
  const chosen = page.getByRole('tab', { selected: true })
  for (const [address, title] of [
    ['/repayment-tracker?tab=refused', /Failed postings/],
    ['/accounts?tab=payouts', /Disbursements/],
    ['/accounts?tab=overpaid', /Overpaid/],
  ] as const) {
    await page.goto(`/#${address}`)
    await expect(chosen).toHaveText(title)
    // the counts come later and move the tabs behind them
    await page.waitForLoadState('networkidle')
    await expect(chosen, address).toBeInViewport({ ratio: 0.95 })
  }
  await page.getByRole('tab').first().click()
  await expect(page.getByRole('tab').first()).toBeInViewport({ ratio: 0.95 })
  await context.close()
})

for (const [what, key] of [
  ['dialog', '?'],
  ['palette', 'Control+k'],
] as const)
  test(`a toast stays as bright as the ${what} that opens under it`, async ({ context }) => {
    // an act that changes nothing another test stands on
    const page = await enterAs(context, 'superadmin', '/?tab=portfolio')
    await page.getByRole('button', { name: 'Refresh figures' }).click()
    const toast = page.getByText(/^Refreshing figures/)
    await expect(toast).toBeVisible()
    await expect(page.locator('.Toastify--animate'), 'it has come in').toHaveCount(0)
    await toast.hover()
    await page.keyboard.press(key)
    const groundLeftIn = async (paper: Locator): Promise<string> => {
      const { x, y } = (await paper.boundingBox()) ?? { x: 0, y: 0 }
      return (await page.screenshot({ clip: { x: x + 6, y: y + 20, width: 4, height: 4 } })).toString(
        'base64',
      )
    }
    // both are white paper, and nothing lies over either
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect.poll(async () => (await groundLeftIn(toast)) === (await groundLeftIn(dialog))).toBe(true)
    // and it can be clicked away there, which is no click beside the dialog
    await toast.click()
    await expect(toast).toBeHidden()
    await expect(dialog).toBeVisible()
    // and goes, and what comes next is seen again
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Refresh figures' }).click()
    await expect(toast).toBeVisible()
  })

test('a toast outlives the dialog that it came up in', async ({ context }) => {
  const page = await enterAs(context, 'superadmin', '/?tab=portfolio')
  await page.getByRole('button', { name: 'Refresh figures' }).click()
  const toast = page.getByText(/^Refreshing figures/)
  await expect(toast).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(toast).toBeVisible()
})
