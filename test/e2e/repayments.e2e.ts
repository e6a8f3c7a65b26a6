import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { formatNaira } from '../../engine/money.ts'
import { expectFits, expectNoBarriers } from './accessibility.ts'
import {
  amountText,
  type Borrower,
  borrower,
  deductionsOf,
  SOURCE,
  sendDeductions,
  today,
} from './deductions.ts'
import { monthBack, staffNumber } from './payrolls.ts'
import { enter, go } from './requests.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog')
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.IROKO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Opens a row by keyboard, as somebody without a mouse would. */
async function openRow(page: Page, name: string): Promise<void> {
  const row = page.getByRole('table', { name: /^Rows of/ }).getByRole('button', { name })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
}

async function pickLoan(page: Page, label: string, { number }: Borrower): Promise<void> {
  await dialog(page).getByRole('searchbox', { name: label, exact: true }).fill(number)
  await dialog(page)
    .getByRole('button', { name: new RegExp(number) })
    .click()
}

async function approve(page: Page, warning?: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).first().click()
  if (warning) {
    await expect(dialog(page).getByRole('button', { name: 'Approve' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await dialog(page).getByRole('checkbox', { name: warning }).check()
  }
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page)).toBeHidden()
}

/** Uploads a file whose covering letter promised one row and ₦5,000 more, and comes to its bins. */
async function upload(page: Page, text: string, rows: number, total: bigint): Promise<void> {
  await page.getByRole('link', { name: 'New upload' }).click()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Choose the payroll month')).toBeVisible()
  await page.getByLabel('Source').selectOption(SOURCE)
  await page.getByLabel('Month').selectOption(monthBack(1))
  await page.getByLabel('Rows (optional)').fill(String(rows))
  await page.getByLabel('Total (optional)').fill(amountText(total))
  const file = { name: 'deductions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await shoot(page, 'new-1440')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm and check rows' }).click()
  await expect(page).toHaveURL(/repayment-tracker\/[0-9a-f-]{36}/)
}

test('deductions are uploaded, matched manually, approved, confirmed by SMS and reversed', {
  tag: '@journey',
}, async ({ browser }) => {
  const [exact, short, wrongNumber, pays] = await Promise.all([
    borrower('Adaeze'),
    borrower('Bisi'),
    borrower('Chika'),
    borrower('Danladi'),
  ])
  const nobody = `Zainab${randomUUID().replace(/[^a-f]/g, '')}`
  const amounts = {
    short: short.instalment / 2n,
    pays: pays.instalment + 1_000_000n,
    nobody: 250_000n,
  }
  const total = exact.instalment + amounts.short + wrongNumber.instalment + amounts.pays + amounts.nobody
  const text = deductionsOf([
    [exact.staff, exact.name, amountText(exact.instalment)],
    [short.staff, short.name, amountText(amounts.short)],
    [staffNumber(), wrongNumber.name, amountText(wrongNumber.instalment)],
    [pays.staff, pays.name, amountText(amounts.pays)],
    [staffNumber(), nobody, amountText(amounts.nobody)],
    [staffNumber(), 'Folake Adeniyi', 'unknown'],
  ])
  const admin = await enter(browser, 'admin', '/repayment-tracker')
  await upload(admin, text, 6, total + 500_000n)
  const batch = new URL(admin.url()).hash.slice(1)

  const bins = admin.getByRole('region', { name: 'Match results' })
  for (const bin of [/^Exact 1/, /^Short 1/, /^Over 1/, /^Not identified 2/])
    await expect(bins.getByRole('button', { name: bin })).toBeVisible()
  await expect(bins.getByRole('link', { name: /^Invalid 1/ })).toBeVisible()
  await expect(admin.getByText('declared total and file differ by ₦5,000.00')).toBeVisible()
  await shoot(admin, 'open-1440')

  await lookAtRow(admin, exact)
  await placeByHand(admin, wrongNumber)
  await splitOver(admin, pays, short)
  await expect(bins.getByRole('button', { name: /^Exact 3/ })).toBeVisible()

  await submitBatch(admin, total)
  const approveButton = admin.getByRole('button', { name: 'Approve' })
  await expect(approveButton).toHaveAttribute('aria-disabled', 'true')

  const authorizer = await enter(browser, 'authorizer', batch)
  await expect(authorizer.getByText('“One row could not be read; the rest comes on Monday”')).toBeVisible()
  await shoot(authorizer, 'waiting-1440')
  await approve(authorizer, /₦10,000\.00\sto loans of customers with another name/)
  await expect(authorizer.getByText('Posted', { exact: true }).first()).toBeVisible()
  await authorizer.getByRole('tab', { name: /^Messages/ }).click()
  const messages = authorizer.getByRole('table', { name: 'Messages of the batch' })
  await expect(messages.getByText('Simulated')).toHaveCount(4)
  await messages.getByRole('button', { name: new RegExp(exact.number) }).click()
  await expect(dialog(authorizer).getByText('Nothing was sent to the phone.')).toBeVisible()
  await authorizer.keyboard.press('Escape')
  await shoot(authorizer, 'messages-1440')

  await go(authorizer, `/accounts/loan/${wrongNumber.loanId}?tab=repayments`)
  await expect(authorizer.getByText(formatNaira(wrongNumber.instalment)).first()).toBeVisible()
  await expect(authorizer.getByText(/RB-\d+\/L4\b/).first()).toBeVisible()

  await reverseRow(admin, exact)
  await go(authorizer, batch)
  await approve(authorizer)
  await openRow(authorizer, exact.name)
  await expect(dialog(authorizer).getByText('In suspense', { exact: true })).toBeVisible()
  await authorizer.keyboard.press('Escape')

  await reverseBatch(admin)
  await authorizer.reload()
  await approve(authorizer)
  await expect(authorizer.getByText('Reversed', { exact: true }).first()).toBeVisible()
})

