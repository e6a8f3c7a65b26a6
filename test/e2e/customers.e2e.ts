import { randomInt } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './accessibility.ts'
import { approvedLoan, liveLoan, type Opened } from './desk.ts'
import { desk, enter, go } from './requests.ts'

test.describe.configure({ mode: 'serial' })
// what an earlier test left open would go on asking the server and slow the next
test.afterEach(({ browser }) => Promise.all(browser.contexts().map(context => context.close())))

const account = `2044${randomInt(100_000, 1_000_000)}`
let zainab: Opened
let twin: Opened
test.beforeAll(async () => {
  // nobody else's, also where the program was used before
  const dateOfBirth = `19${randomInt(72, 90)}-0${randomInt(1, 10)}-${randomInt(10, 29)}`
  zainab = await liveLoan(desk, '2026-09-10', {
    surname: 'Mohammed',
    firstName: 'Zainab',
    otherNames: 'Hauwa',
    dateOfBirth,
  })
  twin = await approvedLoan(desk, { surname: 'Mohamed', firstName: 'Zainab', dateOfBirth })
})

test('anybody finds a customer by parts in any order, and by a slip', async ({ browser }) => {
  const page = await enter(browser, 'auditor', '/customers')
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  await search.fill('hauwa zain')
  await expect(page).toHaveURL(/search=hauwa\+zain/)
  await expect(page.getByRole('link', { name: /Mohammed Zainab Hauwa/ }).first()).toBeVisible()
  await search.fill('Muhammed Zaynab')
  await expect(page.getByText('Showing similar names')).toBeVisible()
  await expect(page.getByRole('link', { name: /Zainab/ }).first()).toBeVisible()
  await expectNoBarriers(page)
  await search.fill('xyzzy')
  await expect(page.getByText('No matching customers')).toBeVisible()
})

test('a BVN search does not leave the number in an address, storage or request line', async ({ browser }) => {
  const page = await enter(browser, 'auditor', '/customers')
  const { bvn } = zainab.stated
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(bvn)
  const row = page.getByRole('link', { name: /Mohammed Zainab Hauwa/ })
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(row).toBeVisible()
  await row.click()
  await expect(page.locator('h1')).toHaveText('Mohammed Zainab Hauwa')
  addresses.push(
    page.url(),
    await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })),
  )
  expect(addresses.join('\n')).not.toContain(bvn)
  await expect(page.locator('main')).not.toContainText(bvn)
  await expect(page.locator('main')).toContainText(`•••••••${bvn.slice(-4)}`)
})

test('every tab of a customer is shown and accessible', async ({ browser }) => {
  const page = await enter(browser, 'auditor', `/customers/${zainab.customerId}`)
  const said: Record<string, string | RegExp> = {
    Profile: 'Next of kin',
    Employment: 'Net pay is hidden',
    Loans: /L\d{7}/,
    Requests: 'Approved',
    Repayments: 'No repayments yet',
    Messages: 'is approved (loan',
    Documents: 'No documents',
    'Notes and promises': 'No notes yet',
    Consents: 'Original text',
    History: 'Customer opened',
  }
  for (const [tab, words] of Object.entries(said)) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByText(words).first()).toBeVisible()
    await expectNoBarriers(page)
  }
})

test('revealing personal data needs permission and a reason, and is logged', async ({ browser }) => {
  const editor = await enter(browser, 'editor', `/customers/${zainab.customerId}`)
  await expect(editor.getByRole('button', { name: 'Reveal' })).toHaveAttribute('aria-disabled', 'true')
  const page = await enter(browser, 'reviewer', `/customers/${zainab.customerId}`)
  await page.getByRole('button', { name: 'Reveal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Compared with the bank’s letter')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByText(zainab.stated.bvn)).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText(zainab.stated.bvn)).toHaveCount(0)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Compared with the bank’s letter')).toBeVisible()
})

