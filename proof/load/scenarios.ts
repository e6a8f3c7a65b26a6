import { randomUUID } from 'node:crypto'
import { LOAN_TABS } from '../../contract/loans.ts'
import type { Role } from '../../contract/roles.ts'
import { pick } from '../../sample/random.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import type { Call, Person } from './staff.ts'
import type { Heard } from './wire.ts'

/**
 * What users do at their desks: each scenario is a few clicks, and each click makes the requests of the console's page.
 */

export type Book = {
  customers: readonly string[]
  loans: readonly string[]
  surnames: readonly string[]
  /** Receipts the program has confirmed, to be found again afterwards. */
  receipts: Set<string>
}
type Scenario = (who: Person, book: Book) => Promise<void>

const dashboard: Scenario = async who => {
  await who.click('dashboard', 'dashboardWork', {}, [['dashboardPortfolio', {}]])
}

const customers: Scenario = async (who, book) => {
  const filters = [
    { search: pick(who.roll, book.surnames) },
    { state: 'Lagos' },
    { status: 'active' as const, sort: '-opened' as const },
    {},
  ]
  const filter = pick(who.roll, filters)
  const found = await who.click('customer list', 'customerList', filter)
  if (found?.next && who.roll(3) === 0)
    await who.click('next page', 'customerList', { ...filter, cursor: found.next })
  const chosen = found?.rows.length ? pick(who.roll, found.rows).id : pick(who.roll, book.customers)
  await customerPage(who, chosen)
}

async function customerPage(who: Person, id: string): Promise<void> {
  const seen = await who.click('customer page', 'customerGet', { id }, [
    ['loansOfCustomer', { customerId: id }],
  ])
  const tabs: Call[] = [
    ['requestsOfCustomer', { customerId: id }],
    ['customerMessages', { id }],
    ['customerNotes', { id }],
    ['recordHistory', { subjectType: 'customer', subjectId: id }],
  ]
  const [name, input] = pick(who.roll, tabs)
  if (seen) await who.click('customer tab', name, input)
  if (seen && ['Admin', 'Editor'].includes(who.role) && who.roll(4) === 0)
    await who.click('write note', 'customerNoteAdd', {
      customerId: id,
      id: randomUUID(),
      text: 'Called back, will bring the payslip on Monday',
    })
}

const accounts: Scenario = async (who, book) => {
  const tab = pick(who.roll, LOAN_TABS)
  const search = who.roll(3) === 0 ? { search: pick(who.roll, book.surnames) } : {}
  const sort = pick(who.roll, ['-number', '-outstanding', '-daysPastDue'] as const)
  const found = await who.click('account list', 'loanList', { tab, sort, ...search })
  if (found?.next && who.roll(3) === 0)
    await who.click('next page', 'loanList', { tab, sort, ...search, cursor: found.next })
  const id = found?.rows.length ? pick(who.roll, found.rows).id : pick(who.roll, book.loans)
  await loanPage(who, id)
}

async function loanPage(who: Person, id: string): Promise<Heard<'loanGet'> | undefined> {
  const seen = await who.click('loan page', 'loanGet', { id })
  if (seen && who.roll(4) === 0)
    await who.click('loan tab', 'ledgerLoanJournal', { loanId: id }, [
      ['settlementQuoteList', { loanId: id }],
    ])
  return seen
}

/** Small amounts, as paid at the counter: below the limit for approval. */
const receipt: Scenario = async (who, book) => {
  const loanId = pick(who.roll, book.loans)
  const seen = await loanPage(who, loanId)
  if (!seen?.offers.receipt.allowed || seen.row.frozen) return
  const input = {
    act: 'receipt' as const,
    amount: String(100_000 + who.roll(400_000)),
    on: businessDate(new Date()),
    channel: 'bank transfer' as const,
    reference: `TELLER-${randomUUID().slice(0, 13)}`,
  }
  if (!(await who.click('act preview', 'loanActPreview', { loanId, input }))) return
  const id = randomUUID()
  const done = await who.click('receipt', 'loanActDo', { loanId, id, input, reason: 'Paid at the counter' })
  if (done?.approvalId === null) book.receipts.add(id)
}

