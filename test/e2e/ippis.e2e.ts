import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { addDays } from '../../engine/dates.ts'
import { expectFits, expectNoBarriers, expectSteady } from './accessibility.ts'
import { lagosToday, liveLoan } from './desk.ts'
import { monthBack, rosterOf, sendPayroll, staffNumber } from './payrolls.ts'
import { desk, enter, go } from './requests.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const sixtyDaysAgo = addDays(lagosToday(), -60)

/** Two months of one payroll with a customer in them, whose pay falls below the instalment. */
async function twoMonths() {
  const source = 'TEACHERS'
  const customer = staffNumber()
  const surname = `Zubairu${randomUUID().replace(/[^a-f]/g, '')}`
  const loan = await liveLoan(desk, sixtyDaysAgo, { surname, payrollSource: source, ippisNumber: customer })
  const [stays, goes, comes] = [staffNumber(), staffNumber(), staffNumber()]
  const before = rosterOf([
    { id: customer, name: `${surname} ADAEZE`, pay: '250000.00' },
    { id: stays, name: 'BELLO MUSA IBRAHIM', pay: '118500.25' },
    { id: goes, name: 'EZE NGOZI', pay: '97000' },
  ])
  await sendPayroll(desk, before, { source, period: monthBack(7) })
  const payHeader = `AMT ${randomUUID().slice(0, 8)}`
  const after = [
    'TEACHERS: NOMINAL ROLL',
    rosterOf(
      [
        { id: customer, name: `${surname} ADAEZE`, pay: '30000' },
        { id: stays, name: 'BELLO MUSA IBRAHIM', pay: '121000.00' },
        { id: comes, name: 'OKAFOR CHINEDU', pay: '150000' },
        { id: staffNumber(), name: 'ADEBAYO FUNKE', pay: 'not yet' },
        { id: '4.3459E+09', name: 'YUSUF AISHA', pay: '88000' },
      ],
      payHeader,
    ),
    ',TOTAL,,,,,,,,389000.00',
    '',
  ].join('\n')
  return { loan, surname, customer, payHeader, after }
}

/** A run that is over in a blink is shown for some seconds as it would look half-way through a large file. */
async function slowOnce(page: Page): Promise<void> {
  const SHOWN_MS = 5_000
  let shownUntil: number | undefined
  await page.route(/\/api\/intakes\/[^/]+$/, async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { status: string }
    if (body.status !== 'matched') return route.fulfill({ response: answer })
    shownUntil ??= Date.now() + SHOWN_MS
    if (Date.now() > shownUntil) return route.fulfill({ response: answer })
    const [startedAt, at] = ['2026-11-03T09:00:00.000Z', '2026-11-03T09:00:10.000Z']
    const progress = { step: 'checking', done: 400_000, total: 1_000_000, startedAt, at }
    await route.fulfill({ response: answer, json: { ...body, status: 'staged', progress } })
  })
}

test('a damaged payroll file is uploaded, mapped, checked and approved', async ({ browser }) => {
  const { loan, surname, customer, payHeader, after } = await twoMonths()
  const admin = await enter(browser, 'admin', '/ippis')
  await admin.getByRole('link', { name: 'New upload' }).click()
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(admin.getByText('Choose the payroll month')).toBeVisible()
  await admin.getByLabel('Source').selectOption('TEACHERS')
  await admin.getByLabel('Month').selectOption(monthBack(6))
  await admin.getByLabel('File', { exact: true }).setInputFiles({
    name: 'nominal-roll.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(after),
  })

  // the line is lost under the first piece; it goes on by itself
  await admin.route('**/content?*', route => route.abort('connectionreset'), { times: 1 })
  await slowOnce(admin)
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(admin.getByText('Connection lost')).toBeVisible()
  await expect(admin).toHaveURL(/new-upload\?id=/)

  await expect(admin.getByText('Not mapped: Net pay')).toBeVisible()
  await expect(admin.getByRole('radio', { name: 'Line 2' })).toBeChecked()
  const confirmColumns = admin.getByRole('button', { name: 'Confirm and check rows' })
  await expect(confirmColumns).toHaveAttribute('aria-disabled', 'true')
  await admin.getByLabel(`Field of ${payHeader}`).selectOption('netPay')
  await expect(admin.getByText('Set by you')).toBeVisible()
  await confirmColumns.click()

  await expect(admin.getByText('400,000 of 1,000,000 rows · 40,000 rows per second')).toBeVisible()
  await expect(admin.getByText('Ready to submit')).toBeVisible()
  await expect(admin.getByText('to be approved').locator('..')).toHaveText(/^3/)
  await admin.getByRole('button', { name: /^Pay up/ }).click()
  const up = admin.getByRole('row', { name: /BELLO MUSA IBRAHIM/ })
  await expect(up).toContainText('₦118,500.25')
  await expect(up).toContainText('₦121,000.00')
  await admin.getByRole('button', { name: /^Pay down/ }).click()
  // what is ticked stands in the address, so it is ticked a moment later
  await admin.getByLabel('Customers only').click()
  await expect(admin.getByLabel('Customers only')).toBeChecked()
  await expect(admin.getByRole('link', { name: new RegExp(surname, 'i') })).toBeVisible()
  await admin.getByRole('tab', { name: /^Invalid rows/ }).click()
  await expect(admin.getByRole('row', { name: /not yet/ })).toContainText('Not an amount of naira and kobo.')
  await expect(admin.getByRole('row', { name: /4\.3459E\+09/ })).toContainText('digits are lost')
  const [refused] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Invalid rows (CSV)' }).click(),
  ])
  expect(refused.suggestedFilename()).toContain('refused-nominal-roll')

  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await dialog(admin).getByLabel('Evidence').fill('The covering letter of the office')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Pending approval').first()).toBeVisible()
  const approve = admin.getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')

  const authorizer = await enter(browser, 'authorizer', '/ippis')
  const upload = new URL(admin.url()).hash.slice(1)
  await authorizer
    .getByRole('link', { name: /nominal-roll\.csv/ })
    .first()
    .click()
  await go(authorizer, upload.replace(/&tab=\w+/, ''))
  await authorizer.getByRole('button', { name: 'Approve' }).click()
  await dialog(authorizer).getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText(/^Approved by/).first()).toBeVisible()

  const reviewer = await enter(browser, 'reviewer', '/ippis?tab=look-up')
  await reviewer.getByLabel('IPPIS / staff number').fill(`00${customer}`)
  await reviewer.getByRole('button', { name: 'Look up' }).click()
  const months = reviewer.getByRole('table', { name: 'Payroll months, newest first' })
  await expect(months.getByRole('row')).toHaveCount(3)
  await expect(months).toContainText('•••• 6785')
  await expect(months).toContainText('−₦220,000.00')

  const editor = await enter(browser, 'editor', `/accounts/loan/${loan.loanId}`)
  await expect(editor.getByText('Pay below the instalment')).toBeVisible()
  await go(editor, '/ippis?tab=signals')
  const signal = editor.getByRole('row', { name: new RegExp(`Pay below the instalment.*${surname}`) })
  await signal.getByRole('button', { name: 'Close signal' }).click()
  await dialog(editor).getByLabel('Action taken').fill('She pays the rest by standing order')
  await dialog(editor).getByRole('button', { name: 'Close signal' }).click()
  await expect(signal).toBeHidden()
  const newUpload = editor.getByRole('button', { name: 'New upload' })
  await expect(newUpload).toHaveAttribute('aria-disabled', 'true')
  await newUpload.hover()
  await expect(editor.getByRole('tooltip')).toContainText('Only superAdmin and Admin can upload files')
  await go(editor, `/customers/${loan.customerId}?tab=employment`)
  await expect(editor.getByText(/^Only superAdmin.* can see pay\.$/)).toBeVisible()
  await go(admin, `/customers/${loan.customerId}?tab=employment`)
  await admin.getByRole('button', { name: 'Reveal' }).click()
  await dialog(admin).getByLabel('Reason').fill('To compare her pay with the instalment')
  await dialog(admin).getByRole('button', { name: 'Reveal' }).click()
  await expect(admin.getByRole('table', { name: 'Payroll months, newest first' })).toBeVisible()
})

