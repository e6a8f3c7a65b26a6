import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { fieldsOf } from '../../contract/intake.ts'
import { addDays } from '../../engine/dates.ts'
import { adaeze } from '../applicants.ts'
import { expectFits, expectNoBarriers } from './accessibility.ts'
import { lagosToday } from './desk.ts'
import { enter, go } from './requests.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.IROKO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const fiveMonthsAgo = addDays(lagosToday(), -150)

/** A line as an older spreadsheet would have it: ₦500,000.00 lent for a year, ₦100,000.00 of it repaid. */
function lineOf(surname: string, loanNumber: string): Record<string, string> {
  const { bvn, nin, phone, ippisNumber, accountNumber } = adaeze()
  return {
    staffNumber: ippisNumber, surname, firstName: 'Adaeze', gender: 'F', birthDate: '12/04/1988', hireDate: '01/05/2012', phone, bvn, nin,
    address: '12 Ahmadu Bello Way', state: 'Lagos', lga: 'Eti-Osa', employer: 'Federal Ministry of Health', netPay: '250,000.00',
    bank: 'GTBank', accountNumber, product: 'PSL', loanNumber, principal: '500,000', tenor: '12', paidOutOn: fiveMonthsAgo, repaid: '100,000',
  } // biome-ignore format: a line
}

const FIELDS = Object.entries(fieldsOf('book'))
const sheet = (lines: readonly Record<string, string>[]): Buffer =>
  Buffer.from(
    [FIELDS.map(([, field]) => field.title), ...lines.map(line => FIELDS.map(([name]) => line[name] ?? ''))]
      .map(cells => cells.map(cell => `"${cell}"`).join(','))
      .join('\n'),
  )

test('an import of existing loans is checked, submitted, approved and posted', async ({ browser }) => {
  const surname = `Okonkwo${randomUUID().replace(/[^a-f]/g, '')}`
  const oldNumber = `OLD-${randomUUID().slice(0, 8)}`
  const reviewer = await enter(browser, 'reviewer', '/accounts')
  const closed = reviewer.getByRole('button', { name: 'Import existing loans' })
  await expect(closed).toHaveAttribute('aria-disabled', 'true')
  await closed.hover()
  await expect(reviewer.getByRole('tooltip')).toContainText('Only superAdmin and Admin can upload files')
  await reviewer.context().close()

  const admin = await enter(browser, 'admin', '/accounts')
  await admin.getByRole('link', { name: 'Import existing loans' }).click()
  const [template] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Template (CSV)' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('iroko-book.csv')
  await admin.getByLabel('Source').selectOption('GIFMIS')
  await admin.getByLabel('Month').selectOption({ index: 1 })
  await admin.getByLabel('File', { exact: true }).setInputFiles({
    name: 'old-book.csv',
    mimeType: 'text/csv',
    buffer: sheet([lineOf(surname, oldNumber), { ...lineOf('Bello', `${oldNumber}-B`), bvn: '123' }]),
  })
  await shoot(admin, 'book-new-1440')
  await expectNoBarriers(admin)
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await admin.getByRole('button', { name: 'Confirm and check rows' }).click()

  await expect(admin.getByText('Ready to submit')).toBeVisible()
  const line = admin.getByRole('row', { name: new RegExp(surname) })
  await expect(line).toContainText('₦500,000.00')
  await expect(line).toContainText('Ready')
  const owed = /₦[\d,.]+$/.exec((await line.getByRole('cell').nth(3).textContent()) ?? '')?.[0] ?? 'nothing'
  await shoot(admin, 'book-dry-1440')
  await expectNoBarriers(admin)
  await admin.getByRole('tab', { name: /^Invalid rows/ }).click()
  await expect(admin.getByText('A BVN has 11 digits')).toBeVisible()
  await shoot(admin, 'book-refused-1440')
  await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Invalid rows (CSV)' }).click(),
  ])

  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await dialog(admin).getByLabel('Evidence').fill('The signed sheet of the old desk')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  const approve = admin.getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')

  const address = new URL(admin.url()).hash.slice(1).replace(/&show=\w+/, '')
  const authorizer = await enter(browser, 'authorizer', address)
  await authorizer.getByRole('button', { name: 'Approve' }).click()
  await dialog(authorizer).getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText('1 of 1 imported')).toBeVisible()
  await expectNoBarriers(authorizer)
  await shoot(authorizer, 'book-taken-1440')
  await authorizer.getByRole('link', { name: new RegExp(`Open loan of ${surname}`) }).click()
  await expect(authorizer.getByText('Active', { exact: true }).first()).toBeVisible()
  await expect(authorizer.getByText(owed).first()).toBeVisible()

  const phone = await enter(browser, 'admin', address, { width: 390 })
  await expect(phone.getByText('1 of 1 imported')).toBeVisible()
  await expectNoBarriers(phone)
  await expectFits(phone)
  await shoot(phone, 'book-taken-390')
  await go(phone, '/accounts?tab=import')
  await expect(phone.getByRole('link', { name: /old-book\.csv/ }).first()).toBeVisible()
  await expectNoBarriers(phone)
  await expectFits(phone)
  await shoot(phone, 'book-new-390')
})
