import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { addMonths, localDate, payMonthOf } from '../../engine/dates.ts'
import { expectFits, expectNoBarriers } from './accessibility.ts'
import { approvedLoan, type Part } from './desk.ts'
import { listen } from './enter.ts'
import { desk, enter, go } from './requests.ts'

// what an earlier test left open would go on asking the server and slow the next
test.afterEach(({ browser }) => Promise.all(browser.contexts().map(context => context.close())))

const portfolio = (page: Page) => page.getByRole('region', { name: 'Portfolio' })
const queues = (page: Page) => page.getByRole('region', { name: 'Your queues' })
const arrived = (page: Page) =>
  expect(portfolio(page).getByText('Outstanding principal').first()).toBeVisible()
const deskArrived = (page: Page) => expect(queues(page)).toBeVisible()

const WORK: [Part, string[]][] = [
  ['superadmin', ['rejected', 'toDecide', 'mine', 'toTransfer']],
  ['admin', ['mine', 'toTransfer']],
  ['reviewer', ['reviewer', 'mine']],
  ['authorizer', ['authorizer', 'toDecide', 'mine']],
  ['editor', ['rejected', 'mine']],
  ['auditor', ['mine']],
]

for (const [part, tiles] of WORK)
  test(`${part} sees the queues of their role on My desk`, async ({ browser }) => {
    const page = await enter(browser, part, '/')
    await deskArrived(page)
    for (const tile of tiles) await expect(queues(page).locator(`[data-work=${tile}]`)).toBeVisible()
    for (const other of ['reviewer', 'authorizer', 'rejected', 'toDecide', 'toTransfer'].filter(
      each => !tiles.includes(each),
    ))
      await expect(queues(page).locator(`[data-work=${other}]`)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  })

test('the submitter reads who declined an item and why, until they dismiss it', async ({ browser }) => {
  const surname = `Yakubu${randomUUID().replace(/[^a-f]/g, '')}`
  const { loanId } = await approvedLoan(desk, { surname })
  const input = { act: 'freeze', cause: 'dispute' } as const
  const asked = { loanId, id: randomUUID(), input, reason: 'Complaint of today' }
  const { approvalId } = await (await desk.as('admin'))('loanActDo', asked)
  const said = { id: approvalId ?? '', note: 'The payslip is from March' }
  await (await desk.as('authorizer'))('approvalDecline', said)

  const page = await enter(browser, 'admin', '/')
  const declined = page.getByRole('region', { name: 'Your declined items' })
  const row = declined.getByRole('row', { name: new RegExp(surname) })
  await expect(row).toContainText('dispute')
  await expect(row).toContainText('Emeka')
  await expect(row).toContainText('The payslip is from March')
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(loanId))
  await page.goBack()
  await row.getByRole('button', { name: /^Dismiss: / }).click()
  await expect(row).toHaveCount(0)
  await page.reload()
  await deskArrived(page)
  await expect(row).toHaveCount(0)
})

test('figures say how they are measured, and open exactly their rows', { tag: '@journey' }, async ({
  browser,
}) => {
  const auditor = await desk.as('auditor')
  const shown = await auditor('dashboardPortfolio', {})
  const page = await enter(browser, 'auditor', '/?tab=portfolio')
  const said = listen(page)
  await arrived(page)

  await portfolio(page).getByRole('button', { name: 'How it is measured: PAR 30' }).click()
  await expect(page.getByText('Outstanding principal of loans past due').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('region', { name: 'Portfolio at risk and ageing' }).getByRole('link').nth(3).click()
  await expect(page.getByRole('heading', { name: 'Loans more than 90 days past due' })).toBeVisible()
  const { rows } = await auditor('dashboardLoans', { cut: 'late', key: '90' })
  expect(rows.every(row => row.daysPastDue > 90)).toBe(true)
  await expect(page.getByRole('link', { name: rows.at(-1)?.number ?? '' })).toBeVisible()

  await go(page, '/?tab=portfolio')
  await page.getByRole('link', { name: /^Katsina:/ }).click()
  await expect(page.getByRole('heading', { name: 'Active loans in Katsina' })).toBeVisible()
  const katsina = shown.states.find(state => state.key === 'Katsina')?.loans ?? 0
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(katsina + 1)

  await go(page, '/?tab=portfolio')
  await page.getByRole('link', { name: 'Performing' }).click()
  await expect(page.getByRole('heading', { name: 'Active loans classified Performing' })).toBeVisible()
  expect(said).toEqual([])
})

test('a period is kept in the address, and its collections open', async ({ browser }) => {
  const page = await enter(browser, 'admin', '/?tab=portfolio')
  await arrived(page)
  await page.getByLabel('Period').selectOption({ label: 'Last 6 months' })
  await expect(page).toHaveURL(/from=20\d\d-\d\d&to=20\d\d-\d\d/)
  const { period } = await (await desk.as('admin'))('dashboardPortfolio', {
    from: new URL(page.url().replace('#/', '')).searchParams.get('from') ?? '',
    to: new URL(page.url().replace('#/', '')).searchParams.get('to') ?? '',
  })
  expect(period.collected > 0n).toBe(true)
  await portfolio(page)
    .getByRole('link', { name: /^Deducted or paid by borrowers/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Deducted or paid,/ })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  const rows = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await rows).suggestedFilename()).toMatch(/^dashboard-deducted-or-paid-.*\.csv$/)
  const download = page.waitForEvent('download')
  await page.goBack()
  const ofFigures = page.locator('button:not([data-exports])')
  await ofFigures.and(page.getByRole('button', { name: 'Export' })).click()
  await page.getByRole('menuitem', { name: 'PDF, to print' }).click()
  expect((await download).suggestedFilename()).toMatch(/^dashboard-.*\.pdf$/)
})