test('the same file again has no effect and links to the first upload', async ({ browser }) => {
  const text = rosterOf([{ id: staffNumber(), name: 'AKPAN UDO', pay: '64000' }])
  const wish = { source: 'TEACHERS', period: monthBack(8) }
  await sendPayroll(desk, text, { ...wish, until: 'columns' })
  const page = await enter(browser, 'admin', '/ippis/new-upload')
  await page.getByLabel('Source').selectOption(wish.source)
  await page.getByLabel('Month').selectOption(wish.period)
  const file = { name: 'teachers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  // a reload forgets the file, not the upload
  await page.route('**/content?*', route => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Connection lost')).toBeVisible()
  await page.unroute('**/content?*')
  await page.reload()
  const again = page.getByLabel('Choose the same file to resume')
  await again.setInputFiles({ ...file, name: 'another.csv' })
  await expect(page.getByText('This upload is of “teachers.csv”')).toBeVisible()
  await again.setInputFiles(file)
  await expect(page.getByText('This file was uploaded before')).toBeVisible()
  await page.getByRole('link', { name: 'Open first upload' }).click()
  await expect(page.getByText('Column mapping')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByText('Upload cancelled')).toBeVisible()
})

test('every view is accessible and fits, wide and narrow, light and dark', async ({ browser }) => {
  const source = 'STATE'
  const [id, other] = [staffNumber(), staffNumber()]
  const people = [{ id, name: 'DANJUMA GRACE', pay: '75000' }]
  await sendPayroll(desk, rosterOf(people), { source, period: monthBack(7) })
  const next = [
    { id, name: 'DANJUMA GRACE', pay: '80000' },
    { id: other, name: 'LAWAL KEMI', pay: 'unknown' },
  ]
  const matched = await sendPayroll(desk, rosterOf(next), { source, period: monthBack(6), until: 'matched' })
  const columns = await sendPayroll(desk, rosterOf(people, 'SOMETHING'), {
    source,
    period: monthBack(5),
    until: 'columns',
  })
  const page = await enter(browser, 'admin', '/ippis')
  const rich = ['/ippis', `/ippis/new-upload?id=${columns}`, `/ippis/new-upload?id=${matched}&change=payUp`]
  const others = [
    `/ippis?tab=look-up&staffNumber=${id}`,
    '/ippis?tab=signals',
    '/ippis/new-upload',
    `/ippis/new-upload?id=${matched}&tab=refused`,
  ]
  for (const [width, colorScheme, addresses] of [
    [1440, 'light', [...rich, ...others]],
    [390, 'dark', [...rich, ...others]],
    [390, 'light', rich],
    [1440, 'dark', rich],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const address of addresses) {
      await go(page, address)
      await expectNoBarriers(page, `${width} ${colorScheme} ${address}`)
      await expectFits(page, `${width} ${address}`)
    }
  }
  // a phone, and two files on their way above the months
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('about:blank')
  await page.goto('/#/ippis')
  await expect(page.getByRole('heading', { name: 'Uploads in progress' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectSteady(page, '/ippis with files on their way')
})
