import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ERRORS, type ErrorCode } from '../../contract/errors.ts'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { expectFits, expectNoBarriers, expectNoBarriersInTheDark } from './accessibility.ts'
import { lagosToday, openDesk } from './desk.ts'
import { enterAs } from './enter.ts'

/** The public page as an applicant meets it: on a small phone, through an officer's link, on a line that comes and goes. */

const SMALL_PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
test.use({ ...SMALL_PHONE, reducedMotion: 'reduce' })

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

/** Nobody else's phone and numbers: the same applicant twice would get the first reference. */
const somebody = () => ({
  phone: `0803 ${digits(3)} ${digits(4)}`,
  bvn: `22${digits(8)}1`,
  nin: `71${digits(8)}2`,
})

const OFFICER = '/#/loan-request?accountOfficerCode=AO-014'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const step = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()

async function fillDay(page: Page, label: string, day: string, month: string, year: string): Promise<void> {
  await page.getByLabel(`${label}: day`).fill(day)
  await page.getByLabel(`${label}: month`).selectOption({ label: month })
  await page.getByLabel(`${label}: year`).fill(year)
}

async function agree(page: Page, address = OFFICER): Promise<void> {
  await page.goto(address)
  await page.getByLabel('I have read this and agree').check()
  await press(page, 'Continue')
  await step(page, 'About you')
}

async function fillIdentity(page: Page, who = somebody()): Promise<void> {
  await field(page, 'Title').selectOption('MR')
  await field(page, 'Surname').fill('Bello')
  await field(page, 'First name').fill('Musa')
  await field(page, 'Gender').selectOption('MALE')
  await fillDay(page, 'Date of birth', '5', 'July', '1984')
  await field(page, 'Phone').fill(who.phone)
  await field(page, 'BVN').fill(who.bvn)
  await field(page, 'NIN').fill(who.nin)
  await field(page, 'Home address').fill('14 Ahmadu Bello Way')
  await field(page, 'State').selectOption('Kaduna')
  await field(page, 'Local government area').fill('Kaduna North')
}

async function fillWork(page: Page): Promise<void> {
  await field(page, 'Payroll office').selectOption({ label: 'IPPIS (federal)' })
  await field(page, 'IPPIS / staff number').fill('480210')
  await field(page, 'Ministry, department, agency or command').fill('Federal Ministry of Works')
  await fillDay(page, 'Date of first appointment', '1', 'March', '2010')
  await field(page, 'Monthly net pay').fill('250000')
}

async function fillLoan(page: Page): Promise<void> {
  await page.getByLabel('Public Servant Loan').check()
  await field(page, 'Amount').fill('500000')
  await field(page, 'Tenor').fill('12')
  await field(page, 'Purpose of the loan').fill('School fees')
}

/** From the terms to the documents; the rest differs from test to test. */
async function fillUpToDocuments(page: Page, who = somebody(), address = OFFICER): Promise<void> {
  await agree(page, address)
  await fillIdentity(page, who)
  await press(page, 'Continue')
  await fillWork(page)
  await press(page, 'Continue')
  await fillLoan(page)
  await press(page, 'Continue')
  await field(page, 'Bank').selectOption({ label: 'Guaranty Trust Bank' })
  await field(page, 'Account number').fill('0123456785')
  await press(page, 'Continue')
  await field(page, 'Full name').fill('Aisha Bello')
  await field(page, 'Relationship').fill('Wife')
  await field(page, 'Phone').fill('0802 123 4567')
  await press(page, 'Continue')
  await step(page, 'Documents')
}

const bringLater = async (page: Page): Promise<void> => {
  await page.getByLabel(/will send (this document|these documents) later/).check()
  await press(page, 'Continue')
  await step(page, 'Review and submit')
}

/** A photo straight from a phone: noise does not compress, so it is far above 0.5 MB. */
const cameraPhoto = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1200
    const pen = canvas.getContext('2d')
    const pixels = pen?.createImageData(1600, 1200)
    if (!pen || !pixels) return ''
    for (let at = 0; at < pixels.data.length; at += 65_536)
      crypto.getRandomValues(pixels.data.subarray(at, at + 65_536))
    pen.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })

