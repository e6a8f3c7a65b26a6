import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { addDays, formatDate, type LocalDate } from '../../engine/dates.ts'
import { expectFits, expectNoBarriers } from './accessibility.ts'
import { approvedLoan, doAct, lagosToday, liveLoan } from './desk.ts'
import { desk, enter, go } from './requests.ts'

// what an earlier test left open would go on asking the server and slow the next
test.afterEach(({ browser }) => Promise.all(browser.contexts().map(context => context.close())))

const today = lagosToday()
const before = (days: number): LocalDate => addDays(today, -days)
const reference = (): string => `TRF-${randomUUID().slice(0, 12)}`
const receiptOf = (amount: string, on: string) =>
  ({ act: 'receipt', amount, on, channel: 'bank transfer', reference: reference() }) as const

const loanAddress = (loanId: string, rest = ''): string => `/accounts/loan/${loanId}${rest}`
const dialog = (page: Page) => page.getByRole('dialog')
const waiting = (page: Page) => page.getByText('Pending approval').first()

/** The main action of a status is a button, the others are in the menu. */
async function openAct(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Actions' })
  await expect(menu).toBeVisible()
  const main = page.getByRole('button', { name, exact: true })
  if (await main.isVisible()) await main.click()
  else {
    await menu.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await expect(dialog(page)).toBeVisible()
}

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.IROKO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

async function preview(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await dialog(page).getByLabel(label, { exact: true }).fill(value)
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
}

async function confirm(page: Page, button: string, reason = 'As agreed'): Promise<void> {
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page)).toBeHidden()
}

