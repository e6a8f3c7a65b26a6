import { type Browser, expect, type Page, test } from '@playwright/test'
import { type BankRow, mt940 } from '../bankFiles.ts'
import { enterAs, listen, untilLoaded } from './enter.ts'

// One statement: what one test uploads, the next one reconciles.
test.describe.configure({ mode: 'serial' })

const BANK = '/settings?section=bank'
const ROWS: BankRow[] = [
  ['2026-10-29', 'SMS CHARGES OCTOBER', '', -5_250],
  ['2026-10-30', 'TRANSFER FROM A PAYER', 'NIP-445566', 1_200_000],
]

const enter = async (browser: Browser, part: string, address: string, width = 1_440): Promise<Page> =>
  enterAs(await browser.newContext({ viewport: { width, height: 900 } }), part, address)

const shoot = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
}

test('an Admin uploads a bank statement and submits the reconciliation', {
  tag: '@journey',
}, async ({ browser }) => {
  const admin = await enter(browser, 'admin', BANK)
  const said = listen(admin)
  await admin.getByRole('button', { name: 'Upload statement' }).click()
  const opening = 5_000_000
  const closing = opening + ROWS.reduce((sum, row) => sum + row[3], 0)
  await admin
    .getByLabel('File')
    .setInputFiles({ name: 'october.sta', mimeType: 'text/plain', buffer: mt940(ROWS, opening, closing) })
  await admin.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
  await expect(admin.getByText('Imported')).toBeVisible()
  await admin.getByRole('button', { name: 'Statement lines' }).click()
  const line = admin.getByRole('row', { name: /SMS CHARGES OCTOBER/ })
  await expect(line).toBeVisible()
  await shoot(admin, 'lines')
  await line.getByRole('button', { name: 'Actions' }).click()
  await admin.getByRole('menuitem', { name: /^Post payment/ }).click()
  await shoot(admin, 'post')
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Reconciliation', exact: true }).click()
  await expect(admin.getByRole('row', { name: /Statement balance/ })).toBeVisible()
  await shoot(admin, 'reconciliation')
  await admin.getByRole('button', { name: 'Submit reconciliation' }).click()
  await admin.getByLabel('Reason').fill('October, two open lines')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText(/October, two open lines/)).toBeVisible()
  expect(said).toEqual([])
})

test('an Authorizer approves the reconciliation, and an Auditor reads it on a phone', {
  tag: '@journey',
}, async ({ browser }) => {
  const authorizer = await enter(browser, 'authorizer', BANK)
  await authorizer.getByRole('button', { name: 'Approve' }).first().click()
  const sheet = authorizer.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(sheet).toBeHidden()
  await expect(authorizer.getByText(/^Reconciled through/)).toBeVisible()
  const auditor = await enter(browser, 'auditor', BANK, 390)
  await untilLoaded(auditor)
  await expect(auditor.getByText(/^Reconciled through/)).toBeVisible()
  await shoot(auditor, 'phone')
})
