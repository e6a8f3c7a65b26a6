import { randomUUID } from 'node:crypto'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, localDate } from '../../../engine/dates.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { clearanceCode } from './clearanceCode.ts'

const TODAY = '2026-11-16'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function activeLoan() {
  const loan = await approvedLoan(testApp)
  await disbursed(testApp, loan.id)
  return loan
}

async function repay(loanId: string, amount: string): Promise<string> {
  const id = randomUUID()
  const input = {
    act: 'receipt',
    amount,
    on: TODAY,
    channel: 'bank transfer',
    reference: `TRF-${id.slice(0, 8)}`,
  } as const
  const { approvalId } = await testApp
    .as('admin')
    .ok('loanActDo', { loanId, id, input, reason: 'Final payment' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  return id
}

async function closeLoan(loanId: string, extra = 0n): Promise<void> {
  const { row } = await testApp.as('auditor').ok('loanGet', { id: loanId })
  await repay(loanId, (row.outstandingTotal + extra).toString())
}

type Printed = Parameters<typeof requestFor<'loanPaper'>>[1]

/** The text of all pages. */
async function textOf(input: Printed): Promise<string> {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const response = await testApp.app.inject(requestFor('loanPaper', input, { token, binding }))
  const pdf = await getDocument({ data: new Uint8Array(response.rawPayload) }).promise
  const pages = Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1))
  const contents = await Promise.all(pages.map(async page => (await page).getTextContent()))
  return contents
    .flatMap(({ items }) => items.map(item => ('str' in item ? item.str : '')))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

test('a clearance letter names the borrower and speaks of its loan only while another is open', async () => {
  const repaid = await activeLoan()
  const other = await activeLoan()
  await testApp.pool.query('update loan set customer_id = $1 where id = $2', [repaid.customerId, other.id])
  await closeLoan(repaid.id)
  const letter = await textOf({ id: repaid.id, paper: 'clearance' })
  expect(letter).toContain('LOAN CLEARANCE LETTER')
  expect(letter).toContain('TO WHOM IT MAY CONCERN')
  expect(letter).toMatch(
    new RegExp(
      `MRS Adaeze Okonkwo \\(IPPIS no\\. \\S+\\) has fully repaid loan ${repaid.number} of ₦500,000`,
    ),
  )
  expect(letter).toContain('As at 16 Nov 2026 there is no outstanding balance on this loan.')
  expect(letter).toContain(`Verification code ${clearanceCode(testApp.program.keys, repaid.number)}`)
  expect(letter).toContain('This letter relates to the loan above only.')
  expect(letter).toContain('valid without a signature')
  expect(letter).not.toMatch(/NON-INDEBTEDNESS|credit balance/)

  await closeLoan(other.id, 500n)
  const free = await textOf({ id: other.id, paper: 'clearance' })
  expect(free).toContain('LETTER OF NON-INDEBTEDNESS')
  expect(free).toMatch(/Okonkwo has no outstanding obligation to Iroko as at 16 Nov 2026\./)
  expect(free).toContain('A credit balance of ₦5.00 is due to the borrower and will be refunded.')
  expect(free).not.toContain('relates to the loan above only')
})

test('statement, receipt and quote name their figures as the screens do', async () => {
  const loan = await activeLoan()
  const paid = await repay(loan.id, '100000')
  const statement = await textOf({ id: loan.id, paper: 'statement' })
  for (const words of ['Outstanding interest', 'Outstanding balance', 'Credit balance', 'Date Description'])
    expect(statement).toContain(words)
  expect(statement).toMatch(/16 Nov 2026 Disbursement .* 16 Nov 2026 Repayment TRF-/)
  expect(statement).not.toContain('Charge Due')
  const receipt = await textOf({ id: loan.id, paper: 'receipt', itemId: paid })
  expect(receipt).toMatch(/Channel Bank transfer .*Applied to principal ₦.*Added to credit balance ₦0\.00/)
  const quote = await testApp
    .as('admin')
    .ok('settlementQuoteMake', { loanId: loan.id, id: randomUUID(), on: TODAY })
  const printed = await textOf({ id: loan.id, paper: 'quote', itemId: quote.id })
  expect(printed).toMatch(
    /Settlement date 16 Nov 2026 Valid until 21 Nov 2026 .*Amount to pay ₦.*Additional interest per day ₦/,
  )
})

test('a statement lists each fee and penalty behind the outstanding charges', async () => {
  const loan = await activeLoan()
  const charge = async (component: 'fee' | 'penalty', amount: string) => {
    const input = { act: 'charge', component, amount, on: TODAY } as const
    await testApp
      .as('admin')
      .ok('loanActDo', { loanId: loan.id, id: randomUUID(), input, reason: 'As agreed' })
  }
  await charge('fee', '250000')
  await charge('penalty', '50000')
  const statement = await textOf({ id: loan.id, paper: 'statement' })
  expect(statement).toContain('Outstanding fees and penalties ₦3,000.00')
  expect(statement).toMatch(
    /Charge Due Amount Paid Waived Outstanding Fee 16 Nov 2026 2,500\.00 0\.00 0\.00 2,500\.00 Penalty 16 Nov 2026 500\.00/,
  )
  const { row } = await testApp.as('auditor').ok('loanGet', { id: loan.id })
  testApp.clock.set(`${addMonths(localDate(row.nextDueOn ?? ''), 4)}T08:00:00Z`)
  expect(await textOf({ id: loan.id, paper: 'statement' })).toContain('Penalty, overdue instalment 1')
})