const refuse = (code: ErrorCode, message: string = ERRORS[code].message) => ({
  status: ERRORS[code].status,
  json: { code, message, requestId: 'r-1' },
})

/** Everything a thumb can press, but links inside a sentence. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressed = [
      ...document.querySelectorAll<HTMLElement>('button, select, input, label:has(input), summary'),
    ]
    return pressed
      .filter(each => each.checkVisibility() && !each.closest('[aria-hidden=true], p'))
      .filter(each => !(each instanceof HTMLInputElement && each.closest('label')))
      .filter(each => each.getBoundingClientRect().height < 44)
      .map(each => each.outerHTML.slice(0, 120))
  })

test('every step is clean for a screen reader and big enough for a thumb', async ({ page }) => {
  await fillUpToDocuments(page)
  for (const title of [
    'Documents',
    'Next of kin',
    'Your bank account',
    'The loan',
    'Your work',
    'About you',
  ]) {
    await step(page, title)
    await expectNoBarriers(page)
    await expectNoBarriersInTheDark(page)
    await expectFits(page, title)
    expect(await smallTargets(page)).toEqual([])
    // the phone's own back key goes one step back
    await page.goBack()
  }
  await step(page, 'Your loan and consent')
  await expectFits(page, 'Your loan and consent')
  expect(await smallTargets(page)).toEqual([])
})

test('an applicant on a small phone applies through an officer’s link, and the request has a reference', {
  tag: '@journey',
}, async ({ page }) => {
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(error.message))
  const who = somebody()
  await page.goto(OFFICER)
  await expect(page.getByText('You are applying through Babatunde Adeyemi.')).toBeVisible()
  await press(page, 'Continue')
  await expect(page.getByText('Please read and agree before you go on')).toBeVisible()
  await expectNoBarriers(page)
  await fillUpToDocuments(page, who)
  await test.step('a photo of the camera is made to fit and sent by itself', async () => {
    await press(page, 'Continue')
    await expect(page.getByText('Missing: Work identity card, Latest payslip.')).toBeVisible()
    const buffer = Buffer.from(await cameraPhoto(page), 'base64')
    expect(buffer.length).toBeGreaterThan(524_288)
    const camera = page.getByLabel('Take photo: Work identity card')
    await camera.setInputFiles({ name: 'IMG_2041.png', mimeType: 'image/png', buffer })
    await expect(page.getByText(/IMG_2041\.jpg · \d+ kB/)).toBeVisible()
    await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
  })
  await bringLater(page)
  await expect(page.getByText('••••••• ', { exact: false }).first()).toBeVisible()
  await expect(page.getByText(who.bvn)).toHaveCount(0)
  await expectNoBarriers(page)
  await press(page, 'Submit my request')
  await expect(page.getByText('Request submitted')).toBeVisible()
  const reference = await page.getByTestId('reference').innerText()
  expect(reference).toMatch(/^IRK-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await expectNoBarriers(page)
  // nothing of the applicant stays on the phone
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  for (const secret of ['Bello', who.phone, who.bvn, who.nin]) expect(stored).not.toContain(secret)

  await test.step('the status needs reference and phone together', async () => {
    await press(page, 'Check status')
    await expect(field(page, 'Reference')).toHaveValue(reference)
    await press(page, 'Check status')
    await expect(page.getByText('Please enter both the reference and the phone number.')).toBeVisible()
    await field(page, 'Phone').fill('08030000001')
    await field(page, 'Phone').press('Enter')
    await expect(page.getByText('No request matches this reference and phone number.')).toBeVisible()
    await field(page, 'Phone').fill(who.phone)
    await field(page, 'Phone').press('Enter')
    await expect(page.getByText('Under review')).toBeVisible()
    await expectNoBarriers(page)
    expect(await smallTargets(page)).toEqual([])
  })
  await test.step('a document follows, and the request is withdrawn', async () => {
    await field(page, 'Document').selectOption('Latest payslip')
    const payslip = { name: 'payslip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a PDF') }
    await page.getByLabel('Choose file: Latest payslip').setInputFiles(payslip)
    await expect(page.getByText('Invalid file type.')).toBeVisible()
    const buffer = Buffer.from(await cameraPhoto(page), 'base64')
    const photo = { name: 'payslip.png', mimeType: 'image/png', buffer }
    await page.getByLabel('Choose file: Latest payslip').setInputFiles(photo)
    await expect(page.getByText('Latest payslip uploaded.')).toBeVisible()
    await press(page, 'Withdraw request')
    await expect(page.getByRole('dialog')).toContainText('This cannot be undone')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click()
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw request' })).toHaveCount(0)
  })
  expect(said.filter(text => !/status of 4\d\d/.test(text))).toEqual([])
})

test('the figures follow every key: instalment, fees, pay-out, total, APR, first deduction, schedule', async ({
  page,
}) => {
  await agree(page)
  await fillIdentity(page)
  await press(page, 'Continue')
  await fillWork(page)
  await press(page, 'Continue')
  const cost = page.getByRole('region', { name: 'Cost of the loan' })
  await expect(cost).toContainText('Choose a product, an amount and a tenor')
  await fillLoan(page)
  for (const figure of ['₦61,666.67', '₦10,000.00', '₦5,000.00', '₦485,000.00', '₦740,000.00'])
    await expect(cost).toContainText(figure)
  await expect(cost).toContainText(
    /First deduction(January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d/,
  )
  await page.getByText('Repayment schedule').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(14)
  await test.step('the effective APR is what the instalments cost on their days', async () => {
    const due = await rows.nth(1).getByRole('cell').nth(1).innerText()
    const days = (Date.parse(`${due} UTC`) - Date.parse(lagosToday())) / 86_400_000
    const [, effective] = /effective ([\d.]+) ?%/.exec(await cost.innerText()) ?? []
    const yearly = 1 + Number(effective) / 100
    const worth = Array.from({ length: 12 }, (_, n) => 61_666.67 / yearly ** ((days + n * 30.417) / 365))
    // months are not all alike: near is enough, a rate that ignores the days is far off
    expect(Math.abs(worth.reduce((sum, each) => sum + each) - 485_000)).toBeLessThan(1_500)
  })

  await test.step('neither wheel nor arrows change a number', async () => {
    const tenor = field(page, 'Tenor')
    await tenor.focus()
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowUp']) await tenor.press(key)
    await tenor.evaluate(input =>
      input.dispatchEvent(new WheelEvent('wheel', { deltaY: 120, cancelable: true })),
    )
    await expect(tenor).toHaveValue('12')
    await field(page, 'Amount').press('ArrowUp')
    await expect(field(page, 'Amount')).toHaveValue('500,000')
  })
  await test.step('too much of the pay warns, and never blocks', async () => {
    await field(page, 'Amount').fill('1500000')
    await expect(page.getByText('The instalment is above the limit')).toBeVisible()
    await field(page, 'Purpose of the loan').press('Enter')
    await step(page, 'Your bank account')
    await field(page, 'Bank').selectOption({ label: 'Guaranty Trust Bank' })
    await field(page, 'Account number').fill('0123 456 784')
    await expect(page.getByText('Please check the account number')).toBeVisible()
    await field(page, 'Account number').press('Enter')
    await step(page, 'Next of kin')
  })
})

test('a reload or a closed tab in the middle loses nothing but BVN and NIN', async ({ page, context }) => {
  await agree(page)
  await fillIdentity(page)
  await press(page, 'Continue')
  await field(page, 'IPPIS / staff number').fill('480210')
  await page.reload()
  await step(page, 'Your work')
  await expect(
    page.getByText(/Your draft of \d+ \w+ 20\d\d, \d\d:\d\d \(Lagos time\) was restored/),
  ).toBeVisible()
  await expect(field(page, 'IPPIS / staff number')).toHaveValue('480210')
  await page.goBack()
  await expect(field(page, 'Surname')).toHaveValue('Bello')
  await expect(field(page, 'BVN')).toHaveValue(/\d{11}/)

  const tomorrow = await context.newPage()
  await tomorrow.goto('/#/loan-request')
  await step(tomorrow, 'About you')
  await expect(tomorrow.getByText('BVN and NIN are not saved. Please enter them again.')).toBeVisible()
  await expect(field(tomorrow, 'Surname')).toHaveValue('Bello')
  await expect(field(tomorrow, 'BVN')).toHaveValue('')
  await expectNoBarriers(tomorrow)
  await press(tomorrow, 'Start again')
  await tomorrow.getByRole('dialog').getByRole('button', { name: 'Start again' }).click()
  await step(tomorrow, 'Your loan and consent')
  await expect(tomorrow.getByLabel('I have read this and agree')).not.toBeChecked()
  // the officer somebody began with is still theirs
  await expect(tomorrow.getByText('You are applying through Babatunde Adeyemi.')).toBeVisible()
})

test('a lost line: the form goes on, files and the request follow, and nothing is sent twice', async ({
  page,
  context,
}) => {
  await fillUpToDocuments(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await page
    .getByLabel('Choose file: Latest payslip')
    .setInputFiles({ name: 'payslip.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await expect(
    page.getByText('Iroko cannot be reached. Check your connection, then try again.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await bringLater(page)

  // the server takes the request, but its answer never arrives
  const sent: string[] = []
  await page.route('**/api/public/loan-requests', async route => {
    sent.push((route.request().postDataJSON() as { id: string }).id)
    const answer = await route.fetch()
    if (sent.length === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await press(page, 'Submit my request')
  await expect(page.getByText('Connection lost')).toBeVisible()
  await expect(page.getByText('Request submitted')).toBeVisible()
  expect(sent.length).toBeGreaterThan(1)
  expect(new Set(sent).size).toBe(1)
  await page.reload()
  await expect(page.getByTestId('reference')).toHaveText(/^IRK-/)
})

