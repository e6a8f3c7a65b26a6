import { type Browser, expect, type Page, test } from '@playwright/test'
import { enterAs, untilLoaded } from './enter.ts'

// One lender, one set of settings: what one test changes, the next one finds.
test.describe.configure({ mode: 'serial' })

type Part = 'superadmin' | 'admin' | 'reviewer' | 'authorizer' | 'auditor' | 'editor'

const SECTIONS = '/settings?section='

/** Everybody has one window, as at a desk. */
const windows = new Map<Part, Page>()

async function enter(browser: Browser, part: Part, address = '/settings'): Promise<Page> {
  const isSeated = windows.has(part)
  const page = windows.get(part) ?? (await enterAs(await browser.newContext(), part, address))
  windows.set(part, page)
  // only another page and back is a visit: the same address again changes nothing
  if (isSeated) await page.goto('about:blank')
  await go(page, address)
  return page
}

const go = async (page: Page, address: string): Promise<void> => {
  await page.goto(`/#${address}`)
  await untilLoaded(page)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[data-first-load]')).toHaveCount(0)
}

const inForce = (page: Page) => page.getByRole('region', { name: 'Current' })

/** What the browser sends when a clever person writes it by hand. */
const callAs = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([how, where, what]) => {
      const token = sessionStorage.getItem('iroko.session')
      const answer = await fetch(where ?? '', {
        method: how ?? 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: what ?? '',
      })
      return { status: answer.status, body: await answer.json() }
    },
    [method, path, JSON.stringify(body)],
  )

test('an Admin changes a section; the version before stays, with what differs', async ({ browser }) => {
  const page = await enter(browser, 'admin', `${SECTIONS}sla`)
  await expect(page.getByText('Default value, not changed yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Change' }).click()
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')

  await page.getByLabel('Pending Authorizer (hours)').fill('a while')
  await page.getByLabel('Reason').fill('The auditors asked for longer')
  await save.click()
  await expect(page.getByText('Enter a whole number')).toBeVisible()
  await expect(page.getByLabel('Pending Authorizer (hours)')).toBeFocused()
  await expect(page.getByLabel('Reason')).toHaveValue('The auditors asked for longer')

  await page.getByLabel('Pending Authorizer (hours)').fill('14')
  await save.click()
  await expect(inForce(page).getByText('14 hours')).toBeVisible()
  await expect(page.getByText(/version 1 · Babatunde Adeyemi/)).toBeVisible()
  await page.getByText('1 difference').click()
  await expect(page.getByRole('row', { name: 'Pending Authorizer 12 hours 14 hours' })).toBeVisible()
})

test('a change for a later day is shown as scheduled, and the next one stands on it', async ({ browser }) => {
  const page = await enter(browser, 'admin', `${SECTIONS}sla&edit=sla`)
  await page.getByLabel('Pending Reviewer (hours)').fill('18')
  await page.getByLabel('Effective from').fill('2031-01-01')
  await page.getByLabel('Reason').fill('From the new year')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Version 2 takes effect on 1 Jan 2031', { exact: true })).toBeVisible()
  await expect(inForce(page).getByText('24 hours')).toBeVisible()

  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByLabel('Pending Reviewer (hours)')).toHaveValue('18')
  await expect(page.getByLabel('Effective from')).toHaveValue('2031-01-01')
  await go(page, '/settings')
  await expect(page.getByRole('link', { name: /^SLA \(turnaround time\)/ })).toContainText('Change scheduled')
})

