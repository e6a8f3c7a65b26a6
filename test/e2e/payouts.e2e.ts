import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expectNoBarriers } from './accessibility.ts'
import { approvedLoan, doAct, lagosToday, liveLoan, type Opened } from './desk.ts'
import { desk, enter, go, submitRequest } from './requests.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.IROKO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Three loans of one family, so that a search finds these and no others. */
async function threeLoans(): Promise<{ surname: string; loans: Opened[] }> {
  const surname = `Adeyemi${randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 6)}`
  const loans: Opened[] = []
  for (const firstName of ['Adaeze', 'Bisi', 'Chika'])
    loans.push(await approvedLoan(desk, { surname, firstName }))
  return { surname, loans }
}

test('a disbursement batch: chosen, approved by another, sent to the bank, answered, posted', {
  tag: '@journey',
}, async ({ browser }) => {
  const { surname, loans } = await threeLoans()
  await doAct(desk, loans[2]?.loanId ?? '', { act: 'freeze', cause: 'dispute' })

  const admin = await enter(browser, 'admin', `/accounts?tab=awaiting&search=${surname}`)
  await admin.getByRole('checkbox', { name: 'Select page' }).check()
  await admin.getByRole('button', { name: 'Disburse 3 loans' }).click()
  // the account of the last batch may still arrive in a field nobody has typed in
  await dialog(admin).getByLabel('Paying account').fill('GTBank')
  await dialog(admin).getByLabel('Paying account').fill('')
  await dialog(admin).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(admin).getByText('Please fill this in')).toBeVisible()
  await dialog(admin).getByLabel('Paying account').fill('GTBank operations')
  await dialog(admin).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(admin).getByRole('heading', { name: 'Disburse 2 loans: ₦970,000.00' })).toBeVisible()
  const paid = dialog(admin).getByRole('list', { name: 'Will be paid' }).getByRole('listitem')
  await expect(paid).toHaveCount(2)
  await expect(paid.first()).toContainText(/₦485,000\.00.*Guaranty Trust Bank •{6}\d{4}/)
  await expect(dialog(admin).getByText('Frozen: the customer disputes it')).toBeVisible()
  await shoot(admin, 'preview-1440')
  await dialog(admin).getByRole('button', { name: 'Create batch' }).click()

  const heading = admin.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Disbursement batch PO-\d{4}-\d{4}$/)
  const address = new URL(admin.url()).hash.slice(1)
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await dialog(admin).getByLabel('Reason').fill('Pay day')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Pending approval').first()).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')

  const authorizer = await enter(browser, 'authorizer', address)
  await shoot(authorizer, 'waiting-1440')
  await authorizer.getByRole('button', { name: 'Approve' }).click()
  const payments = dialog(authorizer).getByRole('list', { name: 'Payments of this batch' })
  await expect(payments.getByRole('listitem')).toHaveCount(2)
  await expect(payments.getByRole('listitem').first()).toContainText('Guaranty Trust Bank')
  await expect(payments.getByRole('listitem').first()).toContainText('₦500,000.00 less ₦15,000.00 fees')
  await shoot(authorizer, 'approve-1440')
  await dialog(authorizer).getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText(/^Approved\. The batch is released\./)).toBeVisible()
  await expect(authorizer.getByText('To transfer', { exact: true })).toBeVisible()
  await expect(authorizer.getByRole('button', { name: 'Export bank file' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await admin.reload()
  await admin.getByRole('button', { name: 'Export bank file' }).click()
  await expect(dialog(admin).getByText(/^Marks 2 payments totalling ₦970,000\.00/)).toBeVisible()
  const downloading = admin.waitForEvent('download')
  await dialog(admin).getByRole('button', { name: 'Export bank file' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(2)
  expect(rows.map(row => row['Account Number'])).toEqual(
    loans.slice(0, 2).map(each => each.stated.accountNumber),
  )
  expect(rows.every(row => row.Amount === '485000.00')).toBe(true)
  await expect(admin.getByText('Sent to the bank', { exact: true })).toBeVisible()

  await admin.getByRole('button', { name: /^Download again \(downloaded by Babatunde Adeyemi, / }).click()
  await dialog(admin).getByLabel('Reason').fill('The portal lost the first upload')
  const copying = admin.waitForEvent('download')
  await dialog(admin).getByRole('button', { name: 'Download copy' }).click()
  expect((await copying).suggestedFilename()).toMatch(/^PO-\d{4}-\d{4}-copy2\.csv$/)
  await expect(admin.getByRole('list', { name: 'Downloads of the bank file' })).toContainText(
    'The portal lost the first upload',
  )
  await shoot(admin, 'sent-1440')

  await admin.getByRole('button', { name: 'Import bank result', exact: true }).click()
  const answers = [
    'Reference,Status,Bank Reference,Date,Reason',
    `${rows[0]?.Reference},paid,NIP${Date.now()},,`,
  ]
  answers.push(`${rows[1]?.Reference},failed,,,Account dormant`, 'PO-1999-0001-0001,paid,,,')
  const result = { name: 'result.csv', mimeType: 'text/csv', buffer: Buffer.from(answers.join('\n')) }
  await dialog(admin).getByLabel('Result file').setInputFiles(result)
  await expect(dialog(admin).getByText('No line of this batch has this reference')).toBeVisible()
  await shoot(admin, 'result-1440')
  await dialog(admin).getByRole('button', { name: 'Record 2 results' }).click()
  await expect(admin.getByText('Closed', { exact: true })).toBeVisible()
  const lines = admin.getByRole('table', { name: /^Lines of/ })
  await expect(lines.getByRole('row', { name: /Adaeze/ })).toContainText('Paid')
  await expect(lines.getByRole('row', { name: /Bisi/ })).toContainText('Account dormant')
  await expectNoBarriers(admin)
  await shoot(admin, 'closed-1440')

  await go(admin, `/accounts/loan/${loans[0]?.loanId}`)
  await expect(admin.getByText('Active', { exact: true })).toBeVisible()

  const phone = await enter(browser, 'admin', address, { width: 390 })
  await expect(phone.getByText('Account dormant')).toBeVisible()
  await expectNoBarriers(phone)
  await shoot(phone, 'closed-390')
  await go(phone, `/accounts?tab=payouts`)
  await expect(phone.getByRole('tab', { name: 'Disbursements' })).toBeVisible()
  await expect(phone.getByText('₦970,000.00').first()).toBeVisible()
  await expectNoBarriers(phone)
  await shoot(phone, 'list-390')
  const desktop = await enter(browser, 'auditor', '/accounts?tab=payouts')
  await expect(desktop.getByText('₦970,000.00').first()).toBeVisible()
  await shoot(desktop, 'list-1440')
})

test('a reviewer marks a top-up; the old loan and the new one lead to each other', async ({ browser }) => {
  const today = lagosToday()
  const old = await liveLoan(desk, today, { amount: '20000000' })
  const request = await submitRequest({ ...old.stated, amount: '50000000' }, { by: await desk.as('editor') })
  const page = await enter(browser, 'reviewer', `/loan/requests/reviewer/${request.id}`)
  await page.getByRole('button', { name: 'Recommend' }).click()
  await dialog(page)
    .getByRole('checkbox', { name: /^Settles L/ })
    .check()
  await expect(dialog(page).getByText('₦285,000.00')).toBeVisible()
  await shoot(page, 'top-up-1440')
  await dialog(page).getByRole('button', { name: 'Recommend' }).click()
  await expect(dialog(page)).toBeHidden()
  const authorizer = await desk.as('authorizer')
  const { loanId } = await authorizer('requestAuthorize', { id: request.id, version: 1 })
  const admin = await enter(browser, 'admin', `/accounts/loan/${loanId}`)
  await expect(admin.getByText('with ₦200,000.00 of the disbursement, at today’s date')).toBeVisible()
  await go(admin, `/accounts/loan/${old.loanId}`)
  await expect(admin.getByText('Will be settled when')).toBeVisible()
})