test('a draft that has expired is opened again with its files', async ({ page }) => {
  await fillUpToDocuments(page)
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const file = { name: 'id.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
  await page.getByLabel('Choose file: Work identity card').setInputFiles(file)
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  let isForgotten = true
  await page.route('**/api/public/drafts/*/documents', route => {
    if (!isForgotten) return route.fallback()
    isForgotten = false
    return route.fulfill(refuse('draft.unknown'))
  })
  await page.getByLabel('Choose file: Latest payslip').setInputFiles(file)
  await expect(
    page.getByText('Your draft had expired, so we opened a new one and uploaded your files again.'),
  ).toBeVisible()
  await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(2)
  await press(page, 'Continue')
  await press(page, 'Submit my request')
  await expect(page.getByTestId('reference')).toBeVisible()
})

/** What the page is told, with one thing otherwise: other tests need the real setting as it is. */
const tellPage = (context: BrowserContext, change: object) =>
  context.route(/\/api\/public\/loan-request(\?.*)?$/, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })

test('a closed link says so and shows no form, but the status can still be asked for', async ({
  page,
  context,
}) => {
  const notice = 'We are back on Monday, 1 December.'
  await tellPage(context, { isOpen: false, notice })
  await page.goto('/#/loan-request')
  await expect(page.getByText(notice)).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  await expectNoBarriers(page)
  await press(page, 'Already applied?')
  await expect(field(page, 'Reference')).toBeVisible()
  await page.goBack()
  await expect(page.getByText(notice)).toBeVisible()
})

