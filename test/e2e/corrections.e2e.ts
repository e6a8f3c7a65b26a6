import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { formatNaira } from '../../engine/money.ts'
import { expectNoBarriers } from './accessibility.ts'
import { amountText, borrower, deductionsOf, sendDeductions, today } from './deductions.ts'
import { inDatabase, liveLoan } from './desk.ts'
import { monthBack, staffNumber } from './payrolls.ts'
import { desk, enter, go } from './requests.ts'

/** What is put right after money moved: each asked for by one person, and closed to those who only read. */

const dialog = (page: Page): Locator => page.getByRole('dialog')

async function expectShut(button: Locator, why: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // what cannot be pressed is pressed all the same: with a finger that is how one asks why
  await button.click({ force: true })
  await expect(dialog(button.page())).toHaveCount(0)
  await expect(button.page().getByRole('tooltip')).toContainText(why)
}

const setStatus = (loanId: string, status: string): Promise<void> =>
  inDatabase('update loan set status = $2 where id = $1', [loanId, status])

test('failed postings are reassigned with a reason and posted after approval', async ({ browser }) => {
  const [refused, right] = await Promise.all([borrower('Ifeoma'), borrower('Jumoke')])
  const text = deductionsOf([[refused.staff, refused.name, amountText(refused.instalment)]])
  const id = await sendDeductions(text, monthBack(6), 'posted', () => setStatus(refused.loanId, 'cancelled'))
  await setStatus(refused.loanId, 'live')
  const address = `/repayment-tracker/${id}`
  const admin = await enter(browser, 'admin', address)
  await expect(admin.getByText('1 row not posted', { exact: true })).toBeVisible()
  await admin
    .getByRole('table', { name: /^Rows of/ })
    .getByRole('button', { name: refused.name })
    .click()
  await dialog(admin)
    .getByRole('radio', { name: /^Apply to a loan/ })
    .check()
  await dialog(admin).getByRole('radio', { name: 'Another loan' }).check()
  await dialog(admin).getByRole('searchbox', { name: 'Loan', exact: true }).fill(right.number)
  await dialog(admin)
    .getByRole('button', { name: new RegExp(right.number) })
    .click()
  await dialog(admin).getByLabel('Evidence').fill('Her sister repays under this number')
  await dialog(admin).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(admin).getByText('matched manually')).toBeVisible()
  await admin.keyboard.press('Escape')

  const auditor = await enter(browser, 'auditor', address)
  await expectShut(auditor.getByRole('button', { name: 'Retry' }), 'Only superAdmin and Admin can do this')

  await admin.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog(admin).getByRole('heading', { name: 'Post 1 reassigned row?' })).toBeVisible()
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin).getByText('Enter a reason')).toBeVisible()
  await expectNoBarriers(admin)
  await dialog(admin).getByLabel('Reason for reassigning').fill('The office named the wrong sister')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Reassigned rows submitted for approval.')).toBeVisible()
  await expectShut(
    admin.getByRole('button', { name: 'Approve' }),
    'Only Authorizer and superAdmin can do this.',
  )

  const authorizer = await enter(browser, 'authorizer', address)
  await expect(authorizer.getByText('The office named the wrong sister')).toBeVisible()
  await authorizer.getByRole('button', { name: 'Approve' }).first().click()
  await dialog(authorizer).getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText('1 row not posted', { exact: true })).toHaveCount(0)
  await go(authorizer, `/accounts/loan/${right.loanId}?tab=repayments`)
  await expect(authorizer.getByText(formatNaira(refused.instalment)).first()).toBeVisible()
})

test('an amount that was not deducted leaves suspense after approval', async ({ browser }) => {
  const name = `Kolawole${randomUUID().replace(/[^a-f]/g, '')}`
  const text = deductionsOf([[staffNumber(), name, '7,500.00']])
  const address = `/repayment-tracker?tab=suspense&batchId=${await sendDeductions(text, monthBack(7), 'posted')}`
  const actions = (page: Page): Locator => page.getByRole('button', { name: `Actions for ${name}` })
  const entry = (page: Page): Locator => page.getByRole('menuitem', { name: 'Mark as not deducted' })

  const auditor = await enter(browser, 'auditor', address)
  await expect(auditor.getByText('You can view but not change this.')).toBeVisible()
  await expect(actions(auditor)).toHaveCount(0)

  const admin = await enter(browser, 'admin', address)
  await actions(admin).click()
  await entry(admin).click()
  await expect(dialog(admin).getByRole('heading', { name: 'Mark as not deducted' })).toBeVisible()
  await dialog(admin).getByLabel('Amount').fill('7,500.01')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin).getByText('Enter at most ₦7,500.00')).toBeVisible()
  await expect(dialog(admin).getByText('Enter a reason')).toBeVisible()
  await dialog(admin).getByLabel('Amount').fill('7,500')
  await dialog(admin).getByLabel('Reason').fill('Letter IPPIS/2026/114')
  await expectNoBarriers(admin)
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin)).toHaveCount(0)

  const authorizer = await enter(browser, 'authorizer', address)
  await authorizer.getByRole('button', { name: 'Pending approval', exact: true }).click()
  await authorizer.getByRole('button', { name: 'Approve' }).first().click()
  await dialog(authorizer).last().getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText('Suspense is empty')).toBeVisible()
})

test('the bank reference of a disbursement is added once and used for one payment only', async ({
  browser,
}) => {
  const untold = { bankReference: null }
  const [one, two] = [await liveLoan(desk, today, {}, untold), await liveLoan(desk, today, {}, untold)]
  const addressOf = ({ loanId }: { loanId: string }): string => `/accounts/loan/${loanId}?tab=repayments`
  const add = (page: Page): Locator => page.getByRole('button', { name: 'Add bank reference' })
  const bank = `NIP${randomUUID()}`

  const editor = await enter(browser, 'editor', addressOf(one))
  await expectShut(add(editor), 'Only superAdmin and Admin can do this.')

  const admin = await enter(browser, 'admin', addressOf(one))
  await add(admin).click()
  await dialog(admin).getByRole('button', { name: 'Add reference' }).click()
  await expect(dialog(admin).getByText('Please fill this in')).toBeVisible()
  await expectNoBarriers(admin)
  await dialog(admin).getByLabel('Bank reference').fill(bank)
  await dialog(admin).getByRole('button', { name: 'Add reference' }).click()
  await expect(admin.getByText(`Bank reference ${bank}`)).toBeVisible()
  await expect(add(admin)).toHaveCount(0)

  await go(admin, addressOf(two))
  await add(admin).click()
  await dialog(admin).getByLabel('Bank reference').fill(bank)
  await dialog(admin).getByRole('button', { name: 'Add reference' }).click()
  await expect(dialog(admin).getByText(new RegExp(bank))).toBeVisible()
  await expect(dialog(admin).getByRole('button', { name: 'Add reference' })).toBeVisible()
})