test('a past month shows its month-end snapshot, not the portfolio of today', async ({ browser }) => {
  const page = await enter(browser, 'auditor', '/?tab=portfolio')
  await arrived(page)
  const today = localDate(new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' }))
  const over = payMonthOf(addMonths(today, -1))
  await page.getByLabel('Period').selectOption(`${over} ${over}`)
  await expect(page).toHaveURL(/from=20\d\d-\d\d&to=20\d\d-\d\d/)
  await expect(page.getByRole('heading', { name: /^Portfolio at .* \(month-end snapshot\)$/ })).toBeVisible()
  await expect(portfolio(page).getByRole('link', { name: /^Deducted or paid by borrowers/ })).toBeVisible()
  await expect(page.getByText(/were not saved, so they open no rows/)).toBeVisible()
  await expect(page.getByText('Not saved at this month-end')).toHaveCount(0)
  await expectFits(page)
  await expectNoBarriers(page)
  const { outstanding } = await (await desk.as('auditor'))('dashboardPortfolio', { from: over, to: over })
  await portfolio(page)
    .getByRole('link', { name: /^Outstanding balance/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Outstanding balance, by loan, at / })).toBeVisible()
  await expect(page.getByText(`on ${outstanding?.loans.toLocaleString('en-NG')} loans`)).toBeVisible()
  await expect(page.getByText(/^At .* month-end snapshot/)).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await expectFits(page)
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'Dashboard' }).last().click()
  await expect(page).toHaveURL(new RegExp(`from=${over}&to=${over}&tab=portfolio$`))
  await go(page, '/?cut=nonsense')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

/** Where the words of an element begin and how many lines they take. */
const wordsOf = (element: Locator) =>
  element.evaluate(each => {
    const range = document.createRange()
    range.selectNodeContents(each)
    const boxes = [...range.getClientRects()]
    return {
      left: Math.round(range.getBoundingClientRect().left),
      lines: new Set(boxes.map(box => Math.round(box.bottom))).size,
    }
  })

test('nothing on a desk’s dashboard looks fallen out of its row', async ({ browser }) => {
  const page = await enter(browser, 'auditor', '/?tab=portfolio')
  await page.setViewportSize({ width: 1440, height: 900 })
  await arrived(page)
  const parts = page
    .getByRole('region', { name: 'Loan classification and provisions' })
    .locator('dl')
    .last()
    .locator('> div')
  await expect(parts).toHaveCount(5)
  const [principal, interest, fees, penalties, credit] = await parts.evaluateAll(all =>
    all.map(each => each.getBoundingClientRect().toJSON()),
  )
  for (const part of [interest, fees, penalties]) expect(part.top).toBe(principal.top)
  expect([credit.left, credit.right]).toEqual([principal.left, penalties.right])

  const open = page.getByRole('region', { name: 'Requests and unapplied money' })
  const count = open.getByRole('list', { name: 'Requests by stage' }).locator('li span').first()
  expect((await wordsOf(count)).left).toBe((await wordsOf(open.getByRole('heading'))).left)

  const zones = page.getByRole('table', { name: 'Active loans by geopolitical zone' })
  for (const zone of await zones.getByRole('rowheader').getByRole('link').all())
    expect((await wordsOf(zone)).lines, (await zone.textContent()) ?? '').toBe(1)
  await expectFits(page)

  await go(page, '/?cut=provision')
  const employers = page.locator('tbody tr > :nth-child(2)')
  await expect(employers.first()).toBeVisible()
  for (const employer of await employers.all())
    expect((await wordsOf(employer)).lines, (await employer.textContent()) ?? '').toBeLessThanOrEqual(2)
  await expectFits(page)
})