/** As whoever was handed the letter reads it. */
async function codeOnLetter(browser: Browser, loanId: string): Promise<string> {
  const desk = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }
  const context = await browser.newContext(desk)
  const admin = await enterAs(context, 'admin', `/accounts/loan/${loanId}`)
  const downloading = admin.waitForEvent('download')
  await admin.getByRole('tab', { name: 'Letters and statements' }).click()
  await admin.getByRole('button', { name: 'Clearance letter (PDF)' }).click()
  const data = new Uint8Array(await readFile(await (await downloading).path()))
  await context.close()
  const letter = await (await getDocument({ data }).promise).getPage(1)
  const { items } = await letter.getTextContent()
  const words = items.map(item => ('str' in item ? item.str : '')).join(' ')
  return /\b[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}\b/.exec(words)?.[0] ?? ''
}

test('a letter of clearance is checked by whoever holds it, and shows nothing else', async ({
  page,
  browser,
}) => {
  const admin = await openDesk().as('admin')
  const closed = (await admin('loanList', { tab: 'closed', limit: 1 })).rows[0]
  expect(closed).toBeDefined()
  await page.goto('/#/loan-request')
  await press(page, 'Verify a clearance letter')
  await press(page, 'Verify letter')
  await expect(page.getByText('Please enter both the loan number and the verification code.')).toBeVisible()
  await field(page, 'Loan number').fill(closed?.number ?? '')
  await field(page, 'Verification code').fill('0000-0000-0000')
  await press(page, 'Verify letter')
  await expect(page.getByText('We cannot confirm this letter')).toBeVisible()
  await expectNoBarriers(page)
  await field(page, 'Verification code').fill(await codeOnLetter(browser, closed?.id ?? ''))
  await expect(page.getByText('We cannot confirm this letter')).toBeHidden()
  await press(page, 'Verify letter')
  await expect(page.getByText('The letter is genuine', { exact: true })).toBeVisible()
  await expect(page.getByText(closed?.customerName ?? '')).toHaveCount(0)
})

