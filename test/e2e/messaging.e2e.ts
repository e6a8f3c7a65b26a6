import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod/mini'
import { expectFits, expectNoBarriers } from './accessibility.ts'
import { approvedLoan, approve as approveItem, lagosToday, liveLoan } from './desk.ts'
import { listen } from './enter.ts'
import { desk, enter, go } from './requests.ts'

const today = lagosToday()

const dialog = (page: Page) => page.getByRole('dialog')
const own = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`
const surname = (): string =>
  `Bello${Array.from({ length: 6 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`
/** The last four digits decide what the built-in outbox does with a message. */
const phoneEnding = (digits: string): string => `0806${randomInt(100, 999)}${digits}`

/** Reminders and offers wait for the morning, which these tests cannot. */
test.beforeAll(async () => {
  const clerk = await desk.as('superadmin')
  const rules = async () => {
    const { rows } = await clerk('settingList', {})
    const { version = 0, value } = rows.find(row => row.section === 'sms') ?? {}
    return { version, value: z.looseObject({ quietFromHour: z.number() }).parse(value) }
  }
  const { version, value } = await rules()
  const change = { quietFromHour: 24, quietUntilHour: 0 }
  if (value.quietFromHour === change.quietFromHour) return
  const authorizer = await desk.as('authorizer')
  const submitted = clerk('settingChange', {
    section: 'sms',
    value: z.json().parse({ ...value, ...change }),
    effectiveOn: today,
    reason: 'Texts by night too',
    basedOn: version,
  })
  await submitted
    .then(({ approvalId }) => authorizer('approvalApprove', { id: approvalId ?? '' }))
    .catch(() => {
      // the worker beside this one was quicker
    })
  await expect.poll(async () => (await rules()).value.quietFromHour).toBe(change.quietFromHour)
})

/** Of a payroll nobody has uploaded, so that no checklist stands in the way. */
const customerWith = (phone: string) =>
  approvedLoan(desk, { surname: surname(), phone, payrollSource: 'STATE' })

async function fillReason(page: Page, button: string, reason = 'As agreed'): Promise<void> {
  await dialog(page).last().getByRole('textbox').last().fill(reason)
  await dialog(page).last().getByRole('button', { name: button, exact: true }).click()
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page)).toBeHidden()
}

/** A template for campaigns in force, by two people. */
async function templateInForce(body = 'Dear {{firstName}}, our office is closed on Friday. {{company}}') {
  const id = randomUUID()
  const name = own('Office hours')
  const admin = await desk.as('admin')
  await admin('templateSave', { id, name, purpose: 'reminder', event: null, body, basedOn: 0 })
  const { approvalId } = await admin('templateApprove', { id, version: 1, reason: 'Read twice' })
  await approveItem(desk, approvalId)
  return { id, name }
}

test('a template is written in plain characters, submitted and approved', async ({ browser }) => {
  const name = own('Pay day')
  const page = await enter(browser, 'admin', '/messaging')
  const said = listen(page)
  await page.getByRole('button', { name: 'New template' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New message template')
  const save = page.getByRole('button', { name: 'Save draft' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Name').fill(name)
  const body = page.getByRole('textbox', { name: 'Text' })
  await body.fill('Dear , please keep ₦5,000 ready for pay day. Thank you for your trust in us, always.')
  await body.press('Home')
  for (let step = 0; step < 'Dear '.length; step += 1) await body.press('ArrowRight')
  await page.getByRole('button', { name: 'First name' }).click()
  await expect(body).toHaveValue(/^Dear \{\{firstName\}\}, please/)
  await expect(body).toBeFocused()
  const price = page.getByLabel('Length and cost')
  await expect(price).toContainText('UCS-2')
  await expect(price).toContainText('₦8.00')
  await page.getByRole('button', { name: 'Replace ₦ with NGN' }).click()
  await expect(body).toHaveValue(/NGN5,000/)
  await expect(price).toContainText('GSM-7')
  await expect(price).toContainText('₦4.00')
  await expect(page.getByText('Dear Ngozi, please keep NGN5,000 ready')).toBeVisible()

  await body.press('End')
  await body.pressSequentially(' {{nickname}}')
  await expect(page.getByText('There is no variable called nickname.')).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  page.on('dialog', asked => void asked.accept())
  await page.reload()
  await expect(page.getByText('What you wrote last time is back')).toBeVisible()
  await expect(body).toHaveValue(/nickname/)
  await body.fill((await body.inputValue()).replace(' {{nickname}}', ''))
  await page.getByRole('link', { name: 'Messaging' }).last().click()
  await expect(dialog(page).getByText('stays in this tab')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await fillReason(page, 'Submit for approval', 'For the November pay day')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Pending approval', { exact: true })).toBeVisible()
  const button = page.getByRole('button', { name: 'Approve' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.hover()
  await expect(page.getByRole('tooltip')).toContainText('can do this.')
  expect(said).toEqual([])

  const second = await enter(browser, 'superadmin', page.url().split('#')[1] ?? '')
  await expect(second.getByText('“For the November pay day”').first()).toBeVisible()
  await approve(second)
  await expect(second.getByText('Current · v1')).toBeVisible()
  await second.getByRole('button', { name: 'New version' }).click()
  await second.getByRole('textbox', { name: 'Text' }).fill('Dear {{firstName}}, pay day is near.')
  await second.getByRole('button', { name: 'Save draft' }).click()
  await expect(second.getByText('Draft · v2')).toBeVisible()
  await expect(second.locator('ins').first()).toBeVisible()
  // whoever may approve still cannot approve their own words
  await second.getByRole('button', { name: 'Submit for approval' }).click()
  await fillReason(second, 'Submit for approval')
  await second.getByRole('button', { name: 'Approve' }).hover()
  await expect(second.getByRole('tooltip')).toContainText('You submitted this item')
})

test('a campaign is previewed and sent, its delivery status is shown, and failed messages are resent', async ({
  browser,
}) => {
  const template = await templateInForce()
  const good = await customerWith(phoneEnding('1234'))
  const lost = await customerWith(phoneEnding('9001'))
  const page = await enter(browser, 'admin', '/messaging?tab=campaigns&campaign=new')

  await page.getByRole('button', { name: 'Create preview' }).click()
  await expect(page.getByText('Choose a customer')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Customer' }).fill(good.stated.surname)
  await page.getByRole('button', { name: new RegExp(good.stated.surname, 'i') }).click()
  await page.getByLabel('Template', { exact: true }).selectOption(template.id)
  await page.getByLabel('Campaign name').fill(own('Closed on Friday'))
  await page.getByRole('button', { name: 'Create preview' }).click()
  await expect(page.getByText('Dear Adaeze, our office is closed on Friday.').first()).toBeVisible()
  await expect(page.getByText('No one is excluded.')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await fillReason(page, 'Send now')
  await expect(page.getByText('1 simulated')).toBeVisible()

  await go(page, '/messaging?tab=campaigns&campaign=new')
  await page.getByRole('button', { name: 'A list' }).click()
  await page
    .getByLabel('Phone or customer numbers')
    .fill(`Name,Phone\nMusa,${lost.stated.phone}\nAgain,${lost.stated.phone}\nAunty Bisi`)
  await expect(page.getByText('3 lines. 1 without a number')).toBeVisible()
  await page.getByLabel('Template', { exact: true }).selectOption(template.id)
  await page.getByLabel('Campaign name').fill(own('To the list'))
  await page.getByRole('button', { name: 'Create preview' }).click()
  await page.getByRole('button', { name: 'Not a customer' }).click()
  await expect(page.getByRole('row', { name: /Aunty Bisi/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Listed twice' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await fillReason(page, 'Send now')
  await expect(page.getByText('1 failed')).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await go(page, '/messaging?tab=campaigns')
  const table = page.locator('main table.rows').first()
  await expect(table).toBeVisible()
  expect(
    await table.evaluate(each => each.scrollWidth - (each.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0)

  await go(page, `/messaging?tab=log&status=failed&customerId=${lost.customerId}`)
  await page
    .getByRole('link', { name: /our office is closed/ })
    .first()
    .click()
  await expect(dialog(page).getByText('the number does not exist').first()).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Resend' }).click()
  await fillReason(page, 'Resend', 'They have a new phone')
  await expect(dialog(page).getByRole('button', { name: 'Open original message' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Open original message' }).click()
  await expect(dialog(page).getByText('Already resent.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Resend' })).toHaveAttribute('aria-disabled', 'true')

  await go(page, `/messaging?tab=log&customerId=${good.customerId}`)
  await page.getByRole('link', { name: /our office is closed/ }).click()
  await expect(dialog(page).getByText('Test gateway (no SMS sent): “Simulated”')).toBeVisible()
  await expect(
    dialog(page).getByText('The test gateway sends no SMS. Choose an SMS gateway in Settings.'),
  ).toBeVisible()
})

/** Our bank writes to the short code, as Africa's Talking hands it on. */
async function bankAlerts(): Promise<(amount: string, narration: string) => Promise<unknown>> {
  const { secret } = await (await desk.as('admin'))('gatewayWebhookKeyMake', { reason: 'For alerts' })
  return (amount, narration) => {
    const text = `Acct:******4321\nAmt:NGN${amount} CR\nDesc:${narration}\nBal:NGN900,000.00\nDate:${today} 09:17AM`
    const bytes = new TextEncoder().encode(
      JSON.stringify({ id: randomUUID(), from: 'GTBank', text, date: today }),
    )
    return desk.stranger('africasTalkingWebhook', { key: secret, kind: 'inbound' }, bytes)
  }
}

test('a confirmed bank alert records a repayment, a rejected one records nothing', async ({ browser }) => {
  const { loanId, name } = await liveLoan(desk, today, { surname: surname() })
  const auditor = await desk.as('auditor')
  const { row } = await auditor('loanGet', { id: loanId })
  const naira = (thousands: number): string => `${thousands},${randomInt(100, 999)}.${randomInt(10, 99)}`
  const [paid, mistaken] = [naira(31), naira(18)]
  const alert = await bankAlerts()
  await alert(paid, `NIP ${name.toUpperCase()} ${row.number}`)
  await alert(mistaken, `NIP ${name.toUpperCase()} RENT`)

  const page = await enter(browser, 'admin', '/messaging?tab=inbound&status=open')
  await page.getByRole('button', { name: `Confirm ₦${paid} from GTBank` }).click()
  await expect(dialog(page).getByRole('radio', { name: new RegExp(row.number) })).toBeChecked()
  await expect(dialog(page).getByText(paid).first()).toBeVisible()
  await expectNoBarriers(page, 'a claim')
  await dialog(page).getByRole('button', { name: 'Record repayment' }).click()
  await expect(dialog(page).getByLabel('Bank reference')).toHaveAttribute('aria-invalid', 'true')
  await dialog(page)
    .getByLabel('Bank reference')
    .fill(`NIP-${randomInt(1e9)}`)
  await fillReason(page, 'Record repayment', 'Line 14 of today’s statement')
  await expect(page.getByText('Repayment recorded.')).toBeVisible()

  await page.getByRole('button', { name: `Reject ₦${mistaken} from GTBank` }).click()
  await fillReason(page, 'Reject', 'The rent of somebody else')
  await expect(page.getByText('Bank alert rejected.')).toBeVisible()
  await go(page, '/messaging?tab=inbound')
  await expect(page.getByRole('row', { name: new RegExp(paid) })).toContainText('Confirmed')
  await expect(page.getByRole('row', { name: new RegExp(mistaken) })).toContainText(
    '“The rent of somebody else”',
  )
  const { happenings } = await auditor('loanGet', { id: loanId })
  const received = happenings.filter(({ type }) => type === 'receipt').map(({ amount }) => amount)
  expect(received).toEqual([BigInt(paid.replace(/\D/g, ''))])
})

test('an Auditor can view messaging but not change it', async ({ browser }) => {
  const template = await templateInForce()
  const page = await enter(browser, 'auditor', '/messaging')
  for (const name of ['New template', 'New campaign'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await go(page, `/messaging?template=${template.id}`)
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveAttribute('aria-disabled', 'true')
  await go(page, '/messaging?tab=outbox')
  await expect(page.getByRole('button', { name: 'Pause sending' })).toHaveAttribute('aria-disabled', 'true')
  await go(page, '/messaging/new-template')
  await expect(page.getByText('You do not have permission to create templates')).toBeVisible()
  await go(page, '/settings?section=sms')
  await expect(page.getByRole('button', { name: 'Send test SMS' })).toHaveAttribute('aria-disabled', 'true')
})

test('the gateway is set up with keys that are never shown again, and tested', async ({ browser }) => {
  const page = await enter(browser, 'admin', '/settings?section=sms')
  await page.getByRole('button', { name: 'Change Termii account' }).click()
  await dialog(page).getByLabel('API key', { exact: true }).fill('TL-long-and-secret-7781')
  await fillReason(page, 'Submit for approval', 'Our new account')
  await expect(page.getByText('Change of the Termii account submitted for approval.')).toBeVisible()
  const authorizer = await desk.as('authorizer')
  const submitted = await authorizer('approvalList', { subjectType: 'smsGateway', status: 'waiting' })
  await authorizer('approvalApprove', { id: submitted.rows[0]?.id ?? '' })
  await page.reload()
  await expect(page.getByText('…7781')).toBeVisible()
  expect(await page.content()).not.toContain('TL-long-and-secret')
  await page.getByRole('button', { name: 'Send test SMS' }).click()
  await dialog(page).getByLabel('Phone number').fill('12')
  await dialog(page).getByRole('button', { name: 'Send test SMS' }).click()
  await expect(dialog(page).getByText('A Nigerian mobile number')).toBeVisible()
  await dialog(page).getByLabel('Phone number').fill('0803 123 4567')
  await dialog(page).getByRole('button', { name: 'Send test SMS' }).click()
  await expect(dialog(page).getByText('Simulated', { exact: true })).toBeVisible()
})

for (const [width, dark] of [
  [1440, false],
  [390, true],
] as const)
  test(`messaging is accessible and fits at ${width} px, ${dark ? 'dark' : 'light'}`, async ({ browser }) => {
    const template = await templateInForce()
    const page = await enter(browser, 'admin', '/messaging', { width, dark })
    for (const address of [
      '/messaging',
      '/messaging?search=nobody',
      `/messaging?template=${template.id}`,
      '/messaging?tab=log&status=failed',
      '/messaging?tab=campaigns',
      '/messaging?tab=campaigns&campaign=new',
      '/messaging?tab=outbox',
      '/messaging?tab=inbound',
      '/messaging?tab=inbound&box=optOuts',
      '/settings?section=sms',
    ]) {
      await go(page, address)
      await expectNoBarriers(page, address)
      await expectFits(page, address)
    }
    await go(page, '/messaging/new-template')
    await page.getByRole('textbox', { name: 'Text' }).fill('₦500 and ‘quotes’ {{nickname}}')
    await expect(page.getByRole('button', { name: 'Use NGN and plain characters' })).toBeVisible()
    await expectNoBarriers(page, 'a text with two problems')
    await expectFits(page, 'a text with two problems')
  })
