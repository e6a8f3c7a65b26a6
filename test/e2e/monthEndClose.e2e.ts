import { type Browser, expect, type Page, test } from '@playwright/test'
import { addMonths, localDate } from '../../engine/dates.ts'
import { todayInLagos } from '../../web/parts/today.ts'
import { enterAs, listen } from './enter.ts'

/** The month that ended last. */
const MONTH = addMonths(localDate(`${todayInLagos().slice(0, 7)}-01`), -1).slice(0, 7)
const CLOSE = `/settings?section=close&month=${MONTH}`
const PERIODS = '/settings?section=periods'

const enter = async (browser: Browser, part: string, width = 1_440): Promise<Page> =>
  enterAs(await browser.newContext({ viewport: { width, height: 900 } }), part, CLOSE)

test('an Admin closes a month, an Authorizer approves it, a figure opens its loans, and it is reopened', async ({
  browser,
}) => {
  const admin = await enter(browser, 'admin')
  const said = listen(admin)
  await admin.getByRole('button', { name: 'Calculate figures' }).click()
  await expect(admin.getByText('no record of the month has changed since')).toBeVisible({ timeout: 30_000 })
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  const dialog = admin.getByRole('dialog')
  for (const reason of await dialog.getByRole('textbox').all()) await reason.fill('Agreed with the auditor')
  await dialog.getByRole('button', { name: 'Submit close' }).click()
  await expect(admin.getByText('Pending approval', { exact: true })).toBeVisible()

  const authorizer = await enter(browser, 'authorizer', 390)
  await authorizer.getByRole('button', { name: 'Approve' }).first().click()
  const sheet = authorizer.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(sheet).toBeHidden()
  await expect(authorizer.getByText('Closed through')).toBeVisible()

  await admin.reload()
  const provision = admin.getByRole('region', { name: 'Provision (1190)' })
  await provision.getByRole('button', { name: 'Performing' }).click()
  await expect(admin.getByRole('heading', { name: /^Provision, / })).toBeVisible()
  await admin.getByRole('row').nth(1).getByRole('link').click()
  await expect(admin).toHaveURL(/#\/accounts\/loan\//)

  // the tests beside this one post in an open month
  await admin.goto(`/#${PERIODS}`)
  await admin.getByRole('button', { name: 'Reopen period' }).click()
  await dialog.getByLabel('Reason').fill('An invoice was missing')
  await dialog.getByRole('button', { name: 'Submit reopening' }).click()
  await expect(admin.getByText('Pending approval')).toBeVisible()
  await authorizer.goto(`/#${PERIODS}`)
  await authorizer.getByRole('button', { name: 'Approve' }).first().click()
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText('Reopened months')).toBeVisible()
  expect(said).toEqual([])
})