test('an officer nobody knows is kept, and the page says so kindly', async ({ page }) => {
  await page.goto('/#/LOAN-Request?accountOfficerCode=ZZ-404')
  await expect(
    page.getByText('We do not recognise the account officer code “ZZ-404”. You can continue.'),
  ).toBeVisible()
})

test('the phone is confirmed by a code where the lender wants it', async ({ page, context }) => {
  await tellPage(context, { phoneCode: true })
  await fillUpToDocuments(page)
  await bringLater(page)
  await press(page, 'Continue')
  await step(page, 'Confirm your phone')
  await press(page, 'Send code')
  await expect(page.getByText(/in (60|5\d) s/)).toBeVisible()
  await press(page, 'Submit my request')
  await expect(page.getByText('Please enter the six-digit code we sent you')).toBeVisible()
  await page.route('**/api/public/loan-requests', route => route.fulfill(refuse('phone_code.wrong')), {
    times: 1,
  })
  await field(page, 'Code').fill('12 34 56 78')
  await expect(field(page, 'Code')).toHaveValue('123456')
  await field(page, 'Code').press('Enter')
  await expect(page.getByText(ERRORS['phone_code.wrong'].message)).toBeVisible()
  await expect(field(page, 'Code')).toBeFocused()
  await expectNoBarriers(page)
  await field(page, 'Code').fill('654321')
  await press(page, 'Submit my request')
  await expect(page.getByTestId('reference')).toBeVisible()
})

test('what the server refuses is said in a sentence, at the step that can mend it, and nothing is lost', async ({
  page,
}) => {
  await fillUpToDocuments(page)
  await bringLater(page)
  const once = (answer: ReturnType<typeof refuse>) =>
    page.route('**/api/public/loan-requests', route => route.fulfill(answer), { times: 1 })
  for (const [code, words] of [
    [
      'link.full',
      'We have received the maximum number of requests for today. Your draft is saved. Please try again tomorrow.',
    ],
    ['rate.limited', 'Too many requests. Wait 30 seconds, then try again.'],
    ['draft.too_many', ERRORS['draft.too_many'].message],
  ] as const) {
    await once(refuse(code, words))
    await press(page, 'Submit my request')
    await expect(page.getByText(words)).toBeVisible()
    await step(page, 'Review and submit')
  }
  await once({
    status: 422,
    json: { ...refuse('input.invalid').json, fields: { kinPhone: 'This number is your own' } } as never,
  })
  await press(page, 'Submit my request')
  await step(page, 'Next of kin')
  await expect(page.getByText('This number is your own')).toBeVisible()
  await expect(field(page, 'Phone')).toBeFocused()
  await expect(field(page, 'Full name')).toHaveValue('Aisha Bello')
})

