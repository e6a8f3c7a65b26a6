import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { addMonths, formatDate, formatMonth, localDate, payMonthOf } from '../../engine/dates.ts'
import { expectFits, expectNoBarriers } from './accessibility.ts'
import { type Borrower, borrower, today } from './deductions.ts'
import { approveHere, type Office, openOffice } from './payrollOffice.ts'
import { desk, enter, go } from './requests.ts'

/** An event of a payroll source: recorded and previewed by one user, approved by another, seen on a loan, reversed by both. */

const [here, next] = [payMonthOf(today), payMonthOf(addMonths(localDate(`${today.slice(0, 7)}-01`), 1))]
const dialog = (page: Page): Locator => page.getByRole('dialog')

type Case = { office: Office; loan: Borrower; admin: Page; authorizer: Page }

async function begin(browser: Browser, width: number): Promise<Case> {
  const office = await openOffice()
  const loan = await borrower('Adaeze', { payrollSource: office.code })
  const admin = await enter(browser, 'admin', '/repayment-tracker?tab=calendar', { width })
  return { office, loan, admin, authorizer: await enter(browser, 'authorizer', '/', { width }) }
}

const dueOf = async ({ loanId }: Borrower): Promise<string> => {
  const { row } = await (await desk.as('auditor'))('loanGet', { id: loanId })
  return formatDate(localDate(row.nextDueOn ?? ''))
}

/** As far as the preview. */
async function record(
  { office, loan, admin }: Case,
  form: { kind: string; to?: string; treatment: string },
): Promise<void> {
  await admin.getByRole('button', { name: 'Record event' }).click()
  const sheet = dialog(admin)
  await sheet.getByRole('radio', { name: new RegExp(`^${form.kind}`) }).check()
  await sheet.getByLabel('Payroll source').selectOption(office.code)
  await sheet.getByLabel(form.to ? 'From' : 'Month', { exact: true }).selectOption(here)
  if (form.to) await sheet.getByLabel('To', { exact: true }).selectOption(form.to)
  await sheet.getByRole('radio', { name: new RegExp(`^${form.treatment}`) }).check()
  await sheet.getByLabel('Reason').fill('Circular of the payroll office')
  await expectFits(admin, 'record event')
  await sheet.getByRole('button', { name: 'Compute effect' }).click()
  await expect(
    admin.getByRole('heading', { name: new RegExp(`^SE-\\d+: ${form.kind}, ${office.name}`) }),
  ).toBeVisible()
  await expect(admin.getByText('Computed', { exact: true })).toBeVisible()
  await expect(admin.getByRole('table').getByRole('row', { name: new RegExp(loan.number) })).toContainText(
    'To be applied',
  )
  await expectNoBarriers(admin, 'event computed')
  await expectFits(admin, 'event computed')
}

/** Submitted by the clerk, who cannot approve it, and approved by another user. */
async function approveEvent({ admin, authorizer }: Case, notifies: boolean): Promise<void> {
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  const box = dialog(admin).getByRole('checkbox', { name: 'Notify customers by SMS' })
  await expect(box).toBeChecked()
  await expect(dialog(admin)).toContainText('One SMS to each of 1 customer')
  if (!notifies) await box.uncheck()
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin)).toBeHidden()
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
  await go(authorizer, new URL(admin.url()).hash.slice(1))
  await expect(authorizer.getByText(notifies ? 'SMS to 1 customer' : 'No SMS to customers')).toBeVisible()
  await approveHere(authorizer)
  await expect(authorizer.getByText('Applied', { exact: true }).first()).toBeVisible()
}

/** The clerk submits the reversal, and another user approves it. */
async function reverse({ admin, authorizer }: Case, address: string): Promise<void> {
  await go(admin, address)
  await admin.getByRole('button', { name: 'Submit reversal' }).click()
  await dialog(admin).getByLabel('Reason').fill('The payroll was run after all')
  await dialog(admin).getByRole('button', { name: 'Submit reversal' }).click()
  await expect(dialog(admin)).toBeHidden()
  await authorizer.reload()
  await approveHere(authorizer)
  await expect(authorizer.getByText('Reversed', { exact: true }).first()).toBeVisible()
  await expectFits(authorizer, 'event reversed')
}

test('a strike moves the instalments of a loan, notifies its customer, and is reversed', async ({
  browser,
}) => {
  const here2 = `${formatMonth(here)} to ${formatMonth(next)}`
  const event = await begin(browser, 1440)
  const { loan, admin, authorizer } = event
  const before = await dueOf(loan)
  await record(event, { kind: 'Strike', to: next, treatment: 'Move the instalments back' })
  const address = new URL(admin.url()).hash.slice(1)
  await approveEvent(event, true)
  await expect(authorizer.getByText(new RegExp(`no salary deduction in ${here2}`))).toContainText(loan.number)

  const after = await dueOf(loan)
  expect(after).not.toBe(before)
  await go(admin, `/accounts/loan/${loan.loanId}`)
  await expect(admin.getByText(after).first()).toBeVisible()
  await go(admin, `/repayment-tracker?tab=calendar&source=${event.office.code}`)
  await expect(admin.getByText('Nothing is deducted')).toHaveCount(2)

  await reverse(event, address)
  expect(await dueOf(loan)).toBe(before)
  await go(admin, `/accounts/loan/${loan.loanId}`)
  await expect(admin.getByText(before).first()).toBeVisible()
})

test('a skipped month is excused and reversed on a phone, without an SMS', async ({ browser }) => {
  const event = await begin(browser, 390)
  const { loan, admin, authorizer } = event
  await record(event, { kind: 'Skipped month', treatment: 'Collect after the last instalment' })
  const address = new URL(admin.url()).hash.slice(1)
  await approveEvent(event, false)
  await expect(authorizer.getByRole('region', { name: 'Messages' })).toHaveCount(0)
  await go(admin, `/repayment-tracker?tab=calendar&source=${event.office.code}`)
  await expect(admin.getByText('Skipped', { exact: true })).toBeVisible()
  const row = authorizer.getByRole('table').getByRole('row', { name: new RegExp(loan.number) })
  await expect(row).toContainText('Applied')
  await reverse(event, address)
})