test('a disbursement: submitted, approved by another, transferred at the bank, and only then active', {
  tag: '@journey',
}, async ({ browser }) => {
  const { loanId } = await approvedLoan(desk)
  const admin = await enter(browser, 'admin', loanAddress(loanId))
  await expect(admin.getByText('If disbursed today')).toBeVisible()
  const planned = admin.getByRole('table', { name: 'Schedule of 12 instalments' })
  await expect(planned.getByRole('row', { name: /^Total ₦500,000.00 ₦240,000.00 ₦740,000.00/ })).toBeVisible()
  await openAct(admin, 'Disburse')
  await dialog(admin).getByLabel('Paying account').fill('GTBank operations')
  await dialog(admin).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(admin).getByRole('heading', { name: /^Disburse L\d+: ₦485,000\.00$/ })).toBeVisible()
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin).getByText('Enter a reason')).toBeVisible()
  await confirm(admin, 'Submit for approval', 'The customer has signed')
  await expect(admin.getByText(/^Disbursement pending approval: ₦485,000\.00/)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
  await admin.getByRole('button', { name: 'Disburse', exact: true }).hover()
  await expect(admin.getByRole('tooltip')).toContainText('In disbursement batch PO-')

  const authorizer = await enter(browser, 'authorizer', loanAddress(loanId))
  await expect(authorizer.getByText('“The customer has signed”')).toBeVisible()
  await authorizer.getByRole('button', { name: 'Approve' }).first().click()
  for (const [term, says] of [
    ['Net disbursement', '₦485,000.00'],
    ['Bank', 'Guaranty Trust Bank'],
    ['Value date', formatDate(today)],
    ['References', /PO-\d{4}-\d{4}-0001/],
    ['Deducted', 'Processing fee ₦10,000.00'],
    ['SHA-256 of the bank file', /[0-9a-f]{64}/],
  ] as const)
    await expect(
      dialog(authorizer)
        .locator('div:has(> dt)')
        .filter({ has: authorizer.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
        .last(),
    ).toContainText(says)
  await dialog(authorizer).getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText(/^To transfer: ₦485,000\.00 to Guaranty Trust Bank/)).toBeVisible()
  await expect(authorizer.getByText('Active', { exact: true })).toHaveCount(0)

  await admin.reload()
  const card = admin.getByText(/^To transfer: ₦485,000\.00 to Guaranty Trust Bank/)
  await expect(card).toBeVisible()
  await expectNoBarriers(admin)
  await shoot(admin, 'to-transfer-1440')
  const phone = await enter(browser, 'admin', loanAddress(loanId), { width: 390 })
  await expect(phone.getByText(/^To transfer: /)).toBeVisible()
  await shoot(phone, 'to-transfer-390')
  await phone.context().close()
  await go(admin, '/')
  await expect(admin.locator('[data-work=toTransfer]')).toContainText('To transfer at the bank')
  await go(admin, loanAddress(loanId))
  await admin.getByRole('button', { name: 'Record bank result' }).click()
  await dialog(admin).getByLabel('Reason').fill('The bank’s portal')
  await dialog(admin).getByRole('button', { name: 'Record as paid' }).click()
  await expect(dialog(admin).getByText('Enter the bank’s reference of the transfer')).toBeVisible()
  await dialog(admin).getByLabel('Bank reference').fill(reference())
  await shoot(admin, 'bank-result-1440')
  await dialog(admin).getByRole('button', { name: 'Record as paid' }).click()
  await expect(dialog(admin)).toBeHidden()
  await expect(admin.getByText('Active', { exact: true })).toBeVisible()
  await expect(card).toHaveCount(0)

  await authorizer.reload()
  await expect(authorizer.getByRole('table', { name: 'Schedule of 12 instalments' })).toBeVisible()

  const downloading = authorizer.waitForEvent('download')
  await authorizer.getByRole('tab', { name: 'Letters and statements' }).click()
  await authorizer.getByRole('button', { name: 'Offer letter (PDF)' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^Offer letter L\d+\.pdf$/)
  await go(authorizer, loanAddress(loanId, '?tab=documents'))
  await expect(authorizer.getByRole('button', { name: /^Open Offer letter L/ })).toBeVisible()
})

test('a superAdmin cannot approve what they asked for', { tag: '@journey' }, async ({ browser }) => {
  const { loanId } = await approvedLoan(desk)
  const page = await enter(browser, 'superadmin', loanAddress(loanId))
  await openAct(page, 'Disburse')
  await preview(page, { 'Paying account': 'GTBank operations' })
  await confirm(page, 'Submit for approval')
  const button = page.getByRole('button', { name: 'Approve' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.hover()
  await expect(page.getByRole('tooltip')).toContainText('You submitted this item')
})

test('a small receipt posts at once, with its allocation shown first', { tag: '@journey' }, async ({
  browser,
}) => {
  const { loanId } = await liveLoan(desk, today)
  const page = await enter(browser, 'admin', loanAddress(loanId))
  await openAct(page, 'Record repayment')
  await preview(page, { Amount: '2x', Reference: reference() })
  await expect(dialog(page).getByText('Enter an amount, such as 25,000')).toBeVisible()
  await preview(page, { Amount: '45000.50' })
  await expect(dialog(page).getByText('No approval needed.')).toBeVisible()
  const allocation = dialog(page).getByRole('table', { name: 'Allocation by instalment and component' })
  await expect(allocation.getByRole('row', { name: '1 ₦25,000.50 ₦20,000.00 ₦45,000.50' })).toBeVisible()
  await expect(dialog(page).getByRole('row', { name: 'Bank (1010) ₦45,000.50' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Change details' }).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('45,000.50')
  await preview(page, {})
  await confirm(page, 'Record repayment')
  await expect(page.getByText('₦694,999.50').first()).toBeVisible()
  await go(page, loanAddress(loanId, '?tab=repayments'))
  await expect(page.getByRole('row', { name: /^Repayment .* ₦45,000.50 Principal/ })).toContainText(
    '₦20,000.00',
  )
  await go(page, loanAddress(loanId, '?tab=journal'))
  await expect(page.getByRole('row', { name: 'Bank ₦45,000.50' })).toBeVisible()
})

test('a large receipt waits; posted, it can be reversed by two people, once', async ({ browser }) => {
  const { loanId } = await liveLoan(desk, today)
  const admin = await enter(browser, 'admin', loanAddress(loanId, '?tab=repayments'))
  const authorizer = await enter(browser, 'authorizer', loanAddress(loanId))
  await openAct(admin, 'Record repayment')
  await preview(admin, { Amount: '61,666.67', Reference: reference() })
  await confirm(admin, 'Submit for approval')
  await expect(waiting(admin)).toBeVisible()
  await expect(admin.getByRole('row', { name: /^Repayment/ })).toHaveCount(0)
  await authorizer.reload()
  await approve(authorizer)

  await admin.reload()
  await admin.getByRole('button', { name: /^Reverse repayment of/ }).click()
  await expect(dialog(admin).getByText('The original stays on record')).toBeVisible()
  await expect(dialog(admin).getByRole('row', { name: /^Outstanding/ })).toContainText('₦740,000.00')
  await confirm(admin, 'Submit for approval', 'The cheque bounced')
  await authorizer.reload()
  await approve(authorizer)
  await admin.reload()
  await expect(admin.getByRole('row', { name: /^Repayment Reversed/ })).toBeVisible()
  await expect(admin.getByRole('button', { name: /^Reverse repayment of/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(admin.getByText('₦740,000.00').first()).toBeVisible()
})

test('a backdated receipt says what it will replay; a reference is taken once, and nothing typed is lost', async ({
  browser,
}) => {
  const { loanId } = await liveLoan(desk, before(70))
  // with the one below it stays under what one person may enter on a loan in a day
  const paid = receiptOf('1500000', before(10))
  await doAct(desk, loanId, paid)
  const page = await enter(browser, 'admin', loanAddress(loanId))
  await openAct(page, 'Record repayment')
  await preview(page, { Amount: '30,000', 'Value date': before(40), Reference: paid.reference })
  await expect(dialog(page).getByRole('alert')).toContainText(`${paid.reference} was already recorded on L`)
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('30,000')
  await preview(page, { Reference: reference() })
  await expect(
    dialog(page).getByText(`Dated ${formatDate(before(40))}; 1 later event will be replayed.`),
  ).toBeVisible()
  await confirm(page, 'Record repayment')
  await go(page, loanAddress(loanId, `?asOf=${before(20)}&tab=repayments`))
  await expect(page.getByText(`Loan at ${formatDate(before(20))}`)).toBeVisible()
  await expect(page.getByRole('row', { name: /^Repayment/ })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tab', { name: 'Letters and statements' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Return to today' }).click()
  await expect(page.getByRole('row', { name: /^Repayment/ })).toHaveCount(2)
})

test('a settlement quote is made, paid by two people, and closes the loan', async ({ browser }) => {
  const { loanId } = await liveLoan(desk, before(40))
  const admin = await enter(browser, 'admin', loanAddress(loanId))
  await openAct(admin, 'Settle early')
  await expect(dialog(admin).getByText('No valid quote')).toBeVisible()
  await dialog(admin).getByRole('button', { name: 'Create quote' }).click()
  await dialog(admin).getByRole('button', { name: 'Create quote' }).click()
  await expect(admin.getByRole('tab', { name: 'Letters and statements', selected: true })).toBeVisible()
  await expect(admin.getByText('Interest rebate')).toBeVisible()
  await admin.getByRole('button', { name: /^Settle with Q/ }).click()
  await preview(admin, { Reference: reference() })
  await expect(dialog(admin).getByRole('row', { name: /^Status/ })).toContainText('Closed')
  await confirm(admin, 'Submit for approval', 'Paid in full')

  const authorizer = await enter(browser, 'authorizer', loanAddress(loanId))
  await approve(authorizer)
  await expect(authorizer.getByText('Closed', { exact: true })).toBeVisible()
  await expect(authorizer.getByText('Nothing outstanding.')).toBeVisible()
  await go(authorizer, '/accounts?tab=closed')
  await expect(authorizer.getByRole('link', { name: /Okonkwo Adaeze/ }).first()).toBeVisible()
})

test('freezing is said aloud and holds back what it must; terms change only with two people', async ({
  browser,
}) => {
  const { loanId } = await liveLoan(desk, before(5))
  const page = await enter(browser, 'admin', loanAddress(loanId))
  const authorizer = await enter(browser, 'authorizer', loanAddress(loanId))
  const agree = async () => {
    await expect(waiting(page)).toBeVisible()
    await authorizer.reload()
    await approve(authorizer)
    await page.reload()
  }
  await openAct(page, 'Freeze charges')
  await dialog(page).getByLabel('Cause').selectOption('dispute')
  await preview(page, {})
  await expect(dialog(page).getByText('No journal entry: no money moves.')).toBeVisible()
  await confirm(page, 'Submit for approval')
  await agree()
  await expect(page.getByText('Frozen: Customer disputes the loan.')).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem', { name: /^Restructure/ })).toContainText('Unfreeze it first')
  await page.keyboard.press('Escape')
  await openAct(page, 'Unfreeze charges')
  await confirm(page, 'Submit for approval')
  await agree()

  await openAct(page, 'Grant repayment holiday')
  await preview(page, { 'Instalments to skip': '2' })
  await expect(dialog(page).getByRole('row', { name: /^Next due/ })).toContainText('Changed')
  await confirm(page, 'Submit for approval')
  await expect(waiting(page)).toBeVisible()
})

test('a user who can only view gets a sentence instead of actions, and the API refuses', async ({
  browser,
}) => {
  const { loanId } = await liveLoan(desk, today)
  for (const part of ['reviewer', 'auditor', 'editor', 'authorizer'] as const) {
    const page = await enter(browser, part, loanAddress(loanId, '?tab=repayments'))
    await expect(page.getByText('You can view but not change this.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Reverse disbursement/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    const clerk = await desk.as(part)
    const tried = clerk('loanActDo', {
      loanId,
      id: randomUUID(),
      input: receiptOf('100000', today),
      reason: 'By hand',
    })
    await expect(tried).rejects.toThrow('permission.missing')
  }
})

test('the list finds, narrows and sorts, and keeps it in the address', async ({ browser }) => {
  const surname = `Zubairu${randomUUID().replace(/[^a-f]/g, '')}`
  const { loanId } = await liveLoan(desk, before(70), { surname })
  const page = await enter(browser, 'auditor', '/accounts')
  await page.getByLabel('Search loan accounts').fill(surname)
  await expect(page).toHaveURL(new RegExp(`search=${surname}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('tab', { name: 'In arrears' }).click()
  await expect(page.getByRole('row', { name: new RegExp(surname) })).toContainText(/days/)
  await page.getByRole('tab', { name: 'Written off' }).click()
  await expect(page.getByText('No matching loans')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Outstanding' }).click()
  await expect(page).toHaveURL(/sort=outstanding/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Outstanding' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByRole('link', { name: new RegExp(surname) }).click()
  await expect(page).toHaveURL(new RegExp(loanId))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${surname}.* · L\\d+$`))
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: new RegExp(surname) })
    .click()
  await expect(page).toHaveURL(/#\/customers\//)
  await page.getByRole('tab', { name: 'Loans' }).click()
  await page.getByRole('link', { name: 'Open account details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(surname)
  await expect(page.getByRole('button', { name: 'Edit details' })).toHaveAttribute('aria-disabled', 'true')
})

for (const [width, dark] of [
  [1440, false],
  [390, true],
] as const)
  test(`every page is accessible and fits at ${width} px, ${dark ? 'dark' : 'light'}`, async ({
    browser,
  }) => {
    const { loanId, customerId } = await liveLoan(desk, before(70))
    await doAct(desk, loanId, receiptOf('4000000', before(30)))
    const page = await enter(browser, 'admin', '/accounts', { width, dark })
    const tabs = ['repayments', 'months', 'charges', 'journal', 'quotes', 'messages', 'documents', 'history']
    const addresses = [
      '/accounts',
      '/accounts?tab=arrears',
      '/accounts?tab=overpaid&search=nobody',
      `/accounts/${customerId}`,
      `/accounts/${customerId}?tab=messages`,
      loanAddress(loanId),
      loanAddress(loanId, `?asOf=${before(20)}`),
      ...tabs.map(tab => loanAddress(loanId, `?tab=${tab}`)),
    ]
    for (const address of addresses) {
      await go(page, address)
      await isClean(page, address)
    }
    await go(page, loanAddress(loanId))
    await openAct(page, 'Record repayment')
    await isClean(page, 'details')
    await preview(page, { Amount: '50,000', Reference: reference() })
    await expect(dialog(page).getByRole('heading', { name: 'Before and after' })).toBeVisible()
    await isClean(page, 'preview')
  })

async function isClean(page: Page, what: string): Promise<void> {
  await expectNoBarriers(page, what)
  await expectFits(page, what)
}