type Stage = 'reviewer' | 'authorizer'

async function queue(who: Person, stage: Stage): Promise<Heard<'requestGet'> | undefined> {
  const look = { stage, limit: 50, ...(who.roll(4) === 0 ? { claimed: 'nobody' as const } : {}) }
  const found = await who.click('queue', 'requestList', look, [['requestCounts', {}]])
  if (!found?.rows.length) return undefined
  const { id } = pick(who.roll, found.rows)
  return who.click('request page', 'requestGet', { id })
}

const browseQueue: Scenario = async who => {
  await queue(who, pick(who.roll, ['reviewer', 'authorizer']))
}

const isClear = (seen: Heard<'requestGet'>): boolean =>
  seen.checklist.every(check => check.result !== 'red' || check.override !== null)

const review: Scenario = async who => {
  const seen = await queue(who, 'reviewer')
  if (!seen?.offers.claim.allowed) return
  const { id, version, amount, tenor } = seen.row
  const claimed = await who.click('claim', 'requestClaim', { ids: [id] })
  if (!claimed?.claimed.includes(id)) return
  if (who.roll(4) === 0) return void (await who.click('release', 'requestRelease', { ids: [id] }))
  if (isClear(seen)) await who.click('recommend', 'requestRecommend', { id, version, amount, tenor })
  else
    await who.click('reject', 'requestReject', {
      id,
      version,
      reasonCode: 'PAY-TOO-LOW',
      note: 'The pay does not carry the instalment',
    })
}

const authorize: Scenario = async who => {
  const seen = await queue(who, 'authorizer')
  if (!seen?.offers.approve.allowed || !isClear(seen)) return
  await who.click('approve', 'requestAuthorize', { id: seen.row.id, version: seen.row.version })
}

const messages: Scenario = async who => {
  await who.click('message log', 'messageList', {}, [['messagingOverview', {}]])
}
const approvals: Scenario = async who => {
  await who.click('approvals', 'approvalList', { view: 'toDecide', status: 'waiting' })
}
const payroll: Scenario = async who => {
  await who.click('payroll signals', 'signalList', { state: 'open' })
  await who.click('repayment list', 'repaymentList', {})
}
const audit: Scenario = async who => {
  const filter = who.roll(2) === 0 ? {} : ({ outcome: 'refused' } as const)
  const found = await who.click('audit', 'auditList', filter)
  if (found?.next) await who.click('audit', 'auditList', { ...filter, cursor: found.next })
}
const exportList: Scenario = async who => {
  if (who.roll(2) === 0) await who.click('export', 'customerExport', { state: 'Lagos', format: 'csv' })
  else await who.click('export', 'loanExport', { tab: 'arrears', format: 'xlsx' })
}

/** How often each, of the scenarios of a role. */
const COMMON: readonly [Scenario, number][] = [
  [dashboard, 10],
  [customers, 16],
  [accounts, 16],
  [browseQueue, 8],
  [messages, 4],
  [payroll, 4],
  [exportList, 1],
]
const MIX: Record<Role, readonly [Scenario, number][]> = {
  superAdmin: [...COMMON, [receipt, 4], [approvals, 8], [audit, 8]],
  Admin: [...COMMON, [receipt, 30]],
  Reviewer: [...COMMON, [review, 60]],
  Authorizer: [...COMMON, [authorize, 60], [approvals, 10]],
  Editor: COMMON,
  Auditor: [...COMMON, [audit, 40]],
}

export function nextScenario({ role, roll }: Person): Scenario {
  const mix = MIX[role]
  let left = roll(mix.reduce((sum, [, share]) => sum + share, 0))
  for (const [scenario, share] of mix) {
    if (left < share) return scenario
    left -= share
  }
  return dashboard
}
