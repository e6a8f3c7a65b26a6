import { randomInt, randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { addDays } from '../../engine/dates.ts'
import { formatNaira } from '../../engine/money.ts'
import { accountAt } from '../applicants.ts'
import { lagosToday, liveLoan, UNSEEN_SOURCE } from './desk.ts'
import { enterAs } from './enter.ts'
import { hands, noPointer, watchPointer } from './hands.ts'
import { monthBack, staffNumber } from './payrolls.ts'
import { desk } from './requests.ts'

/** The two ways of the house from end to end, by keys alone: a request, and a repayment. */

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: DOT })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function sitDown(browser: Browser, part?: string, address = '/'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await watchPointer(context)
  if (part) return enterAs(context, part, address)
  const page = await context.newPage()
  await page.goto(`/#${address}`)
  return page
}

async function fillDay(
  page: Page,
  label: string,
  [day, month, year]: [string, string, string],
): Promise<void> {
  const { write, choose } = hands(page)
  await write(`${label}: day`, day)
  await choose(`${label}: month`, month)
  await write(`${label}: year`, year)
}

/** From the terms to the reference; Enter in a field goes on, as its button would. */
async function apply(page: Page, surname: string): Promise<string> {
  const { reach, write, choose, tick, press, giveFile } = hands(page)
  const next = () => press(button(page, 'Continue'))
  await tick('I have read this and agree')
  await next()
  await choose('Title', 'MR')
  await write('Surname', surname)
  await write('First name', 'Musa')
  await choose('Gender', 'MALE')
  await fillDay(page, 'Date of birth', ['5', 'July', '1984'])
  await write('Phone', `0803${digits(7)}`)
  await write('BVN', `22${digits(8)}1`)
  await write('NIN', `71${digits(8)}2`)
  await write('Home address', '14 Ahmadu Bello Way')
  await reach(page.getByLabel('State', { exact: true }))
  await page.keyboard.type('abuja')
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Federal Capital Territory')
  await write('Local government area', 'Bwari')
  await next()
  await choose('Payroll office', UNSEEN_SOURCE)
  await write('IPPIS / staff number', staffNumber())
  await write('Ministry, department, agency or command', 'Federal Ministry of Works')
  await fillDay(page, 'Date of first appointment', ['1', 'March', '2010'])
  await write('Monthly net pay', '250000')
  await next()
  await tick('Public Servant Loan')
  await write('Amount', '500000')
  await write('Tenor', '12')
  await write('Purpose of the loan', 'School fees')
  await next()
  await choose('Bank', 'Guaranty')
  await write('Account number', accountAt('058'))
  await next()
  await write('Full name', 'Aisha Bello')
  await write('Relationship', 'Wife')
  await write('Phone', '08021234567')
  await next()
  for (const title of ['Work identity card', 'Latest payslip'])
    await giveFile(`Choose file: ${title}`, photo(`${title}.png`))
  await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(2)
  await next()
  await press(button(page, 'Submit my request'))
  await expect(page.getByText('Request submitted')).toBeVisible()
  return page.getByTestId('reference').innerText()
}

/** Finds the request in the queue with /, opens it, claims it, and decides. */
async function decide(page: Page, reference: string, verb: 'Recommend' | 'Approve'): Promise<void> {
  const { press } = hands(page)
  await expect(page.locator('[data-first-load]')).toHaveCount(0)
  await page.keyboard.press('/')
  await page.keyboard.type(reference)
  const row = page.locator('[data-request]')
  await expect(row).toHaveCount(1)
  await press(row)
  // the list shows the reference too; only the request itself can be decided
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByText('Claimed by you')).toBeVisible()
  // the request is read again after it was claimed; a key before that decides nothing
  await expect(async () => {
    await page.keyboard.press('a')
    await expect(dialog(page)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await press(dialog(page).getByRole('button', { name: verb, exact: true }))
  await expect(dialog(page)).toBeHidden()
}

test('a request goes from the public page to a loan without a mouse', async ({ browser }) => {
  const applicant = await sitDown(browser, undefined, '/loan-request')
  const reference = await apply(applicant, `Bello${randomUUID().replace(/[^a-f]/g, '')}`)
  const reviewer = await sitDown(browser, 'reviewer', '/loan/requests/reviewer')
  await decide(reviewer, reference, 'Recommend')
  await expect(reviewer.getByText(`${reference} recommended`, { exact: false }).first()).toBeVisible()
  const authorizer = await sitDown(browser, 'authorizer', '/loan/requests/authorizer')
  await decide(authorizer, reference, 'Approve')
  await expect(authorizer.getByText(`${reference} approved`, { exact: false }).first()).toBeVisible()
  for (const page of [applicant, reviewer, authorizer]) await noPointer(page)
})

const today = lagosToday()

test('a repayment goes from its file to the books without a mouse', async ({ browser }) => {
  const staff = staffNumber()
  const surname = `Abdul${randomUUID().replace(/[^a-f]/g, '')}`
  const { loanId } = await liveLoan(desk, addDays(today, -60), {
    surname,
    firstName: 'Amina',
    ippisNumber: staff,
  })
  const { row } = await (await desk.as('admin'))('loanGet', { id: loanId })
  const amount = formatNaira(row.instalment, '')
  const text = `IPPIS NO,EMPLOYEE NAME,MINISTRY,AMOUNT\n${staff},${surname} AMINA,"National Hospital, Abuja","${amount}"\n`

  const admin = await sitDown(browser, 'admin', '/repayment-tracker')
  const { choose, press, giveFile, write } = hands(admin)
  await press(admin.getByRole('link', { name: 'New upload' }))
  await choose('Source', UNSEEN_SOURCE)
  const month = await admin
    .getByLabel('Month')
    .locator(`option[value="${monthBack(1)}"]`)
    .innerText()
  await choose('Month', month)
  await giveFile('File', { name: 'deductions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await press(button(admin, 'Upload'))
  await press(button(admin, 'Confirm and check rows'))
  await expect(admin).toHaveURL(/repayment-tracker\/[0-9a-f-]{36}/)
  await press(admin.getByRole('region', { name: 'Match results' }).getByRole('button', { name: /^Exact 1/ }))
  await press(button(admin, 'Submit for approval'))
  await write('Bank credit', amount)
  await write('Bank reference', 'NIP-774120')
  await write('Evidence (for example, payroll schedule)', 'The covering letter')
  await press(dialog(admin).getByRole('button', { name: 'Submit for approval' }))
  await expect(dialog(admin)).toBeHidden()

  const authorizer = await sitDown(browser, 'authorizer', new URL(admin.url()).hash.slice(1))
  const second = hands(authorizer)
  await second.press(button(authorizer, 'Approve').first())
  await second.press(dialog(authorizer).getByRole('button', { name: 'Approve' }))
  await expect(authorizer.getByText('Posted', { exact: true }).first()).toBeVisible()
  for (const page of [admin, authorizer]) await noPointer(page)
})