test('hostile and mistaken answers are named beside their field, and the first one takes the focus', async ({
  page,
}) => {
  await agree(page, '/#/loan-request')
  await fillIdentity(page)
  const wrong: [label: string, typed: string, words: string][] = [
    ['Surname', '<img src=x onerror=alert(1)>', 'Letters, spaces, hyphens and apostrophes only'],
    ['Phone', '+44 20 7946 0018', 'Enter a Nigerian mobile number, such as 0803 123 4567'],
    ['BVN', '1111 1111 111', 'A BVN cannot be one digit repeated'],
    ['NIN', '123', 'A NIN has 11 digits'],
    ['Home address', 'Lane \u202e14, Kano', 'Contains characters that cannot be stored'],
    ['Local government area', '🎉', 'At least 2 characters'],
  ]
  for (const [label, typed] of wrong) await field(page, label).fill(typed)
  await fillDay(page, 'Date of birth', '30', 'February', '1984')
  await field(page, 'Surname').press('Enter')
  await expect(field(page, 'Surname')).toBeFocused()
  await expect(page.getByText('answers need to be corrected')).toBeVisible()
  for (const [label, , words] of wrong.slice(0, 5)) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert').filter({ hasText: words }).last()).toBeVisible()
  }
  await expect(page.getByRole('alert').filter({ hasText: 'This date does not exist' }).last()).toBeVisible()
  await expectNoBarriers(page)
  await field(page, 'Surname').fill('Bello')
  await expect(field(page, 'Surname')).not.toHaveAttribute('aria-invalid')
})

test('no address leads past a step that is not done, and no robot field stands in a person’s way', async ({
  page,
}) => {
  await page.goto('/#/loan-request?step=review')
  await step(page, 'Your loan and consent')
  await agree(page)
  await page.goto('/#/loan-request?step=documents')
  await step(page, 'About you')
  const trap = page.locator('input[name=website]')
  await expect(trap).toHaveAttribute('tabindex', '-1')
  await expect(page.getByLabel('Website')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveCount(0)
})

test('staff start a request through Initiate under their own name', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const console = await context.newPage()
  await console.goto('/')
  await console.getByLabel('Email').fill('admin@iroko.test')
  await console.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await expect(async () => {
    const button = console.getByRole('button', { name: 'Sign in' })
    if (await button.isVisible()) await button.click()
    await expect(console).toHaveURL(/#\/$/, { timeout: 2000 })
  }).toPass()
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    console.getByRole('link', { name: 'Initiate' }).click(),
  ])
  await expect(page).toHaveURL(/#\/loan-request\?accountOfficerCode=AO-014/)
  await expect(page.getByText('You are starting this request as Babatunde Adeyemi.')).toBeVisible()
  await expectNoBarriers(page)
  await expect(page.getByLabel('I have read this and agree')).toHaveCount(0)
  await press(page, 'Continue')
  await expect(page.getByText('Please confirm that you hold the signed consent')).toBeVisible()
  await page.getByLabel(/I hold their signed consent$/).check()
  await press(page, 'Continue')
  await fillIdentity(page)
  await press(page, 'Continue')
  await expect(
    page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'You' }),
  ).toBeVisible()
  await expectNoBarriers(page)
  await context.close()
})

test('the whole page is at most 150 kB of JavaScript, and usable at 400 ms and 400 kbit/s', async ({
  page,
}) => {
  const scripts = new Map<string, number>()
  page.on('response', async response => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return
    scripts.set(response.url(), gzipSync(await response.body(), { level: 9 }).length)
  })
  const line = await page.context().newCDPSession(page)
  const speed = (400 * 1024) / 8
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: speed,
    uploadThroughput: speed,
  })
  const began = Date.now()
  await agree(page)
  const usableMs = Date.now() - began
  await fillIdentity(page)
  await press(page, 'Continue')
  await step(page, 'Your work')
  await page.waitForLoadState('networkidle')
  const kilobytes = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000
  test
    .info()
    .annotations.push({ type: 'figures', description: `${kilobytes} kB, usable after ${usableMs} ms` })
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThanOrEqual(150)
  expect(usableMs).toBeLessThan(15_000)
})