const binButton = (page: Page, name: RegExp): Locator =>
  page.getByRole('region', { name: 'Match results' }).getByRole('button', { name })

async function lookAtRow(page: Page, { name, number }: Borrower): Promise<void> {
  await openRow(page, name)
  await expect(dialog(page).getByText(new RegExp(`we received .* for loan ${number}`))).toBeVisible()
  await expect(dialog(page).getByText(/^1 page\./)).toBeVisible()
  await shoot(page, 'row-1440')
  await page.keyboard.press('Escape')
}

/** The file has another number for her; a person knows better. */
async function placeByHand(page: Page, owner: Borrower): Promise<void> {
  await binButton(page, /^Not identified/).click()
  await openRow(page, owner.name)
  await dialog(page)
    .getByRole('radio', { name: /^Apply to a loan/ })
    .check()
  await pickLoan(page, 'Loan', owner)
  await dialog(page).getByLabel('Evidence').fill('The office wrote her number wrongly')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page).getByText('matched manually')).toBeVisible()
  await page.keyboard.press('Escape')
  await binButton(page, /^Not identified 1/).click()
}

async function splitOver(page: Page, payer: Borrower, other: Borrower): Promise<void> {
  await openRow(page, payer.name)
  await dialog(page)
    .getByRole('radio', { name: /^Split across loans/ })
    .check()
  await dialog(page).getByLabel('Amount of part 1').fill(amountText(payer.instalment))
  await pickLoan(page, 'Loan of part 2', other)
  const split = dialog(page).getByRole('button', { name: 'Split row' })
  await expect(split).toHaveAttribute('aria-disabled', 'true')
  await dialog(page).getByLabel('Amount of part 2').fill('10,000')
  // the note of the other way is kept behind this one
  await dialog(page).getByLabel('Evidence').filter({ visible: true }).fill('He pays for his wife too')
  await shoot(page, 'split-1440')
  await split.click()
  await expect(dialog(page)).toBeHidden()
}

async function submitBatch(page: Page, total: bigint): Promise<void> {
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await dialog(page)
    .getByLabel('Bank credit')
    .fill(amountText(total - 100_000n))
  await dialog(page).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(page).getByText('Explain why the totals differ')).toBeVisible()
  await dialog(page)
    .getByLabel('Bank reference')
    .fill(`TSA${randomUUID().slice(0, 8)}`)
  await dialog(page)
    .getByLabel('Reason for the difference')
    .fill('One row could not be read; the rest comes on Monday')
  await dialog(page).getByLabel('Evidence').fill('The schedule of the payroll office')
  await shoot(page, 'submit-1440')
  await dialog(page).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Pending approval').first()).toBeVisible()
}

