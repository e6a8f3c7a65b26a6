import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('an overpaid loan gets one message: it is repaid, and what is refunded', async () => {
  const loan = await approvedLoan(testApp, { amount: '12000000' })
  await disbursed(testApp, loan.id)
  const receipt = {
    act: 'receipt',
    amount: '30000000',
    on: '2026-11-16',
    channel: 'bank transfer',
    reference: 'OVER-2',
  } as const
  const before = await testApp.as('auditor').ok('messageList', { subjectType: 'loan', subjectId: loan.id })
  const asked = { loanId: loan.id, id: randomUUID(), input: receipt, reason: 'The last payment' }
  const { approvalId } = await testApp.as('admin').ok('loanActDo', asked)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  const after = await testApp.as('auditor').ok('messageList', { subjectType: 'loan', subjectId: loan.id })
  expect(after.total).toBe(before.total + 1)
  const { credit } = (await testApp.as('auditor').ok('loanGet', { id: loan.id })).row
  expect(credit).toBeGreaterThan(0n)
  // both are of one instant
  expect(after.rows.find(each => each.text.includes('received'))?.text).toMatch(
    /^Iroko: we received NGN300,000\.00\. Loan L\d+ is fully repaid\. You have overpaid NGN[\d,.]+\. We will refund it to your bank account\.$/,
  )
})