test('the address changes at once, the account is pending approval', { tag: '@journey' }, async ({
  browser,
}) => {
  const page = await enter(browser, 'editor', `/accounts/${zainab.customerId}/edit`)
  await expectNoBarriers(page)
  await page.getByLabel('Address', { exact: true }).fill('7 Sultan Road')
  await page.getByLabel('Account number').fill(account)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save and submit' }).click()
  await expect(page.getByText('Enter a reason for the approver')).toBeVisible()
  await page.getByLabel('Reason').fill('Salary moved to another bank account')
  await page.getByRole('button', { name: 'Save and submit' }).click()
  await expect(page).toHaveURL(new RegExp(`/customers/${zainab.customerId}`))
  await expect(page.getByText('Pending approval')).toBeVisible()
  await expect(page.getByText('7 Sultan Road')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')

  const checker = await enter(browser, 'authorizer', `/customers/${zainab.customerId}`)
  await checker.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(checker.getByText('Pending approval')).toHaveCount(0)
  await expect(checker.getByText(`••••••${account.slice(-4)}`)).toBeVisible()
})

test('a user without permission cannot change customers, on screen or through the API', async ({
  browser,
}) => {
  const page = await enter(browser, 'reviewer', `/customers/${zainab.customerId}`)
  await expect(page.getByText('You can view but not change this.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await go(page, `/accounts/${zainab.customerId}/edit`)
  await expect(page.getByText('You cannot edit this customer')).toBeVisible()
  const status = await page.evaluate(async id => {
    const answer = await fetch(`/api/customers/${id}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${sessionStorage.getItem('iroko.session')}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ basedOn: 1, lga: 'Ikeja' }),
    })
    return answer.status
  }, zainab.customerId)
  expect(status).toBe(403)
})

test('a note, a promise and its outcome', async ({ browser }) => {
  const page = await enter(browser, 'admin', `/customers/${zainab.customerId}?tab=notes`)
  await page.getByLabel('Note', { exact: true }).first().fill('Called; pays after the salary')
  await page.getByLabel('Amount').fill('45000')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').getByText('Called; pays after the salary')).toBeVisible()
  // the note is kept and its form is empty again; what was begun beside it is still there
  await expect(page.getByLabel('Note', { exact: true }).first()).toHaveValue('')
  await expect(page.getByLabel('Amount')).toHaveValue('45,000')
  await page.getByLabel('Payment date').fill('2027-01-29')
  await page.getByRole('button', { name: 'Add promise' }).click()
  await expect(page.getByText('for 29 Jan 2027')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Kept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as kept' }).click()
  await expect(page.getByText('by Babatunde Adeyemi', { exact: true })).toBeVisible()
})

test('two records of one person are merged with approval, and the old one links to the new', async ({
  browser,
}) => {
  const page = await enter(browser, 'editor', `/customers/${zainab.customerId}`)
  await expect(page.getByText('Possible duplicate record')).toBeVisible()
  await page.getByRole('button', { name: 'Compare and merge' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The BVNs differ.')).toBeVisible()
  await expectNoBarriers(page)
  await dialog.getByLabel('Reason').fill('One person, seen at the counter')
  await dialog.getByRole('button', { name: 'Submit merge' }).click()
  await expect(page.getByText('Customer merge')).toBeVisible()

  const checker = await enter(browser, 'superadmin', `/customers/${twin.customerId}`)
  await checker.getByRole('button', { name: 'Approve' }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(checker.getByText('Merged record')).toBeVisible()
  await checker.getByRole('link', { name: /Mohammed Zainab/ }).click()
  await expect(checker.locator('h1')).toHaveText('Mohammed Zainab Hauwa')
  await expect(checker.getByText('Merged from')).toBeVisible()
})

test('the palette finds a customer from anywhere', async ({ browser }) => {
  const page = await enter(browser, 'reviewer', '/settings')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('zainab hauwa')
  await expect(page.getByRole('option', { name: /Mohammed Zainab Hauwa/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText('Mohammed Zainab Hauwa')
})
