import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { addDays } from '../../engine/dates.ts'
import { expectNoBarriers } from './accessibility.ts'
import { approvedLoan, doAct, lagosToday, liveLoan } from './desk.ts'
import { untilLoaded } from './enter.ts'
import { desk, enter } from './requests.ts'

test.afterEach(({ browser }) => Promise.all(browser.contexts().map(context => context.close())))

const today = lagosToday()
const reference = (): string => `TRF-${randomUUID().slice(0, 12)}`
const paid = (amount: string) =>
  ({ act: 'receipt', amount, on: today, channel: 'bank transfer', reference: reference() }) as const

/** Loans as an act finds them, reached through the API; one that is late lives through several acts. */
const LOANS = {
  'not paid out': () => approvedLoan(desk),
  // ten weeks old: two instalments are late, with their penalty
  late: () => liveLoan(desk, addDays(today, -70)),
  quoted: async () => {
    const loan = await liveLoan(desk, addDays(today, -40))
    const clerk = await desk.as('admin')
    await clerk('settlementQuoteMake', { loanId: loan.loanId, id: randomUUID(), on: today })
    return loan
  },
  overpaid: async () => {
    const loan = await liveLoan(desk, today)
    await doAct(desk, loan.loanId, paid('90000000'))
    return loan
  },
} as const

type Act = {
  title: string
  loan: keyof typeof LOANS
  /** By value, or as the nth of the list. */
  chosen?: Record<string, string | { index: number }>
  typed?: Record<string, string>
  /** Whether somebody else has to agree. */
  people: 'one' | 'two'
  /** What the preview says, then what the loan's page says of its state and among what happened to it. */
  promises: RegExp
  status: string
  happened?: RegExp
}

const ACTS: readonly Act[] = [
  { title: 'Cancel before disbursement', people: 'one', loan: 'not paid out', promises: /Before and after/, status: 'Cancelled' },
  { title: 'Add a charge', people: 'one', loan: 'late', chosen: { Component: 'fee' }, typed: { Amount: '2,500' }, promises: /₦2,500\.00/, status: 'Active', happened: /^Charge .*₦2,500\.00/ },
  { title: 'Waive', people: 'two', loan: 'late', chosen: { Component: 'penalty' }, typed: { Amount: '100' }, promises: /₦100\.00/, status: 'Active', happened: /^Waiver .*₦100\.00/ },
  { title: 'Grant repayment holiday', people: 'two', loan: 'late', typed: { 'Instalments to skip': '2' }, promises: /Next due/, status: 'Active', happened: /^Repayment holiday/ },
  { title: 'Restructure', people: 'two', loan: 'late', typed: { 'New number of instalments': '24' }, promises: /Outstanding/, status: 'Active', happened: /^Restructure/ },
  { title: 'Settle early', people: 'two', loan: 'quoted', chosen: { Quote: { index: 1 } }, typed: { Reference: reference() }, promises: /Closed/, status: 'Closed', happened: /^Settlement/ },
  { title: 'Write off', people: 'two', loan: 'late', promises: /Written off/, status: 'Written off', happened: /^Write-off/ },
  { title: 'Record recovery', people: 'two', loan: 'late', typed: { Amount: '6,000', Reference: reference() }, promises: /₦6,000\.00/, status: 'Written off', happened: /^Recovery .*₦6,000\.00/ },
  { title: 'Refund credit', people: 'two', loan: 'overpaid', typed: {}, promises: /Closed/, status: 'Closed', happened: /^Refund/ },
] // biome-ignore format: a table

const SECOND = { one: 'No approval needed.', two: 'Needs approval before it is posted.' }
const dialog = (page: Page) => page.getByRole('dialog')
const item = (page: Page, { title }: Act) => page.getByRole('menuitem', { name: new RegExp(`^${title}`) })

/** As it stands now: an address that is open already would not be loaded again. */
async function look(page: Page, address: string): Promise<void> {
  await page.goto(`/#${address}`)
  await page.reload()
  await untilLoaded(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(' · L')
}

/** A user who can only view gets a sentence and no actions. */
async function isClosedTo(page: Page, address: string): Promise<void> {
  await look(page, address)
  await expect(page.getByText('You can view but not change this.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0)
}

/** Details, preview, reason; then it is done, or waits. */
async function ask(page: Page, address: string, act: Act): Promise<void> {
  await look(page, address)
  const main = page.getByRole('button', { name: act.title, exact: true })
  await expect(page.getByRole('button', { name: 'Actions' })).toBeVisible()
  if (await main.isVisible()) await main.click()
  else {
    await page.getByRole('button', { name: 'Actions' }).click()
    await item(page, act).click()
  }
  for (const [label, value] of Object.entries(act.chosen ?? {}))
    await dialog(page).getByLabel(label, { exact: true }).selectOption(value)
  for (const [label, value] of Object.entries(act.typed ?? {}))
    await dialog(page).getByLabel(label, { exact: true }).fill(value)
  if (act.typed) await dialog(page).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(page).getByText(act.promises).first()).toBeVisible()
  await expect(dialog(page).getByText(SECOND[act.people])).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Agreed with the branch')
  const confirm = act.people === 'two' ? 'Submit for approval' : act.title
  await dialog(page).getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}

/** Whoever asked cannot approve it, neither here nor past the screen; a second person can. */
async function decide(asker: Page, second: Page, address: string): Promise<void> {
  await expect(asker.getByText('Pending approval').first()).toBeVisible()
  await expect(asker.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
  const clerk = await desk.as('admin')
  const { pendingApprovalId } = await clerk('loanGet', { id: address.split('/').at(-1) ?? '' })
  await expect(clerk('approvalApprove', { id: pendingApprovalId ?? '' })).rejects.toThrow(
    'permission.missing',
  )
  await look(second, address)
  await second.getByRole('button', { name: 'Approve' }).click()
  await dialog(second).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(second)).toBeHidden()
}

const people = async (browser: Browser): Promise<[Page, Page, Page]> => [
  await enter(browser, 'auditor', '/accounts'),
  await enter(browser, 'admin', '/accounts'),
  await enter(browser, 'authorizer', '/accounts'),
]

// in two halves, so that both workers have work and nobody signs in nine times
for (const loans of [['late'], ['not paid out', 'quoted', 'overpaid']] as const)
  test(`by the right role, after a preview, with a second person: loans that are ${loans.join(', ')}`, async ({
    browser,
  }) => {
    const [auditor, admin, authorizer] = await people(browser)
    for (const loan of loans) {
      const { loanId } = await LOANS[loan]()
      const address = `/accounts/loan/${loanId}`
      const acts = ACTS.filter(each => each.loan === loan)
      await isClosedTo(auditor, address)
      for (const act of acts)
        await test.step(act.title, async () => {
          await ask(admin, address, act)
          if (act.people === 'two') await decide(admin, authorizer, address)
          await look(authorizer, `${address}?tab=repayments`)
          await expect(authorizer.getByText(act.status, { exact: true }).first()).toBeVisible()
          if (act.happened)
            await expect(authorizer.getByRole('row', { name: act.happened }).first()).toBeVisible()
        })
    }
    await expectNoBarriers(authorizer)
  })