/** On the page where he handed it over: that it was posted is seen without a reload. */
async function reverseRow(page: Page, { name, number }: Borrower): Promise<void> {
  await expect(page.getByText(/is unremitted/)).toBeVisible()
  await openRow(page, name)
  await dialog(page).getByRole('button', { name: 'Reverse to suspense' }).click()
  await expect(dialog(page).getByText(new RegExp(`on ${number}`))).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('It is another person of that name')
  await shoot(page, 'take-back-1440')
  await dialog(page).getByRole('button', { name: 'Submit reversal' }).click()
  await expect(page.getByText('Repayment reversal to suspense')).toBeVisible()
}

async function reverseBatch(page: Page): Promise<void> {
  await expect(page.getByText(/is unremitted/)).toBeVisible()
  await shoot(page, 'posted-1440')
  await page.getByRole('button', { name: 'Reverse batch' }).click()
  await dialog(page).getByLabel('Reason').fill('The office recalled the file')
  await dialog(page).getByRole('button', { name: 'Submit reversal' }).click()
  await expect(page.getByText('Repayment batch reversal')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
}

test('suspense, remittances and failed messages are handled', async ({ browser }) => {
  // the built-in outbox fails what ends in 9001
  const phone = `0803${staffNumber().slice(1, 4)}9001`
  const [one, lost] = await Promise.all([borrower('Emeka'), borrower('Ngozi', { phone })])
  const name = `Garba${randomUUID().replace(/[^a-f]/g, '')}`
  const text = deductionsOf([
    [one.staff, one.name, amountText(one.instalment)],
    [lost.staff, lost.name, amountText(lost.instalment)],
    [staffNumber(), name, '7,500.00'],
  ])
  const posted = await sendDeductions(text, monthBack(2), 'posted')

  const suspense = `/repayment-tracker?tab=suspense&batchId=${posted}`
  const page = await enter(browser, 'admin', suspense)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${name}.*Babatunde`) })).toBeVisible()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Apply to a loan' }).click()
  await dialog(page).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(page).getByText('Choose the loan')).toBeVisible()
  await expect(dialog(page).getByLabel('Value date')).toHaveValue(today)
  await pickLoan(page, 'Loan', one)
  const allocation = dialog(page).getByRole('table', { name: 'Allocation by instalment and component' })
  await expect(allocation.getByRole('row', { name: /^Total .*₦7,500\.00$/ })).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Her second deduction under an old number')
  await shoot(page, 'suspense-use-1440')
  await dialog(page).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Pending approval', exact: true }).click()
  await expect(page.getByText(/Use of suspense item/)).toBeVisible()
  await letGo(browser, suspense, name)

  await go(page, `/repayment-tracker/${posted}?tab=money`)
  await page.getByRole('button', { name: 'Record remittance' }).click()
  await dialog(page)
    .getByLabel('Bank reference')
    .fill(`TSA${randomUUID().slice(0, 8)}`)
  await dialog(page).getByLabel('Reason').fill('On the statement of today')
  await dialog(page).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText(/^Remittance: ₦/)).toBeVisible()

  await page.getByRole('tab', { name: /^Messages/ }).click()
  const messages = page.getByRole('table', { name: 'Messages of the batch' })
  await expect(messages.getByText('Held', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Release messages' }).click()
  await expect(messages.getByText('Simulated')).toBeVisible()
  await expect(messages.getByText('Failed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resend failed' }).click()
  await dialog(page).getByLabel('Reason').fill('The line was down')
  await dialog(page).getByRole('button', { name: 'Resend' }).click()
  await expect(messages.getByText('Resent')).toBeVisible()
  await shoot(page, 'resent-1440')

  await go(page, '/repayment-tracker/new')
  await page.getByLabel('Source').selectOption(SOURCE)
  await page.getByLabel('Month').selectOption(monthBack(2))
  await expect(page.getByRole('radio', { name: /^Additional file for the month/ })).toBeChecked()
  await page
    .getByRole('radio', { name: /^Correction of/ })
    .first()
    .check()
})

/** The superAdmin gives it to Halima, and agrees to what Babatunde asked for. */
async function letGo(browser: Browser, suspense: string, name: string): Promise<void> {
  const page = await enter(browser, 'superadmin', suspense)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Assign to another user' }).click()
  await dialog(page).getByRole('combobox', { name: 'Assigned to' }).fill('Halima')
  await expect(page.getByRole('option', { name: /^Halima/ })).toBeVisible()
  await dialog(page).getByRole('combobox', { name: 'Assigned to' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${name}.*Halima`) })).toBeVisible()
  await page.getByRole('button', { name: 'Pending approval', exact: true }).click()
  await approve(page)
  await expect(page.getByText('Suspense is empty')).toBeVisible()
}