test('typed work is not left unasked: by a link, by Back, by the list of sections', async ({ browser }) => {
  const page = await enter(browser, 'admin')
  await page.getByRole('link', { name: /^Organisation/ }).click()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Phone').fill('0700 111 2222')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  await page.getByText('Requests and approvals', { exact: true }).click()
  await page.getByRole('link', { name: 'Reason codes' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('0700 111 2222')

  await page.evaluate(() => history.back())
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('0700 111 2222')

  await page.getByRole('link', { name: 'Reason codes' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reason codes' })).toBeVisible()
})

test('what is in use is retired, what is new can go again', async ({ browser }) => {
  const page = await enter(browser, 'superadmin', `${SECTIONS}reasonCodes&edit=reasonCodes`)
  await page.getByRole('button', { name: 'Add reason' }).click()
  await page.getByRole('button', { name: 'Remove reason 13' }).click()
  await page.getByRole('button', { name: 'Add reason' }).click()
  const code = page.getByLabel('Code', { exact: true }).last()
  await code.fill('POLICY')
  await page.getByLabel('Label').last().fill('Outside the policy')
  await page.getByLabel('Used for').last().selectOption('override')
  await expect(page.getByLabel('Code', { exact: true }).first()).toBeDisabled()
  await page.getByRole('button', { name: 'Deactivate reason CONFIRMED' }).click()
  await page.getByLabel('Reason', { exact: true }).fill('Tidied with the desk')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Already in the list')).toBeVisible()

  await code.fill('OUTSIDE-POLICY')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /OUTSIDE-POLICY .* Active/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /CONFIRMED .* Inactive/ })).toBeVisible()

  const answer = await callAs(page, 'PUT', '/api/settings/reasonCodes', {
    value: { codes: [] },
    effectiveOn: '2031-01-01',
    reason: 'By hand',
    basedOn: 1,
  })
  expect(answer.body.fields.codes).toContain('Deactivate these rows instead of removing them')
})

test('a stale tab is told what the other one did, and keeps what was typed', async ({ browser }) => {
  const slow = await enter(browser, 'admin', `${SECTIONS}holidays&edit=holidays`)
  await slow.getByRole('button', { name: 'Add holiday' }).click()
  await slow.getByLabel('Day', { exact: true }).last().fill('2028-01-01')
  await slow.getByLabel('Name', { exact: true }).last().fill('New Year’s Day')
  await slow.getByLabel('Reason').fill('The next year')

  const quick = await enter(browser, 'superadmin', `${SECTIONS}holidays&edit=holidays`)
  await quick.getByRole('button', { name: 'Add holiday' }).click()
  await quick.getByLabel('Day', { exact: true }).last().fill('2027-03-29')
  await quick.getByLabel('Name', { exact: true }).last().fill('Easter Monday')
  await quick.getByLabel('Reason').fill('Was missing')
  await quick.getByRole('button', { name: 'Save' }).click()
  await expect(quick.getByRole('row', { name: '29 Mar 2027 Easter Monday' }).first()).toBeVisible()

  await slow.getByRole('button', { name: 'Save' }).click()
  await expect(slow.getByText('Ngozi Okafor changed this while you were editing (version 1)')).toBeVisible()
  await expect(slow.getByRole('row', { name: /29 Mar 2027 None Easter Monday/ })).toBeVisible()
  await expect(slow.getByLabel('Name', { exact: true }).last()).toHaveValue('New Year’s Day')
  await slow.getByRole('button', { name: 'Continue' }).click()
  await slow.getByRole('button', { name: 'Save' }).click()
  await expect(slow.getByText(/version 2 · Babatunde Adeyemi/)).toBeVisible()
})

test('a limit moves only when a second person agrees', { tag: '@journey' }, async ({ browser }) => {
  const admin = await enter(browser, 'admin', `${SECTIONS}approvalLimits&edit=approvalLimits`)
  await admin.getByLabel('Campaign to more than (recipients)').fill('120')
  await admin.getByLabel('Reason').fill('Campaigns have grown')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Pending approval').first()).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
  await expect(admin.getByRole('button', { name: 'Change' })).toHaveAttribute('aria-disabled', 'true')
  await expect(inForce(admin).getByText('100 recipients')).toBeVisible()

  const authorizer = await enter(browser, 'authorizer', `${SECTIONS}approvalLimits`)
  await expect(authorizer.getByText(/“Campaigns have grown”/)).toBeVisible()
  await authorizer.getByRole('button', { name: 'Approve' }).click()
  const changed = authorizer.getByRole('row', { name: 'Campaign to more than 100 recipients 120 recipients' })
  await expect(changed).toBeVisible()
  await authorizer.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(inForce(authorizer).getByText('120 recipients')).toBeVisible()
  await expect(authorizer.getByText(/version 1 · Babatunde Adeyemi/)).toBeVisible()
})

test('a product is made with its figures in sight, approved, changed, retired', async ({ browser }) => {
  const admin = await enter(browser, 'admin', `${SECTIONS}products`)
  await admin.getByRole('button', { name: 'New product' }).click()
  await expect(admin.getByText('Complete the terms to see the schedule.')).toBeVisible()
  await admin.getByLabel('Name', { exact: true }).fill('Rent Loan')
  await admin.getByLabel('Code', { exact: true }).fill('psl')
  await admin.getByLabel('Description').fill('A year’s rent, repaid from pay.')
  await admin.getByLabel('Rate', { exact: true }).fill('3')
  await admin.getByLabel('Minimum amount').fill('100000')
  await admin.getByLabel('Maximum amount').fill('2000000')
  await admin.getByLabel('Minimum tenor (months)').fill('6')
  await admin.getByLabel('Maximum tenor (months)').fill('12')
  await admin.getByLabel('Repayment frequency').selectOption('monthly')
  await admin.getByRole('button', { name: 'Add fee' }).click()
  await admin.getByLabel('Fee', { exact: true }).fill('Processing fee')
  await admin.getByLabel('Share', { exact: true }).fill('2')
  await admin.getByLabel('Disbursement date').fill('2026-11-11')

  // ₦500,000 flat at 3% over 12 months: 180,000 interest, 680,000 in all
  const preview = admin.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('₦56,666.67')).toBeVisible()
  await expect(preview.getByText('₦490,000.00')).toBeVisible()
  await expect(preview.getByText('₦680,000.00')).toBeVisible()
  await expect(preview.getByText('December 2026')).toBeVisible()
  await admin.getByLabel('Disbursement date').fill('2026-11-10')
  await expect(preview.getByText('November 2026')).toBeVisible()
  await preview.getByLabel('Sample amount').fill('99,999')
  await expect(preview.getByText('The minimum amount is ₦100,000.00.')).toBeVisible()
  await preview.getByLabel('Sample amount').fill('500000')
  await preview.getByRole('button', { name: 'View schedule' }).click()
  await expect(admin.getByRole('table', { name: 'Schedule of 12 instalments' }).getByRole('row')).toHaveCount(
    14,
  )
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await admin.getByLabel('Effective from').fill('2031-01-01')
  await admin.getByLabel('Reason').fill('Asked for by three ministries')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Another product already has this code.')).toBeVisible()
  await expect(admin.getByLabel('Code', { exact: true })).toBeFocused()
  await admin.getByLabel('Code', { exact: true }).fill('RENT')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Products and fees' })).toBeVisible()
  await expect(admin.getByText('Rent Loan')).toHaveCount(0)

  const authorizer = await approveFirst(browser, 'Rent Loan: new product from 1 Jan 2031')
  await go(authorizer, `${SECTIONS}products`)
  await expect(authorizer.getByRole('row', { name: /Rent Loan RENT .* From 1 Jan 2031/ })).toBeVisible()
  await expect(authorizer.getByRole('button', { name: 'New product' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await admin.reload()
  await admin.getByRole('button', { name: 'Rent Loan RENT' }).click()
  await admin.getByRole('button', { name: 'Change' }).click()
  await admin.getByLabel('Rate', { exact: true }).fill('2.75')
  await admin.getByLabel('Reason').fill('Cheaper money')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Pending approval').first()).toBeVisible()
  await approveFirst(browser, 'Rent Loan: new version from 1 Jan 2031')
  await admin.reload()
  await admin.getByText('1 difference').click()
  await expect(admin.getByRole('row', { name: 'Rate 3% per month 2.75% per month' })).toBeVisible()

  await admin.getByRole('button', { name: 'Deactivate' }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('It was only a trial')
  await admin.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Pending approval').first()).toBeVisible()
  await approveFirst(browser, 'Rent Loan: no longer offered')
  await admin.reload()
  await expect(admin.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Change' })).toHaveAttribute('aria-disabled', 'true')
})

/** Emeka says yes on his dashboard. */
async function approveFirst(browser: Browser, summary: string): Promise<Page> {
  const page = await enter(browser, 'authorizer', '/')
  const list = page.getByRole('region', { name: 'Pending your approval' })
  const row = list.getByRole('row', { name: summary })
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  // the oldest come first: what was asked just now may stand on a later page
  await expect(async () => {
    if (await row.isVisible()) return
    await list.getByRole('button', { name: 'Next' }).click({ timeout: 1_000 })
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await row.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('row', { name: summary })).toHaveCount(0)
  return page
}

test('a frequency is added and retired; one in use says by which products', async ({ browser }) => {
  const page = await enter(browser, 'admin', '/settings/loan-frequency')
  const monthly = page.getByRole('row', { name: /Monthly, on pay day/ })
  const retire = monthly.getByRole('button', { name: 'Deactivate' })
  await expect(monthly).toContainText('Public Servant Loan')
  await expect(retire).toHaveAttribute('aria-disabled', 'true')
  await retire.hover()
  await expect(page.getByRole('tooltip')).toContainText('Used by Public Servant Loan')

  await page.getByRole('button', { name: 'Add frequency' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('End of the month')
  await dialog.getByLabel('Code').fill('Month End')
  await dialog.getByLabel('Day of the month').fill('32')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('2 to 20 small letters, digits or hyphens')).toBeVisible()
  await expect(dialog.getByText('Enter a day of the month, 1 to 31')).toBeVisible()
  await dialog.getByLabel('Code').fill('month-end')
  await dialog.getByLabel('Day of the month').fill('31')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const added = page.getByRole('row', { name: /End of the month/ })
  await expect(added).toContainText('Last day of the month')
  await added.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(added).toContainText('Inactive')
  await expect(added.getByRole('button', { name: 'Reactivate' })).toBeVisible()
})

test('the links: public, officers’ with QR and last day, outside', async ({ browser }) => {
  const superAdmin = await enter(browser, 'superadmin')
  const { body } = await callAs(superAdmin, 'POST', '/api/users/list', { search: 'folake' })
  const officer = (body as { rows: { id: string }[] }).rows[0]?.id
  const given = await callAs(superAdmin, 'PUT', `/api/users/${officer}/officer-code`, {
    accountOfficerCode: 'KAN-05',
  })
  expect(given.status).toBe(200)

  const page = await enter(browser, 'admin', '/settings/link-status')
  await expect(page.getByRole('region', { name: 'Public link' })).toContainText(/Open|Closed/)
  await expect(page.getByRole('row', { name: /SMS gateway: test gateway .* Working/ })).toBeVisible()
  const row = page.getByRole('row', { name: /Folake Ogunleye KAN-05/ })
  await expect(row).toContainText('Open')
  await row.getByRole('button', { name: 'Switch off' }).click()
  await expect(row).toContainText('Switched off')
  await row.getByRole('button', { name: /Expiry date/ }).click()
  await page.getByRole('dialog').getByLabel('Expiry date').fill('2031-12-31')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('31 Dec 2031')
  await row.getByRole('button', { name: 'Switch on' }).click()
  await expect(row.getByText('Open', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /QR code/ }).click()
  await expect(page.getByRole('img', { name: /QR code of Folake/ })).toBeVisible()
  await expect(page.getByText(/#\/loan-request\?accountOfficerCode=KAN-05$/)).toBeVisible()
})

test('a payroll source is tested: the last accepted month against the one due by its pay day', async ({
  browser,
}) => {
  const page = await enter(browser, 'admin', '/settings/link-status')
  await page.getByRole('button', { name: /^Test IPPIS/ }).click()
  await expect(page.getByRole('dialog')).toContainText(/ is due: its pay day was 2\d \w{3} \d{4}\./)
})

test('whoever only reads sees everything, disabled with the reason, and the server says no', async ({
  browser,
}) => {
  for (const part of ['reviewer', 'auditor', 'editor'] as const) {
    const page = await enter(browser, part, `${SECTIONS}sla&edit=sla`)
    const change = page.getByRole('button', { name: 'Change' })
    await expect(change).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('form')).toHaveCount(0)
    await change.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('tooltip')).toContainText('Only superAdmin and Admin can change this.')
    const answer = await callAs(page, 'PUT', '/api/settings/sla', {
      value: { reviewerHours: 1, authorizerHours: 1, amberPercent: 1 },
      effectiveOn: '2031-01-01',
      reason: 'By hand',
      basedOn: 0,
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'permission.missing'])
    await go(page, `${SECTIONS}products&product=new`)
    await expect(page.getByText('You do not have permission to create products')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
  }
})

test('the second factor is the superAdmin’s to demand, not the Admin’s', async ({ browser }) => {
  const admin = await enter(browser, 'admin', `${SECTIONS}security`)
  await expect(admin.getByText('Only superAdmin can change this.')).toBeVisible()
  await expect(admin.getByLabel('Auditor')).toBeDisabled()
  const superAdmin = await enter(browser, 'superadmin', `${SECTIONS}security`)
  await expect(superAdmin.getByLabel('Auditor')).toBeEnabled()
  await expect(superAdmin.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
})

test('the books: a trial balance whose accounts open their lines; two people close a period', async ({
  browser,
}) => {
  const auditor = await enter(browser, 'auditor', `${SECTIONS}ledger`)
  await expect(auditor.getByText('Balanced', { exact: true })).toBeVisible()
  await auditor.getByRole('link', { name: 'Bank', exact: true }).click()
  await expect(auditor.getByRole('table', { name: /Entries of Bank/ })).toContainText('Disbursement')
  await auditor.getByRole('button', { name: 'Trial balance' }).click()
  await expect(auditor.getByRole('table', { name: /Trial balance/ })).toBeVisible()

  await go(auditor, `${SECTIONS}ledger&tab=periods`)
  await expect(auditor).toHaveURL(/section=periods$/)
  await expect(auditor.getByRole('button', { name: 'Close period' })).toHaveAttribute('aria-disabled', 'true')

  const admin = await enter(browser, 'admin', `${SECTIONS}periods`)
  await admin.getByRole('button', { name: 'Close period' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Through').fill('2020-01-31')
  await dialog.getByLabel('Reason').fill('The auditors have signed it')
  // another test closes a month of the same lender, and reopens it
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Submit period close' }).click()
    await expect(dialog).toBeHidden({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await approveFirst(browser, 'Close the ledger through 31 Jan 2020')
  const done = await enter(browser, 'admin', `${SECTIONS}periods`)
  await expect(done.getByRole('table', { name: /Closed periods/ })).toContainText('31 Jan 2020')
})
