import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { LAYOUTS_INITIAL } from '../../contract/layouts.ts'
import { addDays } from '../../engine/dates.ts'
import { approve, type Desk, lagosToday, liveLoan, openDesk } from './desk.ts'
import { enterAs, listen, untilLoaded } from './enter.ts'

// One ledger: an account that one test adds, the next one uses.
test.describe.configure({ mode: 'serial' })

const LEDGER = '/settings?section='
const MEMO = 'Diesel for the Kaduna office'

const enter = async (browser: Browser, part: string, address: string, width = 1_440): Promise<Page> =>
  enterAs(await browser.newContext({ viewport: { width, height: 900 } }), part, address)

async function approveFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(sheet).toBeHidden()
}

test('an Admin adds an account, and an Authorizer approves it', { tag: '@journey' }, async ({ browser }) => {
  const admin = await enter(browser, 'admin', `${LEDGER}accounts`)
  await admin.getByRole('button', { name: 'Add account' }).click()
  await admin.getByLabel('Code', { exact: true }).fill('1010')
  await admin.getByLabel('Title').fill('Diesel and generators')
  await admin.getByLabel('Reason').fill('A new office')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('1010 is Bank')).toBeVisible()
  await admin.getByLabel('Code', { exact: true }).fill('5410')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Ledger account: Add account 5410')).toBeVisible()

  const authorizer = await enter(browser, 'authorizer', `${LEDGER}accounts`)
  await approveFirst(authorizer)
  await expect(authorizer.getByRole('link', { name: 'Diesel and generators' })).toBeVisible()
})

test('a journal that does not balance is not sent; approved, it is in the income statement and opens', {
  tag: '@journey',
}, async ({ browser }) => {
  const admin = await enter(browser, 'admin', `${LEDGER}journals`)
  const said = listen(admin)
  await admin.getByRole('button', { name: 'New journal' }).click()
  await admin.getByLabel('Description').fill(MEMO)
  await admin.getByRole('combobox', { name: 'Account' }).nth(0).fill('diesel')
  await admin.keyboard.press('Enter')
  await admin.getByLabel('Debit').nth(0).fill('185000')
  await admin.getByRole('combobox', { name: 'Account' }).nth(1).fill('bank')
  await admin.keyboard.press('Enter')
  await admin.getByLabel('Reason').fill('Invoice of Zaria Fuels')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByText('Enter a debit or a credit')).toBeVisible()
  await admin.getByLabel('Credit').nth(1).fill('185000')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(admin.getByRole('dialog', { name: 'Add document' })).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.getByText(`Manual journal: ${MEMO}`)).toBeVisible()
  expect(said).toEqual([])

  const authorizer = await enter(browser, 'authorizer', `${LEDGER}journals`)
  await approveFirst(authorizer)
  await authorizer.getByRole('button', { name: MEMO }).click()
  await expect(authorizer.getByRole('dialog').getByText('Diesel and generators')).toBeVisible()

  const auditor = await enter(browser, 'auditor', `${LEDGER}statements`, 390)
  await untilLoaded(auditor)
  await expect(auditor.getByRole('row', { name: 'Diesel and generators ₦185,000.00' })).toBeVisible()
  await auditor.getByRole('link', { name: 'Diesel and generators' }).click()
  await expect(auditor.getByRole('heading', { name: 'Diesel and generators (5410)' })).toBeVisible()
  await expect(auditor.getByText(MEMO)).toBeVisible()
})

test('an Auditor reads journals and is told who may submit one', async ({ browser }) => {
  const auditor = await enter(browser, 'auditor', `${LEDGER}journals`)
  await expect(auditor.getByRole('button', { name: MEMO })).toBeVisible()
  const add = auditor.getByRole('button', { name: 'New journal' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(auditor.getByText('Only superAdmin and Admin can do this.').first()).toBeVisible()
})

test('an Auditor exports the journal, and opens a figure of the balance sheet down to one receipt', {
  tag: '@journey',
}, async ({ browser }) => {
  const desk = openDesk()
  const { loanId } = await liveLoan(desk, addDays(lagosToday(), -70))
  const admin = await desk.as('admin')
  const receipt = { act: 'receipt', amount: '4500000', on: lagosToday(), channel: 'bank transfer' } as const
  const input = { ...receipt, reference: 'NIP-LEDGER-1' }
  await admin('loanActDo', { loanId, id: randomUUID(), input, reason: 'Bank statement' })

  const auditor = await enter(browser, 'auditor', `${LEDGER}exports`)
  await auditor.getByLabel('Layout').selectOption('Every entry')
  await expect(auditor.getByText('Accounts without house code')).toBeVisible()
  await nameHouseCodes(desk)
  await auditor.reload()
  await untilLoaded(auditor)
  await expect(auditor.getByRole('region', { name: 'First lines of the file' })).toBeVisible()
  await expect(auditor.getByText('Accounts without house code')).toHaveCount(0)
  await expect(auditor.getByText('Balanced')).toBeVisible()
  const taking = auditor.waitForEvent('download')
  await auditor.getByRole('button', { name: 'Export journal' }).click()
  expect((await taking).suggestedFilename()).toMatch(/^journal-.*\.csv$/)

  await auditor.goto(`/#${LEDGER}statements&statement=balance`)
  await auditor.getByRole('link', { name: 'Interest receivable', exact: true }).click()
  await expect(auditor.getByRole('heading', { name: 'Interest receivable (1110)' })).toBeVisible()
  const line = auditor.getByRole('row', { name: /^Repayment/ }).first()
  await line.getByRole('link', { name: /Open/ }).click()
  await expect(auditor).toHaveURL(new RegExp(loanId))

  await auditor.goto(`/#${LEDGER}statements&statement=cash`)
  await auditor.getByLabel('Compare with').selectOption('Same period of last year')
  const repayments = auditor.getByRole('row', { name: /^Repayment/ })
  await expect(repayments.getByRole('link')).toHaveCount(2)
  await repayments.getByRole('link').first().click()
  await expect(auditor.getByRole('heading', { name: /^Repayment, / })).toBeVisible()
  await auditor.getByRole('link', { name: /Open/ }).first().click()
  await expect(auditor).toHaveURL(/#\/accounts\/loan\//)
})

/** Every account with entries has its own code again as its house code. */
async function nameHouseCodes(desk: Desk): Promise<void> {
  const admin = await desk.as('admin')
  const layout = LAYOUTS_INITIAL.find(({ name }) => name === 'Every entry')
  if (!layout) throw new Error('no layout of every entry')
  const to = lagosToday()
  const { withoutHouseCode } = await admin('journalFilePreview', { layout, from: `${to.slice(0, 7)}-01`, to })
  const { rows } = await admin('ledgerAccountList', {})
  for (const { code } of withoutHouseCode) {
    const account = rows.find(row => row.code === code)
    if (!account) throw new Error(`no account ${code}`)
    const { title, kind } = account
    const change = { code, title, kind, houseCode: String(code), reason: 'Code of the accountant' }
    await approve(desk, (await admin('ledgerAccountSave', change)).approvalId)
  }
}