test('every view is accessible and fits, wide and narrow, light and dark', async ({ browser }) => {
  const one = await borrower('Folake')
  const first = deductionsOf([
    [one.staff, one.name, amountText(one.instalment)],
    [staffNumber(), 'Garba Zainab', '7,500.00'],
  ])
  const posted = await sendDeductions(first, monthBack(5), 'posted')
  const later = deductionsOf([
    [one.staff, one.name, amountText(one.instalment)],
    ['4.3459E+09', 'Yusuf Aisha', '100'],
  ])
  const open = await sendDeductions(later, monthBack(3), 'open')
  const page = await enter(browser, 'admin', '/repayment-tracker')
  await everywhere(browser, page, posted, open)
  await insideDialogs(browser, open, one)
})

async function insideDialogs(browser: Browser, open: string, { name }: Borrower): Promise<void> {
  const phone = await enter(browser, 'admin', `/repayment-tracker/${open}`, { width: 390 })
  await openRow(phone, name)
  await dialog(phone)
    .getByRole('radio', { name: /^Split across loans/ })
    .check()
  await expect(dialog(phone).getByText('The parts add up')).toBeVisible()
  await expectNoBarriers(phone, 'a row on a phone')
  await shoot(phone, 'row-390')
  await phone.keyboard.press('Escape')
  await phone.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await dialog(phone).getByLabel('Bank credit').fill('1')
  await expectNoBarriers(phone, 'submission on a phone')
  await expectFits(phone, 'submission on a phone')
  await shoot(phone, 'submit-390')
}

async function everywhere(browser: Browser, page: Page, posted: string, open: string): Promise<void> {
  const batch = `/repayment-tracker/${posted}`
  const missing = `/repayment-tracker?tab=missing&source=${SOURCE}&period=${monthBack(1)}`
  const both = ['/repayment-tracker', '/repayment-tracker?tab=suspense', missing]
  const wide = [
    ...both,
    '/repayment-tracker?tab=refused',
    '/repayment-tracker?tab=unremitted',
    `/repayment-tracker/${open}`,
    `${batch}?tab=messages`,
  ]
  const narrow = [...both, '/repayment-tracker/new', batch]
  // a phone of its own: a desk made narrow keeps its menu open over the page
  const phone = await enter(browser, 'admin', '/repayment-tracker', { width: 390, dark: true })
  for (const [at, width, colorScheme, addresses] of [
    [page, 1440, 'light', wide],
    [phone, 390, 'dark', narrow],
    [page, 1440, 'dark', [batch]],
  ] as const) {
    await at.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [index, address] of addresses.entries()) {
      await go(at, address)
      await expectNoBarriers(at, `${width} ${colorScheme} ${address}`)
      await expectFits(at, `${width} ${address}`)
      await shoot(at, `view-${index}-${width}-${colorScheme}`)
    }
  }
}

test('an Auditor can view a batch but not change it', async ({ browser }) => {
  const one = await borrower('Halima')
  const text = deductionsOf([[one.staff, one.name, amountText(one.instalment)]])
  const open = await sendDeductions(text, monthBack(4), 'open')
  const page = await enter(browser, 'auditor', `/repayment-tracker/${open}`)
  const submitButton = page.getByRole('button', { name: 'Submit for approval', exact: true })
  await expect(submitButton).toHaveAttribute('aria-disabled', 'true')
  await submitButton.hover()
  await expect(page.getByRole('tooltip')).toContainText('Only superAdmin and Admin can do this')
  await openRow(page, one.name)
  await expect(dialog(page).getByText('Only superAdmin and Admin can do this.')).toBeVisible()
  await expectNoBarriers(page)
  await go(page, '/repayment-tracker/new')
  await expect(page.getByText('You do not have permission to upload repayments')).toBeVisible()
})
