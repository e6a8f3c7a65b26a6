import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { formatNaira, kobo } from '../../engine/money.ts'
import { expectFits, expectNoBarriers } from './accessibility.ts'
import { amountText, type Borrower, borrower, sendDeductions, today } from './deductions.ts'
import { doAct } from './desk.ts'
import { approveHere, approveOnDesk, ELEMENT, type Office, openOffice } from './payrollOffice.ts'
import { monthBack } from './payrolls.ts'
import { desk, enter, go } from './requests.ts'

/** One payroll month by role: instruct, acknowledge, post, remit, reconcile and refund, with an office of its own. */

const month = monthBack(0)
const dialog = (page: Page): Locator => page.getByRole('dialog')
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.IROKO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/month-${name}.png`, fullPage: true })
}

type People = Record<'exact' | 'short' | 'refused' | 'repaid', Borrower>

async function employ({ code }: Office): Promise<People> {
  const of = { payrollSource: code }
  const [exact, short, refused, repaid] = await Promise.all([
    borrower('Adaeze', of),
    borrower('Bisi', of),
    borrower('Danladi', of),
    borrower('Ngozi', of),
  ])
  const { row } = await (await desk.as('admin'))('loanGet', { id: repaid.loanId })
  const amount = row.outstandingTotal.toString()
  const reference = `TRF${randomUUID().slice(0, 8)}`
  await doAct(desk, repaid.loanId, { act: 'receipt', amount, on: today, channel: 'bank transfer', reference })
  return { exact, short, refused, repaid }
}

test('a payroll month from the instruction list to a paid refund', async ({ browser }) => {
  const office = await openOffice()
  const people = await employ(office)
  const admin = await enter(browser, 'admin', '/repayment-tracker?tab=calendar')
  await expect(admin.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await shoot(admin, 'calendar-1440')
  const authorizer = await enter(browser, 'authorizer', '/')

  const list = await instruct(admin, authorizer, office, people)
  await acknowledge(admin, people)
  const batch = await post(admin, authorizer, office, people)
  await remit([admin, authorizer], office, people, batch)
  await reconcile(admin, office, people)
  await refund(admin, authorizer, people)
  await seenByOthers(browser, office, list, batch)
  await onPhone(browser, office, list, batch)
})

/** Computed, approved by another user, downloaded and so sent. */
async function instruct(admin: Page, authorizer: Page, office: Office, people: People): Promise<string> {
  await go(admin, '/repayment-tracker?tab=instructions')
  await shoot(admin, 'instructions-1440')
  await admin.getByRole('button', { name: `Compute list: ${office.name}` }).click()
  await expect(
    admin.getByRole('heading', { name: new RegExp(`^DI-${month}-${office.code}-1`) }),
  ).toBeVisible()
  const lines = admin.getByRole('table', { name: /^Lines of/ })
  for (const { name } of [people.exact, people.short, people.refused])
    await expect(lines.getByRole('row', { name: new RegExp(name) })).toContainText('New')
  await expect(lines.getByRole('row', { name: new RegExp(people.repaid.name) })).toHaveCount(0)
  await shoot(admin, 'list-1440')
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await dialog(admin).getByLabel('Reason').fill('Compared with the list of last month')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin)).toBeHidden()
  await expect(admin.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
  const address = new URL(admin.url()).hash.slice(1)

  await go(authorizer, address)
  await authorizer.getByRole('button', { name: 'Approve' }).first().click()
  await shoot(authorizer, 'list-approve-1440')
  await dialog(authorizer).getByRole('button', { name: 'Approve' }).click()
  await expect(authorizer.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(authorizer.getByRole('button', { name: 'Download and send' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await admin.reload()
  await admin.getByRole('button', { name: 'Download and send' }).click()
  const downloading = admin.waitForEvent('download')
  await dialog(admin).getByRole('button', { name: 'Download and send' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(3)
  for (const { staff } of [people.exact, people.short, people.refused])
    expect(rows.filter(row => Object.values(row).includes(staff))).toHaveLength(1)
  await expect(admin.getByText('Sent', { exact: true }).first()).toBeVisible()
  const letter = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Covering letter' }).click()
  expect((await letter).suggestedFilename()).toMatch(/\.pdf$/)
  await shoot(admin, 'list-sent-1440')
  return address
}

/** The office answers with a file: one line of three is rejected. */
async function acknowledge(admin: Page, { exact, short, refused }: People): Promise<void> {
  await admin.getByRole('link', { name: 'Upload acknowledgement' }).click()
  const answers = [
    'STAFF NUMBER,STATUS,REASON',
    `${exact.staff},ACCEPTED,`,
    `${short.staff},ACCEPTED,`,
    `${refused.staff},REJECTED,Employee is in another cost centre`,
    '',
  ].join('\n')
  const file = { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(answers) }
  await admin.getByLabel('File', { exact: true }).setInputFiles(file)
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await admin.getByRole('button', { name: 'Confirm and check rows' }).click()
  await expect(admin.getByText('Employee is in another cost centre').first()).toBeVisible()
  await shoot(admin, 'answers-1440')
  await admin.getByRole('button', { name: 'Record answers' }).click()
  await dialog(admin).getByRole('button', { name: 'Record answers' }).click()
  await expect(admin.getByText('Answers recorded')).toBeVisible()
  await admin.getByRole('link', { name: 'Open list' }).click()
  await expect(admin.getByText('Acknowledged', { exact: true }).first()).toBeVisible()
  const line = admin
    .getByRole('table', { name: /^Lines of/ })
    .getByRole('row', { name: new RegExp(refused.name) })
  await expect(line).toContainText('Rejected')
}

const half = (amount: bigint): bigint => (amount / 200n) * 100n
const OTHERS = 'PALMWOOD MFB LOAN'
const deductionFile = (rows: readonly (readonly [Borrower, bigint, string])[]): string =>
  [
    'STAFF NUMBER,EMPLOYEE NAME,MINISTRY,AMOUNT,ELEMENT NAME',
    ...rows.map(
      ([{ staff, name }, amount, element]) =>
        `${staff},${name},Federal Ministry of Health,"${amountText(amount)}",${element}`,
    ),
    '',
  ].join('\n')

/** The return file: short, after the loan was repaid, and for another lender. */
async function post(admin: Page, authorizer: Page, office: Office, people: People): Promise<string> {
  const { exact, short, repaid } = people
  await go(admin, '/repayment-tracker/new')
  await admin.getByLabel('Source').selectOption(office.code)
  await admin.getByLabel('Month').selectOption(month)
  const text = deductionFile([
    [exact, exact.instalment, ELEMENT],
    [short, half(short.instalment), ELEMENT],
    [repaid, repaid.instalment, ELEMENT],
    [exact, 750_000n, OTHERS],
  ])
  const file = { name: 'deductions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await admin.getByLabel('File', { exact: true }).setInputFiles(file)
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await admin.getByRole('button', { name: 'Confirm and check rows' }).click()
  await expect(admin.getByText(OTHERS, { exact: true }).first()).toBeVisible()
  await shoot(admin, 'codes-1440')
  const address = new URL(admin.url()).hash.slice(1)
  await admin.getByRole('button', { name: `${OTHERS}: this is not ours` }).click()
  await expect(admin.getByText(/deducted for other lenders, left out/)).toBeVisible()
  await admin.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await dialog(admin).getByLabel('Bank credit').fill('0')
  await dialog(admin)
    .getByLabel('Reason for the difference')
    .fill('The office remits at the end of the month')
  await dialog(admin).getByLabel('Evidence').fill('The schedule of the office')
  await shoot(admin, 'batch-submit-1440')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin)).toBeHidden()

  await go(authorizer, address)
  await shoot(authorizer, 'batch-waiting-1440')
  await approveHere(authorizer)
  await expect(authorizer.getByText('Posted', { exact: true }).first()).toBeVisible()
  return address
}

/** One credit for this batch and one of last month, less the charge of 1%. */
async function remit(
  [admin, authorizer]: readonly [Page, Page],
  office: Office,
  { exact, short, repaid }: People,
  batch: string,
): Promise<void> {
  const before = 1_000_000n
  const last = deductionFile([[short, before, ELEMENT]])
  await sendDeductions(last, monthBack(1), 'posted', undefined, office.code)
  const gross = exact.instalment + half(short.instalment) + repaid.instalment + before
  const charges = [gross - before, before].map(each => (each * 10_000n) / 1_000_000n)
  const charged = charges.reduce((sum, each) => sum + each, 0n)
  await go(admin, `/repayment-tracker?tab=offices&source=${office.code}`)
  await shoot(admin, 'office-owed-1440')
  await admin.getByRole('button', { name: 'Record receipt' }).click()
  await dialog(admin)
    .getByLabel('Amount received')
    .fill(amountText(gross - charged))
  await dialog(admin)
    .getByLabel('Bank reference')
    .fill(`TSA${randomUUID().slice(0, 8)}`)
  await dialog(admin).getByLabel('Reason').fill('On the statement of today')
  const shown = [gross - charged, charged].map(each => formatNaira(kobo(each)))
  await expect(dialog(admin).getByRole('status').first()).toContainText(
    `${shown[0]} allocated, ${shown[1]} charges`,
  )
  await shoot(admin, 'receipt-1440')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin)).toBeHidden()

  await approveOnDesk(authorizer, `from ${office.code},`)
  await go(admin, `/repayment-tracker?tab=offices&source=${office.code}`)
  await expect(admin.getByText('Nothing is owed').first()).toBeVisible()
  await go(admin, `/repayment-tracker?tab=offices&source=${office.code}&view=statement`)
  for (const charge of charges)
    await expect(admin.getByRole('table')).toContainText(formatNaira(kobo(-charge)))
  await shoot(admin, 'office-statement-1440')
  await go(admin, `${batch}?tab=money`)
  await shoot(admin, 'batch-money-1440')
}

/** From the source to the employer, the person and the entry in the ledger. */
async function reconcile(admin: Page, office: Office, people: People): Promise<void> {
  const { exact, short, refused, repaid } = people
  await go(admin, '/repayment-tracker?tab=reconciliation')
  await shoot(admin, 'reconciliation-1440')
  const address = `/repayment-tracker?tab=reconciliation&source=${office.code}&month=${month}`
  await go(admin, address)
  await admin.getByRole('button', { name: 'Recalculate month' }).click()
  const clerk = await desk.as('admin')
  await expect
    .poll(async () => {
      const { rows } = await clerk('reconciliationMonths', { source: office.code, month, limit: 1 })
      return rows.map(({ deducted, remitted }) => deducted > 0n && remitted === deducted)
    })
    .toEqual([true])
  await admin.reload()
  await expect(admin.getByText('With charges withheld')).toBeVisible()
  await shoot(admin, 'employers-1440')
  await admin.getByRole('link', { name: 'Federal Ministry of Health' }).first().click()
  const persons = admin.getByRole('table', { name: /^Persons/ })
  for (const [{ name }, verdict] of [
    [short, 'Short'],
    [refused, 'Refused by office'],
    [repaid, 'Deducted, not instructed'],
  ] as const)
    await expect(persons.getByRole('row', { name: new RegExp(name) })).toContainText(verdict)
  await shoot(admin, 'persons-1440')
  await persons.getByRole('button', { name: exact.name }).click()
  await expect(dialog(admin).getByText('Agrees', { exact: true })).toBeVisible()
  await shoot(admin, 'person-1440')
  await dialog(admin)
    .getByRole('link', { name: `Repayment on ${exact.number}` })
    .click()
  await expect(admin.getByText(/RB-\d+\/L\d+\b/).first()).toBeVisible()
}

/** What was deducted after the loan was repaid goes back: proposed, approved, in a batch, paid by the bank. */
async function refund(admin: Page, authorizer: Page, { repaid }: People): Promise<void> {
  const [surname = ''] = repaid.name.split(' ')
  const cases = (state: string) => `/accounts?tab=overpaid&state=${state}`
  const find = async (page: Page): Promise<void> => {
    await page.getByRole('searchbox').first().fill(repaid.number)
    await expect(page.getByRole('table').getByRole('row', { name: new RegExp(surname) })).toBeVisible()
  }
  await go(admin, cases('detected'))
  await find(admin)
  await shoot(admin, 'refund-detected-1440')
  await admin.getByRole('checkbox', { name: 'Select page' }).check()
  await admin.getByRole('button', { name: 'Propose 1 refund' }).click()
  await dialog(admin).getByLabel('Reason').fill('Deducted after the loan was repaid')
  await shoot(admin, 'refund-propose-1440')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin)).toBeHidden()
  await approveOnDesk(authorizer, repaid.number)

  await go(admin, cases('approved'))
  await find(admin)
  await admin.getByRole('checkbox', { name: 'Select page' }).check()
  await admin.getByRole('button', { name: 'Create disbursement batch' }).click()
  await dialog(admin).getByLabel('Paying account').fill('GTBank operations')
  await dialog(admin).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(admin).getByText(formatNaira(repaid.instalment)).first()).toBeVisible()
  await shoot(admin, 'refund-preview-1440')
  await dialog(admin).getByRole('button', { name: 'Create batch' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(/PO-\d{4}-\d{4}$/)
  await admin.getByRole('button', { name: 'Submit for approval' }).click()
  await dialog(admin).getByLabel('Reason').fill('Refunds of the month')
  await dialog(admin).getByRole('button', { name: 'Submit for approval' }).click()
  await expect(dialog(admin)).toBeHidden()
  await go(authorizer, new URL(admin.url()).hash.slice(1))
  await approveHere(authorizer)

  await admin.reload()
  await admin.getByRole('button', { name: 'Export bank file' }).click()
  const downloading = admin.waitForEvent('download')
  await dialog(admin).getByRole('button', { name: 'Export bank file' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const [row] = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  await admin.getByRole('button', { name: 'Import bank result', exact: true }).click()
  const answer = `Reference,Status,Bank Reference,Date,Reason\n${row?.Reference},paid,NIP${Date.now()},,`
  const file = { name: 'result.csv', mimeType: 'text/csv', buffer: Buffer.from(answer) }
  await dialog(admin).getByLabel('Result file').setInputFiles(file)
  await dialog(admin).getByRole('button', { name: 'Record 1 result' }).click()
  await expect(admin.getByText('Closed', { exact: true })).toBeVisible()
  await go(admin, cases('paid'))
  await find(admin)
  await shoot(admin, 'refund-paid-1440')
}

const VIEWS = ['calendar', 'instructions', 'reconciliation', 'offices'] as const

async function onPhone(browser: Browser, office: Office, list: string, batch: string): Promise<void> {
  const phone = await enter(browser, 'admin', '/repayment-tracker', { width: 390 })
  const addresses: Record<string, string> = {
    ...Object.fromEntries(VIEWS.map(view => [view, `/repayment-tracker?tab=${view}`])),
    list,
    office: `/repayment-tracker?tab=offices&source=${office.code}&view=statement`,
    employers: `/repayment-tracker?tab=reconciliation&source=${office.code}&month=${month}`,
    persons: `/repayment-tracker?tab=reconciliation&source=${office.code}&month=${month}&view=persons`,
    batch,
    refunds: '/accounts?tab=overpaid&state=paid',
    forecast: '/accounts?tab=overpaid&state=forecast',
  }
  for (const [name, address] of Object.entries(addresses)) {
    await go(phone, address)
    await expectNoBarriers(phone, name)
    await expectFits(phone, name)
    await shoot(phone, `${name}-390`)
  }
}

/** An Auditor reads everything; an Editor and a Reviewer can neither compute, post, remit nor refund. */
async function seenByOthers(browser: Browser, office: Office, list: string, batch: string): Promise<void> {
  for (const part of ['auditor', 'editor', 'reviewer'] as const) {
    const page = await enter(browser, part, '/repayment-tracker?tab=instructions')
    await expect(page.getByRole('button', { name: `Compute list: ${office.name}` })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await go(page, list)
    for (const name of ['Download copy', 'Covering letter', 'Record acknowledgement'])
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
    await go(page, `/repayment-tracker?tab=offices&source=${office.code}`)
    for (const name of ['Record receipt', 'Record promise', 'Issue demand letter'])
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
    await go(page, `/repayment-tracker?tab=reconciliation&source=${office.code}&month=${month}&view=persons`)
    await expect(page.getByRole('table', { name: /^Persons/ })).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Recalculate month' })).toHaveCount(0)
    await go(page, '/accounts?tab=overpaid&state=detected')
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await go(page, batch)
    await expect(page.getByText('Posted', { exact: true }).first()).toBeVisible()
    await page.context().close()
    const id = new URLSearchParams(list.split('?')[1]).get('id') ?? ''
    const clerk = await desk.as(part)
    await refused(clerk('instructionCompute', { id: randomUUID(), source: office.code, month }))
    await refused(clerk('instructionSend', { id, fileId: randomUUID() }))
    await refused(clerk('instructionAcknowledge', { id, on: `${month}-01`, reference: 'Letter 12' }))
    await refused(clerk('reconciliationRecalculate', { source: office.code, month }))
    await refused(clerk('refundPropose', { id: randomUUID(), caseIds: [randomUUID()], reason: 'Mine' }))
  }
}

const refused = (act: Promise<unknown>): Promise<void> => expect(act).rejects.toThrow(/permission\.missing/)
